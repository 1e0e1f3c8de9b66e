//! Merge strategies: how the values that several levels have for a key are combined.

mod deep;

use bunraku_diag::nearest;
use bunraku_edition::TypeRules;
use bunraku_pcore::instance::instance;
use bunraku_pcore::types::data;
use bunraku_pcore::{Array, Hash, Type, Value};
use hashbrown::HashSet;

use crate::error::{ErrorKind, LookupError};
use crate::key::kind_of;

pub use deep::DeepOptions;

/// How values are merged.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Merge {
    /// The value of the first level that has the key.
    #[default]
    First,
    /// An array of all distinct values, flattened.
    Unique,
    /// A hash with the keys of all hashes. The value of the higher level counts.
    Hash,
    /// Like `Hash`, but nested hashes and arrays are merged as well.
    Deep(DeepOptions),
}

impl Merge {
    /// Parses a strategy: a name, or a hash with `strategy` and options.
    pub fn from_value(value: &Value) -> Result<Merge, LookupError> {
        let (name, options) = match value {
            Value::Str(name) => (name.as_str(), None),
            Value::Hash(hash) => match hash.get_str("strategy") {
                Some(Value::Str(name)) => (name.as_str(), Some(hash).filter(|hash| hash.len() > 1)),
                _ => {
                    let similar = nearest("strategy", hash.keys().filter_map(Value::as_str));
                    let help = match similar {
                        Some(similar) => format!("did you mean `strategy` instead of `{similar}`?"),
                        None => "write for example `{strategy: deep}`".to_owned(),
                    };
                    return Err(fail("missing key `strategy` of a merge").with_help(help));
                }
            },
            other => {
                return Err(fail(format!(
                    "expected the name of a merge strategy or a hash, got {}",
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
            _ => Err(fail(format!("unknown merge strategy `{name}`"))
                .with_help("valid strategies are `first`, `unique`, `hash` and `deep`")),
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

    /// Applies the strategy to a single value.
    pub(crate) fn single(&self, value: Value) -> Value {
        match (self, value) {
            (Merge::Unique, Value::Array(array)) => Value::Array(unique(array)),
            (_, value) => value,
        }
    }

    /// Starts a merge.
    pub(crate) fn start<'a>(&'a self, rules: &'a TypeRules) -> Merging<'a> {
        Merging { merge: self, rules, merged: Merged::Nothing }
    }

    /// Merges two values. The upper one counts where both have something.
    pub(crate) fn merge(&self, rules: &TypeRules, upper: Value, lower: Value) -> Result<Value, LookupError> {
        let mut merging = self.start(rules);
        merging.add(upper).map_err(|conflict| conflict.error)?;
        merging.add(lower).map_err(|conflict| conflict.error)?;
        Ok(merging.finish().unwrap_or_default())
    }
}

/// Values that are being merged, from the highest level down.
pub(crate) struct Merging<'a> {
    merge: &'a Merge,
    rules: &'a TypeRules,
    merged: Merged,
}

enum Merged {
    Nothing,
    One(Value),
    /// All elements of a unique merge so far.
    Elements(Array),
    /// All hashes of a hash merge so far, highest first.
    Hashes(Vec<Hash>),
}

/// Why values cannot be merged.
pub(crate) struct Conflict {
    /// Which of them is to blame.
    pub(crate) side: Side,
    pub(crate) error: LookupError,
}

/// A side of a merge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The first value, which is checked when there is a second one.
    First,
    /// The value that is being added.
    Added,
}

impl Side {
    fn blame(self, error: LookupError) -> Conflict {
        Conflict { side: self, error }
    }
}

impl Merging<'_> {
    /// Adds the value of the next lower level.
    pub(crate) fn add(&mut self, lower: Value) -> Result<(), Conflict> {
        let first = |error| Side::First.blame(error);
        let added = |error| Side::Added.blame(error);
        self.merged = match std::mem::replace(&mut self.merged, Merged::Nothing) {
            Merged::Nothing => Merged::One(match self.merge {
                Merge::Unique => Value::Array(flattened(lower)),
                _ => lower,
            }),
            Merged::One(upper) => match self.merge {
                Merge::First => Merged::One(upper),
                Merge::Unique => {
                    let fits = self.is_data_array(&upper);
                    check("unique", "a scalar or an array of data", &upper, fits).map_err(first)?;
                    self.check_mergeable(&lower).map_err(added)?;
                    Merged::Elements(joined(flattened(upper), lower))
                }
                Merge::Hash => {
                    let upper = self.string_hash(upper).map_err(first)?;
                    Merged::Hashes(vec![upper, self.string_hash(lower).map_err(added)?])
                }
                Merge::Deep(options) if options.reverse => {
                    Merged::One(options.merge(lower, upper).map_err(added)?)
                }
                Merge::Deep(options) => Merged::One(options.merge(upper, lower).map_err(added)?),
            },
            Merged::Elements(elements) => {
                self.check_mergeable(&lower).map_err(added)?;
                Merged::Elements(joined(elements, lower))
            }
            Merged::Hashes(mut hashes) => {
                hashes.push(self.string_hash(lower).map_err(added)?);
                Merged::Hashes(hashes)
            }
        };
        Ok(())
    }

    /// The merged value; `None` if nothing was added.
    pub(crate) fn finish(self) -> Option<Value> {
        match self.merged {
            Merged::Nothing => None,
            Merged::One(value) => Some(value),
            Merged::Elements(elements) => Some(Value::Array(unique(elements))),
            Merged::Hashes(hashes) => {
                // As in Puppet, the keys of the lowest level come first.
                let mut hashes = hashes.into_iter().rev();
                let mut merged = hashes.next().unwrap_or_default();
                hashes.for_each(|upper| merged.extend(upper));
                Some(Value::Hash(merged))
            }
        }
    }

    fn check_mergeable(&self, value: &Value) -> Result<(), LookupError> {
        let fits = self.is_data_array(value) || instance(self.rules, &Type::Scalar, value);
        check("unique", "a scalar or an array of data", value, fits)
    }

    fn is_data_array(&self, value: &Value) -> bool {
        match value {
            Value::Array(array) => array.iter().all(|value| self.is_data(value)),
            _ => false,
        }
    }

    fn string_hash(&self, value: Value) -> Result<Hash, LookupError> {
        let fits = matches!(&value, Value::Hash(hash) if hash.iter().all(|(key, value)| {
            matches!(key, Value::Str(_)) && self.is_data(value)
        }));
        check("hash", "a hash with strings as keys", &value, fits)?;
        match value {
            Value::Hash(hash) => Ok(hash),
            _ => Ok(Hash::new()),
        }
    }

    /// Whether a value is an instance of `Data`. The common cases are decided without types.
    fn is_data(&self, value: &Value) -> bool {
        match value {
            Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) => true,
            Value::Array(array) => array.iter().all(|value| self.is_data(value)),
            Value::Hash(hash) if hash.keys().all(|key| matches!(key, Value::Str(_))) => {
                hash.values().all(|value| self.is_data(value))
            }
            value => instance(self.rules, &data(self.rules), value),
        }
    }
}

fn joined(mut elements: Array, lower: Value) -> Array {
    elements.extend(flattened(lower));
    elements
}

fn check(strategy: &str, expected: &str, value: &Value, fits: bool) -> Result<(), LookupError> {
    if fits {
        return Ok(());
    }
    let got = match value {
        Value::Hash(_) if strategy == "hash" => "a hash with other keys",
        value => kind_of(value),
    };
    Err(fail(format!("the merge strategy `{strategy}` expects {expected} from each level, got {got}")))
}

/// Flattens an array; wraps any other value in an array.
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

/// Up to this number, comparing elements with each other is faster than hashing them.
const FEW: usize = 12;

/// Removes duplicates, keeping the first of each.
pub(super) fn unique(array: Array) -> Array {
    let values = array.as_slice();
    let first = |index: usize, value: &Value| !values.iter().take(index).any(|other| other == value);
    let keep: Vec<bool> = if values.len() <= FEW {
        values.iter().enumerate().map(|(index, value)| first(index, value)).collect()
    } else {
        let mut seen = HashSet::with_capacity(values.len());
        values.iter().map(|value| seen.insert(value)).collect()
    };
    if keep.iter().all(|keep| *keep) {
        return array;
    }
    array.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(value, _)| value).collect()
}

fn fail(message: impl Into<String>) -> LookupError {
    LookupError::new(ErrorKind::Merge, message)
}
