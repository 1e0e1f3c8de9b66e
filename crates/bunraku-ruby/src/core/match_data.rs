//! `MatchData`.

use std::rc::Rc;

use super::string::range_in;
use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    value::{RMatch, Val},
};

pub(super) static MATCH_DATA: NativeClass = NativeClass::class(
    "MatchData",
    "Object",
    &[],
    &[
        method("[]", 1, 2, get),
        method("to_a", 0, 0, to_a),
        method("captures", 0, 0, captures),
        method("deconstruct", 0, 0, captures),
        method("named_captures", 0, 1, named_captures),
        method("deconstruct_keys", 1, 1, deconstruct_keys),
        method("names", 0, 0, names),
        method("values_at", 0, ANY, values_at),
        method("pre_match", 0, 0, pre_match),
        method("post_match", 0, 0, post_match),
        method("to_s", 0, 0, to_s),
        method("inspect", 0, 0, inspect),
        method("begin", 1, 1, begin),
        method("end", 1, 1, end),
        method("offset", 1, 1, offset),
        method("byteoffset", 1, 1, byteoffset),
        method("match", 1, 1, group_text),
        method("match_length", 1, 1, group_length),
        method("size", 0, 0, size),
        method("length", 0, 0, size),
        method("string", 0, 0, string),
        method("regexp", 0, 0, regexp),
        method("==", 1, 1, equal),
        method("eql?", 1, 1, equal),
    ],
    &[],
);

/// The receiver as a match.
fn matched(interp: &mut Interp<'_>, this: &Val) -> R<Rc<RMatch>> {
    match this {
        Val::Match(found) => Ok(Rc::clone(found)),
        _ => Err(interp.type_error("this method of MatchData was called on something else")),
    }
}

/// The number of a group that is given by number or name; `None` for a number that is too large.
pub(super) fn group_number(interp: &mut Interp<'_>, found: &RMatch, group: &Val) -> R<Option<usize>> {
    let name = match group {
        Val::Sym(name) => name.to_string(),
        Val::Str(name) => name.text(),
        number => {
            let number = interp.arg_int(number)?;
            let count = found.groups.len();
            let number = if number < 0 { number.saturating_add(count as i64) } else { number };
            return Ok(usize::try_from(number).ok().filter(|number| *number < count));
        }
    };
    let numbers =
        found.regexp.group_names().find(|(each, _)| *each == name).map(|(_, numbers)| numbers.to_vec());
    match numbers {
        Some(numbers) => {
            // If several groups have the name, the last one that matched counts.
            let taken = numbers.iter().rev().find(|number| found.group(**number).is_some());
            Ok(taken.or(numbers.last()).copied())
        }
        None => Err(interp.error("IndexError", format!("undefined group name reference: {name}"))),
    }
}

/// The number of a group, for methods that raise an error if it does not exist.
fn existing_group(interp: &mut Interp<'_>, found: &RMatch, group: &Val) -> R<usize> {
    match group_number(interp, found, group)? {
        Some(number) if !matches!(group, Val::Int(given) if *given < 0) => Ok(number),
        _ => {
            let shown = interp.to_s(group)?;
            Err(interp.error("IndexError", format!("index {shown} out of matches")))
        }
    }
}

/// The string of a group as a value; `nil` if it did not match.
pub(super) fn group_value(found: &RMatch, number: usize) -> Val {
    found.group(number).map_or(Val::Nil, Val::str)
}

fn all(found: &RMatch) -> Vec<Val> {
    (0..found.groups.len()).map(|number| group_value(found, number)).collect()
}

fn get(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    match (args.get(0), args.at(1)) {
        (Val::Range(_), None) | (_, Some(_)) => {
            interp.call(&Val::array(all(&found)), "[]", args.list.to_vec())
        }
        (group, None) => {
            let number = group_number(interp, &found, &group)?;
            Ok(number.map_or(Val::Nil, |number| group_value(&found, number)))
        }
    }
}

fn to_a(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::array(all(&*matched(interp, this)?)))
}

