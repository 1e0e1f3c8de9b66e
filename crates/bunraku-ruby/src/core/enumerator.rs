//! `Enumerator`: a receiver and a method that is called with a block to obtain the elements.

mod generator;
pub(super) mod next;

use bunraku_intern::Symbol;

pub(super) use generator::{GENERATOR, YIELDER};

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    core::walk::pack,
    value::{Data, Val},
};

pub(super) static ENUMERATOR: NativeClass = NativeClass::class(
    "Enumerator",
    "Object",
    &["Enumerable"],
    &[
        method("each", 0, ANY, each),
        method("with_index", 0, 1, with_index),
        method("each_with_index", 0, 0, with_index),
        method("with_object", 1, 1, with_object),
        method("each_with_object", 1, 1, with_object),
        method("next", 0, 0, next::next),
        method("peek", 0, 0, next::peek),
        method("next_values", 0, 0, next::next_values),
        method("peek_values", 0, 0, next::peek_values),
        method("rewind", 0, 0, next::rewind),
        method("size", 0, 0, size),
        method("+", 1, 1, chain),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
    ],
    &[method("new", 0, 1, generator::new), method("produce", 0, 1, generator::produce)],
);

/// The call that yields the elements of an enumerator.
struct Source {
    receiver: Val,
    method: Symbol,
    args: Vec<Val>,
    keywords: bool,
}

fn source(interp: &mut Interp<'_>, this: &Val) -> R<Source> {
    if let Val::Object(object) = this
        && let Data::Enumerator { receiver, method, args, keywords } = &object.data
    {
        let (receiver, method, args, keywords) = (receiver.clone(), *method, args.clone(), *keywords);
        return Ok(Source { receiver, method, args, keywords });
    }
    Err(interp.argument_error("uninitialized enumerator"))
}

fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut source = source(interp, this)?;
    if args.block.is_none() && args.is_empty() {
        return Ok(this.clone());
    }
    source.args.extend(args.list.iter().cloned());
    if args.block.is_none() {
        return Ok(interp.enumerator(&source.receiver, source.method.as_str(), source.args));
    }
    let call = Args { list: source.args.into(), keywords: source.keywords, block: args.block.clone() };
    interp.send(&source.receiver, source.method, call)
}

fn with_index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "with_index", args.list.to_vec()));
    };
    let first = match args.at(0) {
        None | Some(Val::Nil) => 0,
        Some(first) => interp.arg_int(first)?,
    };
    let tag = interp.new_id();
    let (block, _) = interp.rust_block(tag, first, move |interp, index: &mut i64, args: &Args| {
        let values = vec![pack(args.list.clone()), Val::Int(*index)];
        *index = index.saturating_add(1);
        interp.yield_block(&block, values)
    });
    each(interp, this, &Args { block: Some(block), ..Args::default() })
}

fn with_object(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "with_object", args.list.to_vec()));
    };
    let object = args.get(0);
    let given = object.clone();
    let tag = interp.new_id();
    let (block, _) = interp.rust_block(tag, (), move |interp, (), args: &Args| {
        interp.yield_block(&block, vec![pack(args.list.clone()), given.clone()])
    });
    each(interp, this, &Args { block: Some(block), ..Args::default() })?;
    Ok(object)
}

/// The number of elements if it is known without iteration: for arrays, hashes and ranges.
fn size(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let source = source(interp, this)?;
    let count = match &source.receiver {
        Val::Array(array) => array.len(),
        Val::Hash(hash) => hash.len(),
        Val::Int(number) if source.method.as_str() == "times" => usize::try_from(*number).unwrap_or(0),
        Val::Range(_) if !matches!(source.method.as_str(), "step" | "%" | "each_slice" | "each_cons") => {
            return interp.call(&source.receiver, "size", Vec::new());
        }
        Val::Range(range) if !range.last.is_nil() => {
            match interp.call(&source.receiver, "size", Vec::new())? {
                Val::Int(count) => usize::try_from(count).unwrap_or(0),
                other => return Ok(other),
            }
        }
        Val::Range(_) => return Ok(Val::Float(f64::INFINITY)),
        Val::Object(object) if matches!(object.data, Data::Enumerator { .. }) => {
            return interp.call(&source.receiver, "size", Vec::new());
        }
        Val::Str(text) if source.method.as_str() == "each_char" => text.get().chars().count(),
        Val::Str(text) if source.method.as_str() == "each_byte" => text.to_bytes().len(),
        _ if source.method.as_str() == "loop" => return Ok(Val::Float(f64::INFINITY)),
        _ => return Ok(Val::Nil),
    };
    let by = match source.args.first() {
        Some(Val::Int(by)) => usize::try_from(*by).unwrap_or(1).max(1),
        _ => 1,
    };
    let count = match source.method.as_str() {
        "each_slice" | "step" | "%" => count.div_ceil(by),
        "each_cons" => (count + 1).saturating_sub(by),
        "find" | "detect" | "find_index" | "index" | "rindex" | "take_while" | "drop_while" | "chunk" => {
            return Ok(Val::Nil);
        }
        "cycle" if source.args.is_empty() => return Ok(Val::Float(f64::INFINITY)),
        "cycle" => count.saturating_mul(by),
        "combination" | "permutation" | "repeated_combination" | "repeated_permutation" => {
            return interp.call(this, "count", Vec::new());
        }
        _ => count,
    };
    Ok(Val::Int(count as i64))
}

/// An enumerator of the elements that a block passes to a yielder.
pub(super) fn generated(interp: &mut Interp<'_>, block: &std::rc::Rc<crate::value::RProc>) -> R {
    generator::new(interp, &Val::Nil, &Args { block: Some(std::rc::Rc::clone(block)), ..Args::default() })
}

/// An enumerator of the elements of the receiver, followed by those of the arguments.
pub(super) fn chain(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let lists = std::iter::once(this).chain(&args.list).cloned().collect();
    let block = interp.native_block(walk_chain, lists);
    generated(interp, &block)
}

/// Passes the elements of the kept lists to a yielder.
fn walk_chain(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    let Val::Array(lists) = kept else { return Ok(Val::Nil) };
    for list in interp.items(lists)? {
        let block = interp.native_block(yield_on, vec![args.get(0)]);
        interp.send(&list, Symbol::new("each"), Args { block: Some(block), ..Args::default() })?;
    }
    Ok(Val::Nil)
}

fn yield_on(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    match kept {
        Val::Array(kept) => {
            let yielder = kept.get(0).unwrap_or_default();
            interp.call(&yielder, "yield", args.list.to_vec())
        }
        _ => Ok(Val::Nil),
    }
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let source = source(interp, this)?;
    let receiver = interp.inspect(&source.receiver)?;
    let mut args = String::new();
    for (index, arg) in source.args.iter().enumerate() {
        args.push_str(if index == 0 { "" } else { ", " });
        args.push_str(&interp.inspect(arg)?);
    }
    let method = source.method;
    if matches!((&source.receiver, method.as_str()), (Val::Range(_), "step" | "%")) {
        return Ok(Val::str(format!("(({receiver}).{method}({args}))")));
    }
    let args = if args.is_empty() { args } else { format!("({args})") };
    Ok(Val::str(format!("#<Enumerator: {receiver}:{method}{args}>")))
}
