//! Arrays and hashes from other values.

use super::{New, NewError};
use crate::{Array, Hash, Type, Value};

impl New<'_> {
    pub(super) fn array(&self, args: &[Value]) -> Result<Value, NewError> {
        match args {
            [from @ Value::Array(_), Value::Bool(_)] => Ok(from.clone()),
            [from, Value::Bool(true)] => Ok(Value::array([from.clone()])),
            [from] | [from, Value::Bool(false)] => {
                let values = self.elements(from).ok_or_else(|| self.value(from, "Array"))?;
                Ok(Value::Array(values))
            }
            _ => Err(self.count("Array", "a value and whether to wrap it", args)),
        }
    }

    /// The elements of a value that can be iterated.
    fn elements(&self, from: &Value) -> Option<Array> {
        Some(match from {
            Value::Array(array) => array.clone(),
            Value::Hash(hash) => {
                hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect()
            }
            Value::Binary(binary) => {
                binary.as_bytes().iter().map(|byte| Value::Int(i64::from(*byte))).collect()
            }
            Value::Str(text) => {
                text.chars().map(|char| Value::str(char.encode_utf8(&mut [0; 4]) as &str)).collect()
            }
            Value::Int(count) if (0..=MAX_ELEMENTS).contains(count) => (0..*count).map(Value::Int).collect(),
            Value::Type(ty) => match ty.resolved() {
                Type::Integer(Some(range)) => {
                    let first = range.from.as_ref()?.to_big();
                    let last = range.to.as_ref()?.to_big() - &first;
                    let last = i64::try_from(last).ok().filter(|last| *last <= MAX_ELEMENTS)?;
                    let number = |offset: i64| Value::integer(&first + offset);
                    if range.descending {
                        (0..=last).rev().map(number).collect()
                    } else {
                        (0..=last).map(number).collect()
                    }
                }
                Type::Enum(values) => values.values.iter().cloned().map(Value::Str).collect(),
                _ => return None,
            },
            _ => return None,
        })
    }

    pub(super) fn hash(&self, args: &[Value]) -> Result<Value, NewError> {
        match args {
            [Value::Hash(hash)] => Ok(Value::Hash(hash.clone())),
            [Value::Array(array)] => self.hash_from_array(array).map(Value::Hash),
            [from] => {
                let values = self.elements(from).ok_or_else(|| self.value(from, "Hash"))?;
                self.hash_from_flat(&values).map(Value::Hash)
            }
            [Value::Array(array), Value::Str(option)] if matches!(option.as_str(), "tree" | "hash_tree") => {
                self.tree(array, option == "hash_tree").map(Value::Hash)
            }
            _ => Err(self.count("Hash", "a value, and perhaps 'tree' or 'hash_tree'", args)),
        }
    }

    /// A hash from an array of pairs, or if not all elements are pairs, from keys and values that alternate.
    fn hash_from_array(&self, array: &Array) -> Result<Hash, NewError> {
        let pair = |value: &Value| match value {
            Value::Array(pair) => match pair.as_slice() {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            },
            _ => None,
        };
        let pairs: Option<Hash> = array.iter().map(pair).collect();
        match pairs {
            Some(hash) => Ok(hash),
            None => self.hash_from_flat(array),
        }
    }

    fn hash_from_flat(&self, array: &Array) -> Result<Hash, NewError> {
        if !array.len().is_multiple_of(2) {
            return Err(self.arguments("Hash", "expected an even number of keys and values"));
        }
        Ok(array
            .chunks_exact(2)
            .filter_map(|pair| Some((pair.first()?.clone(), pair.get(1)?.clone())))
            .collect())
    }

    /// A hash from pairs of a path and a value, each of which is set at its path. With `all_hashes`, arrays among the
    /// values become hashes with indexes as keys.
    fn tree(&self, array: &Array, all_hashes: bool) -> Result<Hash, NewError> {
        let wrong = || self.arguments("Hash", "a tree must be an array of pairs of a path and a value");
        if array.is_empty() {
            return Err(wrong());
        }
        let mut root = Value::Hash(Hash::new());
        for entry in array {
            let Value::Array(entry) = entry else { return Err(wrong()) };
            let [Value::Array(path), value] = entry.as_slice() else { return Err(wrong()) };
            if path.len() > MAX_LEVELS {
                return Err(self.arguments("Hash", "a path in a tree is too long"));
            }
            let value = if all_hashes && !path.is_empty() { array_as_hash(value) } else { value.clone() };
            if path.is_empty() {
                merge_root(&mut root, value).ok_or_else(wrong)?;
            } else {
                set_at(&mut root, path, value).ok_or_else(wrong)?;
            }
        }
        match root {
            Value::Hash(hash) => Ok(hash),
            _ => Err(wrong()),
        }
    }
}

/// How many keys the path of a value in a tree may have. Each makes a level, and values of that many levels are refused.
const MAX_LEVELS: usize = 2_000;

/// The maximum number of elements created from a number or a range. More would exhaust the memory.
const MAX_ELEMENTS: i64 = 1 << 28;

fn merge_root(root: &mut Value, value: Value) -> Option<()> {
    let Value::Hash(root) = root else { return None };
    match value {
        Value::Hash(hash) => root.extend(hash),
        Value::Array(array) => {
            root.extend(
                array.into_iter().enumerate().map(|(index, value)| (Value::Int(index as i64), value)),
            );
        }
        _ => return None,
    }
    Some(())
}

fn set_at(node: &mut Value, path: &[Value], value: Value) -> Option<()> {
    let (key, rest) = path.split_first()?;
    match node {
        Value::Hash(hash) => {
            if rest.is_empty() {
                hash.insert(key.clone(), value);
                return Some(());
            }
            if !hash.contains_key(key) {
                hash.insert(key.clone(), Value::Hash(Hash::new()));
            }
            set_at(&mut *hash.get_mut(key)?, rest, value)
        }
        Value::Array(array) => {
            // Elements up to the index are filled with undef, and a large index would exhaust the memory.
            let index = usize::try_from(key.as_int()?).ok().filter(|index| *index <= array.len() + 1024)?;
            while array.len() <= index {
                array.push(Value::Undef);
            }
            let mut element = array.get_mut(index)?;
            if rest.is_empty() {
                *element = value;
                return Some(());
            }
            set_at(&mut element, rest, value)
        }
        _ => None,
    }
}

fn array_as_hash(value: &Value) -> Value {
    match value {
        Value::Array(array) => Value::hash(
            array.iter().enumerate().map(|(index, value)| (Value::Int(index as i64), array_as_hash(value))),
        ),
        value => value.clone(),
    }
}
