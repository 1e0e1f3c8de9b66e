//! Keys: a root and segments that select a part of its value, as in `users.'a.b'.0`.

use std::hash::BuildHasher;
use std::sync::LazyLock;

use bunraku_pcore::{Array, Hash, Str, Value};
use hashbrown::DefaultHashBuilder;

use crate::error::{ErrorKind, LookupError};

/// A parsed key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The key as written.
    pub text: Str,
    /// What is looked up in the data.
    pub root: Str,
    /// The path into the value: strings for keys, integers for indexes.
    pub segments: Vec<Value>,
    /// The hash of the root, computed once for all files that are searched.
    pub(crate) hash: u64,
}

/// The largest index up to which an array is filled for the result of a `data_dig` function.
const MAX_FILLED: i64 = 10_000;

impl Key {
    /// Parses a key.
    pub fn parse(string: &str) -> Result<Key, LookupError> {
        if is_single(string) {
            let string = Str::from(string);
            return Ok(Key::new(string.clone(), string, Vec::new()));
        }
        let mut segments = split(string).ok_or_else(|| {
            LookupError::new(ErrorKind::InvalidKey, format!("invalid key `{string}`")).with_help(
                "separate the segments of a key with a single `.`; quote a segment that contains `.`",
            )
        })?;
        let root = if segments.is_empty() { Value::Undef } else { segments.remove(0) };
        match root {
            Value::Str(root) => Ok(Key::new(Str::from(string), root, segments)),
            _ => Err(LookupError::new(
                ErrorKind::InvalidKey,
                format!("the key `{string}` starts with a number"),
            )),
        }
    }

    pub(crate) fn new(text: Str, root: Str, segments: Vec<Value>) -> Key {
        let hash = key_hash(&root);
        Key { text, root, segments, hash }
    }

    /// The module whose data is searched: the part before the first `::`.
    pub fn module(&self) -> Option<&str> {
        // Most keys contain a colon only at the end of a module's name.
        let bytes = self.root.as_bytes();
        let colons = (0..bytes.len()).find(|at| bytes.get(*at..*at + 2) == Some(b"::"));
        match colons {
            // A name that starts with `::` does not belong to any module.
            Some(0) => Some(&self.root),
            Some(end) => self.root.get(..end),
            None => None,
        }
    }

    /// Selects the part of the root's value that the segments lead to.
    pub fn dig(&self, value: Value) -> Result<Option<Value>, LookupError> {
        dig(&self.text, &self.segments, value)
    }

    /// Wraps a value in the structure in which [`Key::dig`] finds it.
    pub fn undig(&self, value: Value) -> Result<Value, LookupError> {
        let mut value = value;
        for segment in self.segments.iter().rev() {
            value = match segment {
                Value::Int(index) if (0..=MAX_FILLED).contains(index) => {
                    let filled = std::iter::repeat_n(Value::Undef, usize::try_from(*index).unwrap_or(0));
                    Value::Array(filled.chain([value]).collect::<Array>())
                }
                Value::Int(index) => {
                    let message = format!("the index {index} in the key `{}` is out of bounds", self.text);
                    return Err(LookupError::new(ErrorKind::InvalidKey, message));
                }
                name => Value::Hash(Hash::from_iter([(name.clone(), value)])),
            };
        }
        Ok(value)
    }
}

/// The hash of a key in data files, the same for all files of a process.
pub(crate) fn key_hash(root: &str) -> u64 {
    static STATE: LazyLock<DefaultHashBuilder> = LazyLock::new(DefaultHashBuilder::default);
    STATE.hash_one(root)
}

