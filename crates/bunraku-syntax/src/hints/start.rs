//! Statements and parts of definitions that begin with something that cannot begin them.

use bunraku_diag::capitalized;

use super::Code;
use crate::token::TokenKind::{self, *};

/// The help for an error at the first token of something. `message` says what the parser expected.
pub(super) fn help(code: &Code<'_>, at: usize, message: &str) -> Option<String> {
    let text = |index: usize| code.range(index).of(code.text);
    let here = code.tokens.get(at)?.kind;
    let (after_at, after) = code.after(at).next().unwrap_or((at, Eof));
    let (before_at, before) = code.before(at).next().unwrap_or((at, Eof));
    let first = code.first_on_line(at).is_none();
    let adjacent = code.range(at).end == code.range(after_at).start;
    let help = match (before, here) {
        (_, Semicolon) if first => "a comment starts with `#`".to_owned(),
        (_, Less) if first && after == Bang && adjacent => "a comment starts with `#`".to_owned(),
        (_, InEdge | InEdgeSub | OutEdge | OutEdgeSub) if message.starts_with("expected a statement") => {
            format!("write a resource before `{}`, or remove it", text(at))
        }
        (Node, Match) => "write the regular expression alone: `node /^web\\d+/ { }`".to_owned(),
        (Inherits, Variable) => "the name of a class cannot be computed: write it out".to_owned(),
        (LParen | Comma, Comma) if message.starts_with("expected a parameter") => {
            "remove the extra comma".to_owned()
        }
        (Variable, Minus) if message.starts_with("expected a parameter") => {
            let name = format!("{}_{}", text(before_at), text(after_at));
            format!("names of variables cannot contain hyphens: write `{name}`")
        }
        (LParen | Comma, Name) if after == Ref && code.range(at).end == code.range(after_at).start => {
            let written = format!("{}{}", text(at), text(after_at));
            format!("type names start with an uppercase letter: write `{}`", capitalized(&written))
        }
        (LParen | Comma, Name) if message.starts_with("expected a parameter") && text(at).contains("::") => {
            format!("type names start with an uppercase letter: write `{}`", capitalized(text(at)))
        }
        (LBracket, RBracket) => "write a key or an index between the brackets".to_owned(),
        (Pipe, Pipe) if after == Variable && message.contains("the parameters of a lambda") => {
            "write all parameters between the same bars: `|$key, $value|`".to_owned()
        }
        (Variable | Number | RBracket | SingleQuoted, Assign) if after == Bang && adjacent => {
            "write `!=` for \"not equal\"".to_owned()
        }
        (Else, Unless) => "put the `unless` inside the braces of `else`".to_owned(),
        (_, Pipe) if message.contains("the option of `case`") => {
            "separate the values of an option with commas".to_owned()
        }
        (Comma | LBrace | SelectorBrace, FatArrow) if code.open_bracket(at) == Some(SelectorBrace) => {
            "write `default` before `=>`".to_owned()
        }
        (_, RParen) if let Some(LBracket) = code.open_bracket(at) => "write `]` instead of `)`".to_owned(),
        (_, RBracket) if let Some(LParen) = code.open_bracket(at) => "write `)` instead of `]`".to_owned(),
        (_, ShiftLeft)
            if matches!(after, Minus | Tilde) || after == SingleQuoted || after == DoubleQuoted =>
        {
            "a heredoc is written `@(END)` and ends with a line `| END`".to_owned()
        }
        (Name, LBrace) if resource_in_value(code, before_at) => {
            format!(
                "declare the resource on its own, and refer to it: `{}['title']`",
                capitalized(text(before_at))
            )
        }
        (_, LBrace) if in_body_of(code, at, "switch") => "write `case` instead of `switch`".to_owned(),
        _ => return attributes(code, at, message),
    };
    Some(help)
}

/// The help for what is in the place of a resource's attribute.
fn attributes(code: &Code<'_>, at: usize, message: &str) -> Option<String> {
    if !message.starts_with("expected an attribute") {
        return None;
    }
    let text = |index: usize| code.range(index).of(code.text);
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    let (after_at, after) = code.after(at).next().unwrap_or((at, Eof));
    Some(match (before, here) {
        (Colon | Comma, QuoteOpen) => {
            "names of attributes cannot be computed: pass a hash, as in `* => $hash`".to_owned()
        }
        (Colon, SingleQuoted | DoubleQuoted) if after == Colon => {
            let name = text(at).trim_matches(['\'', '"']);
            format!("attributes are written as `{name} => ...`")
        }
        (Colon, LBrace) => "attributes follow the title without braces of their own".to_owned(),
        (Colon, Variable) if after == RBrace => {
            format!("to set attributes from a hash, write `* => {}`", text(at))
        }
        (Colon, Star) if after == Variable => {
            format!("to set attributes from a hash, write `* => {}`", text(after_at))
        }
        (Colon, Slash | Regexp) => {
            let (title, _) = code.before(before_at).next()?;
            let start = code.range(title).start as usize;
            let path = code.text.get(start..)?;
            let path = path.get(..path.find(|c: char| c.is_whitespace() || c == ',')?)?.trim_end_matches(':');
            format!("quote the title: `'{path}'`")
        }
        _ => return None,
    })
}

/// Whether the name at an index follows `=>`, as if the value of an attribute could be a resource.
fn resource_in_value(code: &Code<'_>, at: usize) -> bool {
    code.before(at).next().is_some_and(|(_, kind): (usize, TokenKind)| kind == FatArrow)
}

/// Whether the innermost open brace follows a word, with or without something in parentheses between them.
fn in_body_of(code: &Code<'_>, at: usize, word: &str) -> bool {
    let Some((open, LBrace)) = code.opening(at) else { return false };
    let line = code.line_start(code.range(open).start);
    let on_line = code.before(open).take_while(|(before, _)| code.range(*before).start as usize >= line);
    on_line.last().is_some_and(|(first, _)| code.range(first).of(code.text) == word)
}
