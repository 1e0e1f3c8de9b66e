//! `Enumerator::Lazy`: steps that are applied to each element on demand.

mod steps;

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    core::walk::Flow,
    value::{RObject, Val},
};

pub(super) static LAZY: NativeClass = NativeClass::class(
    "Enumerator::Lazy",
    "Enumerator",
    &[],
    &[
        method("map", 0, 0, |interp, this, args| with_block(interp, this, args, "map")),
        method("collect", 0, 0, |interp, this, args| with_block(interp, this, args, "map")),
        method("flat_map", 0, 0, |interp, this, args| with_block(interp, this, args, "flat_map")),
        method("collect_concat", 0, 0, |interp, this, args| with_block(interp, this, args, "flat_map")),
        method("filter_map", 0, 0, |interp, this, args| with_block(interp, this, args, "filter_map")),
        method("select", 0, 0, |interp, this, args| with_block(interp, this, args, "select")),
        method("filter", 0, 0, |interp, this, args| with_block(interp, this, args, "select")),
        method("find_all", 0, 0, |interp, this, args| with_block(interp, this, args, "select")),
        method("reject", 0, 0, |interp, this, args| with_block(interp, this, args, "reject")),
        method("take_while", 0, 0, |interp, this, args| with_block(interp, this, args, "take_while")),
        method("drop_while", 0, 0, |interp, this, args| with_block(interp, this, args, "drop_while")),
        method("grep", 1, 1, |interp, this, args| with_value(interp, this, args, "grep")),
        method("grep_v", 1, 1, |interp, this, args| with_value(interp, this, args, "grep_v")),
        method("take", 1, 1, |interp, this, args| with_count(interp, this, args, "take")),
        method("drop", 1, 1, |interp, this, args| with_count(interp, this, args, "drop")),
        method("with_index", 0, 1, with_index),
        method("each_with_index", 0, 0, with_index),
        method("zip", 0, ANY, zip),
        method("with_object", 1, 1, with_object),
        method("each_with_object", 1, 1, with_object),
        method("compact", 0, 0, |interp, this, _| add(interp, this, "compact", Val::Nil)),
        method("uniq", 0, 0, uniq),
        method("each", 0, 0, each),
        method("to_a", 0, 0, force),
        method("force", 0, 0, force),
        method("eager", 0, 0, |interp, this, _| Ok(interp.enumerator(this, "each", Vec::new()))),
        method("lazy", 0, 0, |_, this, _| Ok(this.clone())),
        method("size", 0, 0, size),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
    ],
    &[],
);

/// The variable for the source of the elements.
const SOURCE: &str = "__source";
/// The variable for the steps, which are arrays of a name and a value.
const STEPS: &str = "__steps";

/// `Enumerable#lazy`.
pub(super) fn lazy(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(make(interp, this.clone(), Vec::new()))
}

/// Whether a value is a lazy enumerator.
pub(super) fn is_lazy(interp: &Interp<'_>, value: &Val) -> bool {
    interp.class_named("Enumerator::Lazy").is_some_and(|class| interp.is_a(value, &class))
}

fn make(interp: &mut Interp<'_>, source: Val, steps: Vec<Val>) -> Val {
    let class =
        interp.class_named("Enumerator::Lazy").unwrap_or_else(|| Rc::clone(&interp.state.known.enumerator));
    let object = RObject::new(class);
    object.set_variable(Symbol::new(SOURCE), source);
    object.set_variable(Symbol::new(STEPS), Val::array(steps));
    Val::Object(Rc::new(object))
}

fn parts(this: &Val) -> (Val, Vec<Val>) {
    let Val::Object(object) = this else { return (Val::Nil, Vec::new()) };
    let steps = match object.variable(Symbol::new(STEPS)) {
        Some(Val::Array(steps)) => steps.to_vec(),
        _ => Vec::new(),
    };
    (object.variable(Symbol::new(SOURCE)).unwrap_or_default(), steps)
}

/// A lazy enumerator with one more step.
fn add(interp: &mut Interp<'_>, this: &Val, name: &str, value: Val) -> R {
    let (source, mut steps) = parts(this);
    steps.push(Val::array(vec![Val::sym(name), value]));
    Ok(make(interp, source, steps))
}

fn with_block(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str) -> R {
    match &args.block {
        Some(block) => add(interp, this, name, Val::Proc(Rc::clone(block))),
        None => Err(interp.argument_error(format!("tried to call lazy {name} without a block"))),
    }
}

fn with_value(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str) -> R {
    let matched = add(interp, this, name, args.get(0))?;
    match &args.block {
        Some(block) => add(interp, &matched, "map", Val::Proc(Rc::clone(block))),
        None => Ok(matched),
    }
}

