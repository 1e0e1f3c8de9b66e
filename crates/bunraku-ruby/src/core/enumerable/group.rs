//! Elements in groups: slices, chunks, by a key, without repetitions.

use std::rc::Rc;

use super::find::{Test, matches_test};
use crate::{
    Args, Interp, R,
    core::walk::{Flow, pack},
    value::{RHash, RProc, Val},
};

pub(super) fn each_slice(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let size = positive(interp, &args.get(0), "invalid slice size")?;
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "each_slice", args.list.clone()));
    };
    let last = Rc::clone(&block);
    let rest = interp.walk(this, Vec::new(), move |interp, slice: &mut Vec<Val>, item| {
        slice.push(item);
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
        return Ok(interp.enumerator(this, "each_cons", args.list.clone()));
    };
    interp.walk(this, Vec::new(), move |interp, window: &mut Vec<Val>, item| {
        if window.len() == size {
            window.remove(0);
        }
        window.push(item);
        if window.len() == size {
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
        return Ok(interp.enumerator(this, "group_by", args.list.clone()));
    };
    let groups = Rc::new(RHash::new());
    let into = Rc::clone(&groups);
    interp.walk(this, (), move |interp, (), item| {
        let key = interp.yield_one(&block, item.clone())?;
        interp.as_key(&key)?;
        match into.get(&key) {
            Some(Val::Array(group)) => group.update(|group| group.push(item)),
            _ => into.set(key, Val::array(vec![item])),
        }
        Ok(Flow::More)
    })?;
    Ok(Val::Hash(groups))
}

pub(super) fn partition(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "partition", args.list.clone()));
    };
    let (yes, no) = interp.walk(this, (Vec::new(), Vec::new()), move |interp, (yes, no), item| {
        let side = if interp.yield_one(&block, item.clone())?.truthy() { yes } else { no };
        side.push(item);
        Ok(Flow::More)
    })?;
    Ok(Val::array(vec![Val::array(yes), Val::array(no)]))
}

/// Runs of elements that the block answers the same for; `nil` and `:_separator` drop one, `:_alone` keeps it alone.
pub(super) fn chunk(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "chunk", args.list.clone()));
    };
    let mut chunks: Vec<(Val, Vec<Val>)> = Vec::new();
    let mut open = false;
    for item in super::map::walked(interp, this)? {
        let key = interp.yield_one(&block, item.clone())?;
        let name = match &key {
            Val::Sym(name) if name.starts_with('_') => name.to_string(),
            _ => String::new(),
        };
        if key.is_nil() || name == "_separator" {
            open = false;
            continue;
        }
        let goes_on = match chunks.last() {
            Some((last, _)) if open && name != "_alone" => interp.equal(last, &key)?,
            _ => false,
        };
        match chunks.last_mut() {
            Some((_, items)) if goes_on => items.push(item),
            _ => chunks.push((key, vec![item])),
        }
        open = name != "_alone";
    }
    let rows = chunks.into_iter().map(|(key, items)| Val::array(vec![key, Val::array(items)])).collect();
    Ok(walk_of(interp, rows))
}

pub(super) fn chunk_while(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    split_between(interp, this, &block, false)
}

pub(super) fn slice_when(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    split_between(interp, this, &block, true)
}

/// Cuts between two neighbours where the block says so.
fn split_between(interp: &mut Interp<'_>, this: &Val, block: &Rc<RProc>, cut_if: bool) -> R {
    let mut slices: Vec<Vec<Val>> = Vec::new();
    for item in super::map::walked(interp, this)? {
        let before = slices.last().and_then(|slice| slice.last()).cloned();
        let cut = match before {
            Some(before) => interp.yield_block(block, vec![before, item.clone()])?.truthy() == cut_if,
            None => true,
        };
        add_to(&mut slices, item, cut);
    }
    Ok(walk_of(interp, slices.into_iter().map(Val::array).collect()))
}

pub(super) fn slice_before(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let test = slice_test(interp, args)?;
    let mut slices: Vec<Vec<Val>> = Vec::new();
    for item in super::map::walked(interp, this)? {
        let cut = matches_test(interp, &test, item.clone())?;
        add_to(&mut slices, item, cut);
    }
    Ok(walk_of(interp, slices.into_iter().map(Val::array).collect()))
}

pub(super) fn slice_after(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let test = slice_test(interp, args)?;
    let mut slices: Vec<Vec<Val>> = Vec::new();
    let mut cut = true;
    for item in super::map::walked(interp, this)? {
        let next = matches_test(interp, &test, item.clone())?;
        add_to(&mut slices, item, cut);
        cut = next;
    }
    Ok(walk_of(interp, slices.into_iter().map(Val::array).collect()))
}

fn slice_test(interp: &mut Interp<'_>, args: &Args) -> R<Test> {
    match Test::of(args) {
        Test::Truth => Err(interp.argument_error("wrong number of arguments (given 0, expected 1)")),
        test => Ok(test),
    }
}

fn add_to(slices: &mut Vec<Vec<Val>>, item: Val, cut: bool) {
    match slices.last_mut() {
        Some(slice) if !cut => slice.push(item),
        _ => slices.push(vec![item]),
    }
}

/// An enumerator of elements that are known already.
fn walk_of(interp: &mut Interp<'_>, items: Vec<Val>) -> Val {
    interp.enumerator(&Val::array(items), "each", Vec::new())
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
            items.push(item);
        }
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}
