//! The size and depth of values, which every collection knows from the time it was created.
//!
//! A program can nest arrays deeper than any stack, and with `[$a, $a]` thirty times in a row it can create a value
//! whose string form fills the memory although the value itself is small. Code that creates values checks the measure,
//! which is cheap. After that, all other code may walk the value recursively.

use crate::{Type, Value};

/// The size and the depth of a value.
///
/// It is stored next to the elements of each array, in bytes that a [`Value`] has to spare: the discriminant of a value
/// that is not an array is where an array has the byte `niche`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measure {
    weight: u32,
    depth: u16,
    niche: Niche,
}

/// A byte with a single valid value, so that a `Value` can store its discriminant in the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
enum Niche {
    #[default]
    Array = 0,
}

impl Measure {
    /// The number of bytes per unit of weight: about the size of a small value, in memory or as a string.
    pub const UNIT: u64 = 64;

    /// The measure of nothing.
    pub(crate) const ZERO: Measure = Measure::new(0, 0);

    const ONE: Measure = Measure::new(1, 0);

    const fn new(weight: u32, depth: u16) -> Measure {
        Measure { weight, depth, niche: Niche::Array }
    }

    /// The number of values when written out: shared parts count each time. Long strings count an additional unit for
    /// each [`UNIT`](Measure::UNIT) of bytes.
    pub fn weight(self) -> u64 {
        u64::from(self.weight)
    }

    /// The approximate number of bytes of the value when written out with everything that it shares.
    pub fn bytes(self) -> u64 {
        self.weight() * Measure::UNIT
    }

    /// The nesting depth of collections, objects and types. It may be too high after something has been removed.
    pub fn depth(self) -> u32 {
        u32::from(self.depth)
    }

    /// The measure of a string of this length.
    pub(crate) fn of_bytes(length: usize) -> Measure {
        let units = length as u64 / Measure::UNIT;
        Measure::new(u32::try_from(units).unwrap_or(u32::MAX).saturating_add(1), 0)
    }

    /// The measure of a collection around this.
    #[must_use]
    pub fn around(self) -> Measure {
        Measure::new(self.weight.saturating_add(1), self.depth.saturating_add(1))
    }

    /// The measure of several values together.
    pub(crate) fn of_all<'a>(values: impl IntoIterator<Item = &'a Value>) -> Measure {
        let mut sum = Measure::ZERO;
        values.into_iter().for_each(|value| sum.add(value.measure()));
        sum
    }

    #[inline]
    pub(crate) fn add(&mut self, more: Measure) {
        self.weight = self.weight.saturating_add(more.weight);
        self.depth = self.depth.max(more.depth);
    }

    /// Subtracts what has been removed. The depth stays, because another part may have it.
    #[inline]
    pub(crate) fn remove(&mut self, gone: Measure) {
        self.weight = self.weight.saturating_sub(gone.weight);
    }
}

impl Value {
    /// The size and depth of the value. This takes constant time, except for types, which are walked.
    #[inline]
    pub fn measure(&self) -> Measure {
        match self {
            Value::Str(text) | Value::ByteStr(text) => Measure::of_bytes(text.len()),
            Value::Array(array) => array.measure().around(),
            Value::Hash(hash) => hash.measure().around(),
            Value::Undef | Value::Default | Value::Bool(_) | Value::Int(_) | Value::Float(_) => Measure::ONE,
            other => other.measure_of_rare(),
        }
    }

    fn measure_of_rare(&self) -> Measure {
        match self {
            Value::Binary(bytes) => Measure::of_bytes(bytes.as_bytes().len()),
            Value::Big(number) => Measure::of_bytes(usize::try_from(number.bits() / 3).unwrap_or(usize::MAX)),
            Value::Sensitive(hidden) => hidden.unwrap().measure().around(),
            Value::Object(object) => object.measure().around(),
            Value::Iter(iter) => iter.0.measure().around(),
            Value::Type(ty) => ty.measure(),
            Value::Runtime(object) => Measure::of_bytes(object.text().len()),
            _ => Measure::ONE,
        }
    }
}

/// How many parts of a type are visited to measure it. A type with more is too large for every purpose.
const MAX_PARTS: u32 = 1 << 20;

/// How deeply parts are visited, for the same reason.
const MAX_DEPTH: u16 = 1 << 11;

