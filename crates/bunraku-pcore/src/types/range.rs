//! Ranges as parameters of types: of integers, floats, sizes and times.

use std::hash::{Hash, Hasher};

use super::Bound;
use crate::value::float_bits;

/// The integers from a lower to an upper bound, both inclusive. A bound of `None` is open.
#[derive(Clone, Debug)]
pub struct IntRange {
    /// The lower bound.
    pub from: Option<Bound>,
    /// The upper bound.
    pub to: Option<Bound>,
    /// Whether the range was written with its upper bound first and is iterated downwards. Only some editions have such
    /// ranges.
    pub descending: bool,
}

impl PartialEq for IntRange {
    /// Ranges with the same bounds are equal. The direction does not matter.
    fn eq(&self, other: &IntRange) -> bool {
        self.from == other.from && self.to == other.to
    }
}

impl Eq for IntRange {}

impl Hash for IntRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.from, &self.to).hash(state);
    }
}

impl IntRange {
    /// All integers.
    pub const ALL: IntRange = IntRange { from: None, to: None, descending: false };

    /// An ascending range.
    pub fn new(from: Option<i64>, to: Option<i64>) -> IntRange {
        IntRange::between(from.map(Bound::Small), to.map(Bound::Small))
    }

    /// An ascending range with bounds of any size.
    pub fn between(from: Option<Bound>, to: Option<Bound>) -> IntRange {
        IntRange { from, to, descending: false }
    }

    /// Whether a number is in the range.
    pub fn contains(&self, number: &Bound) -> bool {
        self.from.as_ref().is_none_or(|from| from <= number) && self.to.as_ref().is_none_or(|to| number <= to)
    }

    /// Whether another range is inside this one.
    pub fn covers(&self, other: &IntRange) -> bool {
        let (from, to) = (other.from.as_ref(), other.to.as_ref());
        self.from.as_ref().is_none_or(|own| from.is_some_and(|from| own <= from))
            && self.to.as_ref().is_none_or(|own| to.is_some_and(|to| to <= own))
    }

    /// The smallest range that covers both.
    pub fn hull(&self, other: &IntRange) -> IntRange {
        IntRange::between(
            self.from.as_ref().zip(other.from.as_ref()).map(|(a, b)| a.min(b).clone()),
            self.to.as_ref().zip(other.to.as_ref()).map(|(a, b)| a.max(b).clone()),
        )
    }

    /// Whether the range has both bounds, so that it can be iterated.
    pub fn is_finite(&self) -> bool {
        self.from.is_some() && self.to.is_some()
    }
}

/// A range of allowed numbers of elements or characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// The lowest number.
    pub min: u64,
    /// The highest number. `None` if there is no limit.
    pub max: Option<u64>,
}

impl Size {
    /// Any number.
    pub const ANY: Size = Size { min: 0, max: None };
    /// Zero only.
    pub const ZERO: Size = Size { min: 0, max: Some(0) };
    /// One or more.
    pub const NOT_EMPTY: Size = Size { min: 1, max: None };

    /// A single number.
    pub fn exactly(count: usize) -> Size {
        Size { min: count as u64, max: Some(count as u64) }
    }

    /// The numbers from `min` to `max` inclusive.
    pub fn between(min: usize, max: usize) -> Size {
        Size { min: min as u64, max: Some(max as u64) }
    }

    /// Whether a number is allowed.
    pub fn contains(&self, count: usize) -> bool {
        let count = count as u64;
        self.min <= count && self.max.is_none_or(|max| count <= max)
    }

    /// Whether all numbers of another range are allowed.
    pub fn covers(&self, other: &Size) -> bool {
        self.min <= other.min && self.max.is_none_or(|max| other.max.is_some_and(|other| other <= max))
    }

    /// The smallest range that covers both.
    pub fn hull(&self, other: &Size) -> Size {
        Size { min: self.min.min(other.min), max: self.max.zip(other.max).map(|(a, b)| a.max(b)) }
    }
}

impl From<IntRange> for Size {
    /// The range of sizes with the same bounds. Sizes are never negative, so negative bounds become zero.
    fn from(range: IntRange) -> Size {
        Size { min: range.from.map_or(0, |from| from.to_size()), max: range.to.map(|to| to.to_size()) }
    }
}

/// The floats from a lower to an upper bound, both inclusive. An infinite bound is open.
#[derive(Clone, Copy, Debug)]
pub struct FloatRange {
    /// The lower bound.
    pub from: f64,
    /// The upper bound.
    pub to: f64,
}

impl FloatRange {
    /// All floats except NaN.
    pub const ALL: FloatRange = FloatRange { from: f64::NEG_INFINITY, to: f64::INFINITY };

    /// Whether a number is in the range. NaN is in no range.
    pub fn contains(&self, number: f64) -> bool {
        self.from <= number && number <= self.to
    }

    /// Whether another range is inside this one.
    pub fn covers(&self, other: &FloatRange) -> bool {
        self.from <= other.from && self.to >= other.to
    }

    /// The smallest range that covers both.
    pub fn hull(&self, other: &FloatRange) -> FloatRange {
        FloatRange { from: self.from.min(other.from), to: self.to.max(other.to) }
    }
}

impl PartialEq for FloatRange {
    fn eq(&self, other: &FloatRange) -> bool {
        float_bits(self.from) == float_bits(other.from) && float_bits(self.to) == float_bits(other.to)
    }
}

impl Eq for FloatRange {}

impl Hash for FloatRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (float_bits(self.from), float_bits(self.to)).hash(state);
    }
}

/// The timespans or timestamps from a lower to an upper bound, both inclusive. A bound of `None` is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeRange<T> {
    /// The lower bound.
    pub from: Option<T>,
    /// The upper bound.
    pub to: Option<T>,
}

impl<T: Ord + Copy> TimeRange<T> {
    /// All times.
    pub const ALL: TimeRange<T> = TimeRange { from: None, to: None };

    /// Whether a time is in the range.
    pub fn contains(&self, time: T) -> bool {
        self.from.is_none_or(|from| from <= time) && self.to.is_none_or(|to| time <= to)
    }

    /// Whether another range is inside this one.
    pub fn covers(&self, other: &TimeRange<T>) -> bool {
        self.from.is_none_or(|from| other.from.is_some_and(|other| from <= other))
            && self.to.is_none_or(|to| other.to.is_some_and(|other| other <= to))
    }
}
