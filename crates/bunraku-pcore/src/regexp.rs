//! Regular expressions as values.

pub use bunraku_regexp::Regexp;

/// Whether a pattern matches anywhere in a text. A search that was given up counts as no match.
pub(crate) fn matches(regexp: &Regexp, text: &str) -> bool {
    regexp.is_match(text).unwrap_or(false)
}
