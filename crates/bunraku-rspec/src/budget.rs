//! The time and memory of a spec file: what it has used, and which limit it has reached.

use std::time::Duration;

use bunraku::{
    diag::codes,
    eval::Limits,
    world::{Stop, World},
};
use bunraku_ruby_puppet::{Limit, Ruby, RubyError, RubyErrorKind, RunLimits};

use crate::Options;

/// The number of steps for loading a file, and for running an example: more than any that ends within seconds.
const STEPS: u64 = 100_000_000;

/// How much deeper calls of Ruby code may be nested than those of Puppet code: by default about as deep as in Ruby.
const DEEPER: u32 = 5;

/// How much stack calls may use.
const STACK: usize = 96 << 20;

/// What a spec file may use: memory as a whole, time for loading it and for each example.
pub(crate) struct Budget {
    limits: Limits,
    /// How many steps loading the file, and each example, may take.
    steps: u64,
    /// The reading of the meter when the file began.
    memory_before: isize,
    /// When loading or the running example began.
    began: Option<Duration>,
    /// The limit that ended what was running.
    reached: Option<Reached>,
}

#[derive(Clone, Copy)]
enum Reached {
    Time,
    Memory,
}

impl Budget {
    pub(crate) fn new(options: &Options) -> Budget {
        let (limits, steps) = (options.limits, options.steps.unwrap_or(STEPS));
        let memory_before = limits.meter.map_or(0, |meter| meter());
        Budget { limits, steps, memory_before, began: None, reached: None }
    }

    /// The limits of code that starts now.
    pub(crate) fn of_code(&self, ruby: &Ruby) -> RunLimits {
        let steps = ruby.steps().saturating_add(self.steps);
        let depth = self.limits.depth.saturating_mul(DEEPER);
        RunLimits { steps, depth, stack: STACK, ..RunLimits::default() }
    }

    /// Gives what runs now the whole time.
    pub(crate) fn begin(&mut self, world: &dyn World) {
        self.began = world.elapsed();
        self.reached = None;
    }

    /// Whether the code has to end: it was cancelled, is out of time, or needs more memory than is left.
    pub(crate) fn is_over(&mut self, world: &dyn World, bytes: u64) -> bool {
        if bytes > self.memory_left() || self.memory_left() == 0 {
            self.reached = Some(Reached::Memory);
        } else if self.time_left(world) == Some(Duration::ZERO)
            || world.should_stop() == Some(Stop::DeadlinePassed)
        {
            self.reached = Some(Reached::Time);
        }
        self.reached.is_some() || world.should_stop().is_some()
    }

    /// The limits of a compilation, which takes time and memory of the example that asks for it.
    pub(crate) fn of_compilation(&self, world: &dyn World) -> Limits {
        Limits { memory: self.memory_left(), time: self.time_left(world), ..self.limits }
    }

    /// Whether the file still holds so much memory that none of its examples can run.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.memory_left() == 0
    }

    /// An error that says which limit was reached, instead of one that says that the code was stopped.
    pub(crate) fn explained(&self, error: RubyError) -> RubyError {
        if let RubyErrorKind::Limit(Limit::Steps) = error.kind {
            let message = format!("this takes more than {} steps", self.steps);
            let help = "look for an endless loop, or raise `--max-steps`".to_owned();
            return RubyError { message, help: Some(help), ..error };
        }
        let (code, message, help) = match self.reached.filter(|_| error.kind == RubyErrorKind::Stopped) {
            Some(Reached::Time) => (
                codes::TOO_SLOW,
                "this took longer than the time limit",
                "look for an endless loop, or raise `--max-seconds`",
            ),
            Some(Reached::Memory) => (
                codes::TOO_MUCH_MEMORY,
                "this takes more than the memory limit",
                "look for a value that grows in a loop, or raise `--max-memory`",
            ),
            None => return error,
        };
        let message = format!("{message} ({})", code.name());
        let kind = RubyErrorKind::Limit(Limit::Host);
        RubyError { trace: error.trace, help: Some(help.to_owned()), ..RubyError::new(kind, message) }
    }

    fn memory_left(&self) -> u64 {
        let Some(meter) = self.limits.meter else { return self.limits.memory };
        let used = u64::try_from(meter().saturating_sub(self.memory_before)).unwrap_or(0);
        self.limits.memory.saturating_sub(used)
    }

    fn time_left(&self, world: &dyn World) -> Option<Duration> {
        let limit = self.limits.time?;
        let (Some(began), Some(now)) = (self.began, world.elapsed()) else { return Some(limit) };
        Some(limit.saturating_sub(now.saturating_sub(began)))
    }
}
