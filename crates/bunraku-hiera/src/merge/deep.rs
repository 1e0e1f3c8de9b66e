//! The strategy `deep`: reproduces the Ruby library deep_merge, including its oddities.
//!
//! The upper value is the source, the lower the destination. If the destination lacks a key, the library merges the
//! source with a shallow copy of itself, so that even there duplicates are removed and prefixes knock elements out.
//! Below that copy, both sides are the same object ([`DeepOptions::same`]).

use std::{cell::Cell, cmp::Ordering, collections::HashSet};

use bunraku_pcore::{Array, Hash, Str, Value, number, watch};
use bunraku_regexp::Regexp;

use super::{FEW, fail, unique};
use crate::error::LookupError;
use crate::key::kind_of;

/// The options of a deep merge.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeepOptions {
    /// A string with this prefix removes an element. The pattern matches it at the start of a line.
    knockout: Option<(String, Regexp)>,
    /// Whether merged arrays are sorted.
    sort: bool,
    /// Whether hashes in arrays are merged by position.
    merge_hash_arrays: bool,
    /// Whether the values of the lower level take precedence.
    pub(super) reverse: bool,
}

impl DeepOptions {
    /// The options of a strategy, from the hash that selects it.
    pub(super) fn new(strategy: &str, options: Option<&Hash>) -> Result<DeepOptions, LookupError> {
        let mut result = DeepOptions { reverse: strategy == "reverse_deep", ..DeepOptions::default() };
        for (name, value) in options.into_iter().flatten() {
            match (name.as_str().unwrap_or(""), value) {
                ("strategy", _) | ("merge_debug", Value::Bool(_)) => {}
                (
                    "knockout_prefix" | "merge_debug" | "merge_hash_arrays" | "sort_merged_arrays",
                    Value::Undef,
                ) => {}
                ("knockout_prefix", Value::Str(prefix)) if prefix.is_empty() => {
                    return Err(fail("the knockout prefix of a deep merge cannot be empty"));
                }
                ("knockout_prefix", Value::Str(prefix)) => {
                    // The library inserts the prefix into a pattern without escaping it.
                    let pattern = Regexp::new(&format!("^{prefix}"));
                    let pattern = pattern.map_err(|_| {
                        fail(format!("the knockout prefix `{prefix}` is not a regular expression"))
                    })?;
                    result.knockout = Some((prefix.to_string(), pattern));
                }
                ("sort_merged_arrays", Value::Bool(sort)) => result.sort = *sort,
                ("merge_hash_arrays", Value::Bool(merge)) => result.merge_hash_arrays = *merge,
                _ if strategy != "deep" => {}
                (
                    name @ ("knockout_prefix" | "sort_merged_arrays" | "merge_hash_arrays" | "merge_debug"),
                    value,
                ) => {
                    let kind = kind_of(value);
                    return Err(fail(format!("the option `{name}` of a deep merge cannot be {kind}")));
                }
                (name, _) => {
                    return Err(fail(format!("unknown option `{name}` of the merge strategy `deep`")).with_help(
                        "valid options are `knockout_prefix`, `sort_merged_arrays` and `merge_hash_arrays`",
                    ));
                }
            }
        }
        Ok(result)
    }

    /// Merges a source into a destination.
    pub(super) fn merge(&self, source: Value, dest: Value) -> Result<Value, LookupError> {
        Merging { options: self, work: Cell::new(0) }.merge(source, dest)
    }
}

/// A merge of two values.
struct Merging<'a> {
    options: &'a DeepOptions,
    /// How much was done since it was asked whether there is time left.
    work: Cell<usize>,
}

/// How much is done before it is asked whether there is time left.
const ASKED: usize = 1 << 16;

/// How much a search with a pattern counts: one that is given up takes as long as many others.
const SEARCH: usize = 1 << 12;

