//! Ranges as parameters of types: integers, floats, sizes, times.

use std::hash::{Hash, Hasher};

use crate::value::float_bits;

/// The integers from one to another; an end that is `None` is open.
#[derive(Clone, Copy, Debug)]
pub struct IntRange {
    /// The least integer.
    pub from: Option<i64>,
    /// The greatest integer.
    pub to: Option<i64>,
    /// Whether it was written from the greater to the lesser end and is iterated so.
    pub descending: bool,
}

impl PartialEq for IntRange {
    /// The same set; the direction does not matter.
    fn eq(&self, other: &IntRange) -> bool {
        self.from == other.from && self.to == other.to
    }
}

impl Eq for IntRange {}

impl Hash for IntRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.from, self.to).hash(state);
    }
}

impl IntRange {
    /// All integers.
    pub const ALL: IntRange = IntRange { from: None, to: None, descending: false };

    /// A range in ascending order.
    pub fn new(from: Option<i64>, to: Option<i64>) -> IntRange {
        IntRange { from, to, descending: false }
    }

    /// Whether a number is in the range.
    pub fn contains(&self, number: i64) -> bool {
        self.from.is_none_or(|from| from <= number) && self.to.is_none_or(|to| number <= to)
    }

    /// Whether all of another range is in this one.
    pub fn covers(&self, other: &IntRange) -> bool {
        let from = self.from.is_none_or(|from| other.from.is_some_and(|other| from <= other));
        let to = self.to.is_none_or(|to| other.to.is_some_and(|other| other <= to));
        from && to
    }

    /// The range from the lesser start to the greater end.
    pub fn hull(&self, other: &IntRange) -> IntRange {
        IntRange::new(
            self.from.zip(other.from).map(|(a, b)| a.min(b)),
            self.to.zip(other.to).map(|(a, b)| a.max(b)),
        )
    }

    /// Whether both ends are there, so that it can be iterated.
    pub fn is_finite(&self) -> bool {
        self.from.is_some() && self.to.is_some()
    }
}

/// How many elements or characters there may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    /// The least number.
    pub min: u64,
    /// The greatest number; `None` is no limit.
    pub max: Option<u64>,
}

impl Size {
    /// Any size.
    pub const ANY: Size = Size { min: 0, max: None };
    /// Nothing at all.
    pub const ZERO: Size = Size { min: 0, max: Some(0) };
    /// One or more.
    pub const NOT_EMPTY: Size = Size { min: 1, max: None };

    /// Exactly that many.
    pub fn exactly(count: usize) -> Size {
        Size { min: count as u64, max: Some(count as u64) }
    }

    /// At least and at most that many.
    pub fn between(min: usize, max: usize) -> Size {
        Size { min: min as u64, max: Some(max as u64) }
    }

    /// Whether that many are allowed.
    pub fn contains(&self, count: usize) -> bool {
        let count = count as u64;
        self.min <= count && self.max.is_none_or(|max| count <= max)
    }

    /// Whether all sizes of another range are in this one.
    pub fn covers(&self, other: &Size) -> bool {
        self.min <= other.min && self.max.is_none_or(|max| other.max.is_some_and(|other| other <= max))
    }

    /// The range from the lesser minimum to the greater maximum.
    pub fn hull(&self, other: &Size) -> Size {
        Size { min: self.min.min(other.min), max: self.max.zip(other.max).map(|(a, b)| a.max(b)) }
    }
}

impl From<IntRange> for Size {
    /// A size is never negative, so what is below zero becomes zero.
    fn from(range: IntRange) -> Size {
        let positive = |number: i64| u64::try_from(number).unwrap_or(0);
        Size { min: range.from.map_or(0, positive), max: range.to.map(positive) }
    }
}

/// The numbers from one to another; infinite ends are open.
#[derive(Clone, Copy, Debug)]
pub struct FloatRange {
    /// The least number.
    pub from: f64,
    /// The greatest number.
    pub to: f64,
}

impl FloatRange {
    /// All numbers.
    pub const ALL: FloatRange = FloatRange { from: f64::NEG_INFINITY, to: f64::INFINITY };

    /// Whether a number is in the range; what is not a number never is.
    pub fn contains(&self, number: f64) -> bool {
        self.from <= number && number <= self.to
    }

    /// Whether all of another range is in this one.
    pub fn covers(&self, other: &FloatRange) -> bool {
        self.from <= other.from && self.to >= other.to
    }

    /// The range from the lesser start to the greater end.
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

/// The times from one to another; an end that is `None` is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimeRange<T> {
    /// The first time.
    pub from: Option<T>,
    /// The last time.
    pub to: Option<T>,
}

impl<T: Ord + Copy> TimeRange<T> {
    /// Without bounds.
    pub const ALL: TimeRange<T> = TimeRange { from: None, to: None };

    /// Whether a time is in the range.
    pub fn contains(&self, time: T) -> bool {
        self.from.is_none_or(|from| from <= time) && self.to.is_none_or(|to| time <= to)
    }

    /// Whether all of another range is in this one.
    pub fn covers(&self, other: &TimeRange<T>) -> bool {
        self.from.is_none_or(|from| other.from.is_some_and(|other| from <= other))
            && self.to.is_none_or(|to| other.to.is_some_and(|other| other <= to))
    }
}
