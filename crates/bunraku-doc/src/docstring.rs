//! Comments: text, and tags such as `@param`, by the rules of YARD.

mod tag;

use std::collections::HashMap;

/// The keys and values of parameters, by the name of the tag and the parameter.
pub(crate) type Options<'d> = HashMap<(&'d str, &'d str), Vec<&'d OptionTag>>;

/// A parsed comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Docstring {
    /// The text before and between the tags.
    pub text: String,
    /// The tags, in their order.
    pub tags: Vec<Tag>,
}

/// A tag of a comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tag {
    /// The word after `@`.
    pub name: String,
    /// The text; `None` for tags that only have a subject.
    pub text: Option<String>,
    /// The types in brackets.
    pub types: Option<Vec<String>>,
    /// The subject: the name of a parameter, the title of an example, the target of `@see`.
    pub subject: Option<String>,
    /// The entry of a hash that `@option` describes, or the value of `@enum`.
    pub option: Option<Box<OptionTag>>,
}

/// The description of one key or value of a parameter by `@option` or `@enum`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionTag {
    /// The key or value.
    pub name: Option<String>,
    /// The description.
    pub text: Option<String>,
    /// The types of the key's value.
    pub types: Option<Vec<String>>,
}

/// A comment, with what is only of interest to its author.
pub(crate) struct Parsed {
    pub docs: Docstring,
    /// Directives such as `@!puppet.type.param`, without the sign.
    pub directives: Vec<Tag>,
    pub problems: Vec<String>,
}

impl Docstring {
    /// The first tag with a name.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// All tags with a name.
    pub fn tags<'d>(&'d self, name: &'d str) -> impl Iterator<Item = &'d Tag> {
        self.tags.iter().filter(move |tag| tag.name == name)
    }

    /// What `@option` and `@enum` describe, by the tag and the parameter.
    pub(crate) fn options(&self) -> Options<'_> {
        let mut options = Options::new();
        for tag in &self.tags {
            if let (Some(subject), Some(option)) = (&tag.subject, tag.option.as_deref()) {
                options.entry((&tag.name, subject)).or_default().push(option);
            }
        }
        options
    }

    /// Whether there is neither text nor a tag.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.tags.is_empty()
    }
}

impl Tag {
    /// A tag for a parameter without a description.
    pub(crate) fn empty_param(name: &str, type_: &str) -> Tag {
        Tag {
            name: "param".to_owned(),
            text: Some(String::new()),
            types: Some(vec![type_.to_owned()]),
            subject: Some(name.to_owned()),
            option: None,
        }
    }
}

/// Parses a comment without its comment signs.
pub(crate) fn parse(comment: &str) -> Parsed {
    let mut parser =
        Parser { docs: Docstring::default(), directives: Vec::new(), problems: Vec::new(), open: None };
    parser.lines(comment);
    parser.docs.text = parser.docs.text.trim().to_owned();
    Parsed { docs: parser.docs, directives: parser.directives, problems: parser.problems }
}

struct Parser {
    docs: Docstring,
    directives: Vec<Tag>,
    problems: Vec<String>,
    open: Option<Open>,
}

/// A tag whose lines are being collected.
struct Open {
    name: String,
    directive: bool,
    lines: Vec<String>,
    /// The indentation of its second line; 0 before that line.
    indent: usize,
}

impl Parser {
    fn lines(&mut self, comment: &str) {
        let (mut last_indent, mut last_blank) = (0, true);
        for line in comment.lines() {
            let indent = line.chars().take_while(|char| char.is_whitespace()).count();
            let blank = line.trim().is_empty();
            let meta = meta(line);
            let ends = self.open.as_ref().is_some_and(|open| {
                !blank && (indent < open.indent || indent == 0) || indent <= last_indent && meta.is_some()
            });
            if ends {
                self.close();
            }
            if let Some((directive, name, rest)) = meta {
                let lines = vec![rest.to_owned()];
                self.open = Some(Open { name: name.to_owned(), directive, lines, indent: 0 });
            } else if let Some(open) = &mut self.open {
                if !blank && indent >= open.indent {
                    if open.indent == 0 {
                        open.indent = indent;
                    }
                    if last_blank {
                        open.lines.push(String::new());
                    }
                    open.lines.push(without_indent(line, open.indent).to_owned());
                }
            } else {
                self.docs.text.push_str(line);
                self.docs.text.push('\n');
            }
            (last_indent, last_blank) = (indent, blank);
        }
        self.close();
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let text = open.lines.join("\n");
        if is_reference(&text) {
            return;
        }
        let old_directive = ["attribute", "endgroup", "group", "macro", "method", "scope", "visibility"]
            .contains(&open.name.as_str());
        if open.directive || old_directive {
            let tag = tag::with_types_and_name(&open.name, &text);
            self.directives.push(tag);
            return;
        }
        match tag::parse(&open.name, &text) {
            Ok(tag) => self.docs.tags.push(tag),
            Err(problem) => self.problems.push(problem),
        }
    }
}

