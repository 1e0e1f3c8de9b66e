//! Regular expressions as values.

pub use bunraku_regexp::Regexp;

/// Whether a pattern matches anywhere in a string. A search that exceeded its limit of steps counts as no match.
pub(crate) fn matches(regexp: &Regexp, text: &str) -> bool {
    regexp.is_match(text).unwrap_or(false)
}
