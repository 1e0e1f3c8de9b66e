//! The budget of an evaluation: what is counted, and the one place where a limit, a deadline or a cancellation ends it.

use bunraku_diag::{TextRange, codes};
use bunraku_ir::Body;
use bunraku_world::Stop;

use crate::{Eval, Machine, Unwind, machine::with_help};

/// How many steps are taken between two looks at the clock and at whether somebody cancels: less than a millisecond.
const INTERVAL: u64 = 1 << 13;

/// What has been spent.
#[derive(Debug, Default, Clone, Copy)]
pub struct Spent {
    /// The steps so far, of Puppet code and of code in other languages.
    pub steps: u64,
    /// The count at which the budget is looked at again.
    checkpoint: u64,
}

impl Machine {
    /// Counts a step. That is all that happens, but for one step in some thousands.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        self.spent.steps += 1;
        self.spent.steps <= self.spent.checkpoint
    }

    /// Counts a step at a place.
    #[inline]
    pub(crate) fn count_step(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        if self.step() { Ok(()) } else { self.check_budget(body, range) }
    }

    /// Counts steps that code in another language has taken.
    pub fn count_steps(&mut self, steps: u64, body: &Body, range: TextRange) -> Eval<()> {
        self.spent.steps = self.spent.steps.saturating_add(steps);
        if self.spent.steps <= self.spent.checkpoint { Ok(()) } else { self.check_budget(body, range) }
    }

    /// The steps that are left.
    pub fn steps_left(&self) -> u64 {
        self.limits.steps.saturating_sub(self.spent.steps)
    }

    /// Whether the evaluation may go on: it has steps left, time left, and nobody has cancelled it.
    #[cold]
    pub(crate) fn check_budget(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        if self.spent.steps > self.limits.steps {
            let message = format!("this takes more than {} steps", self.limits.steps);
            return Err(self.error(codes::TOO_MANY_STEPS, body, range, message));
        }
        if let Some(stop) = self.world.should_stop() {
            return Err(self.stopped(stop, body, range));
        }
        self.spent.checkpoint = self.limits.steps.min(self.spent.steps.saturating_add(INTERVAL));
        Ok(())
    }

    fn stopped(&mut self, stop: Stop, body: &Body, range: TextRange) -> Box<Unwind> {
        match stop {
            Stop::DeadlinePassed => {
                let error =
                    self.error(codes::TOO_SLOW, body, range, "this takes more time than it was given");
                with_help(error, "look for a loop that does not end, or give it more time")
            }
            Stop::Cancelled => self.error(codes::CANCELLED, body, range, "this was cancelled"),
        }
    }
}
