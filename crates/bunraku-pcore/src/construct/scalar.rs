//! The parameters of the types of numbers, strings, patterns, times, versions and URIs.

use std::sync::Arc;

use num_bigint::{BigInt, Sign};

use bunraku_edition::{DescendingRange, IntegerStep, SingleBound};

use super::keys::Keys;
use super::{Construct, ConstructError, Problem};
use crate::types::{FloatRange, IntRange, TimeRange, UriType};
use crate::values::{Timespan, Timestamp, Uri, VersionRange};
use crate::{Regexp, Str, Type, Value};
use crate::{infer, number};

/// The limit for the number of elements of `Integer[from, to, step]`, which is an array and not a range.
const MAX_STEPS: u64 = 1 << 24;

impl Construct<'_> {
    pub(super) fn integer(&self, keys: &Keys<'_>) -> Result<Value, ConstructError> {
        if let (3, IntegerStep::Array) = (keys.len(), self.rules.integer_step) {
            return self.integer_steps(keys);
        }
        keys.arity(1, Some(2))?;
        if let (1, SingleBound::Both, Some(only)) = (keys.len(), self.rules.single_bound, keys.bound(0)?) {
            return Ok(Value::Type(Type::exact_integer(only)));
        }
        if let (Some(from), Some(to), DescendingRange::Allowed) =
            (keys.bound(0)?, keys.bound(1)?, self.rules.descending_range)
            && from > to
        {
            let range = IntRange { from: Some(to), to: Some(from), descending: true };
            return Ok(Value::Type(Type::integer(range)));
        }
        Ok(Value::Type(Type::integer(keys.range(0)?)))
    }

    /// `Integer[from, to, step]`: an array of the numbers, which counts down if `from` is greater than `to`.
    fn integer_steps(&self, keys: &Keys<'_>) -> Result<Value, ConstructError> {
        let number = |index| keys.get(index).and_then(number::big);
        let from = number(0).ok_or_else(|| keys.wrong(0, "an integer"))?;
        let to = number(1).ok_or_else(|| keys.wrong(1, "an integer"))?;
        let step = number(2).filter(|step| step.sign() == Sign::Plus);
        let step = step.ok_or_else(|| keys.wrong(2, "a positive integer"))?;
        let count = (&*to - &*from).magnitude() / step.magnitude();
        let count = u64::try_from(count).ok().filter(|count| *count < MAX_STEPS);
        let count = count.ok_or_else(|| keys.wrong(2, "a larger step: the range has too many numbers"))?;
        let step = if from <= to { BigInt::clone(&step) } else { -&*step };
        Ok(Value::array((0..=count).map(|index| Value::integer(&*from + &step * index))))
    }

    pub(super) fn float(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, Some(2))?;
        let bound = |index, open| match keys.get(index) {
            Some(Value::Int(number)) => Ok(*number as f64),
            Some(Value::Big(number)) => Ok(number.to_string().parse().unwrap_or(open)),
            Some(Value::Float(number)) => Ok(*number),
            Some(Value::Default) | None => Ok(open),
            _ => Err(keys.wrong(index, "a number or default")),
        };
        let (from, to) = (bound(0, f64::NEG_INFINITY)?, bound(1, f64::INFINITY)?);
        if from > to {
            let problem = Problem::Descending { from: from.to_string(), to: to.to_string() };
            return Err(ConstructError { key: Some(0), problem });
        }
        Ok(Type::float(FloatRange { from, to }))
    }

    pub(super) fn boolean(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, Some(1))?;
        match keys.get(0) {
            Some(Value::Bool(value)) => Ok(Type::Boolean(Some(*value))),
            _ => Err(keys.wrong(0, "true or false")),
        }
    }

    pub(super) fn string(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, Some(2))?;
        Ok(keys.size(0)?.map_or(Type::String(None), Type::string))
    }

    pub(super) fn enumeration(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        let last = keys.len().saturating_sub(1);
        let (count, ignore_case) = match keys.get(last) {
            Some(Value::Bool(ignore_case)) => (last, *ignore_case),
            _ => (keys.len(), false),
        };
        if count == 0 {
            // There is at most the flag for case, so this reports the error.
            keys.arity(2, None)?;
        }
        let values = (0..count).map(|index| keys.string(index)).collect::<Result<Vec<Str>, _>>()?;
        Ok(Type::enumeration(values, ignore_case))
    }

    pub(super) fn pattern(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, None)?;
        let mut patterns = Vec::new();
        for index in 0..keys.len() {
            match keys.get(index) {
                Some(Value::Str(_)) => patterns.push(self.compile(keys, index)?),
                Some(Value::Regexp(regexp)) => patterns.push(regexp.clone()),
                Some(Value::Type(Type::Regexp(Some(regexp)))) => patterns.push(regexp.clone()),
                // `Regexp` without a parameter is the empty pattern, which matches every string.
                Some(Value::Type(Type::Regexp(None))) => patterns.extend(Regexp::new("").ok()),
                Some(Value::Type(Type::Pattern(set))) => patterns.extend(set.patterns.iter().cloned()),
                _ => return Err(keys.wrong(index, "a string, a regular expression or a pattern")),
            }
        }
        Ok(Type::pattern(patterns))
    }

    /// `Regexp[...]`: the type of a single regular expression.
    pub(super) fn regexp(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, Some(1))?;
        match keys.get(0) {
            Some(Value::Str(_)) => Ok(Type::Regexp(Some(self.compile(keys, 0)?))),
            Some(Value::Regexp(regexp)) => Ok(Type::Regexp(Some(regexp.clone()))),
            _ => Err(keys.wrong(0, "a string or a regular expression")),
        }
    }

    /// `Pattern['...']` in an edition where `Pattern` is the type of regular expressions. That is not a type but a regular
    /// expression.
    pub(super) fn pattern_value(&self, keys: &Keys<'_>) -> Result<Value, ConstructError> {
        keys.arity(1, Some(1))?;
        Ok(Value::Regexp(self.compile(keys, 0)?))
    }

    fn compile(&self, keys: &Keys<'_>, index: usize) -> Result<Regexp, ConstructError> {
        super::regexp(self.rules, &keys.string(index)?)
            .map_err(|_| keys.bad_string(index, "a regular expression"))
    }

    pub(super) fn timespan(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(0, Some(2))?;
        let bound = |index| match keys.get(index) {
            None | Some(Value::Default | Value::Undef) => Ok(None),
            Some(Value::Timespan(time)) => Ok(Some(*time)),
            Some(Value::Int(seconds)) => Ok(Some(Timespan::from_seconds(*seconds))),
            Some(Value::Float(seconds)) => Ok(Timespan::from_float(*seconds)),
            Some(Value::Str(text)) => match Timespan::parse(text) {
                Some(time) => Ok(Some(time)),
                None => Err(keys.bad_string(index, "a timespan")),
            },
            Some(Value::Hash(hash)) => match crate::new::timespan_from_hash(hash) {
                Ok(time) => Ok(Some(time)),
                Err(_) => Err(keys.wrong(index, "the parts of a timespan")),
            },
            Some(_) => Err(keys.wrong(index, "a timespan, a number or a string")),
        };
        let (from, to) = (bound(0)?, bound(1)?);
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            return Err(descending(from.text(), to.text()));
        }
        Ok(Type::timespan(TimeRange { from, to }))
    }

    pub(super) fn timestamp(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(0, Some(2))?;
        let bound = |index| match keys.get(index) {
            None | Some(Value::Default | Value::Undef) => Ok(None),
            Some(Value::Timestamp(time)) => Ok(Some(*time)),
            Some(Value::Int(seconds)) => Ok(Some(Timestamp::from_seconds(*seconds))),
            Some(Value::Float(seconds)) => Ok(Timestamp::from_float(*seconds)),
            Some(Value::Str(text)) => match Timestamp::parse(text, &[], None) {
                Ok(time) => Ok(Some(time)),
                Err(_) => Err(keys.bad_string(index, "a timestamp")),
            },
            Some(Value::Hash(hash)) => match crate::new::timestamp_from_hash(hash) {
                Ok(time) => Ok(Some(time)),
                Err(_) => Err(keys.wrong(index, "the parts of a timestamp")),
            },
            Some(_) => Err(keys.wrong(index, "a timestamp, a number or a string")),
        };
        let (from, to) = (bound(0)?, bound(1)?);
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            return Err(descending(from.text(), to.text()));
        }
        Ok(Type::timestamp(TimeRange { from, to }))
    }

    pub(super) fn sem_ver(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, None)?;
        let range = |index| match keys.get(index) {
            Some(Value::VersionRange(range)) => Ok(range.clone()),
            Some(Value::Str(text)) => {
                VersionRange::parse(text).ok_or_else(|| keys.bad_string(index, "a range of versions"))
            }
            _ => Err(keys.wrong(index, "a range of versions or a string")),
        };
        Ok(Type::sem_ver((0..keys.len()).map(range).collect::<Result<_, _>>()?))
    }

    pub(super) fn uri(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, Some(1))?;
        match keys.get(0) {
            Some(Value::Str(text)) => {
                let absolute = names_a_scheme(text).then(|| Uri::parse(text)).flatten();
                let uri = absolute.ok_or_else(|| keys.bad_string(0, "a URI with a scheme"))?;
                Ok(infer::reduced(self.rules, &Value::Uri(uri)))
            }
            Some(Value::Hash(hash)) => {
                let mut params = Vec::new();
                for (name, value) in hash {
                    let name = name.as_str().filter(|name| URI_PARTS.contains(name));
                    let name =
                        name.ok_or_else(|| keys.wrong(0, "a hash with the names of parts of a URI"))?;
                    let fits = match value {
                        Value::Undef | Value::Type(_) => true,
                        Value::Int(port) => name == "port" && *port >= 0,
                        Value::Str(text) => name != "port" && !text.is_empty(),
                        Value::Regexp(_) => name != "port",
                        _ => false,
                    };
                    if !fits {
                        return Err(keys.wrong(0, "a hash with strings, patterns and an Integer as the port"));
                    }
                    params.push((name.into(), value.clone()));
                }
                Ok(Type::Uri(if params.is_empty() { None } else { Some(Arc::new(UriType { params })) }))
            }
            _ => Err(keys.wrong(0, "a string or a hash")),
        }
    }
}

