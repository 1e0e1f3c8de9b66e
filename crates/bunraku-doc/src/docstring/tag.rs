//! One tag of a comment: its types, its subject and its text.

use super::{OptionTag, Tag};

/// Parses the text of a tag. The error says what its author has to change.
pub(super) fn parse(name: &str, text: &str) -> Result<Tag, String> {
    let plain =
        |text: &str| Tag { name: name.to_owned(), text: Some(text.trim().to_owned()), ..Tag::default() };
    Ok(match name {
        "abstract" | "api" | "author" | "deprecated" | "note" | "private" | "since" | "summary" | "todo"
        | "version" => plain(text),
        "param" | "attr" | "attr_reader" | "attr_writer" | "yieldparam" => with_types_and_name(name, text),
        "example" => return with_title(name, text),
        "raise" | "return" | "yield" | "yieldreturn" => {
            let Parts { before, types, text } = types_and_name(text, false);
            if before.is_some() {
                return Err(format!("`@{name}` must start with its types: `@{name} [Type] description`"));
            }
            Tag { name: name.to_owned(), text: Some(text), types, ..Tag::default() }
        }
        "see" => {
            let (subject, text) = first_word(text);
            Tag { name: name.to_owned(), text, subject, ..Tag::default() }
        }
        "option" | "enum" => {
            let (subject, rest) = first_word(text);
            let rest = rest.unwrap_or_default();
            let option = if name == "enum" {
                let (key, text) = first_word(&rest);
                OptionTag { name: key, text, types: None }
            } else {
                let parts = types_and_name(&rest, true);
                let (key, text) = match parts.before {
                    Some(before) => (Some(before), Some(parts.text)),
                    None => first_word(&parts.text),
                };
                OptionTag { name: key, text, types: parts.types }
            };
            Tag { name: name.to_owned(), subject, option: Some(Box::new(option)), ..Tag::default() }
        }
        "overload" => Tag { name: name.to_owned(), subject: Some(text.trim().to_owned()), ..Tag::default() },
        _ => return Err(format!("unknown tag `@{name}`")),
    })
}

pub(super) fn with_types_and_name(name: &str, text: &str) -> Tag {
    let parts = types_and_name(text, false);
    let (subject, text) = match parts.before {
        Some(before) => (Some(before), Some(parts.text)),
        None => first_word(&parts.text),
    };
    Tag { name: name.to_owned(), text, types: parts.types, subject, option: None }
}

/// Parses a tag with a title on the first line, followed by text that is kept as it is.
fn with_title(name: &str, text: &str) -> Result<Tag, String> {
    if text.is_empty() {
        return Err(format!("`@{name}` is empty"));
    }
    let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
    let title: Vec<&str> = title.split(' ').filter(|word| !word.is_empty()).collect();
    Ok(Tag {
        name: name.to_owned(),
        text: Some(rest.trim_end_matches('\n').to_owned()),
        subject: Some(title.join(" ").trim().to_owned()),
        ..Tag::default()
    })
}

/// The first word and what follows it.
fn first_word(text: &str) -> (Option<String>, Option<String>) {
    let text = text.trim();
    if text.is_empty() {
        return (None, None);
    }
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (Some(word.to_owned()), Some(rest.trim_start().to_owned())),
        None => (Some(text.to_owned()), None),
    }
}

/// The start of a tag.
struct Parts {
    /// The word before the types.
    before: Option<String>,
    types: Option<Vec<String>>,
    /// The rest.
    text: String,
}

/// Parses `name [Type, Type] text` and `[Type] text`. Without types, all of it is text. Parentheses do not contain
/// types if a default in parentheses may follow.
fn types_and_name(text: &str, no_parentheses: bool) -> Parts {
    let opens = |char| matches!(char, '[' | '{' | '<') || char == '(' && !no_parentheses;
    let closes = |char| matches!(char, ']' | '}' | '>') || char == ')' && !no_parentheses;
    let mut before = String::new();
    let mut list = vec![String::new()];
    let push = |list: &mut Vec<String>, part: &str| {
        if let Some(last) = list.last_mut() {
            last.push_str(part);
        }
    };
    let (mut level, mut seen_space, mut end, mut last) = (0i32, false, 0, '\0');
    let mut at = 0;
    while let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or("");
        if let Some(quoted) = quoted(rest) {
            push(&mut list, quoted);
            at += quoted.len();
            continue;
        }
        if opens(char) {
            if level > 0 {
                push(&mut list, char.encode_utf8(&mut [0; 4]));
            }
            level += 1;
        } else if closes(char) {
            if !(last == '=' && char == '>') {
                level -= 1;
            }
            if level == 0 {
                end = at;
                break;
            }
            push(&mut list, char.encode_utf8(&mut [0; 4]));
        } else if char == ',' && level == 1 {
            list.push(String::new());
        } else if !char.is_whitespace() && level == 0 {
            if seen_space && list.len() == 1 && list.first().is_some_and(String::is_empty) {
                break;
            }
            before.push(char);
        } else if matches!(char, ' ' | '\t') && level == 0 && !before.is_empty() {
            seen_space = true;
        } else if level >= 1 {
            push(&mut list, char.encode_utf8(&mut [0; 4]));
        } else if level == 0 && char == '\n' {
            end = at;
            break;
        }
        last = char;
        at += char.len_utf8();
    }
    if list.len() == 1 && list.first().is_some_and(String::is_empty) {
        return Parts { before: None, types: None, text: text.trim().to_owned() };
    }
    let skipped = text.get(end..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    Parts {
        before: (!before.is_empty()).then_some(before),
        types: Some(list.iter().map(|part| part.trim().to_owned()).collect()),
        text: text.get(end + skipped..).unwrap_or("").trim().to_owned(),
    }
}

/// A quoted string at the start, on one line and not empty.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|char| matches!(char, '"' | '\''))?;
    let inside = text.get(1..)?;
    let first = inside.chars().next().filter(|char| *char != '\n')?;
    let rest = inside.get(first.len_utf8()..)?;
    let end = rest
        .find([quote, '\n'])
        .filter(|end| rest.get(*end..).is_some_and(|rest| rest.starts_with(quote)))?;
    text.get(..1 + first.len_utf8() + end + 1)
}
