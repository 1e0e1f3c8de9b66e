//! Why text is not YAML, in plain words.

use crate::Position;

/// The usual cause of an error, in plain words, as a help text: libyaml's own message describes the state of the parser.
/// `None` for other messages.
pub fn cause(message: &str, text: &str, position: Position) -> Option<String> {
    let line = position.line.checked_sub(1).and_then(|line| text.lines().nth(line as usize)).unwrap_or("");
    let before = position.line.checked_sub(2).and_then(|line| text.lines().nth(line as usize)).unwrap_or("");
    let item = line.trim_start().strip_prefix("- ").unwrap_or(line);
    let value = item.split_once(": ").map(|(_, value)| value.trim());
    let value = value.or_else(|| (item.len() < line.len()).then(|| item.trim()));
    let starts = |signs: &[char]| value.is_some_and(|value| value.starts_with(signs));
    if line.contains("%{") && line.contains("(\"") && value.is_some_and(|value| value.starts_with('"')) {
        return Some("inside `%{...}`, write single quotes: `%{lookup('key')}`".to_owned());
    }
    if message.contains("quoted scalar") && message.contains("end of stream") {
        return unclosed_quote(text)
            .map(|line| format!("the quote that opens on line {line} is never closed"));
    }
    // A scalar on the line before that should be a key and its value.
    let joined = before.split_whitespace().next().filter(|word| !word.starts_with(['#', '-', '"', '\'']));
    if message.contains("mapping values are not allowed")
        && !before.contains(": ")
        && let Some((key, value)) = joined.and_then(|word| word.rsplit_once(':'))
        && !key.is_empty()
        && !value.is_empty()
    {
        return Some(format!("put a space after the colon in the line before: `{key}: {value}`"));
    }
    if message.contains("mapping values are not allowed")
        && let Some((key, value)) = before.split_once(" :")
        && !key.trim().is_empty()
        && !key.contains(['#', '"', '\'', ':'])
        && value.starts_with(|first: char| !first.is_whitespace())
    {
        return Some(format!("put a space after the colon in the line before: `{key}: {value}`"));
    }
    let listed = before.trim_start().starts_with("- ");
    let cause = if message.contains("unknown escape") {
        "write `\\\\` for a backslash, or use single quotes"
    } else if message.contains("block sequence entries are not allowed") {
        "a list starts on the line after its key"
    } else if message.contains("expected '-' indicator") && listed {
        "a list contains only lines that start with `- `: move this key out of the list"
    } else if line.trim_start_matches(' ').starts_with('\t') || message.contains("tab") {
        "YAML cannot be indented with tabs: use spaces"
    } else if starts(&['%', '@', '`']) {
        "a value that starts with `%`, `@` or a backquote must be quoted"
    } else if line.trim_start().starts_with(['%', '@', '`']) && message.contains("cannot start any token") {
        "a key that starts with `%`, `@` or a backquote must be quoted"
    } else if starts(&['*', '&', '!']) && message.contains("did not find expected") {
        "a value that starts with `*`, `&` or `!` must be quoted"
    } else if value.is_some_and(|value| value.starts_with('\'') && value.matches('\'').count() > 2) {
        "write a single quote inside a single-quoted string twice (`''`), or use double quotes"
    } else if starts(&['"', '\'']) && message.contains("did not find expected") {
        "is there something after the closing quote, or is a quote missing?"
    } else if message.contains("mapping values are not allowed") {
        let indent = |line: &str| line.len() - line.trim_start().len();
        if value.is_some_and(|value| value.contains(": ")) {
            "a value that contains `: ` must be quoted"
        } else if indent(line) > indent(before) {
            "this line is indented more than the key before it, which already has a value"
        } else {
            "check the indentation, and quote values that contain `: `"
        }
    } else if message.contains("flow sequence") {
        "is the closing `]` or a comma missing?"
    } else if message.contains("flow mapping") {
        "is the closing `}` or a comma missing?"
    } else if message.contains("while scanning a simple key") {
        "write `key: value`, or indent the line if it belongs to the value before it"
    } else if starts(&['[', '{'])
        && (message.contains("block mapping") || message.contains("block collection"))
    {
        "a string that starts with `[` or `{` must be quoted"
    } else if message.contains("block mapping") || message.contains("block collection") {
        "keys of the same level must have the same indentation"
    } else {
        return None;
    };
    Some(cause.to_owned())
}

/// The first line, from 1 on, whose value opens a quote and does not close it.
fn unclosed_quote(text: &str) -> Option<usize> {
    let opens = |line: &str| {
        let value = line.split_once(": ").map_or(line, |(_, value)| value).trim_start_matches([' ', '-']);
        let quote = value.chars().next().filter(|sign| matches!(sign, '"' | '\''));
        quote.is_some_and(|quote| value.matches(quote).count() % 2 == 1)
    };
    text.lines().position(opens).map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn cause_of(text: &str) -> Option<String> {
        let error = yaml::read(text).err()?;
        cause(&error.message, text, error.position)
    }

    #[test]
    fn common_mistakes() {
        let expected = [
            ("a:\n\tb: 1\n", "tabs"),
            ("a: 'it's'\n", "twice"),
            ("a: %{b}\n", "must be quoted"),
            ("a: \"C:\\data\"\n", "backslash"),
            ("a:\n  - *.log\n", "must be quoted"),
            ("a:\n  - @b\n", "must be quoted"),
            ("- {{ b }} c\n", "must be quoted"),
            ("a: - b\n   - c\n", "after its key"),
            ("a: \"%{lookup(\"b\")}\"\n", "single quotes"),
        ];
        for (text, part) in expected {
            let cause = cause_of(text).unwrap_or_default();
            assert!(cause.contains(part), "{text}: {cause}");
        }
        assert_eq!(cause_of("a: 1\n"), None);
    }
}
