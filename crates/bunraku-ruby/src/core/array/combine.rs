//! Products, combinations and permutations.

use std::rc::Rc;

use super::this_items;
use crate::{
    Args, Interp, R,
    value::{RProc, Val},
};

pub(super) fn product(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut lists = vec![this_items(interp, this)?];
    for other in &args.list {
        lists.push(interp.arg_items(other)?);
    }
    let count = lists.iter().fold(1usize, |count, list| count.saturating_mul(list.len()));
    interp.check_elements(count.saturating_mul(lists.len()))?;
    let mut rows: Vec<Vec<Val>> = vec![Vec::new()];
    for list in &lists {
        let mut longer = Vec::with_capacity(rows.len() * list.len());
        for row in &rows {
            for item in list {
                interp.step()?;
                longer.push(row.iter().chain([item]).cloned().collect());
            }
        }
        rows = longer;
    }
    let rows = rows.into_iter().map(Val::array);
    match &args.block {
        None => Ok(Val::array(rows.collect())),
        Some(block) => {
            for row in rows {
                interp.yield_one(block, row)?;
            }
            Ok(this.clone())
        }
    }
}

/// What counts as a different choice of elements.
#[derive(Clone, Copy)]
struct Choice {
    /// Whether the same elements in another order are another choice (permutations).
    ordered: bool,
    /// Whether an element may be chosen repeatedly.
    repeated: bool,
}

pub(super) fn combination(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    choose(interp, this, args, "combination", Choice { ordered: false, repeated: false })
}

pub(super) fn permutation(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    choose(interp, this, args, "permutation", Choice { ordered: true, repeated: false })
}

pub(super) fn repeated_combination(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    choose(interp, this, args, "repeated_combination", Choice { ordered: false, repeated: true })
}

pub(super) fn repeated_permutation(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    choose(interp, this, args, "repeated_permutation", Choice { ordered: true, repeated: true })
}

fn choose(interp: &mut Interp<'_>, this: &Val, args: &Args, name: &str, choice: Choice) -> R {
    let Some(block) = &args.block else { return Ok(interp.enumerator(this, name, args.list.to_vec())) };
    let items = this_items(interp, this)?;
    let count = match args.at(0) {
        None | Some(Val::Nil) => items.len() as i64,
        Some(count) => interp.arg_int(count)?,
    };
    let Ok(count) = usize::try_from(count) else { return Ok(this.clone()) };
    if count <= items.len() || (choice.repeated && !items.is_empty()) {
        interp.check_elements(count)?;
        choose_rest(interp, &items, count, choice, &mut Vec::new(), block)?;
    }
    Ok(this.clone())
}

fn choose_rest(
    interp: &mut Interp<'_>,
    items: &[Val],
    count: usize,
    choice: Choice,
    chosen: &mut Vec<usize>,
    block: &Rc<RProc>,
) -> R<()> {
    if chosen.len() == count {
        let row = chosen.iter().filter_map(|index| items.get(*index).cloned()).collect();
        interp.yield_one(block, Val::array(row))?;
        return Ok(());
    }
    let first = match chosen.last() {
        Some(last) if !choice.ordered => last + usize::from(!choice.repeated),
        _ => 0,
    };
    for index in first..items.len() {
        interp.step()?;
        if choice.ordered && !choice.repeated && chosen.contains(&index) {
            continue;
        }
        chosen.push(index);
        interp.enter()?;
        let result = choose_rest(interp, items, count, choice, chosen, block);
        interp.leave();
        result?;
        chosen.pop();
    }
    Ok(())
}
