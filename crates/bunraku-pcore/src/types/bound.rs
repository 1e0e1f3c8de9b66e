//! A bound of a range of integers: an integer of any size, stored inline if it fits.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};

use crate::Value;

/// An integer as a bound of a range. In most editions all of them have 64 bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// An integer that fits in 64 bits.
    Small(i64),
    /// An integer that does not fit in 64 bits.
    Big(Arc<BigInt>),
}

impl Bound {
    /// The bound that a value is. `None` if the value is not an integer.
    pub fn from_value(value: &Value) -> Option<Bound> {
        match value {
            Value::Int(number) => Some(Bound::Small(*number)),
            Value::Big(number) => Some(Bound::Big(number.clone())),
            _ => None,
        }
    }

    /// The number as a value.
    pub fn to_value(&self) -> Value {
        match self {
            Bound::Small(number) => Value::Int(*number),
            Bound::Big(number) => Value::Big(number.clone()),
        }
    }

    /// The number, if it has 64 bits.
    pub fn small(&self) -> Option<i64> {
        match self {
            Bound::Small(number) => Some(*number),
            Bound::Big(_) => None,
        }
    }

    /// The number, however large it is.
    pub fn to_big(&self) -> BigInt {
        match self {
            Bound::Small(number) => BigInt::from(*number),
            Bound::Big(number) => BigInt::clone(number),
        }
    }

    /// The number as a size, which is never negative and in practice never beyond 64 bits.
    pub fn to_size(&self) -> u64 {
        match self {
            Bound::Small(number) => u64::try_from(*number).unwrap_or(0),
            Bound::Big(number) if number.sign() == Sign::Minus => 0,
            Bound::Big(number) => u64::try_from(&**number).unwrap_or(u64::MAX),
        }
    }
}

impl From<i64> for Bound {
    fn from(number: i64) -> Bound {
        Bound::Small(number)
    }
}

impl Ord for Bound {
    fn cmp(&self, other: &Bound) -> Ordering {
        let of_big = |number: &BigInt| {
            if number.sign() == Sign::Minus { Ordering::Less } else { Ordering::Greater }
        };
        match (self, other) {
            (Bound::Small(a), Bound::Small(b)) => a.cmp(b),
            (Bound::Big(a), Bound::Big(b)) => a.cmp(b),
            (Bound::Big(a), Bound::Small(_)) => of_big(a),
            (Bound::Small(_), Bound::Big(b)) => of_big(b).reverse(),
        }
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Bound) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Small(number) => number.fmt(f),
            Bound::Big(number) => number.fmt(f),
        }
    }
}
