//! `[]`, `[]=`, `slice!`, `index` and `rindex`.

use std::rc::Rc;

use bunraku_pcore::Str;

use super::{byte_of, changeable, chars_before, like, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::{RMatch, RRange, RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("[]", 1, 2, get),
    method("slice", 1, 2, get),
    method("slice!", 1, 2, take),
    method("[]=", 2, 3, set),
    method("chr", 0, 0, first),
    method("index", 1, 2, index),
    method("rindex", 1, 2, rindex),
];

pub(in crate::core) fn get(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let place = place(interp, &string, args)?;
    Ok(place
        .and_then(|(start, end)| string.get().get(start..end).map(|part| like(&string, part)))
        .unwrap_or_default())
}

fn take(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let Some((start, end)) = place(interp, &string, args)? else { return Ok(Val::Nil) };
    let taken = string.get().get(start..end).map(str::to_string);
    string.update(|text| {
        if taken.is_some() {
            text.replace_range(start..end, "");
        }
    });
    Ok(taken.map(|taken| like(&string, taken)).unwrap_or_default())
}

fn set(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let mut args = args.clone();
    let value = args.list.pop().unwrap_or_default();
    let new = interp.arg_str(&value)?;
    // Unlike reading, writing accepts the position after the last character.
    let length = string.get().chars().count() as i64;
    let found = match args.list.as_slice() {
        [Val::Int(index)] if *index == length => Some((string.get().len(), string.get().len())),
        _ => place(interp, &string, &args)?,
    };
    match found {
        Some((start, end)) => {
            string.update(|text| {
                if text.get(start..end).is_some() {
                    text.replace_range(start..end, &new);
                }
            });
            Ok(value)
        }
        None => Err(missing(interp, &args)?),
    }
}

/// The error for a part that cannot be replaced because it does not exist.
fn missing(interp: &mut Interp<'_>, args: &Args) -> R<Box<crate::Unwind>> {
    Ok(match args.get(0) {
        Val::Str(_) => interp.error("IndexError", "string not matched"),
        Val::Regexp(_) => interp.error("IndexError", "regexp not matched"),
        range @ Val::Range(_) => {
            let shown = interp.inspect(&range)?;
            interp.error("RangeError", format!("{shown} out of range"))
        }
        index => {
            let shown = interp.arg_int(&index)?;
            match args.at(1) {
                Some(Val::Int(length)) if *length < 0 => {
                    interp.error("IndexError", format!("negative length {length}"))
                }
                _ => interp.error("IndexError", format!("index {shown} out of string")),
            }
        }
    })
}

/// The byte range that the arguments of `[]` denote: an index, a start and a length, a range, a string, or a pattern
/// with a group.
fn place(interp: &mut Interp<'_>, string: &Rc<RString>, args: &Args) -> R<Option<(usize, usize)>> {
    match (args.get(0), args.at(1)) {
        (Val::Regexp(regexp), group) => {
            let text = Str::from(string.get().as_str());
            let found = interp.search(&regexp, &text, 0)?;
            interp.last_match = found.clone();
            let Some(found) = found else { return Ok(None) };
            let number = match group {
                None => Some(0),
                Some(group) => super::super::match_data::group_number(interp, &found, group)?,
            };
            Ok(number.and_then(|number| found.groups.get(number).copied().flatten()))
        }
        (Val::Str(part), None) => {
            let part = part.text();
            Ok(string.get().find(&part).map(|start| (start, start + part.len())))
        }
        (Val::Range(range), None) => {
            let length = string.get().chars().count();
            let Some((start, count)) = range_in(interp, &range, length)? else { return Ok(None) };
            Ok(span(&string.get(), start, count))
        }
        (index, Some(count)) => {
            let (index, count) = (interp.arg_int(&index)?, interp.arg_int(count)?);
            let Ok(count) = usize::try_from(count) else { return Ok(None) };
            let text = string.get();
            Ok(from_end(index, &text).and_then(|start| span(&text, start, count)))
        }
        (index, None) => {
            let index = interp.arg_int(&index)?;
            let text = string.get();
            let found = from_end(index, &text).and_then(|start| span(&text, start, 1));
            Ok(found.filter(|(start, end)| start < end))
        }
    }
}

/// A nonnegative index. A negative one counts from the end.
fn from_end(index: i64, text: &str) -> Option<usize> {
    if index >= 0 {
        return usize::try_from(index).ok();
    }
    let length = text.chars().count();
    length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)
}

