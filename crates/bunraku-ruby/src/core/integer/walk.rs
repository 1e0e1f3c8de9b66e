//! Counting: `times`, `upto`, `downto`, `succ`.

use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("succ", 0, 0, succ),
    method("next", 0, 0, succ),
    method("pred", 0, 0, pred),
    method("times", 0, 0, times),
    method("upto", 1, 1, upto),
    method("downto", 1, 1, downto),
];

fn succ(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    super::add(interp, this, &Args::new(vec![Val::Int(1)]))
}

fn pred(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    super::subtract(interp, this, &Args::new(vec![Val::Int(1)]))
}

fn times(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "times", args.list.to_vec()));
    };
    let count = match this {
        Val::Int(count) => *count,
        // The limit of steps is reached long before.
        _ => i64::MAX,
    };
    for number in 0..count {
        interp.step()?;
        interp.yield_one(&block, Val::Int(number))?;
    }
    Ok(this.clone())
}

fn upto(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    count(interp, this, args, "upto", 1)
}

fn downto(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    count(interp, this, args, "downto", -1)
}

fn count(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str, by: i64) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, name, args.list.to_vec()));
    };
    let limit = args.get(0);
    if let (Val::Int(first), Val::Int(last)) = (this, &limit) {
        let mut at = *first;
        while if by > 0 { at <= *last } else { at >= *last } {
            interp.step()?;
            interp.yield_one(&block, Val::Int(at))?;
            match at.checked_add(by) {
                Some(next) => at = next,
                None => break,
            }
        }
        return Ok(this.clone());
    }
    if matches!(limit, Val::Float(limit) if limit.is_nan()) {
        return Ok(this.clone());
    }
    let beyond = if by > 0 { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less };
    let mut at = this.clone();
    while interp.order(&at, &limit)? != beyond {
        interp.step()?;
        interp.yield_one(&block, at.clone())?;
        at = super::add(interp, &at, &Args::new(vec![Val::Int(by)]))?;
    }
    Ok(this.clone())
}
