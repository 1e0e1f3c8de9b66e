//! The work that questions about types take, counted for each thread.
//!
//! A type may have as many alternatives at each level as it likes, and a value as many levels: `Variant[Array[T], Tuple[T]]`
//! asked about an array in an array in an array takes twice as long for each. Questions are asked in a hundred places, and
//! their answers are yes and no, so that a limit cannot be part of them. Whoever runs code that others have written
//! [allows](allow) some work, and asks now and then whether it [was enough](is_exhausted): if not, what has been
//! answered since is worth nothing.

use std::cell::Cell;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static SEARCH_ENDED: Cell<bool> = const { Cell::new(false) };
}

/// Allows the questions of this thread as many steps from here on. Without this they may take any number.
pub fn allow(steps: u64) {
    LEFT.set(steps);
}

/// Does some work, after which as many steps are left as before, whatever it [allows](allow) meanwhile.
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the steps also if the work panics.
    struct Before(u64);

    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }

    let _before = Before(LEFT.get());
    work()
}

/// How many steps are left of those that were allowed.
pub fn left() -> u64 {
    LEFT.get()
}

/// Whether questions took more steps than they were allowed. Their answers are then not to be used.
#[inline]
pub fn is_exhausted() -> bool {
    LEFT.get() == 0
}

/// Ends the question because a regular expression in it has reached its own limit. Where nothing limits questions, the
/// search counts as one without a match.
pub(crate) fn end_search() {
    if LEFT.get() != u64::MAX {
        LEFT.set(0);
        SEARCH_ENDED.set(true);
    }
}

/// Whether a search with a regular expression is why the steps are [exhausted](is_exhausted). It is told once.
pub fn take_ended_search() -> bool {
    SEARCH_ENDED.take()
}

/// Counts steps; false if there are none left, so that the question has to end with any answer.
#[inline]
pub(crate) fn count(steps: u64) -> bool {
    let left = LEFT.get();
    LEFT.set(left.saturating_sub(steps));
    left > steps
}

#[cfg(test)]
mod tests {
    use bunraku_edition::TypeRules;

    use super::*;
    use crate::types::Alias;
    use crate::{Type, Value, instance::instance};

    #[test]
    fn alternatives_at_each_level_end() {
        let rules = &TypeRules::PUPPET8;
        let alias = Alias::declare("T");
        let itself = Type::Alias(alias.clone());
        let alternatives =
            [Type::array(itself.clone(), None), Type::tuple([itself.clone()], None), Type::Integer(None)];
        alias.define(rules, &Type::variant(alternatives)).ok();
        let nested = |inner: Value| (0..60).fold(inner, |value, _| Value::array([value]));
        apart(|| {
            allow(1_000_000);
            assert!(instance(rules, &itself, &nested(Value::Int(1))));
            assert!(!is_exhausted());
            assert!(!instance(rules, &itself, &nested(Value::str("x"))));
            assert!(is_exhausted());
        });
        assert!(!is_exhausted());
    }
}
