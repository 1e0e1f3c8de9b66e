//! The tokens of PQL.

use super::error;
use crate::Error;

/// A token, with its position.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// A name, optionally with a path: `certname`, `facts.os."a b"[0]`, `latest_report?`.
    Name(String),
    /// A string without its quotation marks.
    Text(String),
    Int(i64),
    Real(f64),
    /// An operator or bracket.
    Sign(&'static str),
    End,
}

/// Longer ones first.
const SIGNS: [&str; 18] =
    ["~>", "!~", "!=", "<=", ">=", "=", "~", "<", ">", "!", "(", ")", "[", "]", "{", "}", ",", "*"];

/// Splits a query into tokens; the last is its end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Error> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(first) = rest.chars().next() else { break };
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = if first == '"' || first == '\'' {
            string(text, at, rest, first)?
        } else if first.is_ascii_digit() || (first == '-' && rest.get(1..).is_some_and(starts_with_digit)) {
            number(text, at, rest)?
        } else if first.is_ascii_alphabetic() || first == '_' {
            name(rest)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Kind::Sign(sign), sign.len())
        } else {
            return Err(error(text, at, &format!("unexpected character `{first}`")));
        };
        tokens.push(Token { kind, at });
        at += length;
    }
    tokens.push(Token { kind: Kind::End, at: text.len() });
    Ok(tokens)
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn string(text: &str, at: usize, rest: &str, mark: char) -> Result<(Kind, usize), Error> {
    let mut content = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((index, c)) = characters.next() {
        if c == mark {
            return Ok((Kind::Text(content), index + 1));
        }
        match c {
            '\\' => match characters.next() {
                // Only what must be escaped is unescaped: patterns contain many backslashes.
                Some((_, next)) if next == mark || next == '\\' && mark == '"' => content.push(next),
                Some((_, next)) => content.extend(['\\', next]),
                None => break,
            },
            c => content.push(c),
        }
    }
    Err(error(text, at, "this string is never closed"))
}

fn number(text: &str, at: usize, rest: &str) -> Result<(Kind, usize), Error> {
    let part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    let end = rest.find(|c: char| !part(c)).unwrap_or(rest.len());
    let digits = rest.get(..end).unwrap_or_default();
    if let Ok(number) = digits.parse() {
        return Ok((Kind::Int(number), end));
    }
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok((Kind::Real(number), end)),
        _ => Err(error(text, at, &format!("`{digits}` is not a number"))),
    }
}

/// A name with its path. A bracket belongs to it if it contains a number: `[` also starts a list of columns.
fn name(rest: &str) -> (Kind, usize) {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let mut end = 0;
    loop {
        let after = rest.get(end..).unwrap_or_default();
        let length = after.find(|c: char| !word(c)).unwrap_or(after.len());
        end += length;
        let after = rest.get(end..).unwrap_or_default();
        if let Some(path) = after.strip_prefix('.') {
            if path.starts_with(|c: char| word(c)) {
                end += 1;
                continue;
            }
            if let Some(quoted) = path.strip_prefix('"').and_then(|path| path.find('"')) {
                end += quoted + 3;
                continue;
            }
        }
        if let Some(index) = after.strip_prefix('[') {
            let digits = index.find(|c: char| !c.is_ascii_digit()).unwrap_or(index.len());
            if digits > 0 && index.get(digits..).is_some_and(|rest| rest.starts_with(']')) {
                end += digits + 2;
                continue;
            }
        }
        if after.starts_with('?') {
            end += 1;
        }
        return (Kind::Name(rest.get(..end).unwrap_or_default().to_owned()), end);
    }
}
