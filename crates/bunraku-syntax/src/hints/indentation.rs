//! The bracket that is not closed, found by how the lines are indented.

use bunraku_diag::{TextRange, codes};

use super::Code;
use crate::{SyntaxError, token::TokenKind};

/// Points the first error after an unclosed brace to that brace, and drops those that follow from it.
pub(super) fn explain(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let Some(open) = unclosed(code) else { return };
    let about_it = |error: &SyntaxError| error.code == codes::SYNTAX_ERROR && error.range.start > open.start;
    let Some(first) = errors.iter().position(about_it) else { return };
    let line = code.line(open.start);
    let end = end_of_block(code, open);
    let bracket = open.of(code.text);
    let close = closing(bracket);
    let mut kept = 0;
    errors.retain(|error| {
        kept += 1;
        kept <= first + 1 || !about_it(error)
    });
    let Some(error) = errors.get_mut(first) else { return };
    error.labels.clear();
    error.labels.push((open, format!("this `{bracket}` is never closed, judging by the indentation")));
    error.help = Some(match end {
        Some(end) => format!("add the missing `{close}` of line {line} before line {end}"),
        None => format!("add the missing `{close}` of line {line}"),
    });
}

/// The opening bracket that has no closing one: the one whose closing bracket, by its indentation, belongs to another,
/// or else the innermost that is open at the end of the text. `None` if all brackets have their partners.
fn unclosed(code: &Code<'_>) -> Option<TextRange> {
    let mut open: Vec<TextRange> = Vec::new();
    let mut suspect = None;
    for (index, token) in code.tokens.iter().enumerate() {
        match token.kind {
            TokenKind::LBrace
            | TokenKind::SelectorBrace
            | TokenKind::LParen
            | TokenKind::LBracket
            | TokenKind::ListStart => open.push(code.range(index)),
            TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket => {
                let top = open.pop()?;
                if closing(top.of(code.text)) != code.range(index).of(code.text) {
                    // Another kind of bracket: the parser says more about it.
                    return None;
                }
                // A bracket at the start of a line closes what was opened on a line with the same indentation.
                if suspect.is_none() && code.first_on_line(token.start) {
                    let indentation = code.indentation(token.start);
                    let other = open.iter().rev().any(|at| code.indentation(at.start) == indentation);
                    if other && code.indentation(top.start) > indentation {
                        suspect = Some(top);
                    }
                }
            }
            _ => {}
        }
    }
    let last = open.pop()?;
    Some(suspect.unwrap_or(last))
}

/// The line before which the closing bracket belongs: the first one after the opening that is not indented more.
fn end_of_block(code: &Code<'_>, open: TextRange) -> Option<usize> {
    let indentation = code.indentation(open.start);
    let line = code.line(open.start);
    let next = code.text.lines().enumerate().skip(line).find(|(_, text)| {
        let blanks = text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        !text.trim().is_empty() && blanks <= indentation
    });
    next.map(|(index, _)| index + 1)
}

fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}
