//! The budget of an evaluation: what is counted, and the single place where a limit, a deadline or a cancellation ends
//! it.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, Source, Span, TextRange, codes};
use bunraku_ir::{Body, Operand};
use bunraku_pcore::{
    watch::{Ended, Watch},
    work,
};
use bunraku_world::{Stop, World};

use crate::{
    Choice, Eval, Limits, Machine, Unwind,
    machine::{place, with_help},
};

/// The number of steps between two checks of the clock, the memory and the cancellation: less than a millisecond. Code
/// that creates a large value counts steps for it, so that only a few megabytes are allocated in between.
const INTERVAL: u64 = 1 << 13;

/// How many steps questions about types may take between two checks, in addition to those for parts of large values:
/// less than a second of work. They count as steps, but cannot be interrupted.
const QUESTIONS: u64 = 1 << 23;

/// The number of regular expression steps that count as one.
const SEARCH: u64 = 4;

/// What an evaluation has used of its limits.
#[derive(Debug, Default, Clone, Copy)]
pub struct Spent {
    /// The steps so far, of Puppet code and of code in other languages.
    pub steps: u64,
    /// The step count at which the budget is checked next.
    checkpoint: u64,
    /// The reading of the meter when the evaluation began.
    memory_before: isize,
    /// How many steps questions about types may take until the next check.
    allowed: u64,
}

impl Spent {
    /// Starts from zero: memory that the thread already holds does not count.
    pub fn nothing(limits: &Limits) -> Spent {
        Spent { memory_before: limits.meter.map_or(0, |meter| meter()), ..Spent::default() }
    }
}

impl Limits {
    /// Creates a watch, which holds what is read on this thread to these limits and to the deadline of a world.
    pub fn watch(&self, world: Arc<dyn World>) -> Watch {
        self.watch_from(world, self.meter.map_or(0, |meter| meter()))
    }

    /// A watch for which memory counts from a reading of the meter.
    fn watch_from(&self, world: Arc<dyn World>, before: isize) -> Watch {
        let (meter, memory) = (self.meter, self.memory);
        Watch::new(move |bytes| {
            let used = meter.map_or(0, |meter| meter().saturating_sub(before));
            let used = u64::try_from(used).unwrap_or(0);
            if used.saturating_add(bytes) > memory {
                return Some(Ended::Memory);
            }
            world.should_stop().map(|stop| match stop {
                Stop::DeadlinePassed => Ended::Time,
                Stop::Cancelled => Ended::Cancelled,
            })
        })
    }
}

impl Machine {
    /// Counts a step. Returns `false` when the budget must be checked, once in several thousand steps.
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

    /// Counts a step of an expression. Its place is looked up only if there is something to report.
    #[inline]
    pub(crate) fn count_step_at(&mut self, body: &Body, at: Operand) -> Eval<()> {
        if self.step() { Ok(()) } else { self.check_budget(body, place(body, at)) }
    }

    /// Counts steps taken by code in another language, or steps that represent walking a large value.
    #[inline]
    pub fn count_steps(&mut self, steps: u64, body: &Body, range: TextRange) -> Eval<()> {
        self.spent.steps = self.spent.steps.saturating_add(steps);
        if self.spent.steps <= self.spent.checkpoint { Ok(()) } else { self.check_budget(body, range) }
    }

    /// Counts the steps of regular expressions since the last call; one of them is worth less than a step.
    pub(crate) fn count_searches(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        self.count_steps(bunraku_regexp::take_steps() / SEARCH, body, range)
    }

    /// Counts steps of work done for code at a place, such as a collector. Failures have no place if the file is
    /// unknown.
    pub fn count_steps_at(&mut self, steps: u64, place: Option<Span>) -> Eval<()> {
        self.spent.steps = self.spent.steps.saturating_add(steps);
        if self.spent.steps <= self.spent.checkpoint {
            return Ok(());
        }
        let (source, range) = self.known_place(place);
        self.check_budget_in(&source, range).map_err(|unwind| without_place(unwind, place))
    }

