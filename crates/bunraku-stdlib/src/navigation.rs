//! Going into nested data: what `dig`, `get` and `getvar` have in common.

use bunraku_edition::TypeRules;
use bunraku_pcore::{Str, infer, notation::literal, notation::notation, types, values::Object};

use crate::prelude::*;

/// Why there was no way on.
pub(crate) struct Problem {
    /// What is wrong.
    pub(crate) message: String,
    /// The keys up to the place.
    path: Vec<Value>,
    /// The name of what is told about the place: the type of the key or of the value there.
    detail: &'static str,
    /// The type of the key or of the value.
    found: Value,
    /// The name of the problem.
    issue: &'static str,
}

impl Problem {
    /// The problem as a value of type `Error`.
    pub(crate) fn into_error(self) -> Value {
        let details = Value::hash([
            (Value::str("walked_path"), Value::array(self.path)),
            (Value::str(self.detail), self.found),
        ]);
        let attributes: Vec<(Str, Value)> = vec![
            ("msg".into(), Value::str(self.message)),
            ("kind".into(), Value::str("SLICE_ERROR")),
            ("details".into(), details),
            ("issue_code".into(), Value::str(self.issue)),
        ];
        Value::Object(Object::new(types::error(), attributes))
    }
}

/// The value that keys lead to; `undef` where there is nothing.
pub(crate) fn dig(rules: &TypeRules, data: &Value, keys: &[Value]) -> Result<Value, Problem> {
    let mut value = data;
    for (count, key) in keys.iter().enumerate() {
        if value.is_undef() || key.is_undef() {
            return Ok(Value::Undef);
        }
        let walked = |count: usize| keys.get(..count).unwrap_or_default().to_vec();
        let inside = match (value, key) {
            (Value::Array(array), Value::Int(index)) => element(array, *index),
            (Value::Hash(hash), key) => hash.get(key),
            (Value::Array(_), key) => {
                let path = walked(count + 1);
                let ty = infer::reduced(rules, key);
                let message = format!(
                    "an array at {} is indexed by an Integer, not by {}",
                    literal(rules, &Value::array(path.clone())),
                    notation(rules, &ty)
                );
                let (detail, issue) = ("index_type", "EXPECTED_INTEGER_INDEX");
                return Err(Problem { message, path, detail, found: Value::Type(ty), issue });
            }
            (other, _) => {
                let path = walked(count);
                let ty = infer::reduced(rules, other);
                let message = format!(
                    "at {} there is {}, which has no elements",
                    literal(rules, &Value::array(path.clone())),
                    notation(rules, &ty)
                );
                let (detail, issue) = ("value_type", "EXPECTED_COLLECTION");
                return Err(Problem { message, path, detail, found: Value::Type(ty), issue });
            }
        };
        match inside {
            Some(inside) => value = inside,
            None => return Ok(Value::Undef),
        }
    }
    Ok(value.clone())
}

/// The element at an index; a negative one counts from the end.
fn element(array: &[Value], index: i64) -> Option<&Value> {
    let index = if index < 0 { index.checked_add(array.len() as i64)? } else { index };
    array.get(usize::try_from(index).ok()?)
}

/// The keys of a path such as `a.0.'b.c'`; `None` if it is none.
pub(crate) fn keys(path: &str) -> Option<Vec<Value>> {
    let mut keys = Vec::new();
    let mut rest = path;
    loop {
        let (key, after) = key(rest)?;
        keys.push(key);
        match after.strip_prefix('.') {
            Some(next) => rest = next,
            None if after.is_empty() => return Some(keys),
            None => return None,
        }
    }
}

/// The first key of a path, and what comes after it.
fn key(path: &str) -> Option<(Value, &str)> {
    let trimmed = path.trim_start();
    if let Some(quote) = trimmed.chars().next().filter(|first| matches!(first, '\'' | '"')) {
        let (text, after) = trimmed.get(1..)?.split_once(quote)?;
        return (!text.is_empty()).then(|| (Value::str(text), after.trim_start()));
    }
    let end = path.find(['\'', '"', '.']).unwrap_or(path.len());
    let (text, after) = path.split_at(end);
    if text.is_empty() {
        return None;
    }
    let text = text.trim();
    Some((number(text).unwrap_or_else(|| Value::str(text)), after))
}

/// The index that a key spells. One with a colon before it is 0, as in Puppet.
fn number(text: &str) -> Option<Value> {
    let number = text.strip_prefix(':').unwrap_or(text);
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if text.starts_with(':') {
        return Some(Value::Int(0));
    }
    text.parse().ok().map(Value::Int)
}
