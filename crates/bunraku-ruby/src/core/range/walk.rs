//! Iteration over a range.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{cover::covers, ends::float, this_range};
use crate::{
    Args, Interp, R,
    core::{enumerable::add, string::each_between},
    value::{RProc, RRange, Val},
};

pub(super) fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "each", args.list.to_vec())) };
    let range = this_range(interp, this)?;
    each_by(interp, &range, 1, &mut |interp, item| interp.yield_one(block, item).map(drop))?;
    Ok(this.clone())
}

/// Visits every n-th element.
fn each_by(
    interp: &mut Interp<'_>,
    range: &RRange,
    by: u64,
    visit: &mut dyn FnMut(&mut Interp<'_>, Val) -> R<()>,
) -> R<()> {
    match (&range.first, &range.last) {
        (Val::Int(first), Val::Int(_) | Val::Big(_) | Val::Float(_) | Val::Nil) => {
            let mut number = Val::Int(*first);
            while range.last.is_nil() || covers(interp, range, &number)? {
                interp.step()?;
                visit(interp, number.clone())?;
                number = add(interp, &number, &Val::Int(i64::try_from(by).unwrap_or(i64::MAX)))?;
            }
            Ok(())
        }
        (Val::Str(_), Val::Str(_)) | (Val::Sym(_), Val::Sym(_)) => each_text(interp, range, by, visit),
        _ => each_successor(interp, range, by, visit),
    }
}

fn each_successor(
    interp: &mut Interp<'_>,
    range: &RRange,
    by: u64,
    visit: &mut dyn FnMut(&mut Interp<'_>, Val) -> R<()>,
) -> R<()> {
    if !interp.responds(&range.first, "succ") {
        let class = interp.real_class(&range.first).name();
        return Err(interp.type_error(format!("can't iterate from {class}")));
    }
    let mut item = range.first.clone();
    let mut index = 0;
    while range.last.is_nil() || covers(interp, range, &item)? {
        interp.step()?;
        if index % by == 0 {
            visit(interp, item.clone())?;
        }
        item = interp.call(&item, "succ", Vec::new())?;
        index += 1;
    }
    Ok(())
}

/// Visits strings until the last one, or until they are longer than it.
fn each_text(
    interp: &mut Interp<'_>,
    range: &RRange,
    by: u64,
    visit: &mut dyn FnMut(&mut Interp<'_>, Val) -> R<()>,
) -> R<()> {
    let symbols = matches!(range.first, Val::Sym(_));
    let (first, last) = (interp.to_s(&range.first)?, interp.to_s(&range.last)?);
    let mut index = 0;
    each_between(interp, &first, &last, range.exclusive, &mut |interp, text| {
        interp.step()?;
        index += 1;
        if (index - 1) % by != 0 {
            return Ok(());
        }
        visit(interp, if symbols { Val::sym(text) } else { Val::str(text) })
    })
}

pub(super) fn reverse_each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        return Ok(interp.enumerator(this, "reverse_each", args.list.to_vec()));
    };
    let Val::Array(items) = to_a(interp, this, &Args::none())? else { return Ok(Val::Nil) };
    for item in interp.items(&items)?.into_iter().rev() {
        interp.yield_one(block, item)?;
    }
    Ok(this.clone())
}

pub(super) fn to_a(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let range = this_range(interp, this)?;
    if range.last.is_nil() {
        return Err(interp.error("RangeError", "cannot convert endless range to an array"));
    }
    if let (Val::Int(first), Val::Int(last)) = (&range.first, &range.last) {
        let count = last.saturating_sub(*first).max(0);
        interp.check_elements(usize::try_from(count).unwrap_or(usize::MAX))?;
    }
    let mut items = Vec::new();
    each_by(interp, &range, 1, &mut |interp, item| interp.keep(&mut items, item))?;
    Ok(Val::array(items))
}

pub(super) fn step(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let range = this_range(interp, this)?;
    let by = args.at(0).cloned().unwrap_or(Val::Int(1));
    let floats = [&range.first, &range.last, &by].iter().any(|number| matches!(number, Val::Float(_)));
    if floats && matches!(range.first, Val::Int(_) | Val::Float(_)) {
        return step_floats(interp, this, &range, &by, args);
    }
    if matches!(by, Val::Object(_)) && interp.responds(&by, "coerce") {
        return step_by_object(interp, this, &range, by, args);
    }
    let number = interp.arg_int(&by)?;
    if number == 0 {
        return Err(interp.argument_error("step can't be 0"));
    }
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "step", vec![by])) };
    match u64::try_from(number) {
        Ok(number) => {
            each_by(interp, &range, number, &mut |interp, item| interp.yield_one(block, item).map(drop))?
        }
        Err(_) if matches!(range.first, Val::Int(_)) => {}
        Err(_) => return Err(interp.argument_error("step can't be negative")),
    }
    Ok(this.clone())
}