    /// Like [`Machine::reserve`], for code at a place.
    pub(crate) fn reserve_at(&mut self, bytes: u64, place: Option<Span>) -> Eval<()> {
        if bytes <= self.limits.memory.saturating_sub(self.memory_used()) {
            return Ok(());
        }
        let (source, range) = self.known_place(place);
        Err(without_place(self.too_much_memory(&source, range), place))
    }

    fn known_place(&self, place: Option<Span>) -> (Arc<Source>, TextRange) {
        let source = place.and_then(|place| self.sources.get(place.file).cloned());
        let range = place.map_or_else(TextRange::default, |place| place.range);
        (source.unwrap_or_else(|| Arc::new(Source::new("", ""))), range)
    }

    /// Starts the budget: memory counts from now on, and what is read on this thread is held to the remaining time and
    /// memory.
    pub fn begin(&mut self) {
        self.spent = Spent::nothing(&self.limits);
        self.watch = Some(self.limits.watch(Arc::clone(&self.world)));
    }

    /// Starts the budget again for the next input of a session: what earlier inputs keep in memory still counts.
    pub fn begin_again(&mut self) {
        // Less than before, if what the thread held then has been freed: the session that this one replaces.
        let now = self.limits.meter.map_or(0, |meter| meter());
        let memory_before = self.spent.memory_before.min(now);
        self.spent = Spent { memory_before, ..Spent::default() };
        self.watch = Some(self.limits.watch_from(Arc::clone(&self.world), memory_before));
    }

    /// How many bytes allocated since the evaluation began are still in use; 0 without a meter.
    pub fn memory_used(&self) -> u64 {
        let Some(meter) = self.limits.meter else { return 0 };
        u64::try_from(meter().saturating_sub(self.spent.memory_before)).unwrap_or(0)
    }

    /// Fails if an allocation of this size would exceed the memory limit. Called before allocating.
    #[inline]
    pub fn reserve(&mut self, bytes: u64, body: &Body, range: TextRange) -> Eval<()> {
        if bytes <= self.limits.memory.saturating_sub(self.memory_used()) {
            Ok(())
        } else {
            Err(self.too_much_memory(&body.source, range))
        }
    }

    /// Whether the evaluation has time left and can allocate this many bytes, for callers that cannot report a failure.
    pub fn has_left(&self, bytes: u64) -> bool {
        let memory_left = self.limits.memory.saturating_sub(self.memory_used());
        self.world.should_stop().is_none() && bytes <= memory_left
    }

    /// Checks that the evaluation may go on: it has steps, time and memory left and has not been cancelled.
    #[cold]
    pub fn check_budget(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        if let Some(coverage) = &mut self.coverage {
            coverage.note(&body.source, range);
            if self.spent.steps <= coverage.checkpoint {
                return Ok(());
            }
        }
        self.check_budget_in(&body.source, range)
    }

    /// Records the way that an expression went, for the coverage.
    #[cold]
    pub(crate) fn note_choice(&mut self, body: &Body, range: TextRange, part: u32, holds: bool) {
        if let Some(coverage) = &mut self.coverage {
            coverage.note_choice(&body.source, Choice { range, part, holds });
        }
    }

    fn check_budget_in(&mut self, source: &Arc<Source>, range: TextRange) -> Eval<()> {
        let asked = std::mem::take(&mut self.spent.allowed).saturating_sub(work::left());
        self.spent.steps = self.spent.steps.saturating_add(asked);
        if asked > 0 && work::is_exhausted() {
            let span = self.span_in(source, range);
            return Err(self.gave_up(span));
        }
        if self.spent.steps > self.limits.steps {
            let message = format!("this takes more than {} steps", self.limits.steps);
            return Err(self.error_in(codes::TOO_MANY_STEPS, source, range, message));
        }
        if let Some(stop) = self.world.should_stop() {
            return Err(self.stopped(stop, source, range));
        }
        if self.memory_used() > self.limits.memory {
            return Err(self.too_much_memory(source, range));
        }
        let checkpoint = self.limits.steps.min(self.spent.steps.saturating_add(INTERVAL));
        match &mut self.coverage {
            // With coverage, every step comes here to be recorded.
            Some(coverage) => coverage.checkpoint = checkpoint,
            None => self.spent.checkpoint = checkpoint,
        }
        self.spent.allowed = QUESTIONS;
        work::allow(QUESTIONS);
        Ok(())
    }

