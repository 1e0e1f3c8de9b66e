//! `step`: counting with numbers of any class.

use std::cmp::Ordering;

use crate::{
    Args, Interp, R,
    core::{
        conversions::to_float,
        numbers::{float, is_number},
        range::yield_floats,
    },
    value::Val,
};

/// `step(limit, step)` or `step(by:, to:)`.
pub(super) fn step(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let options = args.options();
    let option = |name: &str| options.as_ref().and_then(|options| options.get_sym(name));
    let position = |index: usize| args.at(index).filter(|value| !matches!(value, Val::Hash(_))).cloned();
    let limit = position(0).or_else(|| option("to")).unwrap_or_default();
    let by = position(1).or_else(|| option("by")).unwrap_or(Val::Int(1));
    let fraction = matches!(by, Val::Object(_)) && interp.responds(&by, "coerce");
    if !is_number(&by) && !fraction {
        let given = interp.given(&by);
        return Err(interp.argument_error(format!("comparison of {given} with 0 failed")));
    }
    let direction = interp.compare(&by, &Val::Int(0))?;
    if direction == Some(Ordering::Equal) {
        return Err(interp.argument_error("step can't be 0"));
    }
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "step", args.list.to_vec()));
    };
    if matches!((this, &limit, &by), (Val::Float(_), ..) | (_, Val::Float(_), _) | (.., Val::Float(_))) {
        let (Some(start), Some(by)) = (float(this), float(&by)) else { return Ok(this.clone()) };
        let end = match &limit {
            Val::Nil => None,
            limit => Some(to_float(interp, limit)?),
        };
        yield_floats(interp, start, end, by, false, &block)?;
        return Ok(this.clone());
    }
    let beyond = if direction == Some(Ordering::Less) { Ordering::Less } else { Ordering::Greater };
    let mut at = this.clone();
    while limit.is_nil() || interp.order(&at, &limit)? != beyond {
        interp.step()?;
        interp.yield_one(&block, at.clone())?;
        at = interp.call(&at, "+", vec![by.clone()])?;
    }
    Ok(this.clone())
}
