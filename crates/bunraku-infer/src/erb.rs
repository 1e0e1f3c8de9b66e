//! The variables that an ERB template reads.

use bunraku_diag::TextRange;
use bunraku_intern::FastSet;

/// A variable of Puppet in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErbUse<'t> {
    /// The name, without `@`.
    pub name: &'t str,
    /// The place of the variable, including its `@`.
    pub range: TextRange,
}

/// The instance variables (`@name`) in the tags of a template that must be set by the code that renders it: the template
/// neither sets them itself nor asks whether they are set.
pub fn erb_uses(text: &str) -> Vec<ErbUse<'_>> {
    let mut uses = Vec::new();
    let mut settled = FastSet::default();
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
            code(text, start, end, &mut uses, &mut settled);
        }
        at = end.max(start);
    }
    uses.retain(|one| !settled.contains(one.name));
    uses
}

/// Scans the code of a tag. Single-quoted strings and comments are not code.
fn code<'t>(
    text: &'t str,
    start: usize,
    end: usize,
    uses: &mut Vec<ErbUse<'t>>,
    settled: &mut FastSet<&'t str>,
) {
    let code = text.get(start..end).unwrap_or("");
    for (at, asked) in code.match_indices("has_variable?") {
        let rest = code.get(at + asked.len()..).unwrap_or("").trim_start_matches([' ', '(', '"', '\'']);
        settled.insert(word(rest));
    }
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
                let name = word(rest);
                let length = name.len();
                let inside_string = double && before != '{';
                if name.starts_with(|c: char| c.is_ascii_lowercase()) && before != '@' && !inside_string {
                    let after = rest.get(length..).unwrap_or("").trim_start();
                    let assigned =
                        after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=~")
                            || after.starts_with("||=");
                    if assigned || is_asked_for(code.get(..at).unwrap_or(""), after) {
                        settled.insert(name);
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

/// The letters, digits and underscores with which a text begins.
fn word(text: &str) -> &str {
    let length = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.get(..length).unwrap_or("")
}

/// Whether code asks if a variable is set: `if @x`, `@x ? 1 : 2`, `@x || 1`, `@x.nil?`, `defined?(@x)`. What is not set
/// is nil there, and the template is written for that.
fn is_asked_for(before: &str, after: &str) -> bool {
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || c == '(');
    let joins = |text: &str| ["&&", "||", "and ", "or "].iter().any(|join| text.starts_with(join));
    let is_condition = ["if", "elsif", "unless", "while", "!", "not", "&&", "||", "and", "or", "defined?"]
        .iter()
        .any(|word| before.ends_with(word));
    let ends = |text: &str| {
        let text = text.trim_start_matches(')').trim_start();
        matches!(text, "" | "-")
            || text.starts_with(['?', ';', '\n'])
            || text.starts_with("then")
            || joins(text)
    };
    after.starts_with(".nil?")
        || after.starts_with("? ")
        || after.starts_with("||")
        || is_condition && ends(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        erb_uses(text).into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn variables_in_tags_alone_count() {
        assert_eq!(names("a@b <%= @x %> <%# @c %> <%% @d %> <% @y.each do # @z\n end -%>"), ["x", "y"]);
        assert_eq!(names("<%= 'a@b' %> <%= \"u@h #{@x}\" %> <% @t = 1 %><%= @t %>"), ["x"]);
        assert_eq!(names("<%= @a"), ["a"]);
        assert_eq!(names("<%"), Vec::<&str>::new());
    }

    #[test]
    fn variables_that_may_be_missing_do_not_count() {
        let asking = [
            "<% if @x -%>a=<%= @x %><% end %>",
            "<% unless @x.nil? %><%= @x %><% end %>",
            "<%= @x ? @x : 1 %>",
            "<%= @x || 'none' %>",
            "<%= @x if defined?(@x) %>",
            "<% if has_variable?('x') then %><%= @x %><% end %>",
            "<% if (@x && true) %><%= @x %><% end %>",
            "<% if !@x then %>a<% end %>",
        ];
        for template in asking {
            assert_eq!(names(template), Vec::<&str>::new(), "{template}");
        }
        assert_eq!(names("<% if @y == 'a' %><% end %>"), ["y"]);
        assert_eq!(names("<% if @y.any? %><% end %>"), ["y"]);
        assert_eq!(names("<% @y.each do |if_one| %><% end %>"), ["y"]);
    }
}
