//! Finds an unclosed bracket by the indentation of lines.

use bunraku_diag::{TextRange, codes};

use super::Code;
use crate::{SyntaxError, token::TokenKind};

/// Points the first error after an unclosed brace to that brace, and drops its consequences.
pub(super) fn explain(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let Some(open) = unclosed(code) else { return };
    let line = code.line(open.start);
    let end = end_of_block(code, open);
    // Errors inside the block have another cause: the missing brace only matters from the end of the block on.
    let from = end.map_or(code.text.trim_end().len(), |end| code.start_of_line(end));
    let about_it =
        |error: &SyntaxError| error.code == codes::SYNTAX_ERROR && error.range.start as usize >= from;
    let Some(first) = errors.iter().position(about_it) else { return };
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
    let rest = code.text.get(code.start_of_line(line)..).unwrap_or_default();
    let ruby = rest.lines().any(|line| line.trim_matches([' ', '\t', '<', '>', '%', '-']) == "end");
    let branch = error.range.of(code.text);
    error.help = Some(match end {
        _ if matches!(branch, "else" | "elsif") && close == "}" => {
            format!("write `}} {branch}`: the `{{` on line {line} must be closed first")
        }
        _ if ruby && close == "}" => "blocks end with `}`: write it instead of `end`".to_owned(),
        Some(end) => format!("close the `{bracket}` on line {line} with a `{close}` before line {end}"),
        None => format!("close the `{bracket}` on line {line} with a `{close}`"),
    });
}

/// How many enclosing brackets are compared with one.
const MOST_AROUND: usize = 64;

/// The opening bracket that is not closed: the one whose closing bracket, by indentation, belongs to another one, or
/// else the innermost that is open at the end of the file. `None` if all brackets are balanced.
fn unclosed(code: &Code<'_>) -> Option<TextRange> {
    // The open brackets, each with the indentation of its line.
    let mut open: Vec<(TextRange, usize)> = Vec::new();
    let mut suspect = None;
    // The text is scanned once, tracking the start and the indentation of the current line.
    let (mut walked, mut line_start, mut indentation) = (0, 0, code.indentation(0));
    for (index, token) in code.tokens.iter().enumerate() {
        let start = token.start as usize;
        if let Some(end) = code.text.get(walked..start).and_then(|text| text.rfind('\n')) {
            line_start = walked + end + 1;
            let line = code.text.get(line_start..).unwrap_or_default();
            indentation = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        }
        walked = walked.max(start);
        match token.kind {
            TokenKind::LBrace
            | TokenKind::SelectorBrace
            | TokenKind::LParen
            | TokenKind::LBracket
            | TokenKind::ListStart => open.push((code.range(index), indentation)),
            TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket => {
                let (top, around) = open.pop()?;
                if closing(top.of(code.text)) != code.range(index).of(code.text) {
                    // A different kind of bracket, about which the parser has more to say.
                    return None;
                }
                // A bracket at the start of a line closes what was opened on a line with the same indentation.
                if suspect.is_none() && start == line_start + indentation && around > indentation {
                    let mut others = open.iter().rev().take(MOST_AROUND);
                    if others.any(|(_, other)| *other == indentation) {
                        suspect = Some(top);
                    }
                }
            }
            _ => {}
        }
    }
    let (last, _) = open.pop()?;
    Some(suspect.unwrap_or(last))
}

/// The line before which the closing bracket belongs: the first line that is not indented more than the opening one.
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
