//! Upper and lower case.

use super::both_forms;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::{RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("upcase", 0, 2, upcase),
    method("upcase!", 0, 2, upcase_in_place),
    method("downcase", 0, 2, downcase),
    method("downcase!", 0, 2, downcase_in_place),
    method("capitalize", 0, 2, capitalize),
    method("capitalize!", 0, 2, capitalize_in_place),
    method("swapcase", 0, 2, swapcase),
    method("swapcase!", 0, 2, swapcase_in_place),
];

both_forms! {
    to_upper => upcase, upcase_in_place;
    to_lower => downcase, downcase_in_place;
    to_capitalized => capitalize, capitalize_in_place;
    to_swapped => swapcase, swapcase_in_place;
}

/// Whether only ASCII letters change: with the option `:ascii`, and for binary strings. Asks for what changing them takes:
/// the result may be three times as long as the string, and takes twice as much while it grows.
fn ascii_only(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<bool> {
    interp.reserve(string.get().len().saturating_mul(4))?;
    let mut ascii = string.is_binary();
    for option in &args.list {
        match option {
            Val::Sym(name) if name == "ascii" => ascii = true,
            Val::Sym(name) if name == "fold" => {}
            Val::Sym(name) if name == "turkic" || name == "lithuanian" => {
                return Err(
                    interp.refuse("case mapping for a language is not implemented", "remove the option")
                );
            }
            _ => return Err(interp.argument_error("invalid option")),
        }
    }
    Ok(ascii)
}

fn to_upper(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let ascii = ascii_only(interp, string, args)?;
    let text = string.get();
    Ok(changed(&text, if ascii { text.to_ascii_uppercase() } else { text.to_uppercase() }))
}

fn to_lower(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let ascii = ascii_only(interp, string, args)?;
    let text = string.get();
    let fold = args.list.iter().any(|option| matches!(option, Val::Sym(name) if name == "fold"));
    Ok(changed(&text, if ascii { text.to_ascii_lowercase() } else { lower(&text, fold) }))
}

fn to_capitalized(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let ascii = ascii_only(interp, string, args)?;
    let text = string.get();
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return Ok(None) };
    let rest = chars.as_str();
    let result = if ascii {
        format!("{}{}", first.to_ascii_uppercase(), rest.to_ascii_lowercase())
    } else {
        title(first) + &lower(rest, false)
    };
    Ok(changed(&text, result))
}

fn to_swapped(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let ascii = ascii_only(interp, string, args)?;
    let text = string.get();
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            char if ascii && !char.is_ascii() => result.push(char),
            char if char.is_uppercase() => result.extend(char.to_lowercase()),
            char => result.extend(char.to_uppercase()),
        }
    }
    Ok(changed(&text, result))
}

/// Lower case, character by character. Like Ruby, it does not treat a final sigma specially.
fn lower(text: &str, fold: bool) -> String {
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            'ß' | 'ẞ' if fold => result.push_str("ss"),
            char => result.extend(char.to_lowercase()),
        }
    }
    result
}

/// The title case of a character. Ligatures and digraphs have a form between upper and lower case.
fn title(char: char) -> String {
    match char {
        'ß' => "Ss".to_string(),
        'ﬀ' => "Ff".to_string(),
        'ﬁ' => "Fi".to_string(),
        'ﬂ' => "Fl".to_string(),
        'ǆ' | 'Ǆ' | 'ǅ' => "ǅ".to_string(),
        'ǉ' | 'Ǉ' | 'ǈ' => "ǈ".to_string(),
        'ǌ' | 'Ǌ' | 'ǋ' => "ǋ".to_string(),
        'ǳ' | 'Ǳ' | 'ǲ' => "ǲ".to_string(),
        char => char.to_uppercase().collect(),
    }
}

fn changed(old: &str, new: String) -> Option<String> {
    (new != old).then_some(new)
}
