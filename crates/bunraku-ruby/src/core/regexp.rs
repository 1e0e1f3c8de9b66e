//! `Regexp`.

mod search;

use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::Str;
use bunraku_regexp::{Options, Regexp};

use super::match_data;
use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, NativeMethod, RClass, method},
    value::Val,
};

pub(super) static REGEXP: NativeClass = NativeClass::in_chapters(
    "Regexp",
    "Object",
    &[],
    &[METHODS],
    &[
        method("new", 1, 3, new),
        method("compile", 1, 3, new),
        method("escape", 1, 1, escape),
        method("quote", 1, 1, escape),
        method("union", 0, ANY, union),
        method("last_match", 0, 1, last_match),
        method("try_convert", 1, 1, try_convert),
    ],
    constants,
);

const METHODS: &[NativeMethod] = &[
    method("match", 1, 2, match_),
    method("match?", 1, 2, is_match),
    method("=~", 1, 1, match_position),
    method("===", 1, 1, case_equal),
    method("~", 0, 0, match_last_line),
    method("source", 0, 0, source),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, inspect),
    method("options", 0, 0, options),
    method("casefold?", 0, 0, ignores_case),
    method("names", 0, 0, names),
    method("named_captures", 0, 0, named_captures),
    method("==", 1, 1, equal),
    method("eql?", 1, 1, equal),
    method("encoding", 0, 0, encoding),
    method("fixed_encoding?", 0, 0, fixed_encoding),
];

const IGNORECASE: i64 = 1;
const EXTENDED: i64 = 2;
const MULTILINE: i64 = 4;

fn constants(class: &Rc<RClass>) {
    let values = [
        ("IGNORECASE", IGNORECASE),
        ("EXTENDED", EXTENDED),
        ("MULTILINE", MULTILINE),
        ("FIXEDENCODING", 16),
        ("NOENCODING", 32),
    ];
    for (name, value) in values {
        class.set_constant(Symbol::new(name), Val::Int(value));
    }
}

/// The receiver as a regular expression.
fn regexp(interp: &mut Interp<'_>, this: &Val) -> R<Rc<Regexp>> {
    match this {
        Val::Regexp(regexp) => Ok(Rc::clone(regexp)),
        _ => Err(interp.type_error("this method of Regexp was called on something else")),
    }
}

fn new(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let pattern = match args.get(0) {
        Val::Regexp(regexp) => return Ok(Val::Regexp(regexp)),
        pattern => interp.arg_str(&pattern)?,
    };
    let options = match args.at(1) {
        None | Some(Val::Nil | Val::Bool(false)) => Options::default(),
        Some(Val::Int(bits)) => Options {
            ignore_case: bits & IGNORECASE != 0,
            extended: bits & EXTENDED != 0,
            multi_line: bits & MULTILINE != 0,
        },
        Some(_) => Options { ignore_case: true, ..Options::default() },
    };
    Ok(Val::Regexp(interp.make_regexp(&pattern, options)?))
}

fn escape(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let text = match args.get(0) {
        Val::Sym(name) => name.to_string(),
        text => interp.arg_str(&text)?,
    };
    Ok(Val::str(Regexp::escape(&text)))
}

fn union(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let patterns = match (args.get(0), args.len()) {
        (Val::Array(patterns), 1) => interp.items(&patterns)?,
        _ => args.list.to_vec(),
    };
    if let [Val::Regexp(only)] = patterns.as_slice() {
        return Ok(Val::Regexp(Rc::clone(only)));
    }
    let mut sources = Vec::with_capacity(patterns.len());
    for pattern in &patterns {
        sources.push(match pattern {
            Val::Regexp(regexp) => regexp.to_s(),
            Val::Sym(name) => Regexp::escape(name),
            text => Regexp::escape(&interp.arg_str(text)?),
        });
    }
    let source = if sources.is_empty() { "(?!)".to_string() } else { sources.join("|") };
    Ok(Val::Regexp(interp.make_regexp(&source, Options::default())?))
}

fn last_match(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let Some(found) = interp.last_match.clone() else { return Ok(Val::Nil) };
    match args.at(0) {
        None => Ok(Val::Match(found)),
        Some(group) => {
            let number = match_data::group_number(interp, &found, group)?;
            Ok(number.and_then(|number| found.group(number)).map_or(Val::Nil, Val::str))
        }
    }
}

