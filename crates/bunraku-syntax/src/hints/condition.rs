//! Conditions that are missing, or whose parenthesis is never closed: `if { ... }` and `if ($a == 1 { ... }`.

use bunraku_diag::codes;

use super::Code;
use crate::{
    SyntaxError,
    token::TokenKind::{self, *},
};

/// How many of the braces around an error are looked at.
const MOST_AROUND: usize = 8;

/// Explains errors in and after a block that was read as a part of the condition before it, and drops all but the first.
pub(super) fn explain(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let mut explained: Vec<usize> = Vec::new();
    errors.retain_mut(|error| {
        if error.code != codes::SYNTAX_ERROR {
            return true;
        }
        let Some(block) = block_around(code, code.token_at(error.range.start)) else { return true };
        if explained.contains(&block.brace) {
            return false;
        }
        explained.push(block.brace);
        block.blame(code, error);
        true
    });
}

/// A block that was read as a hash, or as the body of a resource, because of what is missing before its brace.
struct Block {
    /// The index of its `{`.
    brace: usize,
    cause: Cause,
}

enum Cause {
    /// Nothing is between the keyword at this index and the brace.
    NoCondition(usize),
    /// The parenthesis at this index is still open.
    OpenParenthesis(usize),
}

impl Block {
    fn blame(&self, code: &Code<'_>, error: &mut SyntaxError) {
        let brace = code.range(self.brace);
        let is_near = code.line(brace.start) == code.line(error.range.start);
        match self.cause {
            Cause::NoCondition(keyword) => {
                let part = part(code, keyword);
                let keyword = code.range(keyword).of(code.text);
                error.message = format!("missing {part} between `{keyword}` and `{{`");
                error.label = String::new();
                error.labels.clear();
                match is_near {
                    true => error.range = brace,
                    false => error.labels.push((brace, format!("the {part} is missing before this"))),
                }
                error.help = Some(format!("write what to test after `{keyword}`"));
            }
            Cause::OpenParenthesis(parenthesis) => {
                error.message = "missing `)` before `{`".to_owned();
                error.label = String::new();
                error.labels.clear();
                error.labels.push((code.range(parenthesis), "this `(` is never closed".to_owned()));
                match is_near {
                    true => error.range = brace,
                    false => error.labels.push((brace, "the `)` is missing before this".to_owned())),
                }
                error.help = Some("close the parenthesis before the block".to_owned());
            }
        }
    }
}

/// What a keyword tests.
fn part(code: &Code<'_>, keyword: usize) -> &'static str {
    match code.tokens.get(keyword).map(|token| token.kind) {
        Some(Case) => "value",
        _ => "condition",
    }
}

/// The block of a condition that a token is in, or that ends right before it.
fn block_around(code: &Code<'_>, at: usize) -> Option<Block> {
    let ended = match code.before(at).next() {
        Some((end, RBrace)) => code.opening(end).and_then(|(brace, _)| block_at(code, brace)),
        _ => None,
    };
    let braces = || code.openings(at).filter(|(_, kind)| *kind == LBrace).take(MOST_AROUND);
    ended.or_else(|| braces().find_map(|(brace, _)| block_at(code, brace)))
}

fn block_at(code: &Code<'_>, brace: usize) -> Option<Block> {
    let (before, kind) = code.before(brace).next()?;
    if tests(kind) {
        return Some(Block { brace, cause: Cause::NoCondition(before) });
    }
    let (parenthesis, LParen) = code.opening(brace)? else { return None };
    let (_, keyword) = code.before(parenthesis).next()?;
    let is_lambda = kind == Pipe;
    let is_same_line = code.line(code.range(parenthesis).start) == code.line(code.range(brace).start);
    (tests(keyword) && is_same_line && !is_lambda)
        .then_some(Block { brace, cause: Cause::OpenParenthesis(parenthesis) })
}

/// Whether a condition follows a keyword.
fn tests(kind: TokenKind) -> bool {
    matches!(kind, If | Unless | Elsif | Case)
}
