//! ERB: converts a template to Ruby code, line by line, like Ruby's own ERB compiler.

use std::collections::BTreeSet;

use crate::{Code, RubyError, parse};

/// Parses a template. Running the code returns the rendered string.
///
/// # Errors
/// A syntax error, with its line in the template.
pub fn parse_template(file: &str, text: &str) -> Result<Code, RubyError> {
    parse(file, &to_ruby(text))
}

/// Parses a template. When it runs, it calls the method `mark` with those of its [lines](template_lines) that it writes.
///
/// # Errors
/// The same as of [`parse_template`].
pub fn parse_marked_template(file: &str, text: &str, mark: &str) -> Result<Code, RubyError> {
    let mut writer = Writer { mark: Some(mark.to_owned()), ..Writer::new() };
    writer.template(text, Trim::Dashes, false);
    parse(file, &writer.script)
}

/// The lines of a template that have text or begin a tag that writes something.
pub fn template_lines(text: &str) -> BTreeSet<u32> {
    let mut writer = Writer { mark: Some(String::new()), ..Writer::new() };
    writer.template(text, Trim::Dashes, false);
    writer.marked
}

/// Which line ends are left out of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trim {
    /// None: a minus sign in a tag is code.
    Nothing,
    /// `-`, Puppet's mode: those after `-%>`, and the blanks before `<%-`.
    Dashes,
    /// `>`: those after `%>`.
    LineEnds,
    /// `<>`: those after `%>`, on lines that begin with `<%`.
    WholeLines,
}

/// Converts a template of Puppet to Ruby code. Every line of the code has the same number as the line of the template
/// that it comes from.
pub fn to_ruby(template: &str) -> String {
    to_ruby_with(template, Trim::Dashes, false)
}

/// Converts a template to Ruby code. If there are `percent_lines`, lines that begin with `%` are code, and `%%` at the
/// beginning of a line stands for `%`.
pub(crate) fn to_ruby_with(template: &str, trim: Trim, percent_lines: bool) -> String {
    let mut writer = Writer::new();
    writer.template(template, trim, percent_lines);
    writer.script
}

/// The first line of the rest of a template that begins with `%`, unless a tag comes first: the text before it, and the
/// template from there on.
fn percent_line<'t>(template: &str, rest: &'t str) -> Option<(&'t str, &'t str)> {
    let at = if rest.starts_with('%') && line_before(template, rest).is_empty() {
        0
    } else {
        rest.find("\n%")? + 1
    };
    let (before, line) = rest.split_at_checked(at)?;
    (!before.contains("<%")).then_some((before, line))
}

/// The line of a template up to where its rest begins.
fn line_before<'t>(template: &'t str, rest: &str) -> &'t str {
    let before = template.get(..template.len() - rest.len()).unwrap_or("");
    before.rsplit('\n').next().unwrap_or("")
}

/// The kind of an opening tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    /// `<%` and `<%-`.
    Code,
    /// `<%=`.
    Output,
    /// `<%#`.
    Comment,
    /// `<%%`.
    Literal,
    /// The end of the template.
    End,
}

/// The kind of a closing tag.
#[derive(PartialEq, Eq)]
enum Ending {
    /// `%>`.
    Plain,
    /// `-%>`, which also removes the following line end.
    Trimmed,
}

/// The text before the next tag, the tag, and the rest of the template.
fn next_tag(string: &str, trim: Trim) -> (&str, Tag, &str) {
    let Some(at) = string.find("<%") else { return (string, Tag::End, "") };
    let (before, tag) = string.split_at(at);
    let after = tag.get(2..).unwrap_or("");
    if trim == Trim::Dashes
        && let Some(after) = after.strip_prefix('-')
    {
        // `<%-` also removes the blanks before it, if nothing but a tag is before them on the line. Ruby looks for the
        // start of a line in what is left of the template, so that the end of a tag counts as one.
        let indented = before.trim_end_matches([' ', '\t']);
        let alone = indented.ends_with('\n') || indented.is_empty();
        return (if alone { indented } else { before }, Tag::Code, after);
    }
    for (sign, tag) in [('%', Tag::Literal), ('=', Tag::Output), ('#', Tag::Comment)] {
        if let Some(after) = after.strip_prefix(sign) {
            return (before, tag, after);
        }
    }
    (before, Tag::Code, after)
}

/// The code up to the closing tag, the kind of that tag, and the rest of the template. `%%>` in the code stands for
/// `%>`.
fn code(text: &str, trim: Trim) -> (String, Option<Ending>, &str) {
    let mut code = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("%>") {
        let (before, after) = (rest.get(..at).unwrap_or(""), rest.get(at + 2..).unwrap_or(""));
        if let Some(before) = before.strip_suffix('%') {
            code.push_str(before);
            code.push_str("%>");
            rest = after;
            continue;
        }
        return match before.strip_suffix('-').filter(|_| trim == Trim::Dashes) {
            Some(before) => (code + before, Some(Ending::Trimmed), after),
            None => (code + before, Some(Ending::Plain), after),
        };
    }
    (code + rest, None, "")
}

