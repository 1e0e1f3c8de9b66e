//! `next`: external iteration, one element at a time.
//!
//! There are no coroutines here. Elements are read ahead into a buffer. If there are more of them than fit, the
//! iteration is stopped, and it is repeated with a larger buffer when the first one is used up. Infinite sequences
//! work, but side effects of the block may be observed more than once.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R, Unwind,
    core::walk::Flow,
    value::{Data, RObject, Val},
};

/// The size of the first buffer.
const AHEAD: usize = 1_000;

/// The variable for the elements that were read ahead.
const BUFFER: &str = "__buffer";
/// The variable for the number of elements that were consumed.
const POSITION: &str = "__position";
/// The variable for whether the buffer has all elements.
const WHOLE: &str = "__whole";

pub(super) fn next(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let (object, position) = position(interp, this)?;
    let item = item_at(interp, this, &object, position)?;
    object.set_variable(Symbol::new(POSITION), Val::Int(position as i64 + 1));
    Ok(item)
}

pub(super) fn peek(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let (object, position) = position(interp, this)?;
    item_at(interp, this, &object, position)
}

/// The values of the next `yield`, always as an array.
pub(super) fn next_values(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let item = next(interp, this, args)?;
    Ok(as_values(item))
}

pub(super) fn peek_values(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let item = peek(interp, this, args)?;
    Ok(as_values(item))
}

fn as_values(item: Val) -> Val {
    match item {
        Val::Array(_) => item,
        item => Val::array(vec![item]),
    }
}

pub(super) fn rewind(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let (object, _) = position(interp, this)?;
    object.set_variable(Symbol::new(POSITION), Val::Int(0));
    object.set_variable(Symbol::new(BUFFER), Val::Nil);
    Ok(this.clone())
}

/// The element at a position, independent of how many were consumed; `None` after the last one.
pub(in crate::core) fn at(interp: &mut Interp<'_>, this: &Val, place: usize) -> R<Option<Val>> {
    let (object, _) = position(interp, this)?;
    match item_at(interp, this, &object, place) {
        Ok(item) => Ok(Some(item)),
        Err(unwind) => match (&*unwind, interp.class_named("StopIteration")) {
            (Unwind::Raise(exception), Some(stop)) if interp.is_a(exception, &stop) => Ok(None),
            _ => Err(unwind),
        },
    }
}

fn position(interp: &mut Interp<'_>, this: &Val) -> R<(Rc<RObject>, usize)> {
    let Val::Object(object) = this else { return Err(interp.argument_error("uninitialized enumerator")) };
    let position = match object.variable(Symbol::new(POSITION)) {
        Some(Val::Int(position)) => usize::try_from(position).unwrap_or(0),
        _ => 0,
    };
    Ok((Rc::clone(object), position))
}

fn item_at(interp: &mut Interp<'_>, this: &Val, object: &Rc<RObject>, position: usize) -> R {
    let (buffer, whole) = (object.variable(Symbol::new(BUFFER)), object.variable(Symbol::new(WHOLE)));
    let known = match &buffer {
        Some(Val::Array(buffer)) => {
            if let Some(item) = buffer.get(position) {
                return Ok(item);
            }
            buffer.len()
        }
        _ => 0,
    };
    let ended = known > 0 && whole.is_some_and(|whole| whole.truthy());
    let empty = matches!(&buffer, Some(Val::Array(_))) && known == 0;
    if ended || empty {
        return Err(end(interp, object));
    }
    let wanted = AHEAD.max(known.saturating_mul(4));
    interp.check_elements(wanted)?;
    let items = interp.walk(this, Vec::new(), move |_, items, item| {
        items.push(item);
        Ok(if items.len() >= wanted { Flow::Stop } else { Flow::More })
    })?;
    object.set_variable(Symbol::new(WHOLE), Val::Bool(items.len() < wanted));
    let item = items.get(position).cloned();
    object.set_variable(Symbol::new(BUFFER), Val::array(items));
    match item {
        Some(item) => Ok(item),
        None => Err(end(interp, object)),
    }
}

/// The exception after the last element. Its result is what the method returned: `each` returns its receiver.
fn end(interp: &mut Interp<'_>, object: &RObject) -> Box<Unwind> {
    let result = match &object.data {
        Data::Enumerator { receiver, method, .. } if method.as_str() == "each" => receiver.clone(),
        _ => Val::Nil,
    };
    interp.error_about("StopIteration", "iteration reached an end", &[("result", &result)])
}
