//! Groups of elements: slices, by a key, without duplicates.

use std::rc::Rc;

use crate::{
    Args, Interp, R,
    core::walk::{Flow, pack},
    value::{RHash, Val},
};

pub(super) fn each_slice(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let size = positive(interp, &args.get(0), "invalid slice size")?;
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "each_slice", args.list.to_vec()));
    };
    let last = Rc::clone(&block);
    let rest = interp.walk(this, Vec::new(), move |interp, slice: &mut Vec<Val>, item| {
        interp.keep(slice, item)?;
        if slice.len() == size {
            let full = std::mem::take(slice);
            interp.yield_one(&block, Val::array(full))?;
        }
        Ok(Flow::More)
    })?;
    if !rest.is_empty() {
        interp.yield_one(&last, Val::array(rest))?;
    }
    Ok(this.clone())
}

pub(super) fn each_cons(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let size = positive(interp, &args.get(0), "invalid size")?;
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "each_cons", args.list.to_vec()));
    };
    interp.walk(this, Vec::new(), move |interp, window: &mut Vec<Val>, item| {
        if window.len() == size {
            window.remove(0);
        }
        window.push(item);
        if window.len() == size {
            interp.check_elements(size)?;
            interp.yield_one(&block, Val::array(window.clone()))?;
        }
        Ok(Flow::More)
    })?;
    Ok(this.clone())
}

fn positive(interp: &mut Interp<'_>, size: &Val, message: &str) -> R<usize> {
    let size = interp.arg_int(size)?;
    match usize::try_from(size) {
        Ok(size) if size > 0 => Ok(size),
        _ => Err(interp.argument_error(message)),
    }
}

pub(super) fn group_by(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "group_by", args.list.to_vec()));
    };
    let groups = Rc::new(RHash::new());
    let into = Rc::clone(&groups);
    interp.walk(this, (), move |interp, (), item| {
        let key = interp.yield_one(&block, item.clone())?;
        interp.as_key(&key)?;
        match into.get(&key) {
            Some(Val::Array(group)) => {
                interp.check_more(group.len(), 1)?;
                group.update(|group| group.push(item));
            }
            _ => into.set(key, Val::array(vec![item])),
        }
        Ok(Flow::More)
    })?;
    Ok(Val::Hash(groups))
}

pub(super) fn partition(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "partition", args.list.to_vec()));
    };
    let (yes, no) = interp.walk(this, (Vec::new(), Vec::new()), move |interp, (yes, no), item| {
        let side = if interp.yield_one(&block, item.clone())?.truthy() { yes } else { no };
        interp.keep(side, item)?;
        Ok(Flow::More)
    })?;
    Ok(Val::array(vec![Val::array(yes), Val::array(no)]))
}

pub(super) fn tally(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let counts = match args.at(0) {
        Some(counts) => interp.arg_hash(counts)?,
        None => Rc::new(RHash::new()),
    };
    if counts.is_frozen() {
        return Err(interp.frozen_error(&Val::Hash(counts)));
    }
    let into = Rc::clone(&counts);
    interp.walk(this, (), move |interp, (), item| {
        interp.as_key(&item)?;
        let before = into.get(&item).unwrap_or(Val::Int(0));
        let count = super::reduce::add(interp, &before, &Val::Int(1))?;
        into.set(item, count);
        Ok(Flow::More)
    })?;
    Ok(Val::Hash(counts))
}

pub(in crate::core) fn uniq(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.block.clone();
    let seen = Rc::new(RHash::new());
    let items = interp.walk_values(this, Vec::new(), move |interp, items, values| {
        let item = pack(values);
        let key = match &block {
            Some(block) => interp.yield_one(block, item.clone())?,
            None => item.clone(),
        };
        interp.as_key(&key)?;
        if !seen.contains(&key) {
            seen.set(key, Val::Nil);
            interp.keep(items, item)?;
        }
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}
