//! Equality and order as in Ruby's `==` and `<=>`, for searching and for sorting without a lambda.

use std::cmp::Ordering;

use bunraku_edition::TypeRules;
use bunraku_pcore::{compare, number};

use crate::prelude::*;

/// Whether two values are equal by Ruby's `==`: strings only if their case agrees, integers and floats by value.
pub(crate) fn same(rules: &TypeRules, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (
            Value::Int(_) | Value::Float(_) | Value::Big(_),
            Value::Int(_) | Value::Float(_) | Value::Big(_),
        ) => number::compare(a, b) == Some(Ordering::Equal),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(rules, a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            let in_b =
                |(key, value): (&Value, &Value)| b.get(key).is_some_and(|other| same(rules, value, other));
            a.len() == b.len() && a.iter().all(in_b)
        }
        (Value::Timespan(_) | Value::Timestamp(_), Value::Int(_) | Value::Float(_)) => {
            compare::compare(rules, a, b) == Ok(Ordering::Equal)
        }
        _ => a == b,
    }
}

/// The order of two values by Ruby's `<=>`; `None` if they cannot be compared.
pub(crate) fn order(rules: &TypeRules, a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (
            Value::Int(_) | Value::Float(_) | Value::Big(_),
            Value::Int(_) | Value::Float(_) | Value::Big(_),
        ) => number::compare(a, b),
        (Value::Str(a), Value::Str(b)) => Some(a.as_str().cmp(b.as_str())),
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                let order = order(rules, a, b)?;
                if order.is_ne() {
                    return Some(order);
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (Value::Timespan(a), Value::Timespan(b)) => Some(a.cmp(b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(b)),
        (Value::Timespan(_) | Value::Timestamp(_), Value::Int(_) | Value::Float(_)) => {
            compare::compare(rules, a, b).ok()
        }
        (Value::Version(a), Value::Version(b)) => Some(a.precedence(b)),
        (Value::Runtime(a), Value::Runtime(b)) if a.as_symbol().is_some() && b.as_symbol().is_some() => {
            Some(a.text().as_str().cmp(b.text().as_str()))
        }
        _ => same(rules, a, b).then_some(Ordering::Equal),
    }
}

/// The order expressed by a lambda's answer, which is a number below, equal to or above zero.
pub(crate) fn answered(call: &mut Call<'_>, answer: &Value) -> Eval<Ordering> {
    match number::compare(answer, &Value::Int(0)) {
        Some(order) => Ok(order),
        None => {
            let found = call.cx.type_text(answer);
            let message = format!("the lambda of `{}` must return a number, got {found}", call.name);
            Err(call.fail(message))
        }
    }
}

/// The order of two values according to the lambda, or their own order if there is no lambda.
pub(crate) fn asked(call: &mut Call<'_>, a: &Value, b: &Value) -> Eval<Ordering> {
    if call.block.is_some() {
        let answer = call.yield_values([a.clone(), b.clone()])?;
        return answered(call, &answer);
    }
    match order(&call.cx.edition.types, a, b) {
        Some(order) => Ok(order),
        None => {
            let (a, b) = (call.cx.type_text(a), call.cx.type_text(b));
            let message =
                format!("`{}` cannot order {a} and {b}: pass a lambda that compares them", call.name);
            Err(call.fail(message))
        }
    }
}