/// Selects the part of a value that segments lead to; `None` if there is no such part.
pub fn dig(key: &str, segments: &[Value], value: Value) -> Result<Option<Value>, LookupError> {
    let mut value = value;
    for segment in segments {
        let part = match (&value, segment) {
            (Value::Undef, _) => None,
            (Value::Array(array), Value::Int(index)) => {
                usize::try_from(*index).ok().and_then(|index| array.get(index)).cloned()
            }
            (Value::Hash(hash), segment) => hash.get(segment).cloned(),
            (value, segment) => {
                let segment = bunraku_pcore::format::ruby_text(&bunraku_edition::PUPPET8.types, segment);
                let kind = kind_of(value);
                let message =
                    format!("the segment `{segment}` of the key `{key}` expects a hash, got {kind}");
                return Err(LookupError::new(ErrorKind::InvalidKey, message));
            }
        };
        match part {
            Some(part) => value = part,
            None => return Ok(None),
        }
    }
    Ok(Some(value))
}

/// The kind of a value, with an article.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Undef => "undef",
        Value::Bool(_) => "a boolean",
        Value::Int(_) | Value::Big(_) => "an integer",
        Value::Float(_) => "a float",
        Value::Str(_) => "a string",
        Value::Array(_) => "an array",
        Value::Hash(_) => "a hash",
        Value::Sensitive(_) => "a sensitive value",
        _ => "another kind of value",
    }
}

/// Splits a key into segments; `None` if it is malformed.
pub(crate) fn split(key: &str) -> Option<Vec<Value>> {
    if is_single(key) {
        return Some(vec![Value::str(key)]);
    }
    let mut segments = Vec::new();
    let mut rest = key;
    loop {
        let (segment, after) = segment(rest)?;
        segments.push(segment);
        if after.is_empty() {
            return Some(segments);
        }
        rest = after.strip_prefix('.')?;
    }
}

/// Whether a key consists of a single segment.
pub(crate) fn is_single(key: &str) -> bool {
    !key.bytes().any(|byte| matches!(byte, b'\'' | b'"' | b'.'))
}

/// Splits the first segment off a key.
fn segment(text: &str) -> Option<(Value, &str)> {
    let blank = |char: char| char.is_ascii_whitespace() || char == '\u{b}';
    let trimmed = text.trim_start_matches(blank);
    for quote in ['"', '\''] {
        if let Some(quoted) = trimmed.strip_prefix(quote)
            && let Some(end) = quoted.find(quote).filter(|end| *end > 0)
        {
            let (name, after) = quoted.split_at_checked(end)?;
            return Some((Value::str(name), after.get(1..)?.trim_start_matches(blank)));
        }
    }
    let end = text.find(['\'', '"', '.']).unwrap_or(text.len());
    let (name, after) = text.split_at_checked(end)?;
    if name.is_empty() {
        return None;
    }
    Some((unquoted(name.trim_matches(|char: char| blank(char) || char == '\0')), after))
}

/// Digits are an index. Ruby's pattern also allows a colon before them, which then counts as 0.
fn unquoted(name: &str) -> Value {
    let colon = name.strip_prefix(':');
    let digits = colon.unwrap_or(name);
    let digits = digits.strip_prefix(['-', '+']).unwrap_or(digits);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Value::str(name);
    }
    match colon {
        Some(_) => Value::Int(0),
        None => Value::Int(name.parse().unwrap_or(i64::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(key: &str, expected: Option<&[&str]>) {
        let actual = split(key)
            .map(|segments| segments.iter().map(bunraku_formats::json::to_json).collect::<Vec<_>>());
        let expected =
            expected.map(|segments| segments.iter().map(|text| text.to_string()).collect::<Vec<_>>());
        assert_eq!(actual, expected, "{key}");
    }

    #[test]
    fn keys_are_split_at_dots_outside_quotes() {
        check("a", Some(&["\"a\""]));
        check("a.b.1", Some(&["\"a\"", "\"b\"", "1"]));
        check("a.'b.c'.\"d\"", Some(&["\"a\"", "\"b.c\"", "\"d\""]));
        check(" a . b ", Some(&["\"a\"", "\"b\""]));
        check("a.'1'", Some(&["\"a\"", "\"1\""]));
        check("a.-1", Some(&["\"a\"", "-1"]));
        for wrong in ["a.", ".a", "a..b", "a'b'", "a.'b", "'a'b", "''"] {
            check(wrong, None);
        }
    }
}
