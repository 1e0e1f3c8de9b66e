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
            (Val::Int(a), Val::Int(b)) => of_integers(*a, operator, *b),
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
            (Val::Nil | Val::Bool(_) | Val::Int(_) | Val::Sym(_), _) => match operator {
                Quick::Equal => plain_equal(left, right).map(Val::Bool),
                Quick::Unequal => plain_equal(left, right).map(|equal| Val::Bool(!equal)),
                _ => None,
            },
            _ => None,
        }
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
        match (receiver, operator) {
            (Val::Str(text), Quick::ToS) if text.own().is_none() => Some(receiver.clone()),
            (Val::Nil, Quick::IsNil) => Some(Val::Bool(true)),
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
