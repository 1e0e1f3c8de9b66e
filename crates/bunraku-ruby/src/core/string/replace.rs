//! `sub` and `gsub`.

use std::rc::Rc;

use bunraku_pcore::Str;
use bunraku_regexp::{Options, Regexp};

use super::{changeable, like, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    compare::BYTES_OF_STEP,
    value::{RHash, RMatch, RProc, RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("sub", 0, 3, sub),
    method("sub!", 0, 3, sub_in_place),
    method("gsub", 0, 3, gsub),
    method("gsub!", 0, 3, gsub_in_place),
];

/// What replaces a match.
enum Replacement {
    /// A string with references to groups.
    Text(String),
    /// The value in a hash whose key is the matched string.
    Hash(Rc<RHash>),
    /// The result of a block for the matched string.
    Block(Rc<RProc>),
}

fn sub(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let replaced = replaced(interp, &string, args, false)?;
    Ok(like(&string, replaced.unwrap_or_else(|| string.text())))
}

fn sub_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    in_place(interp, this, args, false)
}

fn gsub(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.len() == 1 && args.block.is_none() {
        return Ok(interp.enumerator(this, "gsub", args.list.to_vec()));
    }
    let string = string(interp, this)?;
    let replaced = replaced(interp, &string, args, true)?;
    Ok(like(&string, replaced.unwrap_or_else(|| string.text())))
}

fn gsub_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.len() == 1 && args.block.is_none() {
        return Ok(interp.enumerator(this, "gsub!", args.list.to_vec()));
    }
    in_place(interp, this, args, true)
}

fn in_place(interp: &mut Interp<'_>, this: &Val, args: &Args, all: bool) -> R {
    let string = changeable(interp, this)?;
    match replaced(interp, &string, args, all)? {
        Some(text) => {
            // The block may have frozen the string.
            let string = changeable(interp, this)?;
            string.update(|old| *old = text);
            Ok(this.clone())
        }
        None => Ok(Val::Nil),
    }
}

/// The string with the first or all matches replaced; `None` if there is no match.
fn replaced(interp: &mut Interp<'_>, string: &RString, args: &Args, all: bool) -> R<Option<String>> {
    let replacement = match (args.at(1), &args.block) {
        (Some(Val::Hash(hash)), _) if args.len() == 2 => Replacement::Hash(Rc::clone(hash)),
        (Some(text), _) if args.len() == 2 => Replacement::Text(interp.arg_str(text)?),
        (None, Some(block)) if args.len() == 1 => Replacement::Block(Rc::clone(block)),
        _ => {
            let range = if all { (1, 2) } else { (2, 2) };
            return Err(interp.wrong_number(args.len(), range.0, range.1));
        }
    };
    if let Some(Val::Str(wanted)) = args.at(0)
        && !string.get().contains(wanted.get().as_str())
    {
        interp.charge(string.get().len() as u64 / BYTES_OF_STEP)?;
        interp.last_match = None;
        return Ok(None);
    }
    let regexp = pattern(interp, &args.get(0))?;
    let text = Str::from(string.get().as_str());
    let mut result = String::with_capacity(text.len());
    let mut copied = 0;
    let mut last = None;
    let mut at = 0;
    while let Some(found) = interp.search(&regexp, &text, at)? {
        let Some((start, end)) = found.groups.first().copied().flatten() else { break };
        interp.append(&mut result, text.get(copied..start).unwrap_or(""))?;
        let new = replacement_for(interp, &replacement, &found)?;
        interp.append(&mut result, &new)?;
        copied = end;
        last = Some(found);
        if !all {
            break;
        }
        // After an empty match, the search continues after the next character.
        at = if end > start { end } else { next_char(&text, end) };
        if at > text.len() {
            break;
        }
    }
    interp.last_match = last.clone();
    if last.is_none() {
        return Ok(None);
    }
    result.push_str(text.get(copied..).unwrap_or(""));
    Ok(Some(result))
}

/// The byte of the character after the one at a byte; one more than the length at the end.
pub(super) fn next_char(text: &str, at: usize) -> usize {
    let width = text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
    at + width
}

/// A pattern to search for: a regular expression, or a string that is matched literally.
pub(super) fn pattern(interp: &mut Interp<'_>, value: &Val) -> R<Rc<Regexp>> {
    match value {
        Val::Regexp(regexp) => Ok(Rc::clone(regexp)),
        Val::Str(text) => {
            let source = Regexp::escape(&text.get());
            interp.make_regexp(&source, Options::default())
        }
        Val::Object(_) if interp.responds(value, "to_str") => {
            let source = Regexp::escape(&interp.arg_str(value)?);
            interp.make_regexp(&source, Options::default())
        }
        other => interp.arg_regexp(other),
    }
}

fn replacement_for(interp: &mut Interp<'_>, replacement: &Replacement, found: &Rc<RMatch>) -> R<String> {
    let matched = || Val::str(found.group(0).unwrap_or(""));
    match replacement {
        Replacement::Text(text) => expanded(interp, text, found),
        Replacement::Hash(hash) => {
            let value = interp.call(&Val::Hash(Rc::clone(hash)), "[]", vec![matched()])?;
            interp.to_s(&value)
        }
        Replacement::Block(block) => {
            interp.last_match = Some(Rc::clone(found));
            let value = interp.yield_one(block, matched())?;
            interp.to_s(&value)
        }
    }
}

/// A replacement with its references expanded.
fn expanded(interp: &mut Interp<'_>, replacement: &str, found: &RMatch) -> R<String> {
    let mut result = String::new();
    let mut rest = replacement;
    while let Some((before, after)) = rest.split_once('\\') {
        interp.append(&mut result, before)?;
        let mut chars = after.chars();
        let kind = chars.next();
        rest = chars.as_str();
        match kind {
            Some('0' | '&') => interp.append(&mut result, found.group(0).unwrap_or(""))?,
            // As in Ruby, numbered references are empty if the pattern has named groups.
            Some(digit @ '1'..='9') => {
                let number = digit.to_digit(10).filter(|_| found.regexp.group_names().next().is_none());
                interp.append(
                    &mut result,
                    number.and_then(|number| found.group(number as usize)).unwrap_or(""),
                )?;
            }
            Some('+') => {
                let last = (1..found.groups.len()).rev().find_map(|number| found.group(number));
                interp.append(&mut result, last.unwrap_or(""))?;
            }
            Some('`') => interp.append(&mut result, found.pre())?,
            Some('\'') => interp.append(&mut result, found.post())?,
            Some('\\') => result.push('\\'),
            Some('k') if rest.starts_with('<') => {
                let Some((name, after)) = rest.get(1..).and_then(|name| name.split_once('>')) else {
                    return Err(interp.error("RuntimeError", "invalid group name reference format"));
                };
                match found.named(name) {
                    Some(text) => interp.append(&mut result, text.unwrap_or(""))?,
                    None => {
                        return Err(
                            interp.error("IndexError", format!("undefined group name reference: {name}"))
                        );
                    }
                }
                rest = after;
            }
            other => {
                result.push('\\');
                result.extend(other);
            }
        }
    }
    interp.append(&mut result, rest)?;
    Ok(result)
}