impl Type {
    /// The size and depth of the type, including the definitions of its aliases unless they are recursive.
    pub fn measure(&self) -> Measure {
        match self {
            Type::Resource(_) | Type::Class(_) | Type::Integer(_) | Type::String(_) | Type::Boolean(_) => {
                Measure::ONE
            }
            ty => {
                let mut walk = Walk { parts: 0, deepest: 0 };
                walk.visit(ty, 0);
                if walk.parts >= MAX_PARTS {
                    return Measure::new(u32::MAX, walk.deepest);
                }
                Measure::new(walk.parts, walk.deepest)
            }
        }
    }
}

struct Walk {
    parts: u32,
    deepest: u16,
}

impl Walk {
    fn visit(&mut self, ty: &Type, depth: u16) {
        self.deepest = self.deepest.max(depth);
        self.parts = self.parts.saturating_add(1);
        if self.parts >= MAX_PARTS || depth >= MAX_DEPTH {
            return;
        }
        match ty {
            Type::Alias(alias) if !alias.is_recursive() => self.visit(alias.resolved(), depth + 1),
            Type::Enum(values) => self.parts = self.parts.saturating_add(values.values.len() as u32),
            ty => ty.each_part(&mut |part| self.visit(part, depth + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Array, Hash, values::Sensitive};

    fn weight_and_depth(value: &Value) -> (u64, u32) {
        (value.measure().weight(), value.measure().depth())
    }

    #[test]
    fn a_value_with_its_measure_is_as_small_as_one_without() {
        assert_eq!(size_of::<Value>(), 24);
        assert_eq!(size_of::<Option<Value>>(), 24);
    }

    #[test]
    fn what_is_shared_counts_each_time() {
        let mut value = Value::Int(1);
        for _ in 0..30 {
            value = Value::array([value.clone(), value]);
        }
        assert_eq!(weight_and_depth(&value), ((1 << 31) - 1, 30));
        for _ in 0..30 {
            value = Value::hash([(Value::Int(1), value.clone()), (Value::Int(2), value)]);
        }
        assert_eq!(weight_and_depth(&value), (u64::from(u32::MAX), 60), "it stays at the highest number");
    }

    #[test]
    fn scalars_and_strings() {
        assert_eq!(weight_and_depth(&Value::Undef), (1, 0));
        assert_eq!(weight_and_depth(&Value::str("short")), (1, 0));
        assert_eq!(weight_and_depth(&Value::str("x".repeat(6400))), (101, 0));
        assert_eq!(weight_and_depth(&Value::Sensitive(Sensitive::new(Value::array([])))), (2, 2));
    }

    #[test]
    fn changes_are_measured() {
        let mut array = Array::new();
        for number in 0..10 {
            array.push(Value::Int(number));
        }
        array.extend([Value::array([Value::Int(1)])]);
        assert_eq!(weight_and_depth(&Value::Array(array.clone())), (13, 2));
        array.retain(|value| matches!(value, Value::Int(_)));
        assert_eq!(array.measure().weight(), 10);
        if let Some(mut first) = array.get_mut(0) {
            *first = Value::array([Value::Undef, Value::Undef]);
        }
        assert_eq!(weight_and_depth(&Value::Array(array)), (13, 2));

        let mut hash = Hash::new();
        for number in 0..400 {
            hash.insert(Value::Int(number % 300), Value::Int(number));
        }
        assert_eq!(hash.measure().weight(), 600);
        for number in 0..100 {
            hash.remove(&Value::Int(number));
        }
        assert_eq!(hash.measure().weight(), 400);
        let other: Hash = (1000..1300).map(|number| (Value::Int(number), Value::array([]))).collect();
        hash.merge(&other);
        assert_eq!((hash.measure().weight(), hash.measure().depth()), (1000, 1));
        hash.retain(|_, value| matches!(value, Value::Int(_)));
        assert_eq!(hash.measure().weight(), 400);
        if let Some(mut value) = hash.get_mut(&Value::Int(200)) {
            *value = Value::str("x".repeat(64));
        }
        assert_eq!(hash.measure().weight(), 401);
    }

    #[test]
    fn types_are_as_large_as_their_parts() {
        let mut ty = Type::Any;
        for _ in 0..10 {
            ty = Type::tuple([ty.clone(), ty], None);
        }
        assert_eq!((ty.measure().weight(), ty.measure().depth()), ((1 << 11) - 1, 10));
        for _ in 0..30 {
            ty = Type::tuple([ty.clone(), ty], None);
        }
        assert_eq!(ty.measure().weight(), u64::from(u32::MAX));
        let mut deep = Type::Any;
        for _ in 0..100_000 {
            deep = Type::optional(deep);
        }
        assert!(deep.measure().depth() >= 2000);
        // Dropping a type recurses; such a deep one is only created by tests.
        std::mem::forget(deep);
    }
}
