//! Runs the steps of a lazy enumerator.

use std::rc::Rc;

use crate::{
    Interp, R,
    core::walk::Flow,
    value::{RHash, RProc, Val},
};

/// The steps of one iteration, with their state.
pub(super) struct Steps(Vec<Step>);

enum Step {
    Map(Rc<RProc>),
    FlatMap(Rc<RProc>),
    FilterMap(Rc<RProc>),
    Select(Rc<RProc>, bool),
    TakeWhile(Rc<RProc>),
    DropWhile(Rc<RProc>, bool),
    Grep(Val, bool),
    Take(usize),
    Drop(usize),
    WithIndex(i64, Option<Rc<RProc>>),
    Compact,
    Uniq(Rc<RHash>, Option<Rc<RProc>>),
}

impl Steps {
    pub(super) fn new(interp: &mut Interp<'_>, steps: &[Val]) -> R<Steps> {
        let mut list = Vec::with_capacity(steps.len());
        for step in steps {
            let Val::Array(step) = step else { continue };
            let name = interp.to_s(&step.get(0).unwrap_or_default())?;
            list.extend(make(&name, step.get(1).unwrap_or_default()));
        }
        Ok(Steps(list))
    }

    /// Whether `take(0)` ends the iteration before the first element.
    pub(super) fn takes_nothing(&self) -> bool {
        self.0.iter().any(|step| matches!(step, Step::Take(0)))
    }

    /// Passes an element through the steps, and then to the block unless a step drops it.
    pub(super) fn pass(&mut self, interp: &mut Interp<'_>, item: Val, block: &Rc<RProc>) -> R<Flow> {
        pass(interp, &mut self.0, item, block)
    }
}

fn make(name: &str, value: Val) -> Option<Step> {
    Some(match (name, value) {
        ("map", Val::Proc(block)) => Step::Map(block),
        ("flat_map", Val::Proc(block)) => Step::FlatMap(block),
        ("filter_map", Val::Proc(block)) => Step::FilterMap(block),
        ("select", Val::Proc(block)) => Step::Select(block, true),
        ("reject", Val::Proc(block)) => Step::Select(block, false),
        ("take_while", Val::Proc(block)) => Step::TakeWhile(block),
        ("drop_while", Val::Proc(block)) => Step::DropWhile(block, true),
        ("grep", pattern) => Step::Grep(pattern, true),
        ("grep_v", pattern) => Step::Grep(pattern, false),
        ("take", Val::Int(count)) => Step::Take(usize::try_from(count).ok()?),
        ("drop", Val::Int(count)) => Step::Drop(usize::try_from(count).ok()?),
        ("with_index", Val::Int(first)) => Step::WithIndex(first, None),
        ("visit_with_index", Val::Array(parts)) => match (parts.get(0), parts.get(1)) {
            (Some(Val::Int(first)), Some(Val::Proc(block))) => Step::WithIndex(first, Some(block)),
            _ => return None,
        },
        ("compact", _) => Step::Compact,
        ("uniq", Val::Proc(block)) => Step::Uniq(Rc::new(RHash::new()), Some(block)),
        ("uniq", _) => Step::Uniq(Rc::new(RHash::new()), None),
        _ => return None,
    })
}

fn pass(interp: &mut Interp<'_>, steps: &mut [Step], item: Val, block: &Rc<RProc>) -> R<Flow> {
    let Some((step, rest)) = steps.split_first_mut() else {
        interp.yield_one(block, item)?;
        return Ok(Flow::More);
    };
    let passes = match step {
        Step::Map(map) => Some(interp.yield_one(map, item)?),
        Step::FilterMap(map) => Some(interp.yield_one(map, item)?).filter(Val::truthy),
        Step::FlatMap(map) => match interp.yield_one(map, item)? {
            Val::Array(items) => {
                for item in interp.items(&items)? {
                    if pass(interp, rest, item, block)? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
                None
            }
            item => Some(item),
        },
        Step::Select(test, wanted) => {
            let passes = interp.yield_one(test, item.clone())?.truthy() == *wanted;
            passes.then_some(item)
        }
        Step::TakeWhile(test) => {
            if !interp.yield_one(test, item.clone())?.truthy() {
                return Ok(Flow::Stop);
            }
            Some(item)
        }
        Step::DropWhile(test, dropping) => {
            *dropping = *dropping && interp.yield_one(test, item.clone())?.truthy();
            (!*dropping).then_some(item)
        }
        Step::Grep(pattern, wanted) => (interp.case_equal(pattern, &item)? == *wanted).then_some(item),
        Step::Take(left) => {
            *left = left.saturating_sub(1);
            let last = *left == 0;
            let flow = pass(interp, rest, item, block)?;
            return Ok(if last { Flow::Stop } else { flow });
        }
        Step::Drop(0) | Step::Compact if !item.is_nil() => Some(item),
        Step::Drop(0) => Some(item),
        Step::Compact => None,
        Step::Drop(left) => {
            *left -= 1;
            None
        }
        Step::WithIndex(index, visit) => {
            let number = Val::Int(*index);
            *index = index.saturating_add(1);
            match visit {
                Some(visit) => {
                    interp.yield_block(visit, vec![item.clone(), number])?;
                    Some(item)
                }
                None => Some(Val::array(vec![item, number])),
            }
        }
        Step::Uniq(seen, key) => {
            let key = match key {
                Some(key) => interp.yield_one(key, item.clone())?,
                None => item.clone(),
            };
            interp.as_key(&key)?;
            if seen.contains(&key) {
                None
            } else {
                seen.set(key, Val::Nil);
                Some(item)
            }
        }
    };
    match passes {
        Some(item) => pass(interp, rest, item, block),
        None => Ok(Flow::More),
    }
}
