//! Runs of consecutive elements (chunks and slices), created on demand.

use std::rc::Rc;

use super::find::{Test, matches_test};
use crate::{
    Args, Interp, R,
    core::{enumerator, lazy, walk::Flow},
    value::{RProc, Val},
};

/// Where one slice ends and the next begins.
enum Cut {
    /// Between two neighbours for which the block returns this.
    Between(Rc<RProc>, bool),
    /// Before an element that satisfies the condition.
    Before(Test),
    /// After an element that satisfies the condition.
    After(Test),
    /// Where the result of the block changes.
    Key(Rc<RProc>),
}

/// The slice that is currently being filled.
#[derive(Default)]
struct Open {
    items: Vec<Val>,
    /// The result of the block for its elements.
    key: Val,
    /// Whether the next element starts a new slice.
    closed: bool,
}

/// Runs of elements for which the block returns the same. `nil` and `:_separator` drop an element, and `:_alone` puts
/// it in a chunk of its own.
pub(super) fn chunk(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match args.block.clone() {
        Some(block) => slices(interp, this, Cut::Key(block)),
        None => Ok(interp.enumerator(this, "chunk", args.list.to_vec())),
    }
}

pub(super) fn chunk_while(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    slices(interp, this, Cut::Between(block, false))
}

pub(super) fn slice_when(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    slices(interp, this, Cut::Between(block, true))
}

pub(super) fn slice_before(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let test = slice_test(interp, args)?;
    slices(interp, this, Cut::Before(test))
}

pub(super) fn slice_after(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let test = slice_test(interp, args)?;
    slices(interp, this, Cut::After(test))
}

fn slice_test(interp: &mut Interp<'_>, args: &Args) -> R<Test> {
    match Test::of(args) {
        Test::Truth => Err(interp.argument_error("wrong number of arguments (given 0, expected 1)")),
        test => Ok(test),
    }
}

/// An enumerator of slices.
fn slices(interp: &mut Interp<'_>, this: &Val, cut: Cut) -> R {
    let (list, cut) = (this.clone(), Rc::new(cut));
    let tag = interp.new_id();
    let (block, _) = interp
        .rust_block(tag, (), move |interp, (), args: &Args| walk_slices(interp, &list, &cut, &args.get(0)));
    let made = enumerator::generated(interp, &block)?;
    if lazy::is_lazy(interp, this) { lazy::lazy(interp, &made, &Args::none()) } else { Ok(made) }
}

fn walk_slices(interp: &mut Interp<'_>, list: &Val, cut: &Rc<Cut>, yielder: &Val) -> R {
    let (cut, to) = (Rc::clone(cut), yielder.clone());
    let keyed = matches!(*cut, Cut::Key(_));
    let last = interp.walk(list, Open::default(), move |interp, open: &mut Open, item| {
        add(interp, &cut, open, item, &to)?;
        Ok(Flow::More)
    })?;
    give(interp, last, keyed, yielder)?;
    Ok(Val::Nil)
}

/// Passes a complete slice to the yielder.
fn give(interp: &mut Interp<'_>, slice: Open, keyed: bool, yielder: &Val) -> R<()> {
    if slice.items.is_empty() {
        return Ok(());
    }
    let items = Val::array(slice.items);
    let value = if keyed { Val::array(vec![slice.key, items]) } else { items };
    interp.call(yielder, "<<", vec![value])?;
    Ok(())
}

fn add(interp: &mut Interp<'_>, cut: &Cut, open: &mut Open, item: Val, yielder: &Val) -> R<()> {
    interp.check_more(open.items.len(), 1)?;
    let (begins, closes, key) = match cut {
        Cut::Between(block, cut_if) => match open.items.last().cloned() {
            Some(before) => {
                let answer = interp.yield_block(block, vec![before, item.clone()])?.truthy();
                (answer == *cut_if, false, None)
            }
            None => (false, false, None),
        },
        Cut::Before(test) => (matches_test(interp, test, item.clone())?, false, None),
        Cut::After(test) => (open.closed, matches_test(interp, test, item.clone())?, None),
        Cut::Key(block) => {
            let key = interp.yield_one(block, item.clone())?;
            let name = match &key {
                Val::Sym(name) if name.starts_with('_') => name.to_string(),
                _ => String::new(),
            };
            if key.is_nil() || name == "_separator" {
                open.closed = true;
                return Ok(());
            }
            let alone = name == "_alone";
            let goes_on = !open.closed && !alone && interp.equal(&open.key, &key)?;
            (!goes_on, alone, Some(key))
        }
    };
    if begins {
        let full = std::mem::take(open);
        give(interp, full, key.is_some(), yielder)?;
    }
    if open.items.is_empty()
        && let Some(key) = key
    {
        open.key = key;
    }
    open.items.push(item);
    open.closed = closes;
    Ok(())
}
