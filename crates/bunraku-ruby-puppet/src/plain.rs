//! Plain data of Puppet for Ruby code, as objects of its own: facts, of which code reads a few and passes all back.

use std::rc::Rc;

use bunraku_intern::FastMap;
use bunraku_pcore::{Hash, Value};
use bunraku_ruby::{
    R,
    value::{Late, RHash, Val},
};

use crate::{binding::Cx, convert::from_puppet};

/// How deeply plain data is copied. Facts are never deeper.
const MAX_COPIED: usize = 200;

/// Converts a value to Ruby. The entries of hashes are made when code asks for them, and a hash that stays as it is
/// becomes the same value again.
pub(crate) fn plain(value: &Value) -> Val {
    match value {
        Value::Array(array) => Val::array(array.iter().map(plain).collect()),
        Value::Hash(hash) if hash.iter().all(|(key, _)| matches!(key, Value::Str(_))) => {
            Val::Hash(Rc::new(RHash::late(Box::new(PlainHash(hash.clone())))))
        }
        Value::Hash(hash) => Val::hash(hash.iter().map(|(key, value)| (from_puppet(key), plain(value)))),
        other => from_puppet(other),
    }
}

struct PlainHash(Hash);

impl Late for PlainHash {
    fn get(&self, key: &str) -> Option<Val> {
        self.0.get_str(key).map(plain)
    }

    fn entries(&self, mut made: FastMap<String, Val>) -> Vec<(Val, Val)> {
        let entry = |(key, value): (&Value, &Value)| {
            let made = key.as_str().and_then(|key| made.remove(key));
            (from_puppet(key), made.unwrap_or_else(|| plain(value)))
        };
        self.0.iter().map(entry).collect()
    }

    fn origin(&self) -> Option<&Hash> {
        Some(&self.0)
    }
}

/// Copies plain data (arrays, hashes and strings), so that nothing is shared.
pub(crate) fn copy(value: &Val, depth: usize) -> Val {
    match value {
        _ if depth > MAX_COPIED => value.clone(),
        Val::Str(text) if !text.is_binary() => Val::str(text.text()),
        Val::Array(array) => Val::array(array.items().iter().map(|item| copy(item, depth + 1)).collect()),
        Val::Hash(hash) => match hash.origin() {
            Some(origin) => plain(&Value::Hash(origin)),
            None => {
                let entries = hash.entries().into_iter().map(|(key, value)| (key, copy(&value, depth + 1)));
                Val::Hash(Rc::new(RHash::from_entries(entries)))
            }
        },
        other => other.clone(),
    }
}

/// Plain data with strings as the keys of all hashes, in copies of those that have others; `None` if none has.
pub(crate) fn with_string_keys(cx: &mut Cx<'_, '_>, value: &Val, depth: usize) -> R<Option<Val>> {
    match value {
        _ if depth > MAX_COPIED => Ok(None),
        Val::Array(array) => {
            let mut items = array.to_vec();
            cx.ruby().charge(items.len() as u64)?;
            let mut changed = false;
            for item in &mut items {
                if let Some(renewed) = with_string_keys(cx, item, depth + 1)? {
                    *item = renewed;
                    changed = true;
                }
            }
            Ok(changed.then(|| Val::array(items)))
        }
        Val::Hash(hash) if hash.origin().is_some_and(|hash| has_string_keys(&Value::Hash(hash))) => Ok(None),
        Val::Hash(hash) => {
            let mut entries = hash.entries();
            cx.ruby().charge(entries.len() as u64)?;
            let mut changed = hash.is_by_identity() || !hash.is_plain();
            for (key, value) in &mut entries {
                if !matches!(key, Val::Str(_)) {
                    *key = Val::str(cx.ruby().to_s(key)?);
                    changed = true;
                }
                if let Some(renewed) = with_string_keys(cx, value, depth + 1)? {
                    *value = renewed;
                    changed = true;
                }
            }
            Ok(changed.then(|| Val::hash(entries)))
        }
        _ => Ok(None),
    }
}

fn has_string_keys(value: &Value) -> bool {
    match value {
        Value::Array(array) => array.iter().all(has_string_keys),
        Value::Hash(hash) => {
            hash.iter().all(|(key, value)| matches!(key, Value::Str(_)) && has_string_keys(value))
        }
        _ => true,
    }
}