/// Splits a line that begins a tag: whether it is a directive, the name, the rest.
fn meta(line: &str) -> Option<(bool, &str, &str)> {
    let line = line.strip_prefix('@')?;
    let (directive, line) = line.strip_prefix('!').map_or((false, line), |line| (true, line));
    let end = line.find(|char: char| !(char.is_ascii_alphanumeric() || char == '_' || char == '.'));
    let (name, rest) = line.split_at(end.unwrap_or(line.len()));
    let named = !name.is_empty() && !name.starts_with('.') && !name.contains("..");
    let separated = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (named && separated).then(|| (directive, name, rest.trim_start()))
}

/// Removes an indentation from a line; a line that is indented less stays as it is.
fn without_indent(line: &str, indent: usize) -> &str {
    let blanks = line.bytes().take(indent).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if blanks == indent { line.get(indent..).unwrap_or(line) } else { line }
}

/// Whether a tag only refers to another comment: `(see other)`, optionally with a name before it.
fn is_reference(text: &str) -> bool {
    let text = text.trim();
    let Some(open) = text.find('(') else { return false };
    let (before, after) = text.split_at(open);
    let name = before.trim_end();
    let Some(inside) = after.strip_prefix('(').and_then(|after| after.strip_suffix(')')) else {
        return false;
    };
    let Some(target) = inside.trim().strip_prefix("see ") else { return false };
    let target = target.trim();
    !name.contains(char::is_whitespace)
        && (name.is_empty() || name.len() < before.len())
        && !target.is_empty()
        && !target.contains(char::is_whitespace)
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests may fail")]
mod tests {
    use super::*;

    fn parsed(comment: &str) -> Docstring {
        parse(comment).docs
    }

    #[test]
    fn text_and_tags_are_told_apart() {
        let docs = parsed(
            "A web server.\n\nMore.\n@summary Serves pages\n@param port\n  The port\n  to listen on\nlast",
        );
        assert_eq!(docs.text, "A web server.\n\nMore.\nlast");
        let param = docs.tag("param").expect("a tag");
        assert_eq!(param.subject.as_deref(), Some("port"));
        assert_eq!(param.text.as_deref(), Some("The port\nto listen on"));
    }

    #[test]
    fn types_stand_before_or_after_a_name() {
        for comment in ["@param [Integer, String] port the port", "@param port [Integer, String] the port"] {
            let docs = parsed(comment);
            let param = docs.tag("param").expect("a tag");
            assert_eq!(param.types, Some(vec!["Integer".to_owned(), "String".to_owned()]));
            assert_eq!((param.subject.as_deref(), param.text.as_deref()), (Some("port"), Some("the port")));
        }
    }

    #[test]
    fn nested_types_stay_whole() {
        let docs = parsed("@return [Hash[String, Array[Integer]]] numbers");
        let types = docs.tag("return").and_then(|tag| tag.types.clone());
        assert_eq!(types, Some(vec!["Hash[String, Array[Integer]]".to_owned()]));
    }

    #[test]
    fn an_example_keeps_its_indentation() {
        let docs = parsed("@example Two  pages\n  class { 'web':\n    port => 80,\n  }\n\n  include x");
        let example = docs.tag("example").expect("a tag");
        assert_eq!(example.subject.as_deref(), Some("Two pages"));
        assert_eq!(example.text.as_deref(), Some("class { 'web':\n  port => 80,\n}\n\ninclude x"));
    }

    #[test]
    fn options_belong_to_a_parameter() {
        let docs = parsed("@option settings [Integer] :port the port\n@enum mode fast quick answers");
        let option = docs.tag("option").and_then(|tag| tag.option.clone()).expect("an option");
        assert_eq!((option.name.as_deref(), option.text.as_deref()), (Some(":port"), Some("the port")));
        let value = docs.tag("enum").and_then(|tag| tag.option.clone()).expect("a value");
        assert_eq!((value.name.as_deref(), value.text.as_deref()), (Some("fast"), Some("quick answers")));
    }

    #[test]
    fn unknown_tags_and_references_are_left_out() {
        let parsed = parse("@sumary x\n@param a (see b)\n@param (see c)");
        assert_eq!(parsed.problems, ["unknown tag `@sumary`"]);
        assert_eq!(parsed.docs.tags.len(), 0, "{:?}", parsed.docs.tags);
    }
}
