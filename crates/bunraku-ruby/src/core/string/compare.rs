//! Comparing strings.

use std::cmp::Ordering;

use super::string;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    compare::BYTES_OF_STEP,
    value::{HashKey, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("==", 1, 1, equal),
    method("===", 1, 1, equal),
    method("eql?", 1, 1, eql),
    method("<=>", 1, 1, compare),
    method("casecmp", 1, 1, casecmp),
    method("casecmp?", 1, 1, same_but_case),
    method("include?", 1, 1, include),
];

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match args.get(0) {
        other @ Val::Object(_) if interp.responds(&other, "to_str") => {
            let equal = interp.call(&other, "==", vec![this.clone()])?;
            Ok(Val::Bool(equal.truthy()))
        }
        other => Ok(Val::Bool(interp.equal(this, &other)?)),
    }
}

fn eql(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(HashKey(this.clone()) == HashKey(args.get(0))))
}

fn compare(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(order_value(interp.compare(this, &args.get(0))?))
}

fn casecmp(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some((a, b)) = both(interp, this, args)? else { return Ok(Val::Nil) };
    let order = a.to_ascii_lowercase().as_bytes().cmp(b.to_ascii_lowercase().as_bytes());
    Ok(order_value(Some(order)))
}

fn same_but_case(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some((a, b)) = both(interp, this, args)? else { return Ok(Val::Nil) };
    Ok(Val::Bool(folded(&a) == folded(&b)))
}

/// The contents of both operands; `None` if the argument is not a string.
fn both(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<Option<(String, String)>> {
    let other = args.get(0);
    if !matches!(other, Val::Str(_)) && !interp.responds(&other, "to_str") {
        return Ok(None);
    }
    let text = string(interp, this)?.text();
    interp.charge(text.len() as u64 / BYTES_OF_STEP)?;
    Ok(Some((text, interp.arg_str(&other)?)))
}

/// A string with case differences removed.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

fn include(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let part = interp.arg_str(&args.get(0))?;
    Ok(Val::Bool(string(interp, this)?.get().contains(&part)))
}

/// The result of `<=>` as a value.
pub(in crate::core) fn order_value(order: Option<Ordering>) -> Val {
    order.map_or(Val::Nil, |order| Val::Int(order as i64))
}
