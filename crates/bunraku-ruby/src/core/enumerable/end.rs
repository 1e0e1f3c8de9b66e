//! The first elements, the remaining ones, and iteration in other orders.

use crate::{Args, Interp, R, core::walk::Flow, value::Val};

pub(super) fn first(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let Some(count) = args.at(0) {
        let array = matches!(this, Val::Array(_));
        let message = if array { "negative array size" } else { "attempt to take negative size" };
        let count = size(interp, count, message)?;
        return take_first(interp, this, count);
    }
    interp.walk(this, Val::Nil, |_, first, item| {
        *first = item;
        Ok(Flow::Stop)
    })
}

pub(super) fn take(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let count = size(interp, &args.get(0), "attempt to take negative size")?;
    take_first(interp, this, count)
}

fn take_first(interp: &mut Interp<'_>, this: &Val, count: usize) -> R {
    if count == 0 {
        return Ok(Val::array(Vec::new()));
    }
    let items = interp.walk(this, Vec::new(), move |interp, items, item| {
        interp.keep(items, item)?;
        Ok(if items.len() == count { Flow::Stop } else { Flow::More })
    })?;
    Ok(Val::array(items))
}

pub(super) fn take_while(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "take_while", args.list.to_vec()));
    };
    let items = interp.walk(this, Vec::new(), move |interp, items, item| {
        if !interp.yield_one(&block, item.clone())?.truthy() {
            return Ok(Flow::Stop);
        }
        interp.keep(items, item)?;
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}

pub(super) fn drop(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let count = size(interp, &args.get(0), "attempt to drop negative size")?;
    let items = interp.collect(this)?;
    Ok(Val::array(items.into_iter().skip(count).collect()))
}

pub(super) fn drop_while(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "drop_while", args.list.to_vec()));
    };
    let (items, _) = interp.walk(this, (Vec::new(), true), move |interp, (items, dropping), item| {
        *dropping = *dropping && interp.yield_one(&block, item.clone())?.truthy();
        if !*dropping {
            interp.keep(items, item)?;
        }
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}

pub(super) fn cycle(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "cycle", args.list.to_vec()));
    };
    let mut rounds = match args.at(0) {
        None | Some(Val::Nil) => None,
        Some(rounds) => Some(interp.arg_int(rounds)?),
    };
    let items = interp.collect(this)?;
    while !items.is_empty() && rounds.is_none_or(|rounds| rounds > 0) {
        for item in &items {
            interp.step()?;
            interp.yield_one(&block, item.clone())?;
        }
        rounds = rounds.map(|rounds| rounds - 1);
    }
    Ok(Val::Nil)
}

pub(super) fn reverse_each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "reverse_each", args.list.to_vec()));
    };
    for item in interp.collect(this)?.into_iter().rev() {
        interp.step()?;
        interp.yield_one(&block, item)?;
    }
    Ok(this.clone())
}

fn size(interp: &mut Interp<'_>, count: &Val, message: &str) -> R<usize> {
    let count = interp.arg_int(count)?;
    match usize::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => Err(interp.argument_error(message)),
    }
}
