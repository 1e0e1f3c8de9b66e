//! The interpreter, and the services that methods written in Rust use: steps, levels, sizes, errors.

use std::ops::{Deref, DerefMut};

use crate::{
    Host, R, RubyError, RubyErrorKind, Run, Unwind,
    run::{STOP_CHECK, stack_position},
    value::Val,
};

/// The interpreter: a run, and the world around it. It is only a view of the two, made wherever both are at hand.
pub struct Interp<'h> {
    pub(crate) run: &'h mut Run,
    /// The world around.
    pub host: &'h mut dyn Host,
}

impl Deref for Interp<'_> {
    type Target = Run;

    #[inline]
    fn deref(&self) -> &Run {
        self.run
    }
}

impl DerefMut for Interp<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Run {
        self.run
    }
}

impl<'h> Interp<'h> {
    /// The interpreter of a run.
    pub fn new(run: &'h mut Run, host: &'h mut dyn Host) -> Interp<'h> {
        Interp { run, host }
    }

    /// Counts a step.
    #[inline]
    pub fn step(&mut self) -> R<()> {
        self.charge(1)
    }

    /// Counts many steps at once: for what takes long without running code.
    #[inline]
    pub fn charge(&mut self, steps: u64) -> R<()> {
        let steps = self.run.state.steps.get().saturating_add(steps);
        self.run.state.steps.set(steps);
        if steps > self.run.pause { self.pause(steps) } else { Ok(()) }
    }

    #[cold]
    fn pause(&mut self, steps: u64) -> R<()> {
        if steps > self.limits.steps {
            return Err(self.too_many_steps());
        }
        if self.host.should_stop() {
            return Err(
                self.fatal(RubyError::new(RubyErrorKind::Stopped, "the caller wants no result any more"))
            );
        }
        self.pause = steps.saturating_add(STOP_CHECK).min(self.limits.steps);
        Ok(())
    }

    /// Counts a level of calls; [`Interp::leave`] must follow.
    pub(crate) fn enter(&mut self) -> R<()> {
        let used = self.stack_origin.abs_diff(stack_position());
        if self.depth >= self.limits.depth || used > self.limits.stack {
            // Ruby's own error can be rescued, which nobody does: it is a limit here.
            let message = format!("calls are nested more than {} levels deep", self.depth);
            return Err(self.limit(message, "a method that calls itself needs a case in which it does not"));
        }
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Checks the size of a value before it is made.
    pub fn check_size(&mut self, size: usize) -> R<()> {
        // What was made counts as steps, too, so that many large values end like many small ones.
        let steps = self.state.steps.get().saturating_add((size / 64) as u64);
        self.state.steps.set(steps);
        self.check_growth(size)
    }

    /// Checks the size of a value that grows piece by piece, and each piece counts for itself.
    pub fn check_growth(&self, size: usize) -> R<()> {
        if size > self.limits.size { Err(self.too_large()) } else { Ok(()) }
    }

    fn too_large(&self) -> Box<Unwind> {
        let message = format!("this makes a value of more than {} bytes or elements", self.limits.size);
        self.limit(message, "look for a loop that adds to a string or an array without end")
    }

    fn too_many_steps(&self) -> Box<Unwind> {
        let message = format!("this takes more than {} steps", self.limits.steps);
        self.limit(message, "look for a loop that does not end")
    }

    /// An exception of a class, by its name.
    pub fn error(&mut self, class: &str, message: impl Into<String>) -> Box<Unwind> {
        let exception = self.new_exception(class, message.into());
        Box::new(Unwind::Raise(exception))
    }

    /// An `ArgumentError`.
    pub fn argument_error(&mut self, message: impl Into<String>) -> Box<Unwind> {
        self.error("ArgumentError", message)
    }

    /// A `TypeError`.
    pub fn type_error(&mut self, message: impl Into<String>) -> Box<Unwind> {
        self.error("TypeError", message)
    }

    /// The error for a change of what is frozen.
    pub fn frozen_error(&mut self, value: &Val) -> Box<Unwind> {
        let class = self.class_of(value).name();
        match self.inspect(value) {
            Ok(shown) => {
                let message = format!("can't modify frozen {class}: {shown}");
                self.error_about("FrozenError", message, &[("receiver", value)])
            }
            Err(unwind) => unwind,
        }
    }

    /// A number that was not given before.
    pub fn new_id(&mut self) -> u64 {
        let id = self.state.next_id.get() + 1;
        self.state.next_id.set(id);
        id
    }
}
