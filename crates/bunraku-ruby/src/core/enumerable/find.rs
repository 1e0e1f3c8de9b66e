//! Methods that search for elements.

use std::rc::Rc;

use crate::{
    Args, Interp, R,
    core::walk::Flow,
    value::{RProc, Val},
};

/// The condition for an element: a pattern, a block, or truthiness.
#[derive(Clone)]
pub(super) enum Test {
    Pattern(Val),
    Block(Rc<RProc>),
    Truth,
}

impl Test {
    pub(super) fn of(args: &Args) -> Test {
        match (args.at(0), &args.block) {
            (Some(pattern), _) => Test::Pattern(pattern.clone()),
            (None, Some(block)) => Test::Block(Rc::clone(block)),
            (None, None) => Test::Truth,
        }
    }
}

/// Whether an element satisfies the condition.
pub(super) fn matches_test(interp: &mut Interp<'_>, test: &Test, item: Val) -> R<bool> {
    match test {
        Test::Pattern(pattern) => interp.case_equal(pattern, &item),
        Test::Block(block) => Ok(interp.yield_one(block, item)?.truthy()),
        Test::Truth => Ok(item.truthy()),
    }
}

pub(super) fn all(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(first_that_is(interp, this, args, false)?.is_none()))
}

pub(super) fn any(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(first_that_is(interp, this, args, true)?.is_some()))
}

pub(super) fn none(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(first_that_is(interp, this, args, true)?.is_none()))
}

pub(super) fn one(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let test = Test::of(args);
    let count = interp.walk(this, 0usize, move |interp, count, item| {
        if matches_test(interp, &test, item)? {
            *count += 1;
        }
        Ok(if *count > 1 { Flow::Stop } else { Flow::More })
    })?;
    Ok(Val::Bool(count == 1))
}

pub(super) fn find(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "find", args.list.to_vec()));
    };
    let found = interp.walk(this, None, move |interp, found, item| {
        if !interp.yield_one(&block, item.clone())?.truthy() {
            return Ok(Flow::More);
        }
        *found = Some(item);
        Ok(Flow::Stop)
    })?;
    match (found, args.get(0)) {
        (Some(item), _) => Ok(item),
        (None, Val::Nil) => Ok(Val::Nil),
        (None, otherwise) => interp.call(&otherwise, "call", Vec::new()),
    }
}

pub(super) fn find_index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let wanted = args.at(0).cloned();
    let block = args.block.clone();
    if wanted.is_none() && block.is_none() {
        return Ok(interp.enumerator(this, "find_index", args.list.to_vec()));
    }
    let (index, found) = interp.walk(this, (0i64, false), move |interp, state, item| {
        state.1 = match (&wanted, &block) {
            (Some(wanted), _) => interp.equal(&item, wanted)?,
            (None, Some(block)) => interp.yield_one(block, item)?.truthy(),
            (None, None) => false,
        };
        if state.1 {
            return Ok(Flow::Stop);
        }
        state.0 += 1;
        Ok(Flow::More)
    })?;
    Ok(if found { Val::Int(index) } else { Val::Nil })
}

pub(super) fn include(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let wanted = args.get(0);
    let found = interp.walk(this, false, move |interp, found, item| {
        *found = interp.equal(&item, &wanted)?;
        Ok(if *found { Flow::Stop } else { Flow::More })
    })?;
    Ok(Val::Bool(found))
}

fn first_that_is(interp: &mut Interp<'_>, this: &Val, args: &Args, wanted: bool) -> R<Option<Val>> {
    let test = Test::of(args);
    interp.walk(this, None, move |interp, found, item| {
        if matches_test(interp, &test, item.clone())? == wanted {
            *found = Some(item);
            return Ok(Flow::Stop);
        }
        Ok(Flow::More)
    })
}
