//! Replaces the value in a line of code or data.

/// Values of several kinds, for attributes and parameters that accept only some.
const OTHERS: [&str; 8] =
    ["'changed'", "4711", "true", "false", "['changed']", "'/changed'", "'absent'", "undef"];

/// The line with other values, one at a time, for what is given to a name at a column, counted from one. A value that does
/// not end on the line cannot be changed. An arrow becomes another, and a call is left out.
pub fn changed_code(line: &str, column: usize, name: &str) -> Vec<String> {
    if line.trim_start().starts_with('#') {
        return Vec::new();
    }
    changed_value(line, column, name).or_else(|| without(line)).unwrap_or_default()
}

/// The line with another arrow before a column, counted from one.
pub fn changed_arrow(line: &str, column: usize) -> Option<String> {
    const ARROWS: [(&str, &str); 4] = [("->", "~>"), ("~>", "->"), ("<-", "<~"), ("<~", "<-")];
    let end = line.char_indices().nth(column.checked_sub(1)?).map(|(at, _)| at)?;
    let before = line.get(..end)?;
    let (at, other) = ARROWS
        .iter()
        .filter_map(|(arrow, other)| Some((before.rfind(arrow)?, other)))
        .max_by_key(|found| found.0)?;
    Some(format!("{}{other}{}", line.get(..at)?, line.get(at + 2..)?))
}

fn changed_value(line: &str, column: usize, name: &str) -> Option<Vec<String>> {
    let from = line.char_indices().nth(column.checked_sub(1)?).map(|(at, _)| at)?;
    let rest = line.get(from..)?;
    let sign = rest.find("=>").map(|at| (at, 2)).or_else(|| rest.find('=').map(|at| (at, 1)))?;
    // What stands before the sign must be the name, or all attributes at once.
    let given_to = rest.get(..sign.0)?.trim_end().trim_start_matches("Sensitive").trim_end_matches('+');
    let is_it = name.is_empty() || given_to == "*" || given_to.trim_end().ends_with(name);
    let start = from + sign.0 + sign.1;
    let value = line.get(start..)?;
    let end = start + end_of(value).filter(|_| is_it)?;
    let given = line.get(start..end)?.trim();
    if given.is_empty() || given.starts_with(['=', '~']) {
        return None;
    }
    let others = OTHERS.iter().filter(|other| **other != given);
    let (before, after) = (line.get(..start)?, line.get(end..)?);
    Some(others.map(|other| format!("{before} {other}{after}")).collect())
}

/// A line that is a whole statement, left out.
fn without(line: &str) -> Option<Vec<String>> {
    let is_call = line.trim_start().starts_with(|c: char| c.is_ascii_lowercase());
    let is_whole = is_call && line.trim_end().ends_with(')') && end_of(line) == Some(line.len());
    is_whole.then(|| vec![format!("# {line}")])
}

/// Where an expression ends: at a comma, a semicolon, an unmatched closing bracket or the end of the line.
fn end_of(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if let Some(open) = quote {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                c if c == open => quote = None,
                _ => {}
            }
            continue;
        }
        match c {
            '\'' | '"' => quote = Some(c),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return Some(at),
            ')' | ']' | '}' => depth -= 1,
            ',' | ';' | '#' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    let is_whole =
        depth == 0 && quote.is_none() && !text.trim_end().ends_with(['?', '+', '.', '|', '=', '(']);
    is_whole.then_some(text.len())
}

/// Replaces the value of a key, or the key if the value is not on the line.
pub fn changed_data(line: &str) -> Option<String> {
    if line.trim_start().starts_with('#') {
        return None;
    }
    let at = line.find(": ").or_else(|| line.strip_suffix(':').map(str::len))?;
    let (key, value) = (line.get(..at)?, line.get(at + 1..)?.trim());
    match value {
        "" => Some(format!("{}_changed:", key.trim_end_matches(['"', '\'']).trim_start_matches(['"', '\'']))),
        "true" => Some(format!("{key}: false")),
        "false" => Some(format!("{key}: true")),
        value if value.bytes().all(|byte| byte.is_ascii_digit()) => Some(format!("{key}: 1{value}")),
        value if value.starts_with(['|', '>', '&', '*', '{', '[']) => {
            Some(format!("{}_changed: {value}", key.trim_matches(['"', '\''])))
        }
        _ => Some(format!("{key}: changed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_code_are_changed() {
        for (line, column, name, expected) in [
            ("  mode => '0644',", 3, "mode", Some("  mode => 'changed',")),
            (
                "file { '/a': mode => f(1, 2), owner => $o }",
                14,
                "mode",
                Some("file { '/a': mode => 'changed', owner => $o }"),
            ),
            (
                "file { '/a': mode => 1, owner => $o }",
                25,
                "",
                Some("file { '/a': mode => 1, owner => 'changed'}"),
            ),
            ("  Integer $port = 80,", 11, "port", Some("  Integer $port = 'changed',")),
            ("  servers => [", 3, "servers", None),
            ("  include a", 3, "x", None),
            (
                "  create_resources('a', $b, { c => 1 })",
                3,
                "d",
                Some("#   create_resources('a', $b, { c => 1 })"),
            ),
        ] {
            assert_eq!(changed_code(line, column, name).first().map(String::as_str), expected, "{line}");
        }
    }

    #[test]
    fn arrows_become_others() {
        assert_eq!(
            changed_arrow("A['b'] -> C['d'] ~> E['f']", 11).as_deref(),
            Some("A['b'] ~> C['d'] ~> E['f']")
        );
        assert_eq!(changed_arrow("A['b'] ->", 1), None);
    }

    #[test]
    fn values_of_data_are_changed() {
        for (line, expected) in [
            ("a::b: 80", Some("a::b: 180")),
            ("a::b: text", Some("a::b: changed")),
            ("a::b:", Some("a::b_changed:")),
            ("a::b: true", Some("a::b: false")),
            ("a::b: [1, 2]", Some("a::b_changed: [1, 2]")),
            ("- item", None),
        ] {
            assert_eq!(changed_data(line).as_deref(), expected, "{line}");
        }
    }
}
