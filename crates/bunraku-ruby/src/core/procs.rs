//! `Proc` and `Method`.

use std::rc::Rc;

use super::methods;
use crate::{
    Args, Interp, R,
    class::{ANY, Method, NativeClass, method},
    tree::{Params, Target},
    value::{ProcBody, RProc, Val},
};

pub(super) static PROC: NativeClass = NativeClass::class(
    "Proc",
    "Object",
    &[],
    &[
        method("call", 0, ANY, call),
        method("()", 0, ANY, call),
        method("yield", 0, ANY, call),
        method("[]", 0, ANY, call),
        method("===", 0, ANY, call),
        method("to_proc", 0, 0, |_, this, _| Ok(this.clone())),
        method("lambda?", 0, 0, is_lambda),
        method("run_text", 4, 4, super::binding::run_text),
        method("arity", 0, 0, arity),
        method("parameters", 0, ANY, parameters),
        method("curry", 0, 1, curry),
        method("source_location", 0, 0, methods::source_location),
        method("ruby2_keywords", 0, 0, |_, this, _| Ok(this.clone())),
        method(">>", 1, 1, then),
        method("<<", 1, 1, after),
    ],
    &[method("new", 0, 0, new)],
);

pub(super) static METHOD: NativeClass = NativeClass::class(
    "Method",
    "Object",
    &[],
    &[
        method("call", 0, ANY, call),
        method("[]", 0, ANY, call),
        method("===", 0, ANY, call),
        method("to_proc", 0, 0, to_proc),
        method("unbind", 0, 0, methods::unbind),
        method("name", 0, 0, methods::name),
        method("original_name", 0, 0, methods::original_name),
        method("owner", 0, 0, methods::owner),
        method("receiver", 0, 0, methods::receiver),
        method("super_method", 0, 0, methods::super_method),
        method("source_location", 0, 0, methods::source_location),
        method("==", 1, 1, methods::equal),
        method("eql?", 1, 1, methods::equal),
        method("curry", 0, 1, curry),
        method("arity", 0, 0, arity),
        method("parameters", 0, ANY, parameters),
        method(">>", 1, 1, then),
        method("<<", 1, 1, after),
    ],
    &[],
);

fn call(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match this {
        Val::Proc(proc) => interp.call_proc(proc, args.clone()),
        Val::Method(method) => interp.call_method_object(method, args.clone()),
        _ => Ok(Val::Nil),
    }
}

fn new(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    match &args.block {
        Some(block) => Ok(Val::Proc(Rc::clone(block))),
        None => Err(interp.argument_error("tried to create Proc object without a block")),
    }
}

fn is_lambda(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(matches!(this, Val::Proc(proc) if proc.lambda)))
}

pub(super) fn arity(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(match this {
        Val::Proc(proc) => match &proc.body {
            ProcBody::Code { code, .. } => code.params.arity(proc.lambda),
            ProcBody::Symbol(_) => -2,
            ProcBody::Host(number) => interp.host.block_arity(*number),
            _ => -1,
        },
        Val::Method(method) => match method.method.itself() {
            Method::Code { code, .. } => code.params.arity(true),
            Method::Native(native) if native.min == native.max => native.min as i64,
            // Ruby's own methods written in C with optional arguments have the arity -1 as well.
            Method::Native(_) | Method::Host(_) => -1,
            Method::Reader(_) => 0,
            Method::Writer(_) => 1,
            Method::Proc(proc) => match &proc.body {
                ProcBody::Code { code, .. } => code.params.arity(true),
                _ => -1,
            },
            Method::Alias(_) | Method::Undefined => 0,
        },
        _ => 0,
    }))
}

/// The parameters, each with its kind and name.
pub(super) fn parameters(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let as_lambda = args.option("lambda").map(|lambda| lambda.truthy());
    let list = |params: &Params, strict: bool| described(params, as_lambda.unwrap_or(strict));
    Ok(match this {
        Val::Proc(proc) => match &proc.body {
            ProcBody::Code { code, .. } => list(&code.params, proc.lambda),
            _ => Val::array(vec![Val::array(vec![Val::sym("rest")])]),
        },
        Val::Method(method) => match method.method.itself() {
            Method::Code { code, .. } => list(&code.params, true),
            Method::Proc(proc) => match &proc.body {
                ProcBody::Code { code, .. } => list(&code.params, true),
                _ => Val::array(vec![Val::array(vec![Val::sym("rest")])]),
            },
            _ => Val::array(vec![Val::array(vec![Val::sym("rest")])]),
        },
        _ => Val::array(Vec::new()),
    })
}

