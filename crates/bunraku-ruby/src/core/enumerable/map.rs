//! Methods that compute a value for every element.

use std::rc::Rc;

use smallvec::smallvec;

use crate::{
    Args, Interp, R,
    args::pair,
    core::walk::{Flow, pack},
    value::{RHash, Val},
};

pub(super) fn map(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "map", args.list.to_vec()));
    };
    let items = interp.walk_results(this, &block, Vec::new(), |interp, items, item| {
        interp.keep(items, item)?;
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}

pub(super) fn flat_map(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "flat_map", args.list.to_vec()));
    };
    let items = interp.walk_results(this, &block, Vec::new(), |interp, items, result| {
        match result {
            Val::Array(array) => {
                interp.check_more(items.len(), array.len())?;
                items.extend_from_slice(&array.items());
            }
            other => {
                interp.keep(items, other)?;
            }
        }
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}

pub(super) fn filter_map(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "filter_map", args.list.to_vec()));
    };
    let items = interp.walk_results(this, &block, Vec::new(), |interp, items, value| {
        if value.truthy() {
            interp.keep(items, value)?;
        }
        Ok(Flow::More)
    })?;
    Ok(Val::array(items))
}

pub(super) fn each_with_index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "each_with_index", args.list.to_vec()));
    };
    interp.walk(this, 0i64, move |interp, index, item| {
        interp.yield_block(&block, pair(item, Val::Int(*index)))?;
        *index += 1;
        Ok(Flow::More)
    })?;
    Ok(this.clone())
}

pub(super) fn each_with_object(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "each_with_object", args.list.to_vec()));
    };
    let object = args.get(0);
    let given = object.clone();
    interp.walk(this, (), move |interp, (), item| {
        interp.yield_block(&block, pair(item, given.clone()))?;
        Ok(Flow::More)
    })?;
    Ok(object)
}

pub(super) fn each_entry(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "each_entry", args.list.to_vec()));
    };
    interp.walk(this, (), move |interp, (), item| {
        interp.yield_one(&block, item)?;
        Ok(Flow::More)
    })?;
    Ok(this.clone())
}

pub(super) fn zip(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let items = interp.collect(this)?;
    let mut others = Vec::with_capacity(args.len());
    for other in &args.list {
        others.push(zipped(interp, other, items.len())?);
    }
    // Each row is an array, which takes as much as a few elements.
    interp.check_elements(items.len().saturating_mul(args.len() + ROW))?;
    let mut rows = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        interp.step()?;
        let mut row = Vec::with_capacity(args.len() + 1);
        row.push(item);
        row.extend(others.iter().map(|other| other.get(index).cloned().unwrap_or_default()));
        rows.push(Val::array(row));
    }
    let Some(block) = &args.block else { return Ok(Val::array(rows)) };
    for row in rows {
        interp.yield_one(block, row)?;
    }
    Ok(Val::Nil)
}

/// About how many elements take as much memory as an empty array in an array.
const ROW: usize = 8;

/// The elements of an argument of `zip`. No more than needed are read, because it may be infinite.
fn zipped(interp: &mut Interp<'_>, other: &Val, count: usize) -> R<Vec<Val>> {
    if let Val::Array(array) = other {
        return interp.items(array);
    }
    if !interp.responds(other, "each") {
        let class = interp.real_class(other).name();
        return Err(interp.type_error(format!("wrong argument type {class} (must respond to :each)")));
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    interp.walk(other, Vec::new(), move |interp, items, item| {
        interp.keep(items, item)?;
        Ok(if items.len() >= count { Flow::Stop } else { Flow::More })
    })
}

pub(super) fn to_a(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.is_empty() {
        return Ok(Val::array(walked(interp, this)?));
    }
    let each = bunraku_intern::Symbol::new("each");
    let items = interp.walk_method(
        this,
        each,
        Args::new(args.list.to_vec()),
        Vec::new(),
        |interp, items, values| {
            interp.keep(items, pack(values))?;
            Ok(Flow::More)
        },
    )?;
    Ok(Val::array(items))
}

/// All elements as a vector.
pub(super) fn walked(interp: &mut Interp<'_>, this: &Val) -> R<Vec<Val>> {
    interp.walk(this, Vec::new(), |interp, items, item| {
        interp.keep(items, item)?;
        Ok(Flow::More)
    })
}

pub(super) fn to_h(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.block.clone();
    let hash = Rc::new(RHash::new());
    let into = Rc::clone(&hash);
    let in_array = matches!(this, Val::Array(_));
    interp.walk_values(this, 0usize, move |interp, index, values| {
        let pair = match &block {
            Some(block) => interp.yield_block(block, values)?,
            None => pack(values),
        };
        let (key, value) = key_and_value(interp, &pair, in_array.then_some(*index))?;
        interp.as_key(&key)?;
        into.set(key, value);
        *index += 1;
        Ok(Flow::More)
    })?;
    Ok(Val::Hash(hash))
}

/// An array of two elements as a key and a value, or Ruby's error, which includes the position of an element of an
/// array.
pub(in crate::core) fn key_and_value(
    interp: &mut Interp<'_>,
    pair: &Val,
    place: Option<usize>,
) -> R<(Val, Val)> {
    let Val::Array(array) = pair else {
        let class = interp.real_class(pair).name();
        let place = place.map_or(String::new(), |place| format!(" at {place}"));
        return Err(interp.type_error(format!("wrong element type {class}{place} (expected array)")));
    };
    match <[Val; 2]>::try_from(interp.items(array)?) {
        Ok([key, value]) => Ok((key, value)),
        Err(items) => {
            let count = items.len();
            let what = match place {
                Some(place) => format!("wrong array length at {place}"),
                None => "element has wrong array length".to_string(),
            };
            Err(interp.argument_error(format!("{what} (expected 2, was {count})")))
        }
    }
}

pub(super) fn to_set(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let set = match interp.class_named("Set") {
        Some(set) => Some(Val::Class(set)),
        None => interp.autoload_constant("Set")?,
    };
    let Some(set) = set else { return Err(interp.error("NameError", "uninitialized constant Set")) };
    let new = Args { list: smallvec![this.clone()], keywords: false, block: args.block.clone() };
    interp.send(&set, bunraku_intern::Symbol::new("new"), new)
}
