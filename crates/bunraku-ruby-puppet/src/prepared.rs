//! States of Ruby that compilations of a thread use one after another, with the libraries that functions and templates need.

use std::{cell::RefCell, rc::Rc};

use bunraku_ruby::{Interp, NoHost, Run, RunLimits, State};

use crate::binding::extension;

/// The libraries that have run before a compilation gets the state.
const LIBRARIES: &[&str] = &["puppet", "puppet/functions", "puppet/pops/loaders"];

/// The most states that a thread keeps. One is in use at a time, unless a compilation runs inside another.
const MOST: usize = 4;

thread_local! {
    static IDLE: RefCell<Vec<Rc<State>>> = const { RefCell::new(Vec::new()) };
}

/// A state that a compilation uses until it drops this.
pub(crate) struct Lent {
    state: Rc<State>,
}

impl Lent {
    pub(crate) fn take() -> Lent {
        let idle = IDLE.try_with(|idle| idle.borrow_mut().pop()).ok().flatten();
        Lent { state: idle.unwrap_or_else(prepared) }
    }

    pub(crate) fn state(&self) -> &Rc<State> {
        &self.state
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if std::thread::panicking() || Rc::strong_count(&self.state) > 1 || !self.state.restore() {
            return;
        }
        // A thread that ends keeps nothing.
        let _ = IDLE.try_with(|idle| {
            let mut idle = idle.borrow_mut();
            if idle.len() < MOST {
                idle.push(Rc::clone(&self.state));
            }
        });
    }
}

fn prepared() -> Rc<State> {
    let state = State::extended(extension());
    let ran = {
        let mut run = Run::new(&state, RunLimits::default());
        let mut host = NoHost::default();
        let mut ruby = Interp::new(&mut run, &mut host);
        LIBRARIES.iter().all(|library| ruby.load_library(library).is_ok())
    };
    // A library that fails does so again when code needs it, which then reports it.
    match ran {
        true => state.prepare(),
        false => return State::extended(extension()),
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_used_again() {
        let first = Lent::take();
        let address = Rc::as_ptr(first.state());
        let beside = Lent::take();
        assert!(!Rc::ptr_eq(first.state(), beside.state()));
        drop(beside);
        drop(first);
        assert_eq!(Rc::as_ptr(Lent::take().state()), address);
    }

    #[test]
    fn a_state_that_something_holds_is_not_given_to_another() {
        let lent = Lent::take();
        let held = Rc::clone(lent.state());
        drop(lent);
        assert!(!Rc::ptr_eq(Lent::take().state(), &held));
    }
}
