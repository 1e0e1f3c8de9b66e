//! ERB: a template becomes Ruby code, line for line, as Ruby's own compiler with the trim mode `-` makes it.

use crate::{Code, RubyError, parse};

/// Reads a template. Running the code gives the text.
///
/// # Errors
/// A syntax error, with its line in the template.
pub fn parse_template(file: &str, text: &str) -> Result<Code, RubyError> {
    parse(file, &to_ruby(text))
}

/// The Ruby code of a template. Every line of it is the line of the template that it came from.
pub fn to_ruby(template: &str) -> String {
    let mut writer = Writer { script: String::from("_erbout = +''"), content: String::new() };
    let mut rest = template;
    let mut at_line_start = true;
    while !rest.is_empty() {
        let (before, tag, after) = next_tag(rest, at_line_start);
        writer.content.push_str(before);
        rest = after;
        match tag {
            Tag::End => break,
            Tag::Literal => writer.content.push_str("<%"),
            Tag::Code | Tag::Output | Tag::Comment => {
                writer.flush();
                let (inner, ending, after) = code(rest);
                let Some(ending) = ending else {
                    // A tag that is never closed is text, as Ruby has it.
                    writer.content.push_str(&inner);
                    break;
                };
                writer.code(tag, &inner);
                rest = after;
                if ending == Ending::Trimmed
                    && let Some(after) = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\r\n"))
                {
                    writer.script.push('\n');
                    rest = after;
                }
            }
        }
        let consumed = template.len() - rest.len();
        at_line_start = template.get(..consumed).is_some_and(|done| done.ends_with('\n'));
    }
    writer.flush();
    writer.item("_erbout");
    writer.script
}

/// What a tag begins.
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

/// How a tag ends.
#[derive(PartialEq, Eq)]
enum Ending {
    /// `%>`.
    Plain,
    /// `-%>`, which takes the end of the line with it.
    Trimmed,
}

/// The text before the next tag, the tag, and what follows it.
fn next_tag(text: &str, at_line_start: bool) -> (&str, Tag, &str) {
    let Some(at) = text.find("<%") else { return (text, Tag::End, "") };
    let (before, tag) = text.split_at(at);
    let after = tag.get(2..).unwrap_or("");
    if let Some(after) = after.strip_prefix('-') {
        // `<%-` takes the blanks before it with it, if nothing else stands before it on its line.
        let indented = before.trim_end_matches([' ', '\t']);
        let alone = indented.ends_with('\n') || (indented.is_empty() && at_line_start);
        return (if alone { indented } else { before }, Tag::Code, after);
    }
    for (sign, tag) in [('%', Tag::Literal), ('=', Tag::Output), ('#', Tag::Comment)] {
        if let Some(after) = after.strip_prefix(sign) {
            return (before, tag, after);
        }
    }
    (before, Tag::Code, after)
}

/// The code up to the end of its tag, how it ends, and what follows. `%%>` in it stands for `%>`.
fn code(text: &str) -> (String, Option<Ending>, &str) {
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
        return match before.strip_suffix('-') {
            Some(before) => (code + before, Some(Ending::Trimmed), after),
            None => (code + before, Some(Ending::Plain), after),
        };
    }
    (code + rest, None, "")
}

struct Writer {
    script: String,
    /// Text that waits to be written.
    content: String,
}

impl Writer {
    /// Something to do. What stands on one line of the template stands on one line of the code.
    fn item(&mut self, item: &str) {
        self.script.push_str("; ");
        self.script.push_str(item);
    }

    /// Writes the text that waits: a string, and the ends of lines that it has.
    fn flush(&mut self) {
        if self.content.is_empty() {
            return;
        }
        let content = std::mem::take(&mut self.content);
        let literal = string_literal(&content);
        self.item(&format!("_erbout.<< {literal}"));
        self.ends_of_lines(&content);
    }

    fn code(&mut self, tag: Tag, code: &str) {
        match tag {
            Tag::Output => self.item(&format!("_erbout.<<(({code}).to_s)")),
            Tag::Comment => self.ends_of_lines(code),
            _ => self.item(code),
        }
    }

    fn ends_of_lines(&mut self, text: &str) {
        self.script.extend(text.chars().filter(|char| *char == '\n'));
    }
}

/// A text as a string in double quotes, on one line.
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
        for text in [
            "a\n<% if x -%>\nb\n<% end %>\nc",
            "<%# a\nb %>\n<%= 1 %>",
            "  <%- x -%>\n  y\n",
            "<%% <% a %%> b %>",
        ] {
            let script = to_ruby(text);
            assert_eq!(script.matches('\n').count(), text.matches('\n').count(), "{text:?}: {script:?}");
        }
    }
}
