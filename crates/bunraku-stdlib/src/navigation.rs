//! Access to nested data by a path of keys, shared by `dig`, `get` and `getvar`.

use bunraku_edition::TypeRules;
use bunraku_pcore::{Str, infer, notation::literal, notation::notation, types, values::Object};

use crate::prelude::*;

/// Why a path could not be followed to its end.
pub(crate) struct Problem {
    /// The message, a sentence without the name of the function.
    pub(crate) message: String,
    /// The keys followed so far.
    path: Vec<Value>,
    /// The key in the details of the error under which `found` is reported: `index_type` or `value_type`.
    detail: &'static str,
    /// The type of the key that does not fit, or of the value that has no elements.
    found: Value,
    /// Puppet's code for the problem, the `issue_code` of the error.
    issue: &'static str,
}

impl Problem {
    /// Converts the problem to a Puppet value of type `Error`, with the attributes that Puppet gives it.
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

/// Follows a path of keys into nested data. The result is `undef` if an element is missing on the way.
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
                    "expected an Integer as index of the array at {}, got the {} {}",
                    literal(rules, &Value::array(walked(count))),
                    notation(rules, &ty),
                    literal(rules, key)
                );
                let (detail, issue) = ("index_type", "EXPECTED_INTEGER_INDEX");
                return Err(Problem { message, path, detail, found: Value::Type(ty), issue });
            }
            (other, _) => {
                let path = walked(count);
                let ty = infer::reduced(rules, other);
                let message = format!(
                    "the value at {} is {}, which has no elements",
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

/// The element at an index, which counts from the end if it is negative.
fn element(array: &[Value], index: i64) -> Option<&Value> {
    let index = if index < 0 { index.checked_add(array.len() as i64)? } else { index };
    array.get(usize::try_from(index).ok()?)
}

/// Splits a path such as `a.0.'b.c'` into its keys; `None` if it is malformed.
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

/// Splits the first key off a path.
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

/// Reads a key as an index.
///
/// Puppet accepts a colon before the number and then applies Ruby's `to_i` to the key with its colon, which results in
/// 0. That is reproduced.
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
