//! Words and signs that other languages write where Puppet has something else.

use bunraku_diag::codes;

use super::Code;
use crate::{
    SourceKind, SyntaxError,
    token::TokenKind::{self, *},
};

/// Adds help to syntax errors that have none, by the tokens around them.
pub(super) fn explain(code: &Code<'_>, kind: SourceKind, errors: &mut [SyntaxError]) {
    for error in errors.iter_mut().filter(|error| error.code == codes::SYNTAX_ERROR && error.help.is_none()) {
        let at = code.token_at(error.range.start);
        error.help = around(code, kind, at);
    }
}

fn around(code: &Code<'_>, kind: SourceKind, at: usize) -> Option<String> {
    let text = |index: usize| code.range(index).of(code.text);
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    let adjacent = code.range(before_at).end == code.range(at).start;
    let (after_at, after) = code.after(at).next().unwrap_or((at, Eof));
    let help = match (before, here) {
        (Less, Greater) if adjacent => "write `!=` for \"not equal\"".to_owned(),
        (Pipe, Pipe) if adjacent => "write `or` for the logical operator".to_owned(),
        (_, Pipe) if after == Pipe => "write `or` for the logical operator".to_owned(),
        (Slash, Slash) if adjacent => "a comment starts with `#`".to_owned(),
        (Comma, Comma) => "remove the extra comma".to_owned(),
        (Name, Pipe) if text(before_at) == "do" => {
            "a lambda is written without `do` and `end`: `.each |$x| { ... }`".to_owned()
        }
        (Regexp, Name | Word) if adjacent => {
            let path = format!("{}{}", text(before_at), text(at));
            format!("quote the path: `'{path}'`")
        }
        (Class, Colon) => "`class` is a keyword: quote it to use it as a title, as in `'class':`".to_owned(),
        (_, At) if after == Name && kind == SourceKind::Template => {
            let name = text(after_at);
            format!("`@{name}` is for ERB templates: in EPP, write `${name}`")
        }
        (_, RBrace) if lambda_without_bars(code, at) => {
            "the parameters of a lambda are written between bars: `|$x| { ... }`".to_owned()
        }
        (_, LBrace) if case_option(code, before_at, before) => {
            format!("write `:` between the option and its block: `{}: {{ ... }}`", text(before_at))
        }
        (_, Assign) if in_collector(code, at) => "write `==` to compare".to_owned(),
        _ => return None,
    };
    Some(help)
}

/// Whether the block that ends here was opened after a variable that a call stands before: `.each $x { ... }`.
fn lambda_without_bars(code: &Code<'_>, at: usize) -> bool {
    let mut depth = 0usize;
    let mut before = code.before(at);
    let opened = before.by_ref().find(|(_, kind)| match kind {
        RBrace => {
            depth += 1;
            false
        }
        LBrace if depth > 0 => {
            depth -= 1;
            false
        }
        LBrace => true,
        _ => false,
    });
    opened.is_some()
        && before.next().is_some_and(|(_, kind)| kind == Variable)
        && before.next().is_some_and(|(_, kind)| matches!(kind, Name | RParen))
}

/// Whether an option of a `case` stands before a block: a literal that can have no block of its own.
fn case_option(code: &Code<'_>, at: usize, kind: TokenKind) -> bool {
    matches!(kind, Number | SingleQuoted | DoubleQuoted | Default | Regexp | True | False)
        && code.before(at).next().is_some_and(|(_, kind)| matches!(kind, LBrace | RBrace | Comma))
}

/// Whether `<|` or `<<|` is open here.
fn in_collector(code: &Code<'_>, at: usize) -> bool {
    let kinds = code.before(at).map(|(_, kind)| kind);
    kinds
        .take(12)
        .find(|kind| matches!(kind, LCollect | LLCollect | RCollect | RRCollect | LBrace | RBrace))
        .is_some_and(|kind| matches!(kind, LCollect | LLCollect))
}
