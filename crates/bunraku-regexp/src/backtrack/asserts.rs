//! Assertions about a position in the string.

use crate::ir::Assert;
use crate::lookup::{decode, previous};
use crate::unicode;

/// Whether an assertion holds at a position. `search_start` is where the search started.
#[inline]
pub fn holds(assert: Assert, text: &[u8], at: usize, search_start: usize) -> bool {
    match assert {
        // Unlike in other implementations, there is no line after a line break at the end of the string.
        Assert::LineStart => at == 0 || at < text.len() && text.get(at - 1) == Some(&b'\n'),
        Assert::LineEnd => text.get(at).is_none_or(|&byte| byte == b'\n'),
        Assert::TextStart => at == 0,
        Assert::TextEnd => at == text.len(),
        Assert::TextEndOrNewline => at == text.len() || at + 1 == text.len() && text.get(at) == Some(&b'\n'),
        Assert::SearchStart => at == search_start,
        Assert::WordBoundary { ascii, negated } => {
            let before = at > 0 && is_word(text, previous(text, at), ascii);
            let after = at < text.len() && is_word(text, at, ascii);
            (before != after) != negated
        }
    }
}

fn is_word(text: &[u8], at: usize, ascii: bool) -> bool {
    match text.get(at) {
        Some(&byte) if byte < 128 => byte.is_ascii_alphanumeric() || byte == b'_',
        Some(_) => !ascii && unicode::word().contains(decode(text, at).0),
        None => false,
    }
}
