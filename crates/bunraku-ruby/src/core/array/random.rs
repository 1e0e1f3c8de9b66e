//! Random choices, by the generator that is given, or else by the shared one.

use super::{changing, this_items};
use crate::{Args, Interp, R, value::Val};

/// Up to this many elements are drawn one by one; more are shuffled to the front. Ruby makes the same distinction, and
/// the results must agree with it.
const FEW: usize = 16;

pub(super) fn shuffle(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = this_items(interp, this)?;
    Ok(Val::array(shuffled(interp, items, args)?))
}

pub(super) fn shuffle_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let items = interp.items(&array)?;
    let items = shuffled(interp, items, args)?;
    array.update(|place| *place = items);
    Ok(this.clone())
}

fn shuffled(interp: &mut Interp<'_>, mut items: Vec<Val>, args: &Args) -> R<Vec<Val>> {
    for end in (1..=items.len()).rev() {
        let chosen = below(interp, args, end)?;
        items.swap(end - 1, chosen);
    }
    Ok(items)
}

pub(super) fn sample(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = this_items(interp, this)?;
    let count = match args.at(0) {
        None | Some(Val::Hash(_)) => {
            let index = if items.len() < 2 { 0 } else { below(interp, args, items.len())? };
            return Ok(items.get(index).cloned().unwrap_or_default());
        }
        Some(count) => interp.arg_int(count)?,
    };
    let Ok(count) = usize::try_from(count) else {
        return Err(interp.argument_error("negative sample number"));
    };
    let count = count.min(items.len());
    if count <= FEW { draw_few(interp, &items, count, args) } else { draw_many(interp, items, count, args) }
}

fn draw_few(interp: &mut Interp<'_>, items: &[Val], count: usize, args: &Args) -> R {
    let mut numbers = Vec::with_capacity(count);
    for drawn in 0..count {
        numbers.push(below(interp, args, items.len() - drawn)?);
    }
    // Each number is an index among the positions that have not been drawn yet.
    let mut taken: Vec<usize> = Vec::with_capacity(count);
    let mut drawn = Vec::with_capacity(count);
    for mut place in numbers {
        let mut at = 0;
        while taken.get(at).is_some_and(|before| place >= *before) {
            place += 1;
            at += 1;
        }
        taken.insert(at, place);
        drawn.extend(items.get(place).cloned());
    }
    Ok(Val::array(drawn))
}

fn draw_many(interp: &mut Interp<'_>, mut items: Vec<Val>, count: usize, args: &Args) -> R {
    for place in 0..count {
        let chosen = place + below(interp, args, items.len() - place)?;
        items.swap(place, chosen);
    }
    items.truncate(count);
    Ok(Val::array(items))
}

/// A random number below a limit, from the generator in the option `random:` or the shared one.
fn below(interp: &mut Interp<'_>, args: &Args, limit: usize) -> R<usize> {
    interp.step()?;
    let generator = match args.option("random") {
        Some(generator) => generator,
        None => interp.class_named("Random").map_or(Val::Nil, Val::Class),
    };
    let number = interp.call(&generator, "rand", vec![Val::Int(limit as i64)])?;
    let number = interp.arg_int(&number)?;
    match usize::try_from(number) {
        Ok(number) if number < limit => Ok(number),
        _ => Err(interp.error("RangeError", format!("random number too small or too big {number}"))),
    }
}
