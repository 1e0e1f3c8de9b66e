//! One run of Ruby code: its limits, and where it is.

use std::rc::Rc;

use bunraku_pcore::Str;

use crate::{
    RubyError, RubyErrorKind, Unwind,
    state::State,
    value::{RMatch, Val},
};

/// Limits that protect whoever runs code of others. All of them are finite.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The number of [steps](State::steps) at which code is stopped. It is not relative to the begin of the run.
    pub steps: u64,
    /// How deep calls may be nested.
    pub depth: u32,
    /// How many elements or bytes a single value may have.
    pub size: usize,
    /// How many bytes of the thread's stack nested calls may take.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 50_000_000, depth: 2_000, size: 1 << 28, stack: 1 << 20 }
    }
}

/// After how many steps a run asks whether it [should stop](crate::Host::should_stop): often enough for a human who waits,
/// seldom enough to cost nothing.
pub(crate) const STOP_CHECK: u64 = 1 << 14;

/// One run of Ruby code, without those that it is nested in.
pub struct Run {
    /// What is kept between runs.
    pub state: Rc<State>,
    /// The limits.
    pub limits: Limits,
    /// `$~`: what was matched last in the running method.
    pub last_match: Option<Rc<RMatch>>,
    pub(crate) depth: u32,
    /// The number of steps at which the limit and the wish to stop are looked at next.
    pub(crate) pause: u64,
    /// Where the stack was at the begin.
    pub(crate) stack_origin: usize,
    /// The running code: file and line, the innermost last.
    pub(crate) trace: Vec<(Str, u32)>,
    /// The line of the running expression.
    pub(crate) line: u32,
    /// The tags of the calls of `catch` that are running.
    pub(crate) catching: Vec<Val>,
    /// Objects that are being shown, so that one that contains itself ends.
    pub(crate) showing: Vec<usize>,
}

impl Run {
    /// A run that begins here, on this place of the stack.
    pub fn new(state: &Rc<State>, limits: Limits) -> Run {
        state.running.set(state.running.get() + 1);
        Run {
            state: Rc::clone(state),
            limits,
            last_match: None,
            depth: 0,
            pause: 0,
            stack_origin: stack_position(),
            trace: Vec::new(),
            line: 0,
            catching: Vec::new(),
            showing: Vec::new(),
        }
    }

    /// An error for a limit that was reached. No `rescue` catches it.
    pub(crate) fn limit(&self, message: String, help: &str) -> Box<Unwind> {
        self.fatal(RubyError::new(RubyErrorKind::Limit, message).help(help))
    }

    /// An error for what bunraku does not run. No `rescue` catches it.
    pub fn refuse(&self, what: &str, help: &str) -> Box<Unwind> {
        self.fatal(RubyError::new(RubyErrorKind::Refused, what).help(help))
    }

    pub(crate) fn fatal(&self, error: RubyError) -> Box<Unwind> {
        Box::new(Unwind::Fatal(Box::new(RubyError { trace: self.places(), ..error })))
    }

    /// Where the running code is: file and line, innermost first.
    pub fn places(&self) -> Vec<(Str, u32)> {
        let mut places: Vec<(Str, u32)> = self.trace.iter().rev().cloned().collect();
        if let Some(first) = places.first_mut() {
            first.1 = self.line;
        }
        places
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.state.running.set(self.state.running.get().saturating_sub(1));
    }
}

/// About where the stack is now.
#[inline]
pub(crate) fn stack_position() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}
