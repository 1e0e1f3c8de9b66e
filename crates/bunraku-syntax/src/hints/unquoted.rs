//! Values that need quotes: times, addresses, mail. Quotes inside quotes, and names with a single colon.

use super::{Code, quote};
use crate::token::TokenKind::*;

/// The help for an error inside a value that is a string, but has no quotes.
pub(super) fn help(code: &Code<'_>, at: usize) -> Option<String> {
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    if let Some(help) = inner_quote(code, before_at, at) {
        return Some(help);
    }
    let (after_at, after) = code.after(at).next()?;
    let adjacent =
        code.range(before_at).end == code.range(at).start && code.range(at).end == code.range(after_at).start;
    if adjacent && (before, here, after) == (Name, Colon, Name) {
        let text = |index: usize| code.range(index).of(code.text);
        return Some(format!("write two colons: `{}::{}`", text(before_at), text(after_at)));
    }
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

/// The help for what directly follows a closing quote, as if that quote were a part of the string.
fn inner_quote(code: &Code<'_>, string: usize, at: usize) -> Option<String> {
    let here = code.tokens.get(at)?.kind;
    let follows = matches!(here, Name | Word | Ref | Number | SingleQuoted | DoubleQuoted | QuoteOpen);
    let adjacent = code.range(string).end == code.range(at).start;
    if !follows || !adjacent || code.range(at).of(code.text).starts_with("::") {
        return None;
    }
    let text = code.range(string).of(code.text);
    let help = match code.tokens.get(string)?.kind {
        _ if quote::long(code, string).is_some() => return None,
        SingleQuoted if text.contains("${") => {
            "write the string in double quotes: single quotes do not interpolate variables, and end at the next one"
        }
        SingleQuoted => "a single quote inside a single-quoted string is written `\\'`",
        DoubleQuoted | QuoteClose => "a double quote inside a double-quoted string is written `\\\"`",
        _ => return None,
    };
    Some(help.to_owned())
}
