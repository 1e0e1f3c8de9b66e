//! Comparison of hashes.

use super::{changing, this_hash};
use crate::{Args, Interp, R, value::Val};

pub(super) fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.equal(this, &args.get(0))?))
}

pub(super) fn subset(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(is_subset(interp, this, &args.get(0))?))
}

pub(super) fn superset(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(is_subset(interp, &args.get(0), this)?))
}

pub(super) fn proper_subset(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    Ok(Val::Bool(is_subset(interp, this, &other)? && !interp.equal(this, &other)?))
}

pub(super) fn proper_superset(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    Ok(Val::Bool(is_subset(interp, &other, this)? && !interp.equal(this, &other)?))
}

fn is_subset(interp: &mut Interp<'_>, part: &Val, whole: &Val) -> R<bool> {
    let (part, whole) = (interp.arg_hash(part)?, interp.arg_hash(whole)?);
    for (key, value) in interp.entries(&part)? {
        match whole.get(&key) {
            Some(other) if interp.equal(&value, &other)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

pub(super) fn by_identity(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let hash = changing(interp, this)?;
    if !hash.is_by_identity() {
        hash.compare_by_identity();
    }
    Ok(this.clone())
}

pub(super) fn is_by_identity(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(this_hash(interp, this)?.is_by_identity()))
}
