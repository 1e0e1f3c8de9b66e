//! Heads of definitions that are written as other languages write them: parameters, return types, parent classes.

use bunraku_diag::codes;

use super::Code;
use crate::{
    SyntaxError,
    token::TokenKind::{self, *},
};

/// The help for an error inside the head of a definition or the parameters of a lambda.
pub(super) fn help(code: &Code<'_>, at: usize) -> Option<String> {
    let text = |index: usize| code.range(index).of(code.text);
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    let (_, after) = code.after(at).next().unwrap_or((at, Eof));
    let first = code.first_on_line(at);
    let help = match (before, here) {
        (_, Or | And) if first == Some(Node) => "separate the names with commas".to_owned(),
        (_, LParen | LineLParen) if first == Some(Node) => {
            "nodes have no parameters: set variables inside the block".to_owned()
        }
        (
            SingleQuoted | DoubleQuoted | QuoteClose | Name | Regexp,
            SingleQuoted | DoubleQuoted | QuoteOpen | Name | Regexp,
        ) if first == Some(Node) => "separate the names with commas".to_owned(),
        (_, Slash) if before == Node => "close the regular expression with a second `/`".to_owned(),
        (Name, LParen | LineLParen) if follows(code, before_at, Inherits) => {
            format!("the parameters come before `inherits`: `class name(...) inherits {}`", text(before_at))
        }
        (_, Inherits) if first == Some(Define) => "only a class can inherit: remove `inherits`".to_owned(),
        (Pipe, LParen | LineLParen) => {
            "write the parameters without parentheses, as in `|$key, $value|`".to_owned()
        }
        (_, Comma) if follows(code, before_at, Inherits) => {
            "a class inherits from one class only: remove the others".to_owned()
        }
        (_, InEdge) if first == Some(Function) => {
            "the return type of a function follows `>>`: `function name() >> Integer { ... }`".to_owned()
        }
        (Pipe, InEdge) if after == LBrace => "remove the `->`: the block follows the bars".to_owned(),
        (Pipe, Name) if matches!(after, Pipe | Comma) => {
            format!("parameters are variables: write `${}`", text(at))
        }
        (LParen | Comma, SingleQuoted | DoubleQuoted) if after == Variable && is_type_name(text(at)) => {
            format!("types are written without quotes: `{}`", text(at).trim_matches(['\'', '"']))
        }
        (Ref, Ref) if is_open(code, at, LParen) => {
            format!("the parameters of a type are written in brackets: `{}[{}]`", text(before_at), text(at))
        }
        (Ref, SingleQuoted | DoubleQuoted | Number) if is_open(code, at, LParen) => {
            format!(
                "the parameters of a type are written in brackets: `{}[{}, ...]`",
                text(before_at),
                text(at)
            )
        }
        (Ref | RBracket, Name) if is_open(code, at, LParen) && matches!(after, Comma | RParen | Assign) => {
            format!("parameters are variables: write `${}`", text(at))
        }
        (Variable, Semicolon) if is_open(code, at, LParen) => {
            "separate the parameters with commas".to_owned()
        }
        _ => return None,
    };
    Some(help)
}

/// Drops the errors after a regular expression that is never closed: it was read as something else.
pub(super) fn drop_after_open_pattern(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let opens = |error: &&SyntaxError| {
        let at = code.token_at(error.range.start);
        error.code == codes::SYNTAX_ERROR
            && code.tokens.get(at).is_some_and(|token| token.kind == Slash)
            && [Node, Match, NoMatch].iter().any(|kind| follows(code, at, *kind))
    };
    let Some(start) = errors.iter().find(opens).map(|error| error.range.start) else { return };
    let line = code.line(start);
    errors.retain(|error| error.range.start <= start || code.line(error.range.start) != line);
}

/// Drops the errors after `??`, which was read as the beginning of a selector.
pub(super) fn drop_after_double_question(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let doubled = |error: &&SyntaxError| {
        let at = code.token_at(error.range.start);
        code.tokens.get(at).is_some_and(|token| token.kind == Question) && follows(code, at, Question)
    };
    if let Some(start) = errors.iter().find(doubled).map(|error| error.range.start) {
        errors.retain(|error| error.range.start <= start);
    }
}

/// Drops errors in a block whose head is wrong: without the head it was read as something else.
pub(super) fn drop_in_block(code: &Code<'_>, errors: &mut Vec<SyntaxError>) {
    let wrong =
        |error: &&SyntaxError| error.code == codes::SYNTAX_ERROR && error.message.starts_with("expected `{`");
    let Some((rank, start)) = errors.iter().find(wrong).map(|error| (error.rank, error.range.start)) else {
        return;
    };
    let at = code.token_at(start);
    let line_end = code.text.get(start as usize..).and_then(|rest| rest.find('\n'));
    let line_end = line_end.map_or(code.text.len(), |length| start as usize + length);
    let mut depth = 0usize;
    let mut end = None;
    for (index, kind) in code.after(at) {
        match kind {
            LBrace | SelectorBrace => depth += 1,
            RBrace if depth == 1 => {
                end = Some(code.range(index).end);
                break;
            }
            RBrace if depth == 0 => break,
            RBrace => depth -= 1,
            _ if depth == 0 && code.range(index).start as usize > line_end => break,
            _ => {}
        }
    }
    let Some(end) = end else { return };
    errors.retain(|error| error.rank <= rank || error.range.start >= end);
    let comma =
        |error: &SyntaxError| error.code == codes::ARGUMENTS_WITHOUT_CALL && error.range.start == start;
    errors.retain(|error| !comma(error));
}

fn follows(code: &Code<'_>, at: usize, kind: TokenKind) -> bool {
    code.before(at).next().is_some_and(|(_, before)| before == kind)
}

/// Whether the innermost bracket that is open at a token is of this kind.
fn is_open(code: &Code<'_>, at: usize, open: TokenKind) -> bool {
    code.open_bracket(at) == Some(open)
}

fn is_type_name(quoted: &str) -> bool {
    quoted.trim_matches(['\'', '"']).starts_with(|c: char| c.is_ascii_uppercase())
}
