//! Nested arrays, and conversion of arrays to strings.

use std::rc::Rc;

use super::{changing, this_array, this_items};
use crate::{
    Args, Interp, R,
    value::{Form, RArray, Val},
};

pub(super) fn flatten(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    let depth = depth(interp, args)?;
    let mut flat = Vec::new();
    flatten_into(interp, &array, depth, &mut Vec::new(), &mut flat)?;
    Ok(Val::array(flat))
}

pub(super) fn flatten_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = changing(interp, this)?;
    let depth = depth(interp, args)?;
    let nested = depth != Some(0) && array.items().iter().any(|item| matches!(item, Val::Array(_)));
    if !nested {
        return Ok(Val::Nil);
    }
    let mut flat = Vec::new();
    flatten_into(interp, &array, depth, &mut Vec::new(), &mut flat)?;
    array.update(|items| *items = flat);
    Ok(this.clone())
}

/// How deeply to flatten. `None` means completely, which is the case without an argument or with a negative one.
fn depth(interp: &mut Interp<'_>, args: &Args) -> R<Option<usize>> {
    match args.at(0) {
        None | Some(Val::Nil) => Ok(None),
        Some(depth) => Ok(usize::try_from(interp.arg_int(depth)?).ok()),
    }
}

fn flatten_into(
    interp: &mut Interp<'_>,
    array: &Rc<RArray>,
    depth: Option<usize>,
    around: &mut Vec<usize>,
    flat: &mut Vec<Val>,
) -> R<()> {
    let address = Rc::as_ptr(array).addr();
    if around.contains(&address) {
        return Err(interp.argument_error("tried to flatten recursive array"));
    }
    interp.enter()?;
    around.push(address);
    let result = flatten_items(interp, array, depth, around, flat);
    around.pop();
    interp.leave();
    result
}

fn flatten_items(
    interp: &mut Interp<'_>,
    array: &Rc<RArray>,
    depth: Option<usize>,
    around: &mut Vec<usize>,
    flat: &mut Vec<Val>,
) -> R<()> {
    for item in interp.items(array)? {
        interp.step()?;
        let inner = match &item {
            _ if depth == Some(0) => None,
            Val::Array(inner) => Some(Rc::clone(inner)),
            Val::Object(_) if interp.responds(&item, "to_ary") => {
                match interp.call(&item, "to_ary", Vec::new())? {
                    Val::Array(inner) => Some(inner),
                    _ => None,
                }
            }
            _ => None,
        };
        match inner {
            Some(inner) => flatten_into(interp, &inner, depth.map(|depth| depth - 1), around, flat)?,
            None => interp.keep(flat, item)?,
        }
    }
    Ok(())
}

pub(super) fn join(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let array = this_array(interp, this)?;
    let separator = match args.at(0) {
        None | Some(Val::Nil) => String::new(),
        Some(separator) => interp.arg_str(separator)?,
    };
    let mut joined = Joined { separator, text: String::new(), form: Form::Utf8, around: Vec::new() };
    join_into(interp, &array, &mut joined)?;
    let string = crate::value::RString::new(joined.text);
    string.set_form(joined.form);
    Ok(Val::Str(Rc::new(string)))
}

/// The state of `join`.
struct Joined {
    separator: String,
    text: String,
    form: Form,
    /// The addresses of the enclosing arrays, to detect an array that contains itself.
    around: Vec<usize>,
}

fn join_into(interp: &mut Interp<'_>, array: &Rc<RArray>, joined: &mut Joined) -> R<()> {
    let address = Rc::as_ptr(array).addr();
    if joined.around.contains(&address) {
        return Err(interp.argument_error("recursive array join"));
    }
    interp.enter()?;
    joined.around.push(address);
    let result = join_items(interp, array, joined);
    joined.around.pop();
    interp.leave();
    result
}

fn join_items(interp: &mut Interp<'_>, array: &Rc<RArray>, joined: &mut Joined) -> R<()> {
    for (index, item) in interp.items(array)?.into_iter().enumerate() {
        interp.step()?;
        if index > 0 {
            interp.append(&mut joined.text, &joined.separator)?;
        }
        match &item {
            Val::Array(inner) => join_into(interp, inner, joined)?,
            Val::Str(part) => {
                if part.is_binary() && !part.get().is_ascii() {
                    joined.form = part.form();
                }
                interp.append(&mut joined.text, &part.get())?;
            }
            _ => {
                let part = interp.to_s(&item)?;
                interp.append(&mut joined.text, &part)?;
            }
        }
    }
    Ok(())
}

pub(super) fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.inspect_builtin(this)?))
}

/// `to_a`. An instance of a subclass becomes a plain array.
pub(super) fn itself(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this.own() {
        Some(_) => Ok(Val::array(this_items(interp, this)?)),
        None => Ok(this.clone()),
    }
}

pub(super) fn transpose(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let mut columns: Vec<Vec<Val>> = Vec::new();
    let rows = this_items(interp, this)?;
    for (index, row) in rows.iter().enumerate() {
        let row = interp.arg_items(row)?;
        if index == 0 {
            interp.check_elements(rows.len().saturating_mul(row.len()))?;
            columns.resize_with(row.len(), || Vec::with_capacity(rows.len()));
        }
        if row.len() != columns.len() {
            let message = format!("element size differs ({} should be {})", row.len(), columns.len());
            return Err(interp.error("IndexError", message));
        }
        for (column, item) in columns.iter_mut().zip(row) {
            column.push(item);
        }
    }
    Ok(Val::array(columns.into_iter().map(Val::array).collect()))
}
