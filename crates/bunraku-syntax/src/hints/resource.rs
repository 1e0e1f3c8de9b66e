//! Titles and attributes of resources: several without brackets, and separators that are mixed up.

use super::Code;
use crate::{
    SyntaxError,
    token::TokenKind::{self, *},
};

/// The help for what is not a resource, or starts inside of one, although the parser takes it for a resource.
pub(super) fn certain(code: &Code<'_>, at: usize, error: &SyntaxError) -> Option<String> {
    let here = code.tokens.get(at)?.kind;
    if error.message.starts_with("expected `:` after the title") && here == FatArrow {
        let (open, _) = code.opening(at).filter(|(_, bracket)| *bracket == LBrace)?;
        let (_, before) = code.before(open).next()?;
        return matches!(before, RBracket | Variable)
            .then(|| "a selector is written with a question mark: `$value ? { ... }`".to_owned());
    }
    let inside = error.message.starts_with("expected `=>` after the name of an attribute") && here == LBrace;
    (inside && error.help.as_deref().is_some_and(|help| help.starts_with("write `")))
        .then(|| "a resource cannot be declared inside another one: close that one before it".to_owned())
}

/// The help for an error in the body of a resource. `message` says what the parser expected.
pub(super) fn help(code: &Code<'_>, at: usize, message: &str) -> Option<String> {
    let text = |index: usize| code.range(index).of(code.text);
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    let (_, after) = code.after(at).next().unwrap_or((at, Eof));
    let help = if message.starts_with("expected `:` after the title") {
        match here {
            Comma if let Some(titles) = titles(code, at) => {
                format!("several titles are written in brackets: `[{titles}]`")
            }
            Comma => "write `:` after the title, not a comma".to_owned(),
            RBrace if titled(code, before_at) => {
                format!("write `:` after the title: `{}:`", text(before_at))
            }
            _ => return None,
        }
    } else if message.starts_with("expected `=>` after the key of a hash") {
        match here {
            Comma => format!("write `=>` between a key and its value: `{} => ...`", text(before_at)),
            _ => return None,
        }
    } else if message.starts_with("expected an attribute") && matches!(before, Comma | Colon) {
        match here {
            Ref if after == FatArrow => {
                format!("names of attributes are lowercase: `{}`", text(at).to_lowercase())
            }
            SingleQuoted | DoubleQuoted | QuoteOpen | Number | Variable | Ref
                if before == Comma && after != FatArrow =>
            {
                let name = attribute(code, before_at)?;
                format!("several values are written in brackets: `{name} => [..., ...]`")
            }
            _ => return None,
        }
    } else {
        return None;
    };
    Some(help)
}

/// The titles before and after the comma at an index, if a colon follows them: `'vim', 'curl':`.
fn titles<'t>(code: &Code<'t>, comma: usize) -> Option<&'t str> {
    let (first, _) = code.before(comma).next()?;
    let mut last = comma;
    for (index, kind) in code.after(comma) {
        match kind {
            SingleQuoted | DoubleQuoted | Name | Word | Variable | Comma => last = index,
            Colon if last != comma => {
                let end = code.range(last).end as usize;
                return code.text.get(code.range(first).start as usize..end);
            }
            _ => return None,
        }
    }
    None
}

/// Whether the token at an index is the only one of a resource's body.
fn titled(code: &Code<'_>, at: usize) -> bool {
    follows(code, at, LBrace)
        && code.tokens.get(at).is_some_and(|token| matches!(token.kind, SingleQuoted | DoubleQuoted))
}

/// The name of the attribute whose value ends before the comma at an index.
fn attribute<'t>(code: &Code<'t>, comma: usize) -> Option<&'t str> {
    let (open, _) = code.opening(comma)?;
    let mut inside = code.before(comma).take_while(|(index, _)| *index > open);
    let (arrow, _) = inside.find(|(index, kind)| {
        *kind == FatArrow && code.opening(*index).is_some_and(|(around, _)| around == open)
    })?;
    let (name, kind) = code.before(arrow).next()?;
    (kind == Name).then(|| code.range(name).of(code.text))
}

fn follows(code: &Code<'_>, at: usize, kind: TokenKind) -> bool {
    code.before(at).next().is_some_and(|(_, before)| before == kind)
}