fn captures(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::array(all(&*matched(interp, this)?).split_off(1)))
}

fn named(found: &RMatch) -> Vec<(String, Val)> {
    let names: Vec<String> = found.regexp.group_names().map(|(name, _)| name.to_string()).collect();
    names
        .into_iter()
        .map(|name| {
            let value = found.named(&name).flatten().map_or(Val::Nil, Val::str);
            (name, value)
        })
        .collect()
}

fn named_captures(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    let symbols = args.option("symbolize_names").is_some_and(|option| option.truthy());
    let entries = named(&found).into_iter().map(|(name, value)| {
        let key = if symbols { Val::sym(name) } else { Val::str(name) };
        (key, value)
    });
    Ok(Val::hash(entries.collect::<Vec<_>>()))
}

fn deconstruct_keys(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    let wanted = match args.get(0) {
        Val::Nil => None,
        keys => Some(interp.arg_items(&keys)?),
    };
    let entries = named(&found).into_iter().map(|(name, value)| (Val::sym(name), value));
    let entries =
        entries.filter(|(key, _)| wanted.as_ref().is_none_or(|keys| keys.iter().any(|each| each.same(key))));
    Ok(Val::hash(entries.collect::<Vec<_>>()))
}

fn names(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let found = matched(interp, this)?;
    Ok(Val::array(found.regexp.group_names().map(|(name, _)| Val::str(name)).collect()))
}

fn values_at(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    let mut values = Vec::with_capacity(args.len());
    for group in &args.list {
        match group {
            Val::Range(range) => {
                if let Some((start, count)) = range_in(interp, range, found.groups.len())? {
                    values.extend((start..start + count).map(|number| group_value(&found, number)));
                }
            }
            group => {
                let number = group_number(interp, &found, group)?;
                values.push(number.map_or(Val::Nil, |number| group_value(&found, number)));
            }
        }
    }
    Ok(Val::array(values))
}

fn pre_match(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(matched(interp, this)?.pre()))
}

fn post_match(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(matched(interp, this)?.post()))
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(matched(interp, this)?.group(0).unwrap_or("")))
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.inspect(this)?))
}

/// The start and end of a group, in characters.
fn span(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<(Val, Val)> {
    let found = matched(interp, this)?;
    let number = existing_group(interp, &found, &args.get(0))?;
    let Some((start, end)) = found.groups.get(number).copied().flatten() else {
        return Ok((Val::Nil, Val::Nil));
    };
    let position =
        |byte: usize| Val::Int(found.text.get(..byte).map_or(0, |text| text.chars().count()) as i64);
    Ok((position(start), position(end)))
}

fn begin(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(span(interp, this, args)?.0)
}

fn end(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(span(interp, this, args)?.1)
}

fn offset(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (start, end) = span(interp, this, args)?;
    Ok(Val::array(vec![start, end]))
}

fn byteoffset(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    let number = existing_group(interp, &found, &args.get(0))?;
    Ok(Val::array(match found.groups.get(number).copied().flatten() {
        Some((start, end)) => vec![Val::Int(start as i64), Val::Int(end as i64)],
        None => vec![Val::Nil, Val::Nil],
    }))
}

fn group_text(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    let number = existing_group(interp, &found, &args.get(0))?;
    Ok(group_value(&found, number))
}

fn group_length(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    let number = existing_group(interp, &found, &args.get(0))?;
    Ok(found.group(number).map(|text| text.chars().count() as i64).into())
}

fn size(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(matched(interp, this)?.groups.len() as i64))
}

fn string(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let text = Val::str(matched(interp, this)?.text.as_str());
    if let Val::Str(text) = &text {
        text.freeze();
    }
    Ok(text)
}

fn regexp(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Regexp(Rc::clone(&matched(interp, this)?.regexp)))
}

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = matched(interp, this)?;
    Ok(Val::Bool(match args.get(0) {
        Val::Match(other) => {
            found.text == other.text && found.regexp == other.regexp && found.groups == other.groups
        }
        _ => false,
    }))
}