fn try_convert(_: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(match args.get(0) {
        regexp @ Val::Regexp(_) => regexp,
        _ => Val::Nil,
    })
}

/// The string to search; `None` for `nil`.
fn subject(interp: &mut Interp<'_>, value: &Val) -> R<Option<Str>> {
    Ok(match value {
        Val::Nil => None,
        Val::Sym(name) => Some(name.clone()),
        Val::Str(text) => Some(Str::from(text.get().as_str())),
        text => Some(Str::from(interp.arg_str(text)?)),
    })
}

/// The byte at which a search starts; `None` if it is outside the string.
fn search_start(interp: &mut Interp<'_>, text: &str, start: Option<&Val>) -> R<Option<usize>> {
    let Some(start) = start else { return Ok(Some(0)) };
    let start = interp.arg_int(start)?;
    let length = text.chars().count() as i64;
    let start = if start < 0 { start.saturating_add(length) } else { start };
    if start < 0 || start > length {
        return Ok(None);
    }
    let place = usize::try_from(start).unwrap_or(0);
    Ok(text.char_indices().map(|(byte, _)| byte).chain([text.len()]).nth(place))
}

pub(super) fn match_(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let regexp = regexp(interp, this)?;
    let found = match subject(interp, &args.get(0))? {
        Some(text) => match search_start(interp, &text, args.at(1))? {
            Some(start) => interp.search(&regexp, &text, start)?,
            None => None,
        },
        None => None,
    };
    interp.last_match = found.clone();
    match (found, &args.block) {
        (None, _) => Ok(Val::Nil),
        (Some(found), Some(block)) => interp.yield_one(block, Val::Match(found)),
        (Some(found), None) => Ok(Val::Match(found)),
    }
}

pub(super) fn is_match(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let regexp = regexp(interp, this)?;
    let Some(text) = subject(interp, &args.get(0))? else { return Ok(Val::Bool(false)) };
    let Some(start) = search_start(interp, &text, args.at(1))? else { return Ok(Val::Bool(false)) };
    Ok(Val::Bool(interp.search(&regexp, &text, start)?.is_some()))
}

pub(super) fn match_position(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let regexp = regexp(interp, this)?;
    let found = match subject(interp, &args.get(0))? {
        Some(text) => interp.search(&regexp, &text, 0)?,
        None => None,
    };
    interp.last_match = found.clone();
    Ok(found.map(|found| found.pre().chars().count() as i64).into())
}

fn case_equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let regexp = regexp(interp, this)?;
    let other = args.get(0);
    let text = match &other {
        Val::Str(_) | Val::Sym(_) => subject(interp, &other)?,
        Val::Object(_) if interp.responds(&other, "to_str") => subject(interp, &other)?,
        _ => None,
    };
    let found = match text {
        Some(text) => interp.search(&regexp, &text, 0)?,
        None => None,
    };
    let matched = found.is_some();
    interp.last_match = found;
    Ok(Val::Bool(matched))
}

/// `~regexp` matches `$_`, the line that `gets` read last. It is always `nil`, because code cannot read input.
fn match_last_line(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    interp.last_match = None;
    Ok(Val::Nil)
}

fn source(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(regexp(interp, this)?.source()))
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(regexp(interp, this)?.to_s()))
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.inspect(this)?))
}

fn options(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let options = regexp(interp, this)?.options();
    let bits =
        [(options.ignore_case, IGNORECASE), (options.extended, EXTENDED), (options.multi_line, MULTILINE)];
    Ok(Val::Int(bits.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum()))
}

fn ignores_case(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(regexp(interp, this)?.options().ignore_case))
}

fn names(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let regexp = regexp(interp, this)?;
    Ok(Val::array(regexp.group_names().map(|(name, _)| Val::str(name)).collect()))
}

fn named_captures(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let regexp = regexp(interp, this)?;
    let groups = regexp.group_names().map(|(name, numbers)| {
        let numbers = numbers.iter().map(|number| Val::Int(*number as i64)).collect();
        (Val::str(name), Val::array(numbers))
    });
    Ok(Val::hash(groups.collect::<Vec<_>>()))
}

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.equal(this, &args.get(0))?))
}

fn encoding(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let ascii = regexp(interp, this)?.source().is_ascii();
    super::encoding::named(interp, if ascii { "US-ASCII" } else { "UTF-8" })
}

fn fixed_encoding(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(!regexp(interp, this)?.source().is_ascii()))
}