fn with_count(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str) -> R {
    let count = interp.arg_int(&args.get(0))?;
    if count < 0 {
        return Err(interp.argument_error(format!("attempt to {name} negative size")));
    }
    add(interp, this, name, Val::Int(count))
}

/// Combines each element with those at the same position of the other lists.
fn zip(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut others = Vec::with_capacity(args.len());
    for other in &args.list {
        if !interp.responds(other, "each") {
            let class = interp.real_class(other).name();
            return Err(interp.type_error(format!("wrong argument type {class} (must respond to :each)")));
        }
        others.push(interp.enumerator(other, "each", Vec::new()));
    }
    let block = interp.native_block(zip_row, others);
    let placed = with_index(interp, this, &Args::none())?;
    let rows = add(interp, &placed, "map", Val::Proc(block))?;
    match &args.block {
        Some(block) => {
            each(interp, &rows, &Args { block: Some(Rc::clone(block)), ..Args::default() })?;
            Ok(Val::Nil)
        }
        None => Ok(rows),
    }
}

fn zip_row(interp: &mut Interp<'_>, others: &Val, args: &Args) -> R {
    let values = match (args.len(), args.get(0)) {
        (1, Val::Array(pair)) => interp.items(&pair)?,
        _ => args.list.to_vec(),
    };
    let [item, Val::Int(place)] = values.as_slice() else { return Ok(Val::array(values)) };
    let place = usize::try_from(*place).unwrap_or(0);
    let mut row = vec![item.clone()];
    if let Val::Array(others) = others {
        for other in interp.items(others)? {
            row.push(super::enumerator::next::at(interp, &other, place)?.unwrap_or_default());
        }
    }
    Ok(Val::array(row))
}

fn with_object(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let pair = interp.native_block(pair_with, vec![args.get(0)]);
    let pairs = add(interp, this, "map", Val::Proc(pair))?;
    let Some(block) = args.block.clone() else { return Ok(pairs) };
    each(interp, &pairs, &Args { block: Some(block), ..Args::default() })?;
    Ok(args.get(0))
}

/// An array of an element and the kept object.
fn pair_with(_: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    match kept {
        Val::Array(kept) => Ok(Val::array(vec![args.get(0), kept.get(0).unwrap_or_default()])),
        _ => Ok(Val::Nil),
    }
}

fn with_index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let first = match args.at(0) {
        None | Some(Val::Nil) => 0,
        Some(first) => interp.arg_int(first)?,
    };
    match &args.block {
        // With a block, the elements pass through unchanged.
        Some(block) => {
            let numbered = Val::array(vec![Val::Int(first), Val::Proc(Rc::clone(block))]);
            add(interp, this, "visit_with_index", numbered)
        }
        None => add(interp, this, "with_index", Val::Int(first)),
    }
}

fn uniq(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    add(interp, this, "uniq", args.block.clone().map_or(Val::Nil, Val::Proc))
}

fn each(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else { return Ok(this.clone()) };
    let (source, steps) = parts(this);
    let steps = steps::Steps::new(interp, &steps)?;
    if steps.takes_nothing() {
        return Ok(this.clone());
    }
    interp.walk(&source, steps, move |interp, steps, item| steps.pass(interp, item, &block))?;
    Ok(this.clone())
}

fn force(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let items = interp.walk(this, Vec::new(), |interp, items, item| {
        interp.keep(items, item)?;
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}

/// The number of elements, if it is known without iteration.
fn size(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let (source, steps) = parts(this);
    let name = |step: &Val| match step {
        Val::Array(step) => step.get(0),
        _ => None,
    };
    let keeps_all = steps.iter().all(|step| {
        matches!(name(step), Some(Val::Sym(name)) if matches!(name.as_str(), "map" | "with_index" | "visit_with_index"))
    });
    if keeps_all && interp.responds(&source, "size") {
        interp.call(&source, "size", Vec::new())
    } else {
        Ok(Val::Nil)
    }
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let (source, steps) = parts(this);
    let mut string = format!("#<Enumerator::Lazy: {}>", interp.inspect(&source)?);
    for step in &steps {
        if let Val::Array(step) = step {
            let name = interp.to_s(&step.get(0).unwrap_or_default())?;
            let arg = match step.get(1) {
                Some(count @ Val::Int(_)) if name != "with_index" => format!("({})", interp.inspect(&count)?),
                _ => String::new(),
            };
            string = format!("#<Enumerator::Lazy: {string}:{name}{arg}>");
        }
    }
    Ok(Val::str(string))
}
