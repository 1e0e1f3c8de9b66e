//! Searching with patterns.

use bunraku_pcore::Str;

use super::{
    index::last_match_until,
    like,
    replace::{next_char, pattern},
    string,
};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::{match_data::group_value, regexp},
    value::{RMatch, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("=~", 1, 1, match_position),
    method("match", 1, 2, match_),
    method("match?", 1, 2, is_match),
    method("scan", 1, 1, scan),
    method("partition", 1, 1, partition),
    method("rpartition", 1, 1, rpartition),
];

pub(in crate::core) fn match_position(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Str(_) => Err(interp.type_error("type mismatch: String given")),
        pattern @ Val::Regexp(_) => regexp::match_position(interp, &pattern, &Args::new(vec![this.clone()])),
        other => interp.call(&other, "=~", vec![this.clone()]),
    }
}

/// The arguments for the method of `Regexp` that implements a method of `String`, which has the string as the argument.
fn turned(this: &Val, args: &Args) -> Args {
    let mut list = args.list.clone();
    if let Some(first) = list.first_mut() {
        *first = this.clone();
    }
    Args { list, ..args.clone() }
}

pub(in crate::core) fn match_(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let pattern = interp.arg_regexp(&args.get(0))?;
    regexp::match_(interp, &Val::Regexp(pattern), &turned(this, args))
}

pub(in crate::core) fn is_match(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let pattern = interp.arg_regexp(&args.get(0))?;
    regexp::is_match(interp, &Val::Regexp(pattern), &turned(this, args))
}

fn scan(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let regexp = pattern(interp, &args.get(0))?;
    let text = Str::from(string.get().as_str());
    let mut found_all = Vec::new();
    let mut last = None;
    let mut at = 0;
    while let Some(found) = interp.search(&regexp, &text, at)? {
        let Some((start, end)) = found.groups.first().copied().flatten() else { break };
        at = if end > start { end } else { next_char(&text, end) };
        let item = scanned(&string, &found);
        last = Some(std::rc::Rc::clone(&found));
        match &args.block {
            Some(block) => {
                interp.last_match = Some(found);
                interp.yield_one(block, item)?;
            }
            None => {
                interp.keep(&mut found_all, item)?;
            }
        }
        if at > text.len() {
            break;
        }
    }
    interp.last_match = last;
    Ok(if args.block.is_some() { this.clone() } else { Val::array(found_all) })
}

/// One element of the result of `scan`: the groups, or the whole match if there are none.
fn scanned(string: &crate::value::RString, found: &RMatch) -> Val {
    if found.groups.len() == 1 {
        return like(string, found.group(0).unwrap_or(""));
    }
    Val::array((1..found.groups.len()).map(|number| group_value(found, number)).collect())
}

fn partition(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let separator = args.get(0);
    let text = Str::from(string.get().as_str());
    let place = match &separator {
        Val::Regexp(regexp) => {
            let found = interp.search(regexp, &text, 0)?;
            interp.last_match = found.clone();
            found.and_then(|found| found.groups.first().copied().flatten())
        }
        separator => {
            let separator = separator_text(interp, separator)?;
            text.find(&separator).map(|start| (start, start + separator.len()))
        }
    };
    let parts = match place {
        Some(place) => pieces(&text, place),
        None => [text.as_str(), "", ""],
    };
    Ok(Val::array(parts.iter().map(|part| like(&string, *part)).collect()))
}

fn rpartition(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let separator = args.get(0);
    let text = Str::from(string.get().as_str());
    let place = match &separator {
        Val::Regexp(regexp) => {
            let found = last_match_until(interp, regexp, &text, text.len())?;
            interp.last_match = found.clone();
            found.and_then(|found| found.groups.first().copied().flatten())
        }
        separator => {
            let separator = separator_text(interp, separator)?;
            text.rfind(&separator).map(|start| (start, start + separator.len()))
        }
    };
    let parts = match place {
        Some(place) => pieces(&text, place),
        None => ["", "", text.as_str()],
    };
    Ok(Val::array(parts.iter().map(|part| like(&string, *part)).collect()))
}

/// A separator that is not a regular expression.
fn separator_text(interp: &mut Interp<'_>, separator: &Val) -> R<String> {
    if !matches!(separator, Val::Str(_)) && !interp.responds(separator, "to_str") {
        interp.arg_regexp(separator)?;
    }
    interp.arg_str(separator)
}

/// The parts before, at and after a byte range.
fn pieces(string: &str, (start, end): (usize, usize)) -> [&str; 3] {
    [string.get(..start).unwrap_or(""), string.get(start..end).unwrap_or(""), string.get(end..).unwrap_or("")]
}
