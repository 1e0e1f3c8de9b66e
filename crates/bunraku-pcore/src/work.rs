//! The work that questions about types take, counted per thread.
//!
//! A type may have many alternatives at each level, and a value many levels: checking `Variant[Array[T], Tuple[T]]`
//! against nested arrays takes twice as long for each level. Such questions are asked in a hundred places, and their
//! answers are booleans, so that a limit cannot be part of them. Code that runs other people's programs [allows](allow)
//! some work, and checks from time to time whether it [was enough](is_exhausted): if not, the answers since then are
//! worthless.

use std::cell::Cell;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static SEARCH_ENDED: Cell<bool> = const { Cell::new(false) };
}

/// Allows the questions of this thread this many steps from now on. Without this, they are unlimited.
pub fn allow(steps: u64) {
    LEFT.set(steps);
}

/// Runs `work` and then restores the number of remaining steps, whatever it [allows](allow) in between.
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the steps even if the work panics.
    struct Before(u64);

    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }

    let _before = Before(LEFT.get());
    work()
}

/// How many of the allowed steps are left.
pub fn left() -> u64 {
    LEFT.get()
}

/// Whether questions took more steps than allowed. Then their answers must not be used.
#[inline]
pub fn is_exhausted() -> bool {
    LEFT.get() == 0
}

/// Ends the question because a regular expression in it has reached its own limit. If questions are unlimited, the
/// search counts as one without a match.
pub(crate) fn end_search() {
    if LEFT.get() != u64::MAX {
        LEFT.set(0);
        SEARCH_ENDED.set(true);
    }
}

/// Whether a regular expression is the reason why the steps are [exhausted](is_exhausted). Resets the answer.
pub fn take_ended_search() -> bool {
    SEARCH_ENDED.take()
}

/// Counts steps. Returns `false` if there are none left, in which case the question must end with any answer.
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
