//! Iteration over any object that has elements, and blocks written in Rust that keep a state.
//!
//! Arrays, hashes and ranges of integers are iterated in place. For everything else `each` is called with a block that
//! can stop the iteration, so that infinite sequences are not a problem.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::LazyLock;

use bunraku_intern::Symbol;

use smallvec::smallvec;

use crate::{
    Args, Interp, List, R, Unwind,
    value::{Data, ProcBody, RHash, RObject, RProc, Val},
};

/// Whether an iteration continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    More,
    Stop,
}

/// A block written in Rust together with its state.
struct Kept<S, F> {
    state: S,
    run: F,
}

static EACH: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("each"));

impl Interp<'_> {
    /// Calls `visit` with every element, and returns the state. Several values yielded at once become an array.
    pub(crate) fn walk<S: 'static>(
        &mut self,
        list: &Val,
        state: S,
        mut visit: impl FnMut(&mut Interp<'_>, &mut S, Val) -> R<Flow> + 'static,
    ) -> R<S> {
        self.walk_values(list, state, move |interp, state, values| visit(interp, state, pack(values)))
    }

    /// Calls `visit` with the values of every element, because `each` may yield several at once.
    pub(crate) fn walk_values<S: 'static>(
        &mut self,
        list: &Val,
        mut state: S,
        mut visit: impl FnMut(&mut Interp<'_>, &mut S, List) -> R<Flow> + 'static,
    ) -> R<S> {
        if is_walked_in_place(list) {
            self.walk_in_place(list, &mut |interp, item| visit(interp, &mut state, smallvec![item]))?;
            return Ok(state);
        }
        self.walk_method(list, *EACH, Args::none(), state, visit)
    }

    /// Passes every element to a block, and calls `visit` with the results.
    pub(crate) fn walk_results<S: 'static>(
        &mut self,
        list: &Val,
        block: &Rc<RProc>,
        mut state: S,
        mut visit: impl FnMut(&mut Interp<'_>, &mut S, Val) -> R<Flow> + 'static,
    ) -> R<S> {
        if let Val::Hash(hash) = list {
            self.walk_hash(hash, &mut |interp, key, value| {
                let result = interp.yield_pair(block, key, value)?;
                visit(interp, &mut state, result)
            })?;
            return Ok(state);
        }
        let block = Rc::clone(block);
        self.walk_values(list, state, move |interp, state, values| {
            let result = interp.yield_block(&block, values)?;
            visit(interp, state, result)
        })
    }

    /// Calls a method with a block that visits the elements.
    pub(crate) fn walk_method<S: 'static>(
        &mut self,
        receiver: &Val,
        method: Symbol,
        args: Args,
        state: S,
        mut visit: impl FnMut(&mut Interp<'_>, &mut S, List) -> R<Flow> + 'static,
    ) -> R<S> {
        let tag = self.new_id();
        let (block, kept) =
            self.rust_block(tag, state, move |interp, state: &mut S, args: &Args| {
                match visit(interp, state, args.list.clone())? {
                    Flow::More => Ok(Val::Nil),
                    Flow::Stop => Err(Box::new(Unwind::Break { tag, value: Val::Nil })),
                }
            });
        let result = self.send(receiver, method, Args { block: Some(block), ..args });
        self.catch_break(tag, result)?;
        match take_state(&kept) {
            Some(state) => Ok(state),
            None => Err(self.error("RuntimeError", "the iteration ended while its block was running")),
        }
    }

    /// Creates a block written in Rust that keeps a state, and a handle from which the state can be taken.
    pub(crate) fn rust_block<S: 'static, F>(&mut self, tag: u64, state: S, run: F) -> (Rc<RProc>, State<S, F>)
    where
        F: FnMut(&mut Interp<'_>, &mut S, &Args) -> R + 'static,
    {
        let data = Data::Rust(RefCell::new(Some(Box::new(Kept { state, run }))));
        let object = Rc::new(RObject::with_data(Rc::clone(&self.state.known.object), data));
        let body = ProcBody::Native(run_kept::<S, F>, vec![Val::Object(Rc::clone(&object))]);
        (Rc::new(RProc { body, lambda: false, tag }), State { object, kind: std::marker::PhantomData })
    }

    fn walk_in_place(&mut self, list: &Val, visit: &mut dyn FnMut(&mut Interp<'_>, Val) -> R<Flow>) -> R<()> {
        match list {
            Val::Array(array) => {
                let mut index = 0;
                while let Some(item) = array.get(index) {
                    self.step()?;
                    if visit(self, item)? == Flow::Stop {
                        break;
                    }
                    index += 1;
                }
                Ok(())
            }
            Val::Hash(hash) => {
                self.walk_hash(hash, &mut |interp, key, value| visit(interp, Val::array(vec![key, value])))
            }
            Val::Range(range) => {
                if let (Val::Int(first), Val::Int(last)) = (&range.first, &range.last) {
                    let last = if range.exclusive { last.checked_sub(1) } else { Some(*last) };
                    let Some(last) = last else { return Ok(()) };
                    for number in *first..=last {
                        self.step()?;
                        if visit(self, Val::Int(number))? == Flow::Stop {
                            break;
                        }
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Calls `visit` with every key and value. Meanwhile code may change values and remove keys, but adding a key is an
    /// error.
    pub(crate) fn walk_hash(
        &mut self,
        hash: &Rc<RHash>,
        visit: &mut dyn FnMut(&mut Interp<'_>, Val, Val) -> R<Flow>,
    ) -> R<()> {
        let mut index = 0;
        let mut len = hash.len();
        while let Some((key, value)) = hash.entry(index) {
            self.step()?;
            if visit(self, key.clone(), value)? == Flow::Stop {
                break;
            }
            let now = hash.len();
            if now > len {
                return Err(self.error("RuntimeError", "can't add a new key into hash during iteration"));
            }
            index = if now == len { index + 1 } else { next_index(hash, &key, index, len - now) };
            len = now;
        }
        Ok(())
    }
}

/// A handle from which the state of a block is taken when the block is not called any more.
pub(crate) struct State<S, F> {
    object: Rc<RObject>,
    kind: std::marker::PhantomData<(S, F)>,
}

/// Takes the state of a block; `None` while the block is running.
fn take_state<S: 'static, F: 'static>(state: &State<S, F>) -> Option<S> {
    let Data::Rust(kept) = &state.object.data else { return None };
    let kept = kept.borrow_mut().take()?;
    kept.downcast::<Kept<S, F>>().ok().map(|kept| kept.state)
}

fn run_kept<S: 'static, F>(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R
where
    F: FnMut(&mut Interp<'_>, &mut S, &Args) -> R + 'static,
{
    let Val::Array(values) = this else { return Ok(Val::Nil) };
    let Some(Val::Object(object)) = values.get(0) else { return Ok(Val::Nil) };
    let Data::Rust(place) = &object.data else { return Ok(Val::Nil) };
    // A block that is already running, or whose iteration has ended, does nothing.
    let Some(kept) = place.borrow_mut().take() else { return Ok(Val::Nil) };
    let Ok(mut kept) = kept.downcast::<Kept<S, F>>() else { return Ok(Val::Nil) };
    let kept_ref = &mut *kept;
    let result = (kept_ref.run)(interp, &mut kept_ref.state, args);
    *place.borrow_mut() = Some(kept);
    result
}

/// Several yielded values as one element, like in `to_a`.
pub(crate) fn pack(mut values: List) -> Val {
    match values.len() {
        0 => Val::Nil,
        1 => values.pop().unwrap_or_default(),
        _ => Val::array(values.into_vec()),
    }
}

fn is_walked_in_place(list: &Val) -> bool {
    match list {
        Val::Array(_) | Val::Hash(_) => true,
        Val::Range(range) => matches!((&range.first, &range.last), (Val::Int(_), Val::Int(_))),
        _ => false,
    }
}

/// The index at which an iteration continues after keys were removed.
fn next_index(hash: &RHash, key: &Val, index: usize, removed: usize) -> usize {
    match hash.find(key) {
        Some((place, ..)) => place + 1,
        None => (index + 1).saturating_sub(removed),
    }
}
