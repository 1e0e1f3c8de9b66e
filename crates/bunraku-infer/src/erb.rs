//! The variables that an ERB template reads.

use bunraku_diag::TextRange;

/// A variable of Puppet in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErbUse<'t> {
    /// The name, without `@`.
    pub name: &'t str,
    /// The place of the variable, including its `@`.
    pub range: TextRange,
}

/// The instance variables (`@name`) in the tags of a template that the template does not set itself.
pub fn erb_uses(text: &str) -> Vec<ErbUse<'_>> {
    let mut uses = Vec::new();
    let mut set = std::collections::HashSet::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find("<%")) {
        let start = at + open + 2;
        let rest = text.get(start..).unwrap_or("");
        if rest.starts_with('%') {
            at = start + 1;
            continue;
        }
        let end = rest.find("%>").map_or(text.len(), |end| start + end);
        if !rest.starts_with('#') {
            code(text, start, end, &mut uses, &mut set);
        }
        at = end.max(start);
    }
    uses.retain(|one| !set.contains(one.name));
    uses
}

/// Scans the code of a tag. Single-quoted strings and comments are not code.
fn code<'t>(
    text: &'t str,
    start: usize,
    end: usize,
    uses: &mut Vec<ErbUse<'t>>,
    set: &mut std::collections::HashSet<&'t str>,
) {
    let code = text.get(start..end).unwrap_or("");
    let mut single = false;
    let mut double = false;
    let mut before = ' ';
    let mut characters = code.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => {
                characters.next();
            }
            '\'' if !double => single = !single,
            '"' if !single => double = !double,
            '\n' => (single, double) = (false, false),
            '#' if !single && !double && before.is_whitespace() => {
                // The rest of the line is a comment.
                for (_, c) in characters.by_ref() {
                    if c == '\n' {
                        break;
                    }
                }
            }
            '@' if !(single || double && before != '{' && !before.is_whitespace() && before != '(') => {
                let rest = code.get(at + 1..).unwrap_or("");
                let length =
                    rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
                let name = rest.get(..length).unwrap_or("");
                let inside_string = double && before != '{';
                if name.starts_with(|c: char| c.is_ascii_lowercase()) && before != '@' && !inside_string {
                    let after = rest.get(length..).unwrap_or("").trim_start();
                    let assigned =
                        after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=~")
                            || after.starts_with("||=");
                    if assigned {
                        set.insert(name);
                    }
                    let from = (start + at) as u32;
                    uses.push(ErbUse { name, range: TextRange::new(from, from + 1 + length as u32) });
                }
            }
            _ => {}
        }
        before = c;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        erb_uses(text).into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn variables_in_tags_alone_count() {
        assert_eq!(names("a@b <%= @x %> <%# @c %> <%% @d %> <% if @y then # @z\n end -%>"), ["x", "y"]);
        assert_eq!(names("<%= 'a@b' %> <%= \"u@h #{@x}\" %> <% @t = 1 %><%= @t %>"), ["x"]);
        assert_eq!(names("<%= @a"), ["a"]);
        assert_eq!(names("<%"), Vec::<&str>::new());
    }
}
