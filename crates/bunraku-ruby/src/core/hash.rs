//! `Hash`. Methods that are not listed here come from `Enumerable`.

mod access;
mod change;
mod compare;
mod select;
mod transform;

use std::rc::Rc;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    core::array,
    value::{HashDefault, RHash, Val},
};

pub(super) static HASH: NativeClass = NativeClass::class(
    "Hash",
    "Object",
    &["Enumerable"],
    &[
        method("[]", 1, 1, access::index),
        method("fetch", 1, 2, access::fetch),
        method("dig", 1, ANY, access::dig),
        method("values_at", 0, ANY, access::values_at),
        method("fetch_values", 0, ANY, access::fetch_values),
        method("key?", 1, 1, access::has_key),
        method("has_key?", 1, 1, access::has_key),
        method("include?", 1, 1, access::has_key),
        method("member?", 1, 1, access::has_key),
        method("value?", 1, 1, access::has_value),
        method("has_value?", 1, 1, access::has_value),
        method("key", 1, 1, access::key),
        method("keys", 0, 0, access::keys),
        method("values", 0, 0, access::values),
        method("length", 0, 0, access::length),
        method("size", 0, 0, access::length),
        method("empty?", 0, 0, access::is_empty),
        method("assoc", 1, 1, access::assoc),
        method("rassoc", 1, 1, access::rassoc),
        method("each", 0, 0, access::each),
        method("each_pair", 0, 0, access::each),
        method("each_key", 0, 0, access::each_key),
        method("each_value", 0, 0, access::each_value),
        method("default", 0, 1, access::default),
        method("default_proc", 0, 0, access::default_proc),
        method("default=", 1, 1, change::set_default),
        method("default_proc=", 1, 1, change::set_default_proc),
        method("[]=", 2, 2, change::store),
        method("store", 2, 2, change::store),
        method("delete", 1, 1, change::delete),
        method("shift", 0, 0, change::shift),
        method("clear", 0, 0, change::clear),
        method("replace", 1, 1, change::replace),
        method("initialize_copy", 1, 1, change::replace),
        method("update", 0, ANY, change::update),
        method("merge!", 0, ANY, change::update),
        method("merge", 0, ANY, change::merge),
        method("rehash", 0, 0, change::rehash),
        method("compare_by_identity", 0, 0, compare::by_identity),
        method("compare_by_identity?", 0, 0, compare::is_by_identity),
        method("select", 0, 0, select::select),
        method("filter", 0, 0, select::select),
        method("reject", 0, 0, select::reject),
        method("select!", 0, 0, select::select_in_place),
        method("filter!", 0, 0, select::select_in_place),
        method("reject!", 0, 0, select::reject_in_place),
        method("keep_if", 0, 0, select::keep_if),
        method("delete_if", 0, 0, select::delete_if),
        method("slice", 0, ANY, select::slice),
        method("except", 0, ANY, select::except),
        method("compact", 0, 0, select::compact),
        method("compact!", 0, 0, select::compact_in_place),
        method("invert", 0, 0, transform::invert),
        method("transform_values", 0, 0, transform::values),
        method("transform_values!", 0, 0, transform::values_in_place),
        method("transform_keys", 0, 1, transform::keys),
        method("transform_keys!", 0, 1, transform::keys_in_place),
        method("to_h", 0, 0, transform::to_h),
        method("to_hash", 0, 0, transform::itself),
        method("deconstruct_keys", 1, 1, transform::itself),
        method("to_a", 0, 0, transform::to_a),
        method("flatten", 0, 1, transform::flatten),
        method("to_proc", 0, 0, transform::to_proc),
        method("to_s", 0, 0, transform::inspect),
        method("inspect", 0, 0, transform::inspect),
        method("==", 1, 1, compare::equal),
        method("eql?", 1, 1, array::eql),
        method("hash", 0, 0, array::hash),
        method("<=", 1, 1, compare::subset),
        method("<", 1, 1, compare::proper_subset),
        method(">=", 1, 1, compare::superset),
        method(">", 1, 1, compare::proper_superset),
        method("initialize", 0, 1, initialize),
    ],
    &[method("new", 0, 1, new), method("[]", 0, ANY, of), method("try_convert", 1, 1, try_convert)],
);

fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if super::class_methods::is_code_class(this) {
        return super::class_methods::new(interp, this, args);
    }
    initialize(interp, &Val::hash([]), args)
}

fn initialize(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = changing(interp, this)?;
    match (&args.block, args.at(0)) {
        (Some(_), Some(_)) => {
            return Err(interp.argument_error("wrong number of arguments (given 1, expected 0)"));
        }
        (Some(block), None) => hash.set_default(HashDefault::Proc(Rc::clone(block))),
        (None, Some(value)) => hash.set_default(HashDefault::Value(value.clone())),
        (None, None) => {}
    }
    Ok(this.clone())
}

/// `Hash[...]` of a hash, an array of pairs, or alternating keys and values.
fn of(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let hash = RHash::new();
    match (args.len(), args.at(0)) {
        (1, Some(Val::Hash(other))) => hash.replace(other.entries()),
        (1, Some(Val::Array(pairs))) => {
            for (index, pair) in interp.items(pairs)?.iter().enumerate() {
                let Val::Array(pair) = pair else {
                    let class = interp.real_class(pair).name();
                    let message = format!("wrong element type {class} at {index} (expected array)");
                    return Err(interp.argument_error(message));
                };
                if !(1..=2).contains(&pair.len()) {
                    let message = format!("invalid number of elements ({} for 1..2)", pair.len());
                    return Err(interp.argument_error(message));
                }
                let key = pair.get(0).unwrap_or_default();
                interp.as_key(&key)?;
                hash.set(key, pair.get(1).unwrap_or_default());
            }
        }
        (count, _) if count % 2 == 1 => return Err(interp.argument_error("odd number of arguments for Hash")),
        _ => {
            for pair in args.list.chunks(2) {
                if let [key, value] = pair {
                    interp.as_key(key)?;
                    hash.set(key.clone(), value.clone());
                }
            }
        }
    }
    Ok(super::class_methods::of_class(Val::Hash(Rc::new(hash)), this))
}

fn try_convert(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let value = args.get(0);
    match &value {
        Val::Hash(_) => Ok(value),
        _ if interp.responds(&value, "to_hash") => interp.call(&value, "to_hash", Vec::new()),
        _ => Ok(Val::Nil),
    }
}

/// The receiver as a hash.
fn this_hash(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RHash>> {
    match this {
        Val::Hash(hash) => Ok(Rc::clone(hash)),
        _ => Err(interp.no_conversion(this, "Hash")),
    }
}

/// A copy of the entries of the receiver.
fn this_entries(interp: &mut Interp<'_>, this: &Val) -> R<Vec<(Val, Val)>> {
    let hash = this_hash(interp, this)?;
    interp.entries(&hash)
}

/// The steps that removing an entry takes: those after it move up.
fn removal(hash: &RHash) -> u64 {
    (hash.len() / 64) as u64
}

/// The receiver as a hash that may be changed.
fn changing(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RHash>> {
    let hash = this_hash(interp, this)?;
    if hash.is_frozen() { Err(interp.frozen_error(this)) } else { Ok(hash) }
}