    /// Allows questions about types more steps, because they are about a large value.
    pub(crate) fn allow_questions(&mut self, more: u64) {
        self.spent.allowed = self.spent.allowed.saturating_add(more);
        work::allow(work::left().saturating_add(more));
    }

    /// Returns an answer that depends on types, or fails if it took too long to find.
    #[inline]
    pub(crate) fn answered<T>(&mut self, answer: T, body: &Body, at: Operand) -> Eval<T> {
        if work::is_exhausted() { Err(self.too_many_questions(body, place(body, at))) } else { Ok(answer) }
    }

    #[cold]
    pub(crate) fn too_many_questions(&mut self, body: &Body, range: TextRange) -> Box<Unwind> {
        let span = self.span(body, range);
        self.gave_up(span)
    }

    /// The failure of an evaluation whose questions about types took too long. It replaces any other result.
    #[cold]
    pub(crate) fn gave_up(&mut self, place: Span) -> Box<Unwind> {
        // Building the message may ask about types again.
        work::allow(u64::MAX);
        self.spent.allowed = 0;
        if work::take_ended_search() {
            let message = "matching a regular expression of this type takes too long";
            let help = "write the pattern so that it can match a string in one way only";
            let error = Diagnostic::error(codes::REGEXP_LIMIT, message).at(place, "").help(help);
            return Box::new(Unwind::Failure(error));
        }
        let message = format!("comparing with this type takes more than {QUESTIONS} steps");
        let help = "nested alternatives multiply: use fewer";
        Box::new(Unwind::Failure(Diagnostic::error(codes::TOO_MANY_STEPS, message).at(place, "").help(help)))
    }

    fn stopped(&mut self, stop: Stop, source: &Arc<Source>, range: TextRange) -> Box<Unwind> {
        match stop {
            Stop::DeadlinePassed => {
                let error =
                    self.error_in(codes::TOO_SLOW, source, range, "this took longer than the time limit");
                with_help(error, "look for an endless loop, or raise the time limit")
            }
            Stop::Cancelled => self.error_in(codes::CANCELLED, source, range, "this was cancelled"),
        }
    }

    #[cold]
    fn too_much_memory(&mut self, source: &Arc<Source>, range: TextRange) -> Box<Unwind> {
        let message = format!("this takes more than {} of memory", bytes(self.limits.memory));
        let error = self.error_in(codes::TOO_MUCH_MEMORY, source, range, message);
        with_help(error, "look for a value that grows in a loop, or raise the memory limit")
    }
}

/// Removes the place of a failure if it is unknown.
fn without_place(mut unwind: Box<Unwind>, place: Option<Span>) -> Box<Unwind> {
    if let (Unwind::Failure(diagnostic), None) = (unwind.as_mut(), place) {
        diagnostic.primary = None;
    }
    unwind
}

/// Formats a number of bytes in the largest unit of which it is a multiple.
pub(crate) fn bytes(number: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match units.into_iter().find(|(unit, _)| number >= *unit && number.is_multiple_of(*unit)) {
        Some((unit, name)) => format!("{} {name}", number / unit),
        None => format!("{number} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_are_written_as_people_do() {
        let cases = [(4 << 30, "4 GiB"), (1536 << 20, "1536 MiB"), (1 << 10, "1 KiB"), (1000, "1000 bytes")];
        for (number, text) in cases {
            assert_eq!(bytes(number), text);
        }
    }
}