const URI_PARTS: [&str; 8] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];

/// Whether there is a scheme in a string, with something after it.
fn names_a_scheme(text: &str) -> bool {
    let scheme = |before: &str| {
        let start =
            before.trim_end_matches(|char: char| char.is_ascii_alphanumeric() || "-+.".contains(char));
        before
            .get(start.len()..)
            .is_some_and(|scheme| scheme.contains(|char: char| char.is_ascii_alphabetic()))
    };
    let follows = |char: char| char.is_ascii_alphanumeric() || "-_.!~*'()%;?:@&=+$,/".contains(char);
    text.match_indices(':').any(|(at, _)| {
        let (before, after) = text.split_at(at);
        scheme(before) && after.chars().nth(1).is_some_and(follows)
    })
}

fn descending(from: String, to: String) -> ConstructError {
    ConstructError { key: Some(0), problem: Problem::Descending { from, to } }
}

/// The source of a regular expression without `\A`, `\Z` and `\z`.
pub(super) fn without_text_anchors(source: &str) -> Str {
    let mut text = Str::new();
    let mut chars = source.chars();
    while let Some(char) = chars.next() {
        if char != '\\' {
            text.push(char);
            continue;
        }
        match chars.next() {
            Some('A' | 'Z' | 'z') => {}
            Some(escaped) => {
                text.push('\\');
                text.push(escaped);
            }
            None => text.push('\\'),
        }
    }
    text
}
