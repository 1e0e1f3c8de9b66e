//! Iteration over values.

use num_bigint::BigInt;

use bunraku_pcore::{Array, Hash, Str, Type, Value};

use crate::{LazySequence, Machine};

/// The elements of a value, one after the other.
pub enum Items {
    /// Consecutive integers, up or down.
    Range {
        /// The next integer; `None` at the end.
        next: Option<i64>,
        /// The last integer, inclusive.
        last: i64,
    },
    /// The elements of an array, starting at an index.
    Array(Array, usize),
    /// The entries of a hash as pairs, starting at an index.
    Hash(Hash, usize),
    /// The characters of a string, starting at a byte offset.
    Characters(Str, usize),
    /// The elements of a lazy sequence.
    Sequence(Box<dyn Iterator<Item = Value> + Send>),
}

impl Machine {
    /// The elements of a value; empty for a value that cannot be iterated over.
    pub fn items(&self, value: &Value) -> Items {
        Items::of(value).unwrap_or(Items::Range { next: None, last: 0 })
    }

    /// The elements of a value for functions that search or fold; `None` if the value cannot be read that way.
    ///
    /// Unlike [`Machine::items`], this restarts a sequence created by `reverse_each`, as Puppet does.
    pub fn enumerate(&self, value: &Value) -> Option<Enumeration> {
        match value {
            Value::Iter(iter) => match LazySequence::behind(iter) {
                Some(sequence) => sequence.enumerate(),
                None => Some(Enumeration { items: Items::Sequence(iter.0.values()), ends_at_break: true }),
            },
            other => {
                let items = Items::of(other)?;
                let ends_at_break = matches!(items, Items::Range { .. });
                Some(Enumeration { items, ends_at_break })
            }
        }
    }
}

/// The elements of a value for functions that search or fold.
pub struct Enumeration {
    /// The elements from the start.
    pub items: Items,
    /// Whether `break` ends the search as if there were no more elements. Otherwise it ends the enclosing iteration.
    pub ends_at_break: bool,
}

impl Items {
    /// The elements of a value, if it can be iterated over.
    pub fn of(value: &Value) -> Option<Items> {
        Some(match value {
            Value::Int(count) if *count > 0 => Items::Range { next: Some(0), last: count - 1 },
            Value::Int(0) => Items::Range { next: None, last: 0 },
            Value::Array(array) => Items::Array(array.clone(), 0),
            Value::Hash(hash) => Items::Hash(hash.clone(), 0),
            Value::Str(text) => Items::Characters(text.clone(), 0),
            Value::Iter(iter) => Items::Sequence(iter.0.values()),
            Value::Type(Type::Integer(Some(range))) => {
                let (from, to) = (range.from.as_ref()?, range.to.as_ref()?);
                let (first, last) = if range.descending { (to, from) } else { (from, to) };
                match (first.small(), last.small()) {
                    (Some(first), Some(last)) => Items::Range { next: Some(first), last },
                    _ => Items::Sequence(Box::new(large_range(first.to_big(), last.to_big()))),
                }
            }
            Value::Type(Type::Enum(values)) => {
                Items::Array(values.values.iter().cloned().map(Value::Str).collect(), 0)
            }
            Value::Type(ty @ Type::Alias(_)) => return Items::of(&Value::Type(ty.resolved().clone())),
            _ => return None,
        })
    }

    /// The elements that a value has when converted to an array.
    pub fn to_array(value: &Value) -> Option<Items> {
        match value {
            Value::Iter(iter) => LazySequence::behind(iter)
                .and_then(LazySequence::enumerate)
                .map(|found| found.items)
                .or_else(|| Items::of(value)),
            other => Items::of(other),
        }
    }
}

/// The integers between two bounds that do not both fit in 64 bits, up or down.
fn large_range(first: BigInt, last: BigInt) -> impl Iterator<Item = Value> + Send {
    let step = if first <= last { 1 } else { -1 };
    let mut next = Some(first);
    std::iter::from_fn(move || {
        let number = next.take()?;
        next = (number != last).then(|| &number + step);
        Some(Value::integer(number))
    })
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
