//! Values that need quotes: times, addresses, mail.

use super::Code;
use crate::token::TokenKind::*;

/// The help for an error inside a value that is a string, but has no quotes.
pub(super) fn help(code: &Code<'_>, at: usize) -> Option<String> {
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    let (after_at, after) = code.after(at).next()?;
    let adjacent =
        code.range(before_at).end == code.range(at).start && code.range(at).end == code.range(after_at).start;
    let unquoted = adjacent
        && match (before, here, after) {
            (Number, Colon, Number) => true,
            // The two slashes of an address are an empty regular expression, or a division twice.
            (Name, Colon, Slash | Regexp) => true,
            (Name | Word | Number, At, Name | Word) => true,
            _ => false,
        };
    if !unquoted {
        return None;
    }
    let start = code.range(before_at).start as usize;
    let rest = code.text.get(start..)?;
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ')' | ']' | '}'));
    let value = rest.get(..end.unwrap_or(rest.len()))?;
    Some(format!("quote it: `'{value}'`"))
}
