//! The search for the greatest or least value, shared by `max` and `min`.

use std::cmp::Ordering;

use bunraku_pcore::format::ruby_text;

use crate::numbers::deprecated;
use crate::order::{answered, order};
use crate::prelude::*;

/// Which value is searched for.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Greatest,
    Least,
}

/// The dispatches of `max` and `min`. The element types are given in the order in which arrays of them are tried,
/// which differs between the two functions in Puppet.
macro_rules! extreme_dispatches {
    ($side:expr; $($element:literal)*) => {
        &[
            Dispatch { signature: "Numeric *$values", run: |call| $crate::extremes::of_arguments(call, $side) },
            Dispatch { signature: "String *$values", run: |call| $crate::extremes::of_arguments(call, $side) },
            Dispatch { signature: "SemVer *$values", run: |call| $crate::extremes::of_arguments(call, $side) },
            Dispatch { signature: "Timespan *$values", run: |call| $crate::extremes::of_arguments(call, $side) },
            Dispatch { signature: "Timestamp *$values", run: |call| $crate::extremes::of_arguments(call, $side) },
            $(Dispatch {
                signature: concat!("Array[", $element, "] $values, Optional[Callable[2, 2]] &$block"),
                run: |call| $crate::extremes::of_array(call, $side),
            },)*
            Dispatch {
                signature: "Array $values, Optional[Callable[2, 2]] &$block",
                run: |call| $crate::extremes::of_array(call, $side),
            },
            Dispatch {
                signature: "Any *$values, Callable[2, 2] &$block",
                run: |call| $crate::extremes::of_arguments(call, $side),
            },
            Dispatch { signature: "Any *$values", run: |call| $crate::extremes::of_arguments(call, $side) },
        ]
    };
}

pub(crate) use extreme_dispatches;

/// The greatest or least of the arguments.
pub(crate) fn of_arguments(call: &mut Call<'_>, side: Side) -> Eval<Value> {
    let values = call.args;
    extreme(call, values, side)
}

/// The greatest or least of the elements of the array that is the first argument.
pub(crate) fn of_array(call: &mut Call<'_>, side: Side) -> Eval<Value> {
    let Value::Array(values) = call.arg(0).clone() else { return Ok(Value::Undef) };
    extreme(call, &values, side)
}

/// Finds the greatest or least value, the first one if several are equal. The lambda gets the candidate first and the
/// best value so far second.
fn extreme(call: &mut Call<'_>, values: &[Value], side: Side) -> Eval<Value> {
    let Some((first, others)) = values.split_first() else {
        if call.block.is_some() {
            return Ok(Value::Undef);
        }
        return Err(call.fail(format!("`{}` expects at least one value, got none", call.name)));
    };
    let kind = Kind::of(values);
    let mut best = first;
    let mut coerced = false;
    for value in others {
        let order = if call.block.is_some() {
            let answer = call.yield_values([value.clone(), best.clone()])?;
            answered(call, &answer)?
        } else {
            compare(call, kind, value, best, &mut coerced)
        };
        let better = match side {
            Side::Greatest => order.is_gt(),
            Side::Least => order.is_lt(),
        };
        if better {
            best = value;
        }
    }
    if coerced {
        let message = format!("relying on `{}` to convert the values it compares is deprecated", call.name);
        deprecated(call, message, "pass a lambda that compares two values");
    }
    Ok(best.clone())
}

/// How the values are compared, which depends on the types of all of them.
#[derive(Clone, Copy)]
enum Kind {
    Ordered,
    Strings,
    Mixed,
}

impl Kind {
    fn of(values: &[Value]) -> Kind {
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Float(_) | Value::Big(_));
        let all = |is: fn(&Value) -> bool| values.iter().all(is);
        if values.iter().all(is_number)
            || all(|value| matches!(value, Value::Version(_)))
            || all(|value| matches!(value, Value::Timespan(_)))
            || all(|value| matches!(value, Value::Timestamp(_)))
        {
            Kind::Ordered
        } else if all(|value| matches!(value, Value::Str(_))) {
            Kind::Strings
        } else {
            Kind::Mixed
        }
    }
}

/// The order of two values. Sets `coerced` if one of them had to be converted to be compared.
fn compare(call: &Call<'_>, kind: Kind, a: &Value, b: &Value, coerced: &mut bool) -> Ordering {
    let rules = &call.cx.edition.types;
    if let Kind::Ordered = kind {
        return order(rules, a, b).unwrap_or(Ordering::Equal);
    }
    let (a, b) = (ruby_text(rules, a), ruby_text(rules, b));
    let numbers = numeric(&a).zip(numeric(&b));
    *coerced |= numbers.is_some() || matches!(kind, Kind::Mixed);
    match numbers {
        Some((a, b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
        None => a.cmp(&b),
    }
}

/// Reads a string as a number if it consists of digits with at most one of `.`, `_`, `e` and `E` between them, after
/// an optional minus. Other spellings of numbers are compared as strings, as in Puppet.
fn numeric(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let spelled = match digits.split_once(['.', '_', 'e', 'E']) {
        Some((before, after)) => all_digits(before) && all_digits(after),
        None => all_digits(digits),
    };
    if !spelled {
        return None;
    }
    text.replace('_', "").parse().ok()
}