struct Writer {
    script: String,
    /// Text that has not been written to the script yet.
    content: String,
    /// The method to tell which lines are written.
    mark: Option<String>,
    /// The lines that it is told.
    marked: BTreeSet<u32>,
}

impl Writer {
    fn new() -> Writer {
        Writer {
            script: String::from("_erbout = +''"),
            content: String::new(),
            mark: None,
            marked: BTreeSet::new(),
        }
    }

    /// Writes a whole template.
    fn template(&mut self, template: &str, trim: Trim, percent_lines: bool) {
        let mut rest = template;
        while !rest.is_empty() {
            if percent_lines && let Some((before, line)) = percent_line(template, rest) {
                self.content.push_str(before);
                rest = self.percent_line(line);
                continue;
            }
            let (before, tag, after) = next_tag(rest, trim);
            self.content.push_str(before);
            rest = after;
            match tag {
                Tag::End => break,
                Tag::Literal => self.content.push_str("<%"),
                Tag::Code | Tag::Output | Tag::Comment => {
                    self.flush();
                    let (inner, ending, after) = code(rest, trim);
                    let Some(ending) = ending else {
                        // As in Ruby, a tag that is never closed is plain text.
                        self.content.push_str(&inner);
                        break;
                    };
                    self.code(tag, &inner);
                    rest = after;
                    let trimmed = match trim {
                        Trim::Nothing => false,
                        Trim::Dashes => ending == Ending::Trimmed,
                        Trim::LineEnds => true,
                        Trim::WholeLines => line_before(template, rest).starts_with("<%"),
                    };
                    if trimmed
                        && let Some(after) = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\r\n"))
                    {
                        self.script.push('\n');
                        rest = after;
                    }
                }
            }
        }
        self.flush();
        self.item("_erbout");
    }

    /// Appends a statement. It stays on the current line, so that lines of the template and of the code correspond.
    fn item(&mut self, item: &str) {
        self.script.push_str("; ");
        self.script.push_str(item);
    }

    /// Writes the pending text as a string literal, followed by as many line ends as it contains.
    fn flush(&mut self) {
        if self.content.is_empty() {
            return;
        }
        let content = std::mem::take(&mut self.content);
        self.mark(&content);
        let literal = string_literal(&content);
        self.item(&format!("_erbout.<< {literal}"));
        self.ends_of_lines(&content);
    }

    fn code(&mut self, tag: Tag, code: &str) {
        match tag {
            Tag::Output => {
                self.mark("<%=");
                self.item(&format!("_erbout.<<(({code}).to_s)"));
            }
            Tag::Comment => self.ends_of_lines(code),
            _ => self.item(code),
        }
    }

    /// The line of the template that is being written.
    fn line(&self) -> u32 {
        let before = self.script.bytes().filter(|byte| *byte == b'\n').count();
        u32::try_from(before).map_or(u32::MAX, |before| before + 1)
    }

    /// Has the code tell which lines it writes with this text, if it is to.
    fn mark(&mut self, text: &str) {
        let Some(mark) = self.mark.clone() else { return };
        let lines = (self.line()..).zip(text.split('\n')).filter(|(_, line)| !line.trim().is_empty());
        let lines: Vec<u32> = lines.map(|(line, _)| line).collect();
        if !lines.is_empty() {
            let list: Vec<String> = lines.iter().map(u32::to_string).collect();
            self.item(&format!("{mark}({})", list.join(", ")));
            self.marked.extend(lines);
        }
    }

    /// Writes the line that a template begins with, which begins with `%`; what is left of the template.
    fn percent_line<'t>(&mut self, template: &'t str) -> &'t str {
        if let Some(literal) = template.strip_prefix("%%") {
            self.content.push('%');
            return literal;
        }
        let (line, rest) = template.split_once('\n').unwrap_or((template, ""));
        self.flush();
        self.item(line.strip_prefix('%').unwrap_or(line));
        self.script.push('\n');
        rest
    }

    fn ends_of_lines(&mut self, text: &str) {
        self.script.extend(text.chars().filter(|char| *char == '\n'));
    }
}

/// A string literal in double quotes that fits on one line.
fn string_literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for char in text.chars() {
        match char {
            '"' | '\\' | '#' => {
                literal.push('\\');
                literal.push(char);
            }
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\0' => literal.push_str("\\0"),
            char => literal.push(char),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::to_ruby;

    #[test]
    fn lines_stay_where_they_are() {
        for string in [
            "a\n<% if x -%>\nb\n<% end %>\nc",
            "<%# a\nb %>\n<%= 1 %>",
            "  <%- x -%>\n  y\n",
            "<%% <% a %%> b %>",
        ] {
            let script = to_ruby(string);
            assert_eq!(script.matches('\n').count(), string.matches('\n').count(), "{string:?}: {script:?}");
        }
    }
}
