//! Operators on plain values, evaluated without a method lookup.

use std::rc::Rc;

use crate::{
    Interp,
    tree::Quick,
    value::{RArray, Val},
};

impl Interp<'_> {
    /// The result of an operator on plain values; `None` if a method must be called.
    #[inline]
    pub(super) fn quick(&mut self, left: &Val, operator: Quick, right: &Val) -> Option<Val> {
        match (left, right) {
            (Val::Int(a), Val::Int(b)) => match of_integers(*a, operator, *b) {
                None if !self.state.known.integer.is_patched() => rarely_of_integers(*a, operator, *b),
                result => result,
            },
            (Val::Float(a), Val::Float(b)) => {
                of_floats(*a, operator, *b).filter(|_| !self.state.known.float.is_patched())
            }
            (Val::Str(a), Val::Str(b)) => match operator {
                Quick::Equal => Some(Val::Bool(*a.get() == *b.get())),
                Quick::Unequal => Some(Val::Bool(*a.get() != *b.get())),
                Quick::Append
                    if !a.is_frozen()
                        && !a.is_binary()
                        && !b.is_binary()
                        && !Rc::ptr_eq(a, b)
                        && a.get().len() + b.get().len() <= self.limits.size =>
                {
                    a.update(|text| text.push_str(&b.get()));
                    Some(left.clone())
                }
                _ => None,
            },
            (Val::Hash(hash), Val::Str(_) | Val::Sym(_) | Val::Int(_))
                if operator == Quick::Index && hash.is_plain() =>
            {
                hash.get(right).or_else(|| hash.answer_to_missing())
            }
            (Val::Array(array), Val::Int(index)) if operator == Quick::Index => element(array, *index),
            (Val::Array(array), _) if operator == Quick::Append && self.has_room(array) => {
                array.update(|items| items.push(right.clone()));
                Some(left.clone())
            }
            (Val::Nil | Val::Bool(_) | Val::Int(_) | Val::Sym(_), _) => match operator {
                Quick::Equal => plain_equal(left, right).map(Val::Bool),
                Quick::Unequal => plain_equal(left, right).map(|equal| Val::Bool(!equal)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a plain array takes another element without growing in memory. Before it grows, limits are checked.
    #[inline]
    fn has_room(&self, array: &RArray) -> bool {
        let count = array.len();
        array.own().is_none()
            && !self.state.known.array.is_patched()
            && !array.is_frozen()
            && count > 0
            && !count.is_power_of_two()
            && count < self.limits.size
    }

    /// Like [`Interp::quick`], with a string literal on the right for which no object was created.
    #[inline]
    pub(super) fn quick_text(&mut self, left: &Val, operator: Quick, right: &str) -> Option<Val> {
        match (left, operator) {
            (Val::Str(text), _) if text.own().is_some() => None,
            (Val::Str(text), Quick::Append) => {
                let size = text.get().len() + right.len();
                if text.is_frozen() || text.is_binary() || size > self.limits.size {
                    return None;
                }
                text.update(|text| text.push_str(right));
                Some(left.clone())
            }
            (Val::Str(text), Quick::Equal) => Some(Val::Bool(*text.get() == *right)),
            (Val::Str(text), Quick::Unequal) => Some(Val::Bool(*text.get() != *right)),
            (Val::Nil | Val::Bool(_) | Val::Int(_), Quick::Equal) => Some(Val::Bool(false)),
            (Val::Nil | Val::Bool(_) | Val::Int(_), Quick::Unequal) => Some(Val::Bool(true)),
            (Val::Hash(hash), Quick::Index) if hash.is_plain() => {
                hash.get_text(right).or_else(|| hash.answer_to_missing())
            }
            _ => None,
        }
    }

    /// The result of a method without arguments on a plain value; `None` if a method must be called.
    #[inline]
    pub(super) fn quick_alone(&mut self, receiver: &Val, operator: Quick) -> Option<Val> {
        let known = &self.state.known;
        match (receiver, operator) {
            (Val::Str(text), Quick::ToS) if text.own().is_none() => Some(receiver.clone()),
            (Val::Nil, Quick::IsNil) => Some(Val::Bool(true)),
            (Val::Str(text), Quick::IsEmpty) if text.own().is_none() && !known.string.is_patched() => {
                Some(Val::Bool(text.get().is_empty()))
            }
            (Val::Array(array), Quick::IsEmpty | Quick::Length)
                if array.own().is_none() && !known.array.is_patched() =>
            {
                Some(size(array.len(), operator))
            }
            (Val::Hash(hash), Quick::IsEmpty | Quick::Length)
                if hash.is_plain() && !known.hash.is_patched() =>
            {
                Some(size(hash.len(), operator))
            }
            _ => None,
        }
    }
}

#[inline]
fn of_integers(a: i64, operator: Quick, b: i64) -> Option<Val> {
    Some(match operator {
        Quick::Add => Val::Int(a.checked_add(b)?),
        Quick::Subtract => Val::Int(a.checked_sub(b)?),
        Quick::Multiply => Val::Int(a.checked_mul(b)?),
        // Below zero the sign of the result is not that of Rust.
        Quick::Modulo if a >= 0 && b > 0 => Val::Int(a % b),
        Quick::Less => Val::Bool(a < b),
        Quick::Greater => Val::Bool(a > b),
        Quick::AtMost => Val::Bool(a <= b),
        Quick::AtLeast => Val::Bool(a >= b),
        Quick::Equal => Val::Bool(a == b),
        Quick::Unequal => Val::Bool(a != b),
        _ => return None,
    })
}

/// Operators that code may have replaced.
fn rarely_of_integers(a: i64, operator: Quick, b: i64) -> Option<Val> {
    Some(match operator {
        // Below zero the result is not that of Rust.
        Quick::Divide if a >= 0 && b > 0 => Val::Int(a / b),
        Quick::BitAnd => Val::Int(a & b),
        Quick::BitOr => Val::Int(a | b),
        Quick::BitXor => Val::Int(a ^ b),
        Quick::ShiftRight if (0..64).contains(&b) => Val::Int(a >> b),
        Quick::Append if (0..62).contains(&b) => Val::Int(a.checked_mul(1 << b)?),
        _ => return None,
    })
}

#[inline]
fn of_floats(a: f64, operator: Quick, b: f64) -> Option<Val> {
    Some(match operator {
        Quick::Add => Val::Float(a + b),
        Quick::Subtract => Val::Float(a - b),
        Quick::Multiply => Val::Float(a * b),
        Quick::Divide => Val::Float(a / b),
        Quick::Less => Val::Bool(a < b),
        Quick::Greater => Val::Bool(a > b),
        Quick::AtMost => Val::Bool(a <= b),
        Quick::AtLeast => Val::Bool(a >= b),
        _ => return None,
    })
}

/// `empty?` or `length` of a collection.
fn size(count: usize, operator: Quick) -> Val {
    match operator {
        Quick::IsEmpty => Val::Bool(count == 0),
        _ => Val::Int(i64::try_from(count).unwrap_or(i64::MAX)),
    }
}

/// Compares two values if the left one needs no method call for it; `None` if a method must be called.
fn plain_equal(left: &Val, right: &Val) -> Option<bool> {
    match (left, right) {
        (Val::Nil | Val::Bool(_) | Val::Sym(_), _) => Some(left.same(right)),
        (Val::Int(_), Val::Nil | Val::Bool(_) | Val::Sym(_) | Val::Str(_)) => Some(false),
        _ => None,
    }
}

fn element(array: &RArray, index: i64) -> Option<Val> {
    if array.own().is_some() {
        return None;
    }
    let place = if index < 0 { index.checked_add(i64::try_from(array.len()).ok()?)? } else { index };
    Some(usize::try_from(place).ok().and_then(|place| array.get(place)).unwrap_or_default())
}