fn described(params: &Params, strict: bool) -> Val {
    let required = if strict { "req" } else { "opt" };
    let pair = |kind: &str, slot: u32| {
        let name = params.names.as_ref().and_then(|names| names.get(slot as usize));
        Val::array(std::iter::once(Val::sym(kind)).chain(name.cloned().map(Val::Sym)).collect())
    };
    let one = |target: &Target| match target {
        Target::Local { slot, .. } => pair(required, *slot),
        _ if strict => Val::array(vec![Val::sym(required)]),
        _ => Val::array(vec![Val::sym(required), Val::Nil]),
    };
    let mut all: Vec<Val> = params.required.iter().map(one).collect();
    all.extend(params.optional.iter().map(|(slot, _)| pair("opt", *slot)));
    all.extend(params.rest.map(|slot| pair("rest", slot)));
    all.extend(params.post.iter().map(one));
    let mut keywords: Vec<_> = params.keywords.iter().collect();
    keywords.sort_by_key(|(_, _, default)| default.is_some());
    all.extend(
        keywords
            .iter()
            .map(|(_, slot, default)| pair(if default.is_some() { "key" } else { "keyreq" }, *slot)),
    );
    all.extend(params.keyword_rest.map(|slot| pair("keyrest", slot)));
    all.extend(params.block.map(|slot| pair("block", slot)));
    Val::array(all)
}

fn curry(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let wanted = match args.at(0) {
        Some(count) => {
            let count = interp.arg_int(count)?;
            reject_other_arity(interp, this, count)?;
            count
        }
        None => match arity(interp, this, &Args::none())? {
            Val::Int(count) if count < 0 => -count - 1,
            Val::Int(count) => count,
            _ => 0,
        },
    };
    Ok(curried(interp, this.clone(), wanted, Vec::new()))
}

/// A lambda cannot be curried for a number of arguments that it does not take.
fn reject_other_arity(interp: &mut Interp<'_>, this: &Val, count: i64) -> R<()> {
    let lambda = matches!(this, Val::Proc(proc) if proc.lambda);
    let Val::Int(arity) = arity(interp, this, &Args::none())? else { return Ok(()) };
    let least = if arity < 0 { -arity - 1 } else { arity };
    let fits = if arity < 0 { count >= least } else { count == arity };
    if !lambda || fits {
        return Ok(());
    }
    let most = if arity < 0 { ANY } else { least.unsigned_abs() as usize };
    Err(interp.wrong_number(count.unsigned_abs() as usize, least.unsigned_abs() as usize, most))
}

fn curried(interp: &mut Interp<'_>, proc: Val, wanted: i64, given: Vec<Val>) -> Val {
    let mut kept = vec![proc, Val::Int(wanted)];
    kept.extend(given);
    let block = interp.native_block(curry_step, kept);
    Val::Proc(block)
}

fn curry_step(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    let Val::Array(kept) = kept else { return Ok(Val::Nil) };
    let mut kept = interp.items(kept)?.into_iter();
    let (Some(proc), Some(Val::Int(wanted))) = (kept.next(), kept.next()) else { return Ok(Val::Nil) };
    let given: Vec<Val> = kept.chain(args.list.iter().cloned()).collect();
    if given.len() as i64 >= wanted {
        return interp.call(&proc, "call", given);
    }
    Ok(curried(interp, proc, wanted, given))
}

fn then(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Proc(interp.native_block(composed, vec![this.clone(), args.get(0)])))
}

fn after(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Proc(interp.native_block(composed, vec![args.get(0), this.clone()])))
}

fn composed(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    let Val::Array(kept) = kept else { return Ok(Val::Nil) };
    let (first, second) = (kept.get(0).unwrap_or_default(), kept.get(1).unwrap_or_default());
    let value = interp.call(&first, "call", args.list.to_vec())?;
    interp.call(&second, "call", vec![value])
}

fn to_proc(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Val::Method(method) = this else { return Ok(Val::Nil) };
    let tag = interp.new_id();
    Ok(Val::Proc(Rc::new(RProc { body: ProcBody::Method(Rc::clone(method)), lambda: true, tag })))
}
