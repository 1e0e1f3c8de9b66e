//! The budget of an evaluation: what is counted, and the one place where a limit, a deadline or a cancellation ends it.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, Source, Span, TextRange, codes};
use bunraku_ir::{Body, Operand};
use bunraku_pcore::{
    watch::{Ended, Watch},
    work,
};
use bunraku_world::{Stop, World};

use crate::{
    Eval, Limits, Machine, Unwind,
    machine::{place, with_help},
};

/// How many steps are taken between two looks at the clock, at the memory, and at whether somebody cancels: less than a
/// millisecond. Whatever makes a large value counts steps for it, so that no more than some megabytes are allocated
/// meanwhile.
const INTERVAL: u64 = 1 << 13;

/// How many steps questions about types may take between two looks, beside those for the parts of large values: less than
/// a second of work. They are counted as steps, but they cannot be ended where they are.
const QUESTIONS: u64 = 1 << 23;

/// How many steps of a regular expression count as one.
const SEARCH: u64 = 4;

/// What has been spent.
#[derive(Debug, Default, Clone, Copy)]
pub struct Spent {
    /// The steps so far, of Puppet code and of code in other languages.
    pub steps: u64,
    /// The count at which the budget is looked at again.
    checkpoint: u64,
    /// What the meter told when the evaluation began.
    memory_before: isize,
    /// How many steps questions about types may take until the budget is looked at again.
    allowed: u64,
}

impl Spent {
    /// Nothing so far: the memory that the thread holds now does not count.
    pub fn nothing(limits: &Limits) -> Spent {
        Spent { memory_before: limits.meter.map_or(0, |meter| meter()), ..Spent::default() }
    }
}

impl Limits {
    /// A watch over what is read on this thread: it is held to these limits from now on, and to the deadline of a world.
    pub fn watch(&self, world: Arc<dyn World>) -> Watch {
        let (meter, memory) = (self.meter, self.memory);
        let before = meter.map_or(0, |meter| meter());
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

    /// Counts a step of an expression, whose place is found only if there is something to say.
    #[inline]
    pub(crate) fn count_step_at(&mut self, body: &Body, at: Operand) -> Eval<()> {
        if self.step() { Ok(()) } else { self.check_budget(body, place(body, at)) }
    }

    /// Counts steps that code in another language has taken, or that going through a large value stands for.
    #[inline]
    pub fn count_steps(&mut self, steps: u64, body: &Body, range: TextRange) -> Eval<()> {
        self.spent.steps = self.spent.steps.saturating_add(steps);
        if self.spent.steps <= self.spent.checkpoint { Ok(()) } else { self.check_budget(body, range) }
    }

    /// Counts what searches with regular expressions have taken, of which a step is short.
    pub(crate) fn count_searches(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        self.count_steps(bunraku_regexp::take_steps() / SEARCH, body, range)
    }

    /// Counts steps of work that is done for what stands at a place, such as a collector; at no place where the file is
    /// not known.
    pub fn count_steps_at(&mut self, steps: u64, place: Option<Span>) -> Eval<()> {
        self.spent.steps = self.spent.steps.saturating_add(steps);
        if self.spent.steps <= self.spent.checkpoint {
            return Ok(());
        }
        let (source, range) = self.known_place(place);
        self.check_budget_in(&source, range).map_err(|unwind| without_place(unwind, place))
    }

    /// As [`Machine::reserve`], for what stands at a place.
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

    /// The steps that are left.
    pub fn steps_left(&self) -> u64 {
        self.limits.steps.saturating_sub(self.spent.steps)
    }

    /// Gives the evaluation its whole budget: memory counts from now on, and what is read on this thread is held to what
    /// is left of time and memory.
    pub fn begin(&mut self) {
        self.spent = Spent::nothing(&self.limits);
        self.watch = Some(self.limits.watch(Arc::clone(&self.world)));
    }

    /// How many bytes live that have been allocated since the evaluation began; 0 where nothing counts them.
    pub fn memory_used(&self) -> u64 {
        let Some(meter) = self.limits.meter else { return 0 };
        u64::try_from(meter().saturating_sub(self.spent.memory_before)).unwrap_or(0)
    }

    /// Refuses what would take more memory than is left, before it takes it.
    #[inline]
    pub fn reserve(&mut self, bytes: u64, body: &Body, range: TextRange) -> Eval<()> {
        if bytes <= self.limits.memory.saturating_sub(self.memory_used()) {
            Ok(())
        } else {
            Err(self.too_much_memory(&body.source, range))
        }
    }

    /// Whether the evaluation has time and memory left, that many bytes of it, for code that cannot be told why not.
    pub fn has_left(&self, bytes: u64) -> bool {
        let memory_left = self.limits.memory.saturating_sub(self.memory_used());
        self.world.should_stop().is_none() && bytes <= memory_left
    }

    /// Whether the evaluation may go on: it has steps, time and memory left, and nobody has cancelled it.
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
            // Every step comes here, to be noted.
            Some(coverage) => coverage.checkpoint = checkpoint,
            None => self.spent.checkpoint = checkpoint,
        }
        self.spent.allowed = QUESTIONS;
        work::allow(QUESTIONS);
        Ok(())
    }

    /// Lets questions about types take more steps, because they are about a large value.
    pub(crate) fn allow_questions(&mut self, more: u64) {
        self.spent.allowed = self.spent.allowed.saturating_add(more);
        work::allow(work::left().saturating_add(more));
    }

    /// An answer that depends on types, unless they are such that it takes too long to be found.
    #[inline]
    pub(crate) fn answered<T>(&mut self, answer: T, body: &Body, at: Operand) -> Eval<T> {
        if work::is_exhausted() { Err(self.too_many_questions(body, place(body, at))) } else { Ok(answer) }
    }

    #[cold]
    pub(crate) fn too_many_questions(&mut self, body: &Body, range: TextRange) -> Box<Unwind> {
        let span = self.span(body, range);
        self.gave_up(span)
    }

    /// The failure of an evaluation that asked about types for too long, whatever came of it.
    #[cold]
    pub(crate) fn gave_up(&mut self, place: Span) -> Box<Unwind> {
        // What is said about the failure may ask about types again.
        work::allow(u64::MAX);
        self.spent.allowed = 0;
        if work::take_ended_search() {
            let message = "matching a regular expression of this type takes too long";
            let help = "write the pattern so that it can match a string in one way only";
            let error = Diagnostic::error(codes::REGEXP_LIMIT, message).at(place, "").help(help);
            return Box::new(Unwind::Failure(error));
        }
        let message = format!("comparing with this type takes more than {QUESTIONS} steps");
        let help = "nested alternatives multiply: use fewer of them";
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

/// A failure that shows no place if there is none.
fn without_place(mut unwind: Box<Unwind>, place: Option<Span>) -> Box<Unwind> {
    if let (Unwind::Failure(diagnostic), None) = (unwind.as_mut(), place) {
        diagnostic.primary = None;
    }
    unwind
}

/// A number of bytes as people write it, in the largest unit that it is a multiple of.
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
