//! Removes characters from the ends.

use super::both_forms;
use crate::{
    Args, Interp, R,
    class::{ANY, NativeMethod, method},
    value::{RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("strip", 0, 0, strip),
    method("strip!", 0, 0, strip_in_place),
    method("lstrip", 0, 0, lstrip),
    method("lstrip!", 0, 0, lstrip_in_place),
    method("rstrip", 0, 0, rstrip),
    method("rstrip!", 0, 0, rstrip_in_place),
    method("chomp", 0, 1, chomp),
    method("chomp!", 0, 1, chomp_in_place),
    method("chop", 0, 0, chop),
    method("chop!", 0, 0, chop_in_place),
    method("delete_prefix", 1, 1, delete_prefix),
    method("delete_prefix!", 1, 1, delete_prefix_in_place),
    method("delete_suffix", 1, 1, delete_suffix),
    method("delete_suffix!", 1, 1, delete_suffix_in_place),
    method("start_with?", 0, ANY, starts_with),
    method("end_with?", 0, ANY, ends_with),
];

both_forms! {
    without_spaces => strip, strip_in_place;
    without_spaces_left => lstrip, lstrip_in_place;
    without_spaces_right => rstrip, rstrip_in_place;
    without_line_end => chomp, chomp_in_place;
    without_last => chop, chop_in_place;
    without_prefix => delete_prefix, delete_prefix_in_place;
    without_suffix => delete_suffix, delete_suffix_in_place;
}

/// What `strip` removes: ASCII whitespace and NUL, but no other whitespace of Unicode.
fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\0')
}

fn shorter(text: &str, rest: &str) -> R<Option<String>> {
    Ok((rest.len() != text.len()).then(|| rest.to_string()))
}

fn without_spaces(_: &mut Interp<'_>, string: &RString, _: &Args) -> R<Option<String>> {
    let text = string.get();
    shorter(&text, text.trim_matches(is_space))
}

fn without_spaces_left(_: &mut Interp<'_>, string: &RString, _: &Args) -> R<Option<String>> {
    let text = string.get();
    shorter(&text, text.trim_start_matches(is_space))
}

fn without_spaces_right(_: &mut Interp<'_>, string: &RString, _: &Args) -> R<Option<String>> {
    let text = string.get();
    shorter(&text, text.trim_end_matches(is_space))
}

fn without_line_end(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let separator = match args.at(0) {
        None => "\n".to_string(),
        Some(Val::Nil) => return Ok(None),
        Some(separator) => interp.arg_str(separator)?,
    };
    let text = string.get();
    shorter(&text, chomped(&text, &separator))
}

/// The string without the separator at its end. A line feed as the separator removes any kind of line end, and an empty
/// one removes all line ends.
pub(super) fn chomped<'t>(text: &'t str, separator: &str) -> &'t str {
    match separator {
        "\n" => {
            let without = text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n'));
            without.or_else(|| text.strip_suffix('\r')).unwrap_or(text)
        }
        "" => {
            let mut rest = text;
            while let Some(shorter) = rest.strip_suffix("\r\n").or_else(|| rest.strip_suffix('\n')) {
                rest = shorter;
            }
            rest
        }
        separator => text.strip_suffix(separator).unwrap_or(text),
    }
}

fn without_last(_: &mut Interp<'_>, string: &RString, _: &Args) -> R<Option<String>> {
    let text = string.get();
    let rest = text.strip_suffix("\r\n").unwrap_or_else(|| {
        let mut chars = text.chars();
        chars.next_back();
        chars.as_str()
    });
    shorter(&text, rest)
}

fn without_prefix(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let prefix = interp.arg_str(&args.get(0))?;
    let text = string.get();
    shorter(&text, text.strip_prefix(prefix.as_str()).unwrap_or(&text))
}

fn without_suffix(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let suffix = interp.arg_str(&args.get(0))?;
    let text = string.get();
    shorter(&text, text.strip_suffix(suffix.as_str()).unwrap_or(&text))
}

pub(in crate::core) fn starts_with(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = super::string(interp, this)?;
    for prefix in &args.list {
        let found = match prefix {
            Val::Regexp(regexp) => {
                let text = string.text().into();
                let found = interp.search(regexp, &text, 0)?;
                let found = found.filter(|found| matches!(found.groups.first(), Some(Some((0, _)))));
                let matched = found.is_some();
                interp.last_match = found;
                matched
            }
            prefix => {
                let prefix = interp.arg_str(prefix)?;
                string.get().starts_with(&prefix)
            }
        };
        if found {
            return Ok(Val::Bool(true));
        }
    }
    Ok(Val::Bool(false))
}

pub(in crate::core) fn ends_with(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = super::string(interp, this)?;
    for suffix in &args.list {
        let suffix = interp.arg_str(suffix)?;
        if string.get().ends_with(&suffix) {
            return Ok(Val::Bool(true));
        }
    }
    Ok(Val::Bool(false))
}
