//! `Enumerator.new { |y| y << 1 }`: elements that a block produces.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    value::{RObject, Val},
};

pub(in crate::core) static GENERATOR: NativeClass = NativeClass::class(
    "Enumerator::Generator",
    "Object",
    &["Enumerable"],
    &[method("each", 0, ANY, each)],
    &[],
);

pub(in crate::core) static YIELDER: NativeClass = NativeClass::class(
    "Enumerator::Yielder",
    "Object",
    &[],
    &[
        method("<<", 1, 1, push),
        method("yield", 0, ANY, give),
        method("call", 0, ANY, give),
        method("to_proc", 0, 0, to_proc),
    ],
    &[],
);

/// The variable in which a generator keeps the block that produces elements, and a yielder the block that receives
/// them.
const BLOCK: &str = "__block";

pub(super) fn new(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Err(interp.argument_error("no block given")) };
    let generator = keeper(interp, "Enumerator::Generator", Val::Proc(Rc::clone(block)));
    Ok(interp.enumerator(&generator, "each", Vec::new()))
}

/// `Enumerator.produce(first) { |before| next }`.
pub(super) fn produce(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let Some(step) = args.block.clone() else { return Err(interp.argument_error("no block given")) };
    let first = args.at(0).cloned();
    let kept = vec![Val::Proc(step), Val::Bool(first.is_some()), first.unwrap_or_default()];
    let block = interp.native_block(produce_all, kept);
    let generator = keeper(interp, "Enumerator::Generator", Val::Proc(block));
    Ok(interp.enumerator(&generator, "each", Vec::new()))
}

/// Passes one element after another to a yielder, until the block raises `StopIteration`.
fn produce_all(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    let yielder = args.get(0);
    let Val::Array(kept) = kept else { return Ok(Val::Nil) };
    let Some(Val::Proc(step)) = kept.get(0) else { return Ok(Val::Nil) };
    let mut item = kept.get(2).unwrap_or_default();
    let mut given = kept.get(1).is_some_and(|given| given.truthy());
    loop {
        interp.step()?;
        if given {
            interp.call(&yielder, "<<", vec![item.clone()])?;
        }
        let before = if given { vec![item] } else { Vec::new() };
        given = true;
        item = match interp.yield_block(&step, before) {
            Ok(item) => item,
            Err(unwind) => match (*unwind, interp.class_named("StopIteration")) {
                (crate::Unwind::Raise(exception), Some(stop)) if interp.is_a(&exception, &stop) => {
                    return Ok(Val::Nil);
                }
                (other, _) => return Err(Box::new(other)),
            },
        };
    }
}

fn keeper(interp: &mut Interp<'_>, class: &str, block: Val) -> Val {
    let class = interp.class_named(class).unwrap_or_else(|| Rc::clone(&interp.state.known.object));
    let object = RObject::new(class);
    object.set_variable(Symbol::new(BLOCK), block);
    Val::Object(Rc::new(object))
}

fn kept_block(interp: &mut Interp<'_>, this: &Val) -> R<Rc<crate::value::RProc>> {
    if let Val::Object(object) = this
        && let Some(Val::Proc(block)) = object.variable(Symbol::new(BLOCK))
    {
        return Ok(block);
    }
    Err(interp.argument_error("uninitialized generator"))
}

fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(taker) = &args.block else { return Ok(interp.enumerator(this, "each", args.list.to_vec())) };
    let block = kept_block(interp, this)?;
    let yielder = keeper(interp, "Enumerator::Yielder", Val::Proc(Rc::clone(taker)));
    let mut list = vec![yielder];
    list.extend(args.list.iter().cloned());
    interp.yield_block(&block, list)
}

fn push(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    give(interp, this, args)?;
    Ok(this.clone())
}

fn give(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = kept_block(interp, this)?;
    interp.yield_block(&block, args.list.to_vec())
}

fn to_proc(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Proc(kept_block(interp, this)?))
}
