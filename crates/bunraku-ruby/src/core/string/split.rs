//! `split`.

use bunraku_pcore::Str;

use super::{like, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[method("split", 0, 2, split)];

/// How many bytes a short piece takes.
const PIECE: usize = 160;

fn split(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let limit = match args.at(1) {
        Some(limit) => interp.arg_int(limit)?,
        None => 0,
    };
    let text = Str::from(string.get().as_str());
    // The maximum number of parts. The last one has the rest of the string.
    let most = usize::try_from(limit).ok().filter(|most| *most > 0);
    let mut pieces: Vec<String> = match args.get(0) {
        _ if text.is_empty() => Vec::new(),
        _ if most == Some(1) => vec![text.to_string()],
        Val::Nil => {
            interp.reserve(text.split_whitespace().count().saturating_mul(PIECE))?;
            by_blanks(&text, most)
        }
        Val::Regexp(regexp) => {
            // How many pieces there are is known when they have been found, at most one for each character.
            interp.reserve(text.len().saturating_mul(size_of::<&str>()))?;
            match regexp.split(&text, isize::try_from(limit).unwrap_or(0)) {
                Ok(pieces) => {
                    interp.reserve(pieces.len().saturating_mul(PIECE))?;
                    pieces.into_iter().map(str::to_string).collect()
                }
                Err(_) => return Err(interp.too_slow(&regexp)),
            }
        }
        separator => {
            let separator = match &separator {
                Val::Str(separator) => separator.text(),
                other if interp.responds(other, "to_str") => interp.arg_str(other)?,
                other => {
                    interp.arg_regexp(other)?;
                    String::new()
                }
            };
            let count = match separator.as_str() {
                " " => text.split_whitespace().count(),
                "" => text.len(),
                separator => text.matches(separator).count(),
            };
            // A piece is a string and then an object.
            interp.reserve(count.saturating_mul(PIECE))?;
            match separator.as_str() {
                " " => by_blanks(&text, most),
                "" => by_characters(&text, most),
                separator => match most {
                    Some(most) => text.splitn(most, separator).map(str::to_string).collect(),
                    None => text.split(separator).map(str::to_string).collect(),
                },
            }
        }
    };
    interp.check_elements(pieces.len())?;
    if limit == 0 {
        while pieces.last().is_some_and(String::is_empty) {
            pieces.pop();
        }
    }
    let pieces: Vec<Val> = pieces.into_iter().map(|piece| like(&string, piece)).collect();
    match &args.block {
        Some(block) => {
            for piece in pieces {
                interp.yield_one(block, piece)?;
            }
            Ok(this.clone())
        }
        None => Ok(Val::array(pieces)),
    }
}

/// Splits at whitespace. Leading whitespace is ignored.
fn by_blanks(text: &str, most: Option<usize>) -> Vec<String> {
    let blank = |char: char| matches!(char, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r');
    let mut pieces = Vec::new();
    let mut rest = text.trim_start_matches(blank);
    loop {
        if most.is_some_and(|most| pieces.len() + 1 >= most) {
            break;
        }
        let Some(end) = rest.find(blank) else { break };
        let (word, after) = rest.split_at(end);
        pieces.push(word.to_string());
        rest = after.trim_start_matches(blank);
    }
    pieces.push(rest.to_string());
    pieces
}

fn by_characters(text: &str, most: Option<usize>) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut chars = text.chars();
    while most.is_none_or(|most| pieces.len() + 1 < most) {
        match chars.next() {
            Some(char) => pieces.push(char.to_string()),
            None => break,
        }
    }
    pieces.push(chars.as_str().to_string());
    pieces
}
