//! Regular expressions as values.

pub use bunraku_regexp::Regexp;

use crate::work;

/// Whether a pattern matches anywhere in a string. A search that exceeds its step limit has no answer: it ends the
/// question about types that it is part of.
pub(crate) fn matches(regexp: &Regexp, text: &str) -> bool {
    regexp.is_match(text).unwrap_or_else(|_| {
        work::end_search();
        false
    })
}
