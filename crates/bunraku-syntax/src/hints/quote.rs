//! Strings that span lines because the closing quote is missing: what follows the next quote is an error.

use bunraku_diag::{TextRange, codes};

use super::Code;
use crate::{SyntaxError, token::TokenKind};

/// Points errors directly after a multi-line string to its start. Returns whether one was found.
pub(super) fn explain(code: &Code<'_>, errors: &mut Vec<SyntaxError>) -> bool {
    let unclosed = errors.iter().any(|error| error.code == codes::UNCLOSED_STRING);
    let Some(error) = errors.first_mut() else { return false };
    let string = match error.code {
        codes::SYNTAX_ERROR => {
            code.before(code.token_at(error.range.start)).next().and_then(|(at, _)| long(code, at))
        }
        // After the missing quote, opening and closing quotes are swapped.
        codes::UNCLOSED_STRING => {
            let end = code.token_at(error.rank);
            (0..end).find_map(|at| long(code, at).filter(|string| goes_on(code, *string)))
        }
        _ => None,
    };
    let Some(string) = string else { return false };
    let (first, last) = (code.line(string.start), code.line(string.end));
    let opening = string.of(code.text).lines().next().map_or(1, str::len) as u32;
    let place = TextRange::new(string.start, string.start + opening);
    error.labels.insert(0, (place, format!("this string goes on to line {last}")));
    error.help = Some(format!("is the closing quote of the string on line {first} missing?"));
    if unclosed && error.code == codes::SYNTAX_ERROR {
        let rank = error.rank;
        errors.retain(|error| error.rank <= rank);
    }
    true
}

/// The whole string that ends with a token, if it spans several lines.
pub(super) fn long(code: &Code<'_>, at: usize) -> Option<TextRange> {
    let range = match code.tokens.get(at)?.kind {
        TokenKind::SingleQuoted | TokenKind::DoubleQuoted => code.range(at),
        TokenKind::QuoteClose => {
            let open = (0..at).rev().take(4096).find(|&before| {
                code.tokens.get(before).is_some_and(|token| token.kind == TokenKind::QuoteOpen)
            })?;
            code.range(open).cover(code.range(at))
        }
        _ => return None,
    };
    range.of(code.text).contains('\n').then_some(range)
}

/// Whether a letter directly follows the closing quote, as nobody would write it.
fn goes_on(code: &Code<'_>, string: TextRange) -> bool {
    let rest = code.text.get(string.end as usize..).unwrap_or_default();
    rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '$' | '_'))
}
