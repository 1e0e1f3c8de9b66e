//! Limits and counts the steps of searches.

use std::cell::Cell;

/// The steps of all searches that belong together, such as those for all matches in a string: a fixed number, a number
/// per byte of the string, and the maximum. That is a few seconds, since a search cannot be stopped from outside.
const ALLOWANCE: (usize, usize, usize) = (4_000_000, 128, 128_000_000);

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// The steps that searches on this thread have taken since the last call.
///
/// Each search ends by itself, but a program can start many: code that runs programs counts these steps with its own. A
/// step takes a few nanoseconds.
pub fn take_steps() -> u64 {
    TAKEN.take()
}

/// The remaining steps of searches that belong together.
pub(crate) struct Allowance {
    pub(crate) left: usize,
}

impl Allowance {
    /// The allowance for searches in one string.
    pub(crate) fn new(text: &str) -> Allowance {
        let (base, each, most) = ALLOWANCE;
        Allowance { left: text.len().saturating_mul(each).saturating_add(base).min(most) }
    }

    /// Runs a search that may use some of the steps; the unused ones remain.
    pub(crate) fn spend<T>(&mut self, most: usize, search: impl FnOnce(&mut usize) -> T) -> T {
        let given = most.min(self.left);
        let mut rest = given;
        let result = search(&mut rest);
        let taken = given - rest.min(given);
        self.left -= taken;
        TAKEN.set(TAKEN.get().saturating_add(taken as u64));
        result
    }
}