/// The byte range of up to `count` characters from a character on; `None` if the start is after the end.
fn span(text: &str, start: usize, count: usize) -> Option<(usize, usize)> {
    let first = byte_of(text, start)?;
    let rest = text.get(first..)?;
    let end = byte_of(rest, count).unwrap_or(rest.len());
    Some((first, first + end))
}

/// The start and number of the elements that a range denotes among a number of elements; `None` if it starts outside.
pub(in crate::core) fn range_in(
    interp: &mut Interp<'_>,
    range: &RRange,
    length: usize,
) -> R<Option<(usize, usize)>> {
    let size = i64::try_from(length).unwrap_or(i64::MAX);
    let first = if range.first.is_nil() { 0 } else { interp.arg_int(&range.first)? };
    let last = if range.last.is_nil() { -1 } else { interp.arg_int(&range.last)? };
    let open = range.last.is_nil() || !range.exclusive;
    let first = if first < 0 { first.saturating_add(size) } else { first };
    let last = if last < 0 { last.saturating_add(size) } else { last };
    let end = if open { last.saturating_add(1) } else { last };
    if first < 0 || first > size {
        return Ok(None);
    }
    let count = end.min(size).saturating_sub(first).max(0);
    Ok(Some((usize::try_from(first).unwrap_or(0), usize::try_from(count).unwrap_or(0))))
}

fn first(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    let first: String = string.get().chars().take(1).collect();
    Ok(like(&string, first))
}

fn index(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let text = Str::from(string.get().as_str());
    let start = match args.at(1) {
        Some(start) => from_end(interp.arg_int(start)?, &text).and_then(|start| byte_of(&text, start)),
        None => Some(0),
    };
    let Some(start) = start else {
        clear_match(interp, args);
        return Ok(Val::Nil);
    };
    let found = match args.get(0) {
        Val::Regexp(regexp) => {
            let found = interp.search(&regexp, &text, start)?;
            interp.last_match = found.clone();
            found.and_then(|found| match_start(&found))
        }
        part => {
            let part = interp.arg_str(&part)?;
            text.get(start..).and_then(|rest| rest.find(&part)).map(|at| start + at)
        }
    };
    Ok(found.map(|byte| chars_before(&text, byte) as i64).into())
}

fn rindex(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let text = Str::from(string.get().as_str());
    let start = match args.at(1) {
        Some(start) => match from_end(interp.arg_int(start)?, &text) {
            Some(start) => byte_of(&text, start).unwrap_or(text.len()),
            None => {
                clear_match(interp, args);
                return Ok(Val::Nil);
            }
        },
        None => text.len(),
    };
    let found = match args.get(0) {
        Val::Regexp(regexp) => {
            let found = last_match_until(interp, &regexp, &text, start)?;
            interp.last_match = found.clone();
            found.and_then(|found| match_start(&found))
        }
        part => {
            let part = interp.arg_str(&part)?;
            let end = text.len().min(start.saturating_add(part.len()));
            text.get(..end).and_then(|before| before.rfind(&part))
        }
    };
    Ok(found.map(|byte| chars_before(&text, byte) as i64).into())
}

/// The last match that starts at or before a byte.
pub(super) fn last_match_until(
    interp: &mut Interp<'_>,
    regexp: &Rc<bunraku_regexp::Regexp>,
    text: &Str,
    start: usize,
) -> R<Option<Rc<RMatch>>> {
    let mut at = start.min(text.len());
    loop {
        interp.step()?;
        if text.is_char_boundary(at) {
            let found = interp.search(regexp, text, at)?;
            if let Some(found) = found.filter(|found| match_start(found) == Some(at)) {
                return Ok(Some(found));
            }
        }
        match at.checked_sub(1) {
            Some(before) => at = before,
            None => return Ok(None),
        }
    }
}

fn match_start(found: &RMatch) -> Option<usize> {
    found.groups.first().copied().flatten().map(|(start, _)| start)
}

fn clear_match(interp: &mut Interp<'_>, args: &Args) {
    if matches!(args.get(0), Val::Regexp(_)) {
        interp.last_match = None;
    }
}
