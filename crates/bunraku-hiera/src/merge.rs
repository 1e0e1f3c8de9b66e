//! Merge strategies: how the values that several levels have for a key become one.

mod deep;

use bunraku_edition::TypeRules;
use bunraku_pcore::instance::instance;
use bunraku_pcore::types::data;
use bunraku_pcore::{Array, Hash, Type, Value};

use crate::error::{ErrorKind, LookupError};
use crate::key::kind_of;

pub use deep::DeepOptions;

/// How values are merged.
#[derive(Debug, Clone, Default)]
pub enum Merge {
    /// The value of the first level that has the key.
    #[default]
    First,
    /// An array of all different values, flattened.
    Unique,
    /// A hash with the keys of all hashes; the upper level's value counts.
    Hash,
    /// Like `Hash`, but hashes and arrays inside are merged, too.
    Deep(DeepOptions),
}

impl Merge {
    /// The strategy that a value asks for: a name, or a hash with `strategy` and options.
    pub fn from_value(value: &Value) -> Result<Merge, LookupError> {
        let (name, options) = match value {
            Value::Str(name) => (name.as_str(), None),
            Value::Hash(hash) => match hash.get_str("strategy") {
                Some(Value::Str(name)) => (name.as_str(), Some(hash).filter(|hash| hash.len() > 1)),
                _ => {
                    return Err(fail(
                        "a merge given as a hash needs the name of a strategy under the key `strategy`",
                    ));
                }
            },
            other => {
                return Err(fail(format!(
                    "a merge is the name of a strategy or a hash, but this is {}",
                    kind_of(other)
                )));
            }
        };
        let without_options = |merge: Merge| match options {
            None => Ok(merge),
            Some(_) => Err(fail(format!("the merge strategy `{name}` takes no options"))),
        };
        match name {
            "first" | "default" => without_options(Merge::First),
            "unique" => without_options(Merge::Unique),
            "hash" => without_options(Merge::Hash),
            "deep" | "unconstrained_deep" | "reverse_deep" => {
                Ok(Merge::Deep(DeepOptions::new(name, options)?))
            }
            _ => Err(fail(format!("there is no merge strategy `{name}`"))
                .with_help("the strategies are `first`, `unique`, `hash` and `deep`")),
        }
    }

    /// The name of the strategy.
    pub fn name(&self) -> &'static str {
        match self {
            Merge::First => "first",
            Merge::Unique => "unique",
            Merge::Hash => "hash",
            Merge::Deep(options) if options.reverse => "reverse_deep",
            Merge::Deep(_) => "deep",
        }
    }

    /// The first of several values, before another is merged to it.
    pub(crate) fn begin(&self, value: Value) -> Value {
        match self {
            Merge::Unique => Value::Array(flattened(value)),
            _ => value,
        }
    }

    /// A value that has no other beside it.
    pub(crate) fn single(&self, value: Value) -> Value {
        match (self, value) {
            (Merge::Unique, Value::Array(array)) => Value::Array(unique(array)),
            (_, value) => value,
        }
    }

    /// Merges what the levels above gave with the value of the next lower one.
    pub(crate) fn merge(&self, rules: &TypeRules, upper: Value, lower: Value) -> Result<Value, LookupError> {
        match self {
            Merge::First => Ok(upper),
            Merge::Unique => {
                let mergeable = |value: &Value| {
                    instance(rules, &Type::Scalar, value)
                        || instance(rules, &Type::array(data(rules), None), value)
                };
                check("unique", "a scalar or an array of data", &upper, mergeable(&upper))?;
                check("unique", "a scalar or an array of data", &lower, mergeable(&lower))?;
                let mut all = flattened(upper);
                all.extend(flattened(lower));
                Ok(Value::Array(unique(all)))
            }
            Merge::Hash => match (upper, lower) {
                (Value::Hash(upper), Value::Hash(lower)) => {
                    let mergeable = Type::hash(Type::String(None), data(rules), None);
                    for hash in [&upper, &lower] {
                        let value = Value::Hash(hash.clone());
                        check(
                            "hash",
                            "a hash with strings as keys",
                            &value,
                            instance(rules, &mergeable, &value),
                        )?;
                    }
                    let mut merged: Hash = lower;
                    merged.extend(upper);
                    Ok(Value::Hash(merged))
                }
                (Value::Hash(_), other) | (other, _) => {
                    check("hash", "a hash with strings as keys", &other, false)?;
                    Ok(other)
                }
            },
            Merge::Deep(options) if options.reverse => options.merge(lower, upper),
            Merge::Deep(options) => options.merge(upper, lower),
        }
    }
}

fn check(strategy: &str, expected: &str, value: &Value, fits: bool) -> Result<(), LookupError> {
    if fits {
        return Ok(());
    }
    Err(fail(format!(
        "the merge strategy `{strategy}` needs {expected}, but one level has {}",
        kind_of(value)
    )))
}

/// The elements of an array without the arrays around them; anything else as the only element.
fn flattened(value: Value) -> Array {
    fn flatten(value: Value, into: &mut Array) {
        match value {
            Value::Array(array) => array.into_iter().for_each(|value| flatten(value, into)),
            value => into.push(value),
        }
    }
    let mut all = Array::new();
    flatten(value, &mut all);
    all
}

/// The different elements, each where it came first.
pub(super) fn unique(array: Array) -> Array {
    let mut seen = Hash::with_capacity(array.len());
    array.into_iter().filter(|value| seen.insert(value.clone(), Value::Undef).is_none()).collect()
}

fn fail(message: impl Into<String>) -> LookupError {
    LookupError::new(ErrorKind::Merge, message)
}
