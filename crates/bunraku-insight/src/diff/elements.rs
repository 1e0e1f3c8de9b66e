//! Differences inside lists and hashes.

use bunraku_edition::PUPPET8;
use bunraku_pcore::{Value, notation};

/// A part of a value that differs: its path, and the old and new value.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// The keys that lead to it, from the outside in; empty for an element of the list itself.
    pub path: Vec<String>,
    /// The old value, if it existed.
    pub old: Option<Value>,
    /// The new value, if it exists.
    pub new: Option<Value>,
}

/// The parts that differ, if both are lists or both are hashes; `None` otherwise.
pub fn elements(old: &Value, new: &Value) -> Option<Vec<Element>> {
    let mut found = Vec::new();
    matches!((old, new), (Value::Array(_), Value::Array(_)) | (Value::Hash(_), Value::Hash(_))).then(|| {
        collect(old, new, &mut Vec::new(), &mut found);
        found
    })
}

/// Deeper differences are reported as a whole.
const MAX_DEPTH: usize = 8;

fn collect(old: &Value, new: &Value, path: &mut Vec<String>, found: &mut Vec<Element>) {
    let mut add = |old: Option<&Value>, new: Option<&Value>, path: &[String]| {
        found.push(Element { path: path.to_vec(), old: old.cloned(), new: new.cloned() });
    };
    match (old, new) {
        (Value::Hash(before), Value::Hash(after)) if path.len() < MAX_DEPTH => {
            for (key, value) in before.iter() {
                path.push(name(key));
                match after.get(key) {
                    Some(other) if other == value => {}
                    Some(other) => collect(value, other, path, found),
                    None => found.push(Element { path: path.clone(), old: Some(value.clone()), new: None }),
                }
                path.pop();
            }
            for (key, value) in after.iter().filter(|(key, _)| before.get(key).is_none()) {
                path.push(name(key));
                found.push(Element { path: path.clone(), old: None, new: Some(value.clone()) });
                path.pop();
            }
        }
        (Value::Array(before), Value::Array(after)) if path.len() < MAX_DEPTH => {
            for value in without(before, after) {
                add(Some(value), None, path);
            }
            for value in without(after, before) {
                add(None, Some(value), path);
            }
        }
        _ => add(Some(old), Some(new), path),
    }
}

/// The elements that occur more often in one list than in the other.
fn without<'v>(values: &'v [Value], others: &[Value]) -> Vec<&'v Value> {
    let mut left: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for value in others {
        *left.entry(written(value)).or_default() += 1;
    }
    let is_extra = |value: &&Value| match left.get_mut(&written(value)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    values.iter().filter(is_extra).collect()
}

fn name(key: &Value) -> String {
    key.as_str().map_or_else(|| written(key), str::to_owned)
}

fn written(value: &Value) -> String {
    notation::literal(&PUPPET8.types, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(values: &[&str]) -> Value {
        Value::array(values.iter().map(|value| Value::str(*value)))
    }

    fn hash(values: &[(&str, Value)]) -> Value {
        Value::hash(values.iter().map(|(key, value)| (Value::str(*key), value.clone())))
    }

    #[test]
    fn lists_tell_what_came_and_went() {
        let found = elements(&list(&["a", "b", "b"]), &list(&["b", "c"])).unwrap_or_default();
        let shown: Vec<_> = found.iter().map(|element| (element.old.clone(), element.new.clone())).collect();
        let string = |string: &str| Some(Value::str(string));
        assert_eq!(shown, [(string("a"), None), (string("b"), None), (None, string("c"))]);
    }

    #[test]
    fn hashes_are_followed_by_their_keys() {
        let old = hash(&[("a", hash(&[("x", Value::Int(1)), ("y", Value::Int(2))])), ("b", Value::Int(3))]);
        let new = hash(&[("a", hash(&[("x", Value::Int(5)), ("y", Value::Int(2))])), ("c", Value::Int(4))]);
        let found = elements(&old, &new).unwrap_or_default();
        let paths: Vec<String> = found.iter().map(|element| element.path.join(".")).collect();
        assert_eq!(paths, ["a.x", "b", "c"]);
        assert_eq!(elements(&Value::Int(1), &old), None);
    }
}
