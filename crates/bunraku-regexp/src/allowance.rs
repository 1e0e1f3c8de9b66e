//! How many steps searches may take, and how many they took.

use std::cell::Cell;

/// The steps of all searches that belong together, as those for all matches in a string do: a fixed number, a number for
/// each byte of the string, and the most. That is a second or two, since nobody can stop a search from outside.
const ALLOWANCE: (usize, usize, usize) = (4_000_000, 128, 256_000_000);

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// The steps that searches on this thread have taken since this was asked last.
///
/// Each search ends by itself, but a program can start many: whoever runs programs counts these steps with its own. A step
/// takes some nanoseconds.
pub fn take_steps() -> u64 {
    TAKEN.take()
}

/// The steps that are left to searches that belong together.
pub(crate) struct Allowance {
    pub(crate) left: usize,
}

impl Allowance {
    /// That of searches in one string.
    pub(crate) fn new(text: &str) -> Allowance {
        let (base, each, most) = ALLOWANCE;
        Allowance { left: text.len().saturating_mul(each).saturating_add(base).min(most) }
    }

    /// Runs a search that may take some of the steps; it leaves behind those that it did not take.
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
