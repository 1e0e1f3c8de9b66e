//! `ljust`, `rjust` and `center`.

use super::{like, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] =
    &[method("ljust", 1, 2, ljust), method("rjust", 1, 2, rjust), method("center", 1, 2, center)];

fn ljust(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    padded(interp, this, args, |missing| (0, missing))
}

fn rjust(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    padded(interp, this, args, |missing| (missing, 0))
}

fn center(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    padded(interp, this, args, |missing| (missing / 2, missing - missing / 2))
}

/// Pads a string. `share` gives the number of padding characters before and after it.
fn padded(interp: &mut Interp<'_>, this: &Val, args: &Args, share: fn(usize) -> (usize, usize)) -> R {
    let string = string(interp, this)?;
    let width = usize::try_from(interp.arg_int(&args.get(0))?).unwrap_or(0);
    let pad = match args.at(1) {
        Some(pad) => interp.arg_str(pad)?,
        None => " ".to_string(),
    };
    if pad.is_empty() {
        return Err(interp.argument_error("zero width padding"));
    }
    let source = string.text();
    let (before, after) = share(width.saturating_sub(source.chars().count()));
    interp.check_size(width.saturating_mul(pad.len()))?;
    let fill = |count: usize| pad.chars().cycle().take(count).collect::<String>();
    Ok(like(&string, format!("{}{source}{}", fill(before), fill(after))))
}
