//! Canonical JSON, and hashes of it, to detect changes.

use bunraku_formats::json::to_json;
use bunraku_pcore::Value;
use sha1::{Digest, Sha1};

/// A value as JSON with the keys of all objects sorted, short ones first.
///
/// PuppetDB stores documents this way, and it is visible to the code of nodes that collect resources: a hash converted
/// to a string has its keys in this order.
pub fn text(value: &Value) -> String {
    to_json(&sorted(value))
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(values) => Value::array(values.iter().map(sorted)),
        Value::Hash(hash) => {
            let mut entries: Vec<(&Value, &Value)> = hash.iter().collect();
            let rank = |key: &Value| key.as_str().map(|key| (key.len(), key.to_owned()));
            entries.sort_by_cached_key(|(key, _)| rank(key));
            Value::hash(entries.into_iter().map(|(key, value)| (key.clone(), sorted(value))))
        }
        value => value.clone(),
    }
}

/// The SHA-1 of several strings, each prefixed with its length, in hexadecimal.
pub fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut sha = Sha1::new();
    for text in texts {
        sha.update((text.len() as u64).to_le_bytes());
        sha.update(text.as_bytes());
    }
    let digit = |digit: u8| char::from_digit(digit.into(), 16).unwrap_or_default();
    sha.finalize().iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
