//! What can be iterated over, and how.

use std::sync::Arc;

use bunraku_edition::DescendingRange;
use bunraku_pcore::{
    Array, Hash, Str, Type, Value, infer,
    values::{Iter, Iterable},
};

use crate::Evaluator;

/// The elements of a value, one after the other.
pub enum Items {
    /// Integers in steps of one, up or down.
    Range {
        /// The next one; `None` when there are no more.
        next: Option<i64>,
        /// The last one.
        last: i64,
    },
    /// The elements of an array from an index on.
    Array(Array, usize),
    /// The entries of a hash from an index on, as pairs.
    Hash(Hash, usize),
    /// The characters of a string from a byte on.
    Characters(Str, usize),
    /// The elements of a computed sequence.
    Sequence(Box<dyn Iterator<Item = Value> + Send>),
}

impl Evaluator {
    /// The elements of a value; those of one that cannot be iterated over are none.
    pub fn items(&self, value: &Value) -> Items {
        self.try_items(value).unwrap_or(Items::Range { next: None, last: 0 })
    }

    /// The elements of a value that can be iterated over.
    pub fn try_items(&self, value: &Value) -> Option<Items> {
        Some(match value {
            Value::Int(count) if *count > 0 => Items::Range { next: Some(0), last: count - 1 },
            Value::Int(0) => Items::Range { next: None, last: 0 },
            Value::Array(array) => Items::Array(array.clone(), 0),
            Value::Hash(hash) => Items::Hash(hash.clone(), 0),
            Value::Str(text) => Items::Characters(text.clone(), 0),
            Value::Iter(iter) => Items::Sequence(iter.0.values()),
            Value::Type(Type::Integer(Some(range))) => {
                let (from, to) = (range.from?, range.to?);
                let descending = matches!(self.edition.types.descending_range, DescendingRange::Allowed);
                if from > to && !descending {
                    return None;
                }
                Items::Range { next: Some(from), last: to }
            }
            Value::Type(Type::Enum(values)) => {
                Items::Array(values.values.iter().cloned().map(Value::Str).collect(), 0)
            }
            Value::Type(Type::Alias(alias)) => return self.try_items(&Value::Type(alias.resolved().clone())),
            _ => return None,
        })
    }
}

impl Items {
    /// All that are left.
    pub fn collect_values(self, _cx: &Evaluator) -> Vec<Value> {
        self.collect()
    }
}

impl Iterator for Items {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match self {
            Items::Range { next, last } => {
                let value = (*next)?;
                *next = match value.cmp(last) {
                    std::cmp::Ordering::Less => Some(value + 1),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(value - 1),
                };
                Some(Value::Int(value))
            }
            Items::Array(array, index) => {
                let value = array.as_slice().get(*index)?.clone();
                *index += 1;
                Some(value)
            }
            Items::Hash(hash, index) => {
                let (key, value) = hash.get_index(*index)?;
                let pair = Value::array([key.clone(), value.clone()]);
                *index += 1;
                Some(pair)
            }
            Items::Characters(text, index) => {
                let character = text.get(*index..)?.chars().next()?;
                *index += character.len_utf8();
                Some(Value::str(character.encode_utf8(&mut [0; 4]) as &str))
            }
            Items::Sequence(values) => values.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Items::Range { next: None, .. } => (0, Some(0)),
            Items::Range { next: Some(next), last } => {
                let count = last.abs_diff(*next).saturating_add(1).min(1 << 20) as usize;
                (count, None)
            }
            Items::Array(array, index) => (array.len() - (*index).min(array.len()), None),
            Items::Hash(hash, index) => (hash.len() - (*index).min(hash.len()), None),
            Items::Characters(..) | Items::Sequence(_) => (0, None),
        }
    }
}

/// A sequence that is computed while it is read, as a value: what `reverse_each` and `step` give.
#[derive(Clone)]
pub struct LazySequence {
    element_type: Type,
    make: Arc<dyn Fn() -> Box<dyn Iterator<Item = Value> + Send> + Send + Sync>,
}

impl LazySequence {
    /// A sequence that `make` starts anew each time it is read.
    pub fn value(
        element_type: Type,
        make: impl Fn() -> Box<dyn Iterator<Item = Value> + Send> + Send + Sync + 'static,
    ) -> Value {
        Value::Iter(Iter(Arc::new(LazySequence { element_type, make: Arc::new(make) })))
    }

    /// The type that the elements of a value have.
    pub fn element_type_of(cx: &Evaluator, value: &Value) -> Type {
        let types = &cx.edition.types;
        match value {
            Value::Array(array) => {
                let first = array.as_slice().first().map_or(Type::Any, |value| infer::generalized(types, value));
                array.iter().fold(first, |common, value| {
                    bunraku_pcore::common::common(types, &common, &infer::generalized(types, value))
                })
            }
            Value::Str(_) => Type::String(None),
            Value::Int(_) | Value::Type(Type::Integer(_)) => Type::Integer(None),
            _ => Type::Any,
        }
    }
}

impl std::fmt::Debug for LazySequence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Iterator[{:?}]", self.element_type)
    }
}

impl Iterable for LazySequence {
    fn element_type(&self) -> Type {
        self.element_type.clone()
    }

    fn values(&self) -> Box<dyn Iterator<Item = Value> + Send> {
        (self.make)()
    }
}
