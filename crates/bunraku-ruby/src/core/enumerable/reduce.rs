//! Methods that combine all elements into one value.

use std::rc::Rc;

use num_bigint::BigInt;

use crate::{
    Args, Interp, R,
    args::pair,
    core::walk::Flow,
    value::{RProc, Val},
};

/// How two values are combined.
enum Step {
    Block(Rc<RProc>),
    Method(String),
}

pub(super) fn inject(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (first, step) = match (args.len(), &args.block) {
        (0, Some(block)) => (None, Step::Block(Rc::clone(block))),
        (0, None) => return Err(interp.error("LocalJumpError", "no block given")),
        (1, Some(block)) => (Some(args.get(0)), Step::Block(Rc::clone(block))),
        (1, None) => (None, Step::Method(interp.arg_name(&args.get(0))?)),
        _ => (Some(args.get(0)), Step::Method(interp.arg_name(&args.get(1))?)),
    };
    let result = interp.walk(this, first, move |interp, result, item| {
        *result = Some(match (result.take(), &step) {
            (None, _) => item,
            (Some(before), Step::Block(block)) => interp.yield_block(block, pair(before, item))?,
            (Some(before), Step::Method(name)) if name == "+" => add(interp, &before, &item)?,
            (Some(before), Step::Method(name)) => interp.call(&before, name, vec![item])?,
        });
        Ok(Flow::More)
    })?;
    Ok(result.unwrap_or_default())
}

/// A running sum. As in Ruby, floats are added with Kahan-Babuska compensation, where `lost` is the accumulated
/// rounding error.
struct Sum {
    total: Val,
    lost: f64,
    floats: bool,
}

pub(super) fn sum(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let total = args.at(0).cloned().unwrap_or(Val::Int(0));
    let block = args.block.clone();
    let sum = Sum { total, lost: 0.0, floats: false };
    let sum = interp.walk_values(this, sum, move |interp, sum, values| {
        let item = match &block {
            Some(block) => interp.yield_block(block, values)?,
            None => crate::core::walk::pack(values),
        };
        add_to(interp, sum, item)?;
        Ok(Flow::More)
    })?;
    Ok(match sum.total {
        Val::Float(total) if sum.floats && total.is_finite() => Val::Float(total + sum.lost),
        total => total,
    })
}

fn add_to(interp: &mut Interp<'_>, sum: &mut Sum, item: Val) -> R<()> {
    let next = match (&sum.total, &item) {
        (Val::Float(total), Val::Float(_) | Val::Int(_) | Val::Big(_)) => Some((*total, as_float(&item))),
        (Val::Int(_) | Val::Big(_), Val::Float(number)) => Some((as_float(&sum.total), *number)),
        _ => None,
    };
    let Some((total, number)) = next else {
        if let (Val::Float(total), true) = (&sum.total, sum.floats) {
            sum.total = Val::Float(total + sum.lost);
            sum.floats = false;
            sum.lost = 0.0;
        }
        sum.total = add(interp, &sum.total, &item)?;
        return Ok(());
    };
    sum.floats = true;
    let together = total + number;
    if together.is_finite() {
        let larger = total.abs() >= number.abs();
        sum.lost += if larger { (total - together) + number } else { (number - together) + total };
    }
    sum.total = Val::Float(together);
    Ok(())
}

fn as_float(number: &Val) -> f64 {
    match number {
        Val::Int(number) => *number as f64,
        Val::Float(number) => *number,
        Val::Big(number) => number.to_string().parse().unwrap_or(f64::INFINITY),
        _ => 0.0,
    }
}

/// `a + b`. Integers are added without a method call.
pub(in crate::core) fn add(interp: &mut Interp<'_>, a: &Val, b: &Val) -> R {
    if let (Val::Int(a), Val::Int(b)) = (a, b) {
        return Ok(match a.checked_add(*b) {
            Some(sum) => Val::Int(sum),
            None => Val::integer(BigInt::from(*a) + BigInt::from(*b)),
        });
    }
    interp.call(a, "+", vec![b.clone()])
}

pub(super) fn count(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let wanted = args.at(0).cloned();
    let block = args.block.clone();
    let count = interp.walk(this, 0i64, move |interp, count, item| {
        let counts = match (&wanted, &block) {
            (Some(wanted), _) => interp.equal(&item, wanted)?,
            (None, Some(block)) => interp.yield_one(block, item)?.truthy(),
            (None, None) => true,
        };
        *count += i64::from(counts);
        Ok(Flow::More)
    })?;
    Ok(Val::Int(count))
}
