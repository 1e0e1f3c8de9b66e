//! Methods that select elements.

use crate::{Args, Interp, R, core::walk::Flow, value::Val};

pub(super) fn select(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    keep(interp, this, args, "select", true)
}

pub(super) fn reject(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    keep(interp, this, args, "reject", false)
}

fn keep(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str, wanted: bool) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, name, args.list.to_vec()));
    };
    let items = interp.walk(this, Vec::new(), move |interp, items, item| {
        if interp.yield_one(&block, item.clone())?.truthy() == wanted {
            interp.keep(items, item)?;
        }
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}

pub(super) fn compact(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let items = super::map::walked(interp, this)?;
    Ok(Val::array(items.into_iter().filter(|item| !item.is_nil()).collect()))
}

pub(super) fn grep(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    grep_that(interp, this, args, true)
}

pub(super) fn grep_v(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    grep_that(interp, this, args, false)
}

fn grep_that(interp: &mut Interp<'_>, this: &Val, args: &Args, wanted: bool) -> R {
    let pattern = args.get(0);
    let block = args.block.clone();
    let items = interp.walk(this, Vec::new(), move |interp, items, item| {
        if interp.case_equal(&pattern, &item)? == wanted {
            let item = match &block {
                Some(block) => interp.yield_one(block, item)?,
                None => item,
            };
            interp.keep(items, item)?;
        }
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}
