//! One run of Ruby code: its limits and its current position.

use std::rc::Rc;

use bunraku_pcore::Str;

use crate::{
    Denied, Limit, RubyError, RubyErrorKind, Unwind,
    frame::Frames,
    state::State,
    value::{RMatch, Val},
};

/// Limits that protect a program from the code it runs. All of them are finite.
#[derive(Debug, Clone, Copy)]
pub struct RunLimits {
    /// The number of [steps](State::steps) at which code is stopped. It is an absolute number, not counted from the
    /// start of the run.
    pub steps: u64,
    /// How deeply calls may be nested.
    pub depth: u32,
    /// The maximum number of elements or bytes of a single value.
    pub size: usize,
    /// The maximum number of bytes that nested calls may use on the stack of the thread.
    pub stack: usize,
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        RunLimits { steps: 50_000_000, depth: 2_000, size: 1 << 28, stack: 1 << 20 }
    }
}

/// The number of steps after which a run asks whether it [should stop](crate::Outside::should_stop): often enough to react
/// promptly, rarely enough to cost nothing.
pub(crate) const STOP_CHECK: u64 = 1 << 14;

/// One run of Ruby code. A run that is nested in another is separate from it.
pub struct Run {
    /// What lasts from one run to the next.
    pub state: Rc<State>,
    /// The limits of this run.
    pub limits: RunLimits,
    /// `$~`: the last match in the running method.
    pub last_match: Option<Rc<RMatch>>,
    pub(crate) depth: u32,
    /// The number of steps at which the limit and [`should_stop`](crate::Outside::should_stop) are checked next.
    pub(crate) pause: u64,
    /// The position on the stack at which the run started.
    pub(crate) stack_origin: usize,
    /// The calls that are running: file and line, the innermost last.
    pub(crate) trace: Vec<(Rc<Str>, u32)>,
    /// The line of the running expression.
    pub(crate) line: u32,
    /// The tags of the active calls of `catch`.
    pub(crate) catching: Vec<Val>,
    /// The addresses of the objects that `inspect` is in the middle of, to stop at one that contains itself.
    pub(crate) showing: Vec<usize>,
    pub(crate) frames: Frames,
}

impl Run {
    /// Starts a run. Its use of the stack is measured from here.
    pub fn new(state: &Rc<State>, limits: RunLimits) -> Run {
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
            frames: Frames::default(),
        }
    }

    /// The error for a limit that was reached. No `rescue` catches it.
    pub(crate) fn limit(&self, limit: Limit, message: String, help: &str) -> Box<Unwind> {
        self.fatal(RubyError::new(RubyErrorKind::Limit(limit), message).help(help))
    }

    /// The error for something that the interpreter does not run. No `rescue` catches it.
    pub fn refuse(&self, what: &str, help: &str) -> Box<Unwind> {
        self.fatal(RubyError::new(RubyErrorKind::Refused, what).help(help))
    }

    /// An error that the host's policy causes. Code cannot rescue it.
    pub fn deny(&self, denied: &Denied) -> Box<Unwind> {
        let message = format!("Ruby code is not allowed {}", denied.what);
        self.fatal(RubyError::new(RubyErrorKind::Denied, message).help(&denied.help))
    }

    pub(crate) fn fatal(&self, error: RubyError) -> Box<Unwind> {
        Box::new(Unwind::Fatal(Box::new(RubyError { trace: self.places(), ..error })))
    }

    /// The call stack: file and line, innermost first.
    pub fn places(&self) -> Vec<(Str, u32)> {
        let place = |(file, line): &(Rc<Str>, u32)| ((**file).clone(), *line);
        let mut places: Vec<(Str, u32)> = self.trace.iter().rev().map(place).collect();
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

/// The approximate current position on the stack.
#[inline]
pub(crate) fn stack_position() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}
