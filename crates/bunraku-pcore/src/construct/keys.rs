//! Access to the parameters of a type that is constructed, with errors that name the type.

use bunraku_edition::TypeRules;

use super::{ConstructError, Problem};
use crate::notation::notation;
use crate::types::{Bound, IntRange, Size};
use crate::{Str, Type, Value, infer};

/// The parameters of a type, and what error messages need.
pub(super) struct Keys<'a> {
    rules: &'a TypeRules,
    name: &'a str,
    values: Vec<&'a Value>,
}

impl<'a> Keys<'a> {
    /// The parameters, with arrays replaced by their elements.
    pub(super) fn flattened(rules: &'a TypeRules, name: &'a str, args: &'a [Value]) -> Keys<'a> {
        let mut values = Vec::new();
        flatten(args, &mut values);
        Keys { rules, name, values }
    }

    /// The parameters as written.
    pub(super) fn as_given(rules: &'a TypeRules, name: &'a str, args: &'a [Value]) -> Keys<'a> {
        Keys { rules, name, values: args.iter().collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<&'a Value> {
        self.values.get(index).copied()
    }

    /// Fails unless there are from `min` to `max` parameters.
    pub(super) fn arity(&self, min: usize, max: Option<usize>) -> Result<(), ConstructError> {
        let actual = self.values.len();
        if actual >= min && max.is_none_or(|max| actual <= max) {
            return Ok(());
        }
        let problem = Problem::Count { name: self.name.into(), min, max, actual };
        Err(ConstructError { key: None, problem })
    }

    /// The error that a parameter has the wrong type.
    pub(super) fn wrong(&self, index: usize, expected: &'static str) -> ConstructError {
        let actual = self.get(index).map_or("nothing".to_string(), |value| {
            notation(self.rules, &infer::generalized(self.rules, value))
        });
        let problem = Problem::Kind { name: self.name.into(), expected, actual };
        ConstructError { key: Some(index), problem }
    }

    /// The error that a string cannot be used.
    pub(super) fn bad_string(&self, index: usize, expected: &'static str) -> ConstructError {
        let text = self.get(index).and_then(Value::as_str).unwrap_or_default().into();
        ConstructError { key: Some(index), problem: Problem::Text { expected, text } }
    }

    pub(super) fn ty(&self, index: usize) -> Result<Type, ConstructError> {
        match self.get(index) {
            Some(Value::Type(ty)) => Ok(ty.clone()),
            _ => Err(self.wrong(index, "a type")),
        }
    }

    pub(super) fn string(&self, index: usize) -> Result<Str, ConstructError> {
        match self.get(index) {
            Some(Value::Str(text)) => Ok(text.clone()),
            _ => Err(self.wrong(index, "a string")),
        }
    }

    /// All parameters as types.
    pub(super) fn types(&self) -> Result<Vec<Type>, ConstructError> {
        (0..self.len()).map(|index| self.ty(index)).collect()
    }

    /// The type that must be the only parameter.
    pub(super) fn only_type(&self) -> Result<Type, ConstructError> {
        self.arity(1, Some(1))?;
        self.ty(0)
    }

    /// The type that must be the only parameter; a string means the type of this single string.
    pub(super) fn only_type_or_string(&self) -> Result<Type, ConstructError> {
        self.arity(1, Some(1))?;
        match self.get(0) {
            Some(Value::Str(text)) => Ok(Type::literal(text.clone())),
            Some(Value::Type(ty)) => Ok(ty.clone()),
            _ => Err(self.wrong(0, "a type or a string")),
        }
    }

    /// A bound of a range. `None` if it is open, that is missing or `default`.
    pub(super) fn bound(&self, index: usize) -> Result<Option<Bound>, ConstructError> {
        match self.get(index) {
            Some(Value::Default) | None => Ok(None),
            Some(value) => match Bound::from_value(value) {
                Some(bound) => Ok(Some(bound)),
                None => Err(self.wrong(index, "an integer or default")),
            },
        }
    }

    /// The range whose one or two bounds start at an index.
    pub(super) fn range(&self, index: usize) -> Result<IntRange, ConstructError> {
        let (from, to) = (self.bound(index)?, self.bound(index + 1)?);
        if let (Some(from), Some(to)) = (&from, &to)
            && from > to
        {
            let problem = Problem::Descending { from: from.to_string(), to: to.to_string() };
            return Err(ConstructError { key: Some(index), problem });
        }
        Ok(IntRange::between(from, to))
    }

    /// The size that starts at an index: one or two bounds, or an `Integer` type.
    pub(super) fn size(&self, index: usize) -> Result<Option<Size>, ConstructError> {
        match self.get(index) {
            None => Ok(None),
            Some(Value::Type(Type::Integer(range))) if self.len() == index + 1 => {
                Ok(Some(range.as_deref().cloned().unwrap_or(IntRange::ALL).into()))
            }
            Some(_) => Ok(Some(self.range(index)?.into())),
        }
    }

    /// Whether a parameter may be a bound. Puppet takes the string `default` for the keyword here.
    pub(super) fn is_bound(&self, index: Option<usize>) -> bool {
        match index.and_then(|index| self.get(index)) {
            Some(Value::Int(_) | Value::Big(_) | Value::Default) => true,
            Some(Value::Str(text)) => text == "default",
            _ => false,
        }
    }

    /// How many parameters there are before the size, and the size at the end of the parameters, if there is one.
    pub(super) fn trailing_size(&self) -> Result<(usize, Option<Size>), ConstructError> {
        let count = self.len();
        if !self.is_bound(count.checked_sub(1)) {
            return Ok((count, None));
        }
        let start = if self.is_bound(count.checked_sub(2)) { count - 2 } else { count - 1 };
        let bound = |index: usize| self.get(index).and_then(Bound::from_value);
        let (from, to) = (bound(start), bound(start + 1));
        if let (Some(from), Some(to)) = (&from, &to)
            && from > to
        {
            let problem = Problem::Descending { from: from.to_string(), to: to.to_string() };
            return Err(ConstructError { key: Some(start), problem });
        }
        Ok((start, Some(IntRange::between(from, to).into())))
    }
}

fn flatten<'a>(args: &'a [Value], values: &mut Vec<&'a Value>) {
    for arg in args {
        match arg {
            Value::Array(inner) => flatten(inner, values),
            value => values.push(value),
        }
    }
}