impl Merging<'_> {
    fn merge(&self, source: Value, dest: Value) -> Result<Value, LookupError> {
        self.work(1)?;
        if source.is_undef() {
            return Ok(dest);
        }
        if is_false(&dest) {
            return Ok(source);
        }
        match (source, dest) {
            (Value::Hash(source), Value::Hash(mut dest)) => {
                for (key, value) in source {
                    if let Some(mut below) = dest.get_mut(&key) {
                        let lower = std::mem::take(&mut *below);
                        *below =
                            if is_false(&lower) { self.with_copy(value)? } else { self.merge(value, lower)? };
                        continue;
                    }
                    dest.insert(key, self.with_copy(value)?);
                }
                Ok(Value::Hash(dest))
            }
            // An empty hash has no entry that would overwrite anything.
            (Value::Hash(source), dest) if source.is_empty() => Ok(dest),
            (Value::Hash(source), _) => self.hash_over_other(source),
            (Value::Array(source), dest) => self.arrays(source, dest, Elements::Different),
            (source, _) => self.overwrite(source),
        }
    }

    /// Counts work, and asks from time to time whether there is time left for more.
    fn work(&self, more: usize) -> Result<(), LookupError> {
        let work = self.work.get().saturating_add(more);
        self.work.set(if work < ASKED { work } else { 0 });
        if work < ASKED {
            return Ok(());
        }
        watch::ended(0).map_or(Ok(()), |ended| Err(LookupError::ended(ended)))
    }

    /// A hash in place of another kind of value. The library overwrites at the first key, and then merges the others
    /// with themselves.
    fn hash_over_other(&self, source: Hash) -> Result<Value, LookupError> {
        let mut merged = Hash::with_capacity(source.len());
        for (index, (key, value)) in source.into_iter().enumerate() {
            let value = if index == 0 { value } else { self.same(value)? };
            merged.insert(key, value);
        }
        Ok(Value::Hash(merged))
    }

    /// A value for which the destination has none.
    fn with_copy(&self, value: Value) -> Result<Value, LookupError> {
        self.work(1)?;
        if self.leaves(&value) {
            return Ok(value);
        }
        match value {
            Value::Hash(hash) => self.same(Value::Hash(hash)),
            Value::Array(array) => self.arrays(array.clone(), Value::Array(array), Elements::Same),
            value if is_false(&value) => Ok(value),
            value => self.overwrite(value),
        }
    }

    /// Whether merging a value with itself certainly leaves it unchanged: nothing is knocked out or sorted, and no
    /// array contains duplicates.
    fn leaves(&self, value: &Value) -> bool {
        if self.options.knockout.is_some() || self.options.sort {
            return false;
        }
        match value {
            Value::Hash(hash) => hash.values().all(|value| self.leaves(value)),
            Value::Array(array) => {
                let values = array.as_slice();
                let distinct = || {
                    values
                        .iter()
                        .enumerate()
                        .all(|(index, value)| !values.iter().take(index).any(|other| other == value))
                };
                values.len() <= FEW && !self.options.merge_hash_arrays && distinct()
            }
            _ => true,
        }
    }

    /// Merges a value with itself.
    fn same(&self, value: Value) -> Result<Value, LookupError> {
        self.work(1)?;
        match value {
            Value::Hash(hash) => {
                let mut merged = Hash::with_capacity(hash.len());
                for (key, value) in hash {
                    let value = self.same(value)?;
                    merged.insert(key, value);
                }
                Ok(Value::Hash(merged))
            }
            Value::Array(array) => {
                let array = match &self.options.knockout {
                    Some((prefix, _)) if array.iter().any(|value| value.as_str() == Some(prefix)) => {
                        Array::new()
                    }
                    Some(_) => self.knock_out_of_itself(array)?,
                    None => array,
                };
                let array = if self.options.merge_hash_arrays
                    && array.iter().all(|value| matches!(value, Value::Hash(_)))
                {
                    array.into_iter().map(|value| self.same(value)).collect::<Result<Array, _>>()?
                } else {
                    unique(array)
                };
                self.sorted(array).map(Value::Array)
            }
            value if is_false(&value) => Ok(value),
            value => self.overwrite(value),
        }
    }

    fn arrays(&self, source: Array, dest: Value, elements: Elements) -> Result<Value, LookupError> {
        let mut source = source;
        let mut dest = dest;
        if let Some((prefix, _)) = &self.options.knockout
            && source.iter().any(|value| value.as_str() == Some(prefix))
        {
            source.retain(|value| value.as_str() != Some(prefix));
            dest = match dest {
                Value::Array(_) => Value::Array(Array::new()),
                Value::Hash(_) => Value::Hash(Hash::new()),
                Value::Str(_) => Value::str(""),
                _ => Value::Undef,
            };
        }
        let Value::Array(mut dest) = dest else { return self.overwrite(Value::Array(source)) };
        if self.options.knockout.is_some() {
            let (mut kept, mut out) = (Array::new(), HashSet::new());
            for value in source {
                match self.without_prefix(&value)? {
                    Some(item) => out.extend([Value::Str(item), value]),
                    None => kept.push(value),
                }
            }
            source = kept;
            // Only strings knock out, and only strings are equal to them.
            dest.retain(|below| !out.contains(below));
        }
        let all_hashes = |array: &Array| array.iter().all(|value| matches!(value, Value::Hash(_)));
        let merged = if self.options.merge_hash_arrays && all_hashes(&source) && all_hashes(&dest) {
            let mut sources = source.into_iter();
            let mut merged = Array::new();
            for below in dest {
                if elements == Elements::Same {
                    merged.push(self.same(below)?);
                    sources.next();
                    continue;
                }
                let above = sources.next().unwrap_or_else(|| Value::Hash(Hash::new()));
                merged.push(self.merge(above, below)?);
            }
            merged.extend(sources);
            merged
        } else {
            dest.extend(source);
            unique(dest)
        };
        self.sorted(merged).map(Value::Array)
    }

    /// A value that replaces one of another kind.
    fn overwrite(&self, source: Value) -> Result<Value, LookupError> {
        let knocked_out = match &source {
            Value::Str(_) => self.without_prefix(&source)?.is_some(),
            // The library compares the array with itself after removing elements, and so never sees a difference.
            Value::Array(array) => {
                let mut kept = Array::new();
                for value in array {
                    if !self.has_prefix(value)? {
                        kept.push(value.clone());
                    }
                }
                return Ok(Value::Array(kept));
            }
            _ => false,
        };
        Ok(if knocked_out { Value::str("") } else { source })
    }

    /// Knocks elements out of the array that contains them. The library deletes while iterating, and elements that it
    /// skips because of that are skipped here as well.
    fn knock_out_of_itself(&self, array: Array) -> Result<Array, LookupError> {
        let mut array: Vec<Value> = array.into_iter().collect();
        let (mut at, mut kept) = (0, 0);
        while let Some(value) = array.get(at).cloned() {
            at += 1;
            match self.without_prefix(&value)? {
                Some(item) => {
                    self.work(array.len())?;
                    array.retain(|below| below.as_str() != Some(&*item) && *below != value);
                }
                None => {
                    if let Some(place) = array.get_mut(kept) {
                        *place = value;
                    }
                    kept += 1;
                }
            }
        }
        if kept < at {
            let tail: Vec<Value> = array.iter().skip(at).cloned().collect();
            array.truncate(kept);
            array.extend(tail);
        }
        Ok(array.into())
    }

    /// Removes the prefix from a string, if it has it.
    fn without_prefix(&self, value: &Value) -> Result<Option<Str>, LookupError> {
        let (Some((_, pattern)), Some(text)) = (&self.options.knockout, value.as_str()) else {
            return Ok(None);
        };
        let mut rest = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            self.work(SEARCH + line.len())?;
            match pattern.find(line) {
                Ok(Some(found)) if found.start() == 0 => rest.push_str(line.get(found.end()..).unwrap_or("")),
                _ => rest.push_str(line),
            }
        }
        Ok((rest != text).then(|| rest.into()))
    }

    fn has_prefix(&self, value: &Value) -> Result<bool, LookupError> {
        let (Some((_, pattern)), Some(text)) = (&self.options.knockout, value.as_str()) else {
            return Ok(false);
        };
        self.work(SEARCH + text.len())?;
        Ok(pattern.is_match(text).unwrap_or(false))
    }

    fn sorted(&self, array: Array) -> Result<Array, LookupError> {
        if !self.options.sort {
            return Ok(array);
        }
        let mut array = array;
        let mut comparable = true;
        array.sort_by(|a, b| {
            order(a, b).unwrap_or_else(|| {
                comparable = false;
                Ordering::Equal
            })
        });
        if !comparable {
            return Err(fail("cannot sort an array that mixes strings and other values"));
        }
        Ok(array)
    }
}

/// Whether two arrays contain the same objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elements {
    Same,
    Different,
}

fn is_false(value: &Value) -> bool {
    matches!(value, Value::Undef | Value::Bool(false))
}

/// Ruby's `<=>`; `None` if the values are not comparable.
fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                match order(a, b)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (a, b) if a == b => Some(Ordering::Equal),
        (a, b) => number::compare(a, b),
    }
}

#[cfg(test)]
mod tests {
    use bunraku_pcore::watch::{Ended, Watch};

    use super::*;
    use crate::error::ErrorKind;

    fn texts(prefix: &str) -> Value {
        Value::Array((0..1_000).map(|index| Value::str(format!("{prefix}{index}"))).collect())
    }

    #[test]
    fn merging_ends_when_there_is_no_time_left() {
        let _watch = Watch::new(|_| Some(Ended::Time));
        let mut options = Hash::new();
        options.insert(Value::str("knockout_prefix"), Value::str("--"));
        let options = DeepOptions::new("deep", Some(&options)).ok().unwrap_or_default();
        let merged = options.merge(texts("--"), texts("x"));
        assert_eq!(merged.map_err(|error| error.kind), Err(ErrorKind::TooSlow));
    }
}