/// Steps by an object such as a `Rational`.
fn step_by_object(interp: &mut Interp<'_>, this: &Val, range: &RRange, by: Val, args: &Args) -> R {
    if interp.compare(&by, &Val::Int(0))? != Some(Ordering::Greater) {
        return Err(interp.argument_error("step can't be 0 or negative"));
    }
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "step", vec![by])) };
    let mut at = range.first.clone();
    loop {
        let inside = range.last.is_nil()
            || match interp.order(&at, &range.last)? {
                Ordering::Less => true,
                Ordering::Equal => !range.exclusive,
                Ordering::Greater => false,
            };
        if !inside {
            return Ok(this.clone());
        }
        interp.step()?;
        interp.yield_one(block, at.clone())?;
        at = interp.call(&at, "+", vec![by.clone()])?;
    }
}

fn step_floats(interp: &mut Interp<'_>, this: &Val, range: &RRange, by: &Val, args: &Args) -> R {
    if !matches!(by, Val::Int(_) | Val::Float(_)) {
        return Err(interp.no_conversion(by, "Float"));
    }
    let by_number = float(by);
    if by_number == 0.0 {
        return Err(interp.argument_error("step can't be 0"));
    }
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "step", vec![by.clone()])) };
    let last = (!range.last.is_nil()).then(|| float(&range.last));
    yield_floats(interp, float(&range.first), last, by_number, range.exclusive, block)?;
    Ok(this.clone())
}

/// Passes the floats of a sequence to a block. As in Ruby, each is computed from its index, so that rounding errors do
/// not accumulate.
pub(in crate::core) fn yield_floats(
    interp: &mut Interp<'_>,
    first: f64,
    last: Option<f64>,
    by: f64,
    exclusive: bool,
    block: &Rc<RProc>,
) -> R<()> {
    let count = last.map_or(f64::INFINITY, |last| float_steps(first, last, by, exclusive));
    let mut index = 0.0;
    while index < count {
        interp.step()?;
        let number = if index == 0.0 { first } else { index * by + first };
        // Rounding must not pass the end.
        let beyond = last.filter(|last| if by >= 0.0 { *last < number } else { number < *last });
        interp.yield_one(block, Val::Float(beyond.unwrap_or(number)))?;
        index += 1.0;
    }
    Ok(())
}

/// The number of steps between two floats, with Ruby's allowance for rounding errors.
pub(super) fn float_steps(first: f64, last: f64, by: f64, exclusive: bool) -> f64 {
    let mut count = (last - first) / by;
    let error = ((first.abs() + last.abs() + (last - first).abs()) / by.abs() * f64::EPSILON).min(0.5);
    if exclusive {
        if count <= 0.0 {
            return 0.0;
        }
        count = if count < 1.0 { 0.0 } else { (count - error).floor() };
        let next = (count + 1.0) * by + first;
        if (first < last && next < last) || (first > last && next > last) {
            count += 1.0;
        }
        return count + 1.0;
    }
    if count < 0.0 { 0.0 } else { (count + error).floor() + 1.0 }
}

/// Binary search in a range of integers.
pub(super) fn bsearch(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, "bsearch", args.list.to_vec())) };
    let range = this_range(interp, this)?;
    let (Val::Int(first), Val::Int(last)) = (&range.first, &range.last) else {
        let class = interp.real_class(&range.first).name();
        return Err(interp.type_error(format!("can't do binary search for {class}")));
    };
    let (mut low, mut high) = (i128::from(*first), i128::from(*last) + i128::from(!range.exclusive));
    let mut found = Val::Nil;
    while low < high {
        let middle = low + (high - low) / 2;
        let item = Val::Int(i64::try_from(middle).unwrap_or(i64::MAX));
        let answer = interp.yield_one(block, item.clone())?;
        let lower = match &answer {
            Val::Bool(true) => {
                found = item;
                true
            }
            Val::Bool(false) | Val::Nil => false,
            _ => match interp.order(&answer, &Val::Int(0))? {
                Ordering::Equal => return Ok(item),
                order => order.is_lt(),
            },
        };
        if lower {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(found)
}
