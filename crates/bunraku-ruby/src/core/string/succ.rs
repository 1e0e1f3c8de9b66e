//! `succ` and `upto`: the string that comes next.

use super::{both_forms, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::{RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("succ", 0, 0, succ),
    method("next", 0, 0, succ),
    method("succ!", 0, 0, succ_in_place),
    method("next!", 0, 0, succ_in_place),
    method("upto", 1, 2, upto),
];

both_forms! {
    following => succ, succ_bang;
}

fn following(_: &mut Interp<'_>, string: &RString, _: &Args) -> R<Option<String>> {
    Ok(Some(next_text(&string.get(), string.is_binary())))
}

/// Unlike other methods with `!`, it answers the string in any case.
fn succ_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    succ_bang(interp, this, args)?;
    Ok(this.clone())
}

/// The text that comes next: `az` is followed by `ba`.
fn next_text(text: &str, binary: bool) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.iter().any(|char| counts(*char, binary)) {
        next_alphanumeric(&mut chars, binary);
    } else {
        next_other(&mut chars, binary);
    }
    chars.into_iter().collect()
}

/// Whether a character is a letter or digit, which are counted and others left alone.
fn counts(char: char, binary: bool) -> bool {
    char.is_ascii_alphanumeric() || (!binary && !char.is_ascii() && char.is_alphanumeric())
}

/// Counts the last letter or digit up, and those before it as long as one begins anew.
fn next_alphanumeric(chars: &mut Vec<char>, binary: bool) {
    let mut carried: Option<(usize, char)> = None;
    let mut gap = false;
    for at in (0..chars.len()).rev() {
        let Some(char) = chars.get(at).copied().filter(|char| counts(*char, binary)) else {
            gap = carried.is_some();
            continue;
        };
        if let Some((_, last)) = carried
            && gap
            && last.is_ascii_alphabetic() != char.is_ascii_alphabetic()
        {
            // Beyond other characters, a letter does not carry to a digit, nor a digit to a letter.
            break;
        }
        let (next, carry) = match char {
            '9' => ('0', true),
            'z' => ('a', true),
            'Z' => ('A', true),
            char => (next_letter(char), false),
        };
        if let Some(place) = chars.get_mut(at) {
            *place = next;
        }
        if !carry {
            return;
        }
        carried = Some((at, next));
        gap = false;
    }
    if let Some((at, first)) = carried {
        chars.insert(at, if first == '0' { '1' } else { first });
    }
}

/// The letter or digit after one that is not the last of its kind.
fn next_letter(char: char) -> char {
    if char.is_ascii() {
        return char::from_u32(u32::from(char) + 1).unwrap_or(char);
    }
    let after = (u32::from(char) + 1..=u32::from(char::MAX)).filter_map(char::from_u32);
    after.take(1 << 12).find(|next| next.is_alphabetic() == char.is_alphabetic()).unwrap_or(char)
}

/// Without letters and digits, the last character is followed by the next of all.
fn next_other(chars: &mut Vec<char>, binary: bool) {
    let max = if binary { '\u{ff}' } else { char::MAX };
    for at in (0..chars.len()).rev() {
        let Some(place) = chars.get_mut(at) else { return };
        if *place < max {
            let next = (u32::from(*place) + 1..=u32::from(max)).find_map(char::from_u32);
            *place = next.unwrap_or(max);
            return;
        }
        *place = '\0';
    }
    if !chars.is_empty() {
        chars.insert(0, '\u{1}');
    }
}

fn upto(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "upto", args.list.clone()));
    };
    let first = string(interp, this)?.text();
    let last = interp.arg_str(&args.get(0))?;
    let exclusive = args.get(1).truthy();
    each_between(interp, &first, &last, exclusive, &mut |interp, text| {
        interp.yield_one(&block, Val::str(text))?;
        Ok(())
    })?;
    Ok(this.clone())
}

/// Visits the texts from one to another, as ranges of strings do.
pub(in crate::core) fn each_between(
    interp: &mut Interp<'_>,
    first: &str,
    last: &str,
    exclusive: bool,
    visit: &mut dyn FnMut(&mut Interp<'_>, String) -> R<()>,
) -> R<()> {
    let single = |text: &str| text.len() == 1;
    if single(first) && single(last) {
        // Single characters count through all that are between them, not just letters.
        let (Some(from), Some(to)) = (first.chars().next(), last.chars().next()) else { return Ok(()) };
        for char in from..=to {
            if !(exclusive && char == to) {
                visit(interp, char.to_string())?;
            }
        }
        return Ok(());
    }
    let digits =
        |text: &str| !text.is_empty() && text.len() < 18 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(first)
        && digits(last)
        && let (Ok(from), Ok(to)) = (first.parse::<u64>(), last.parse::<u64>())
    {
        let to = if exclusive { to } else { to + 1 };
        for number in from..to {
            visit(interp, format!("{number:0width$}", width = first.len()))?;
        }
        return Ok(());
    }
    let order = first.cmp(last);
    if order.is_gt() || (exclusive && order.is_eq()) {
        return Ok(());
    }
    let mut text = first.to_string();
    loop {
        interp.step()?;
        let end = text == last;
        let next = next_text(&text, false);
        visit(interp, text)?;
        // A text that is longer than the last never meets it.
        if end || next.is_empty() || next.len() > last.len() || (exclusive && next == last) {
            return Ok(());
        }
        text = next;
    }
}
