//! `succ` and `upto`: the successor of a string.

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

fn following(interp: &mut Interp<'_>, string: &RString, _: &Args) -> R<Option<String>> {
    // All characters are taken apart.
    interp.reserve(string.get().len().saturating_mul(2 * size_of::<char>()))?;
    Ok(Some(next_text(&string.get(), string.is_binary())))
}

/// Unlike other methods with `!`, it always returns the string.
fn succ_in_place(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    succ_bang(interp, this, args)?;
    Ok(this.clone())
}

/// The successor of a string: that of `az` is `ba`.
fn next_text(text: &str, binary: bool) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.iter().any(|char| counts(*char, binary)) {
        next_alphanumeric(&mut chars, binary);
    } else {
        next_other(&mut chars, binary);
    }
    chars.into_iter().collect()
}

/// Whether a character is alphanumeric. If a string has such characters, only they are incremented.
fn counts(char: char, binary: bool) -> bool {
    char.is_ascii_alphanumeric() || (!binary && !char.is_ascii() && char.is_alphanumeric())
}

/// Increments the last alphanumeric character, and carries to those before it.
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
            // Across other characters, letters and digits do not carry to each other.
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

/// The next letter or digit, for one that is not the last of its kind.
fn next_letter(char: char) -> char {
    if char.is_ascii() {
        return char::from_u32(u32::from(char) + 1).unwrap_or(char);
    }
    let after = (u32::from(char) + 1..=u32::from(char::MAX)).filter_map(char::from_u32);
    after.take(1 << 12).find(|next| next.is_alphabetic() == char.is_alphabetic()).unwrap_or(char)
}

/// Increments the last character of a string without letters and digits.
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
        return Ok(interp.enumerator(this, "upto", args.list.to_vec()));
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

/// Visits the strings from one to another, as ranges of strings do.
pub(in crate::core) fn each_between(
    interp: &mut Interp<'_>,
    first: &str,
    last: &str,
    exclusive: bool,
    visit: &mut dyn FnMut(&mut Interp<'_>, String) -> R<()>,
) -> R<()> {
    let single = |text: &str| text.len() == 1;
    if single(first) && single(last) {
        // Between single ASCII characters, all characters are visited, not only alphanumeric ones.
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
        // Each is as long as the one before.
        interp.charge(1 + text.len() as u64 / 16)?;
        let end = text == last;
        let next = next_text(&text, false);
        visit(interp, text)?;
        // A string that is longer than the last one can never reach it.
        if end || next.is_empty() || next.len() > last.len() || (exclusive && next == last) {
            return Ok(());
        }
        text = next;
    }
}
