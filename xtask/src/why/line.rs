//! Replaces the value in a line of code or data.

/// Replaces the value after the `=>` or `=` that follows a column, starting from one; `None` if the value does not end
/// on the line.
pub fn changed_code(line: &str, column: usize) -> Option<String> {
    let from = line.char_indices().nth(column.checked_sub(1)?).map(|(at, _)| at)?;
    let rest = line.get(from..)?;
    let sign = rest.find("=>").map(|at| (at, 2)).or_else(|| rest.find('=').map(|at| (at, 1)))?;
    let start = from + sign.0 + sign.1;
    let value = line.get(start..)?;
    let end = start + end_of(value)?;
    let given = line.get(start..end)?.trim();
    if given.is_empty() || given == "'changed'" {
        return None;
    }
    Some(format!("{} 'changed'{}", line.get(..start)?, line.get(end..)?))
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
        for (line, column, expected) in [
            ("  mode => '0644',", 3, Some("  mode => 'changed',")),
            (
                "file { '/a': mode => f(1, 2), owner => $o }",
                14,
                Some("file { '/a': mode => 'changed', owner => $o }"),
            ),
            (
                "file { '/a': mode => 1, owner => $o }",
                25,
                Some("file { '/a': mode => 1, owner => 'changed'}"),
            ),
            ("  Integer $port = 80,", 11, Some("  Integer $port = 'changed',")),
            ("  servers => [", 3, None),
            ("  include a", 3, None),
        ] {
            assert_eq!(changed_code(line, column).as_deref(), expected, "{line}");
        }
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
