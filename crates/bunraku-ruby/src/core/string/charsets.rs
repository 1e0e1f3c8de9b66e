//! Character sets: `tr`, `delete`, `squeeze` and `count`.

use std::collections::HashMap;

use super::{both_forms, string};
use crate::{
    Args, Interp, R,
    class::{ANY, NativeMethod, method},
    value::{RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("tr", 2, 2, tr),
    method("tr!", 2, 2, tr_in_place),
    method("tr_s", 2, 2, tr_s),
    method("tr_s!", 2, 2, tr_s_in_place),
    method("delete", 1, ANY, delete),
    method("delete!", 1, ANY, delete_in_place),
    method("squeeze", 0, ANY, squeeze),
    method("squeeze!", 0, ANY, squeeze_in_place),
    method("count", 1, ANY, count),
];

both_forms! {
    translated => tr, tr_in_place;
    translated_squeezed => tr_s, tr_s_in_place;
    without => delete, delete_in_place;
    squeezed => squeeze, squeeze_in_place;
}

/// A character set, such as `a-z` or `^a-z`.
struct CharSet {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl CharSet {
    fn parse(interp: &mut Interp<'_>, text: &str) -> R<CharSet> {
        interp.reserve(text.len().saturating_mul(size_of::<char>() + size_of::<(char, char)>()))?;
        let mut chars: Vec<char> = text.chars().collect();
        let negated = chars.len() > 1 && chars.first() == Some(&'^');
        if negated {
            chars.remove(0);
        }
        let mut ranges = Vec::new();
        let mut at = 0;
        while let Some(first) = escaped(&chars, &mut at) {
            // A hyphen at the end is literal.
            if chars.get(at) == Some(&'-') && at + 1 < chars.len() {
                at += 1;
                let last = escaped(&chars, &mut at).unwrap_or(first);
                if last < first {
                    let message = format!("invalid range \"{first}-{last}\" in string transliteration");
                    return Err(interp.argument_error(message));
                }
                ranges.push((first, last));
            } else {
                ranges.push((first, first));
            }
        }
        Ok(CharSet { negated, ranges })
    }

    fn contains(&self, char: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&char)) != self.negated
    }

    /// The position of a character in the set, the last one if it occurs twice.
    fn position(&self, char: char) -> Option<usize> {
        let mut before = 0;
        let mut found = None;
        for (first, last) in &self.ranges {
            if (*first..=*last).contains(&char) {
                found = Some(before + (u32::from(char) - u32::from(*first)) as usize);
            }
            before += (u32::from(*last) - u32::from(*first)) as usize + 1;
        }
        found
    }

    /// The character at a position. The last one is used for all positions after it.
    fn at(&self, position: usize) -> Option<char> {
        let mut before = 0;
        for (first, last) in &self.ranges {
            let count = (u32::from(*last) - u32::from(*first)) as usize + 1;
            if position < before + count {
                let offset = u32::try_from(position - before).unwrap_or(0);
                return char::from_u32(u32::from(*first) + offset).or(Some(*last));
            }
            before += count;
        }
        self.ranges.last().map(|(_, last)| *last)
    }
}

/// The next character of a set. A backslash makes the one after it literal.
fn escaped(chars: &[char], at: &mut usize) -> Option<char> {
    let mut char = *chars.get(*at)?;
    if char == '\\'
        && let Some(next) = chars.get(*at + 1)
    {
        char = *next;
        *at += 1;
    }
    *at += 1;
    Some(char)
}

/// Up to how many ranges are looked at again for each character.
const FEW: usize = 16;

/// What sets answer about each character that has occurred. Sets may be long, and so may be what is compared with them.
struct Answers<T> {
    ranges: usize,
    known: HashMap<char, T>,
}

impl<T: Copy> Answers<T> {
    fn of<'s>(sets: impl IntoIterator<Item = &'s CharSet>) -> Answers<T> {
        let ranges = sets.into_iter().map(|set| set.ranges.len()).sum();
        Answers { ranges, known: HashMap::new() }
    }

    fn about(&mut self, interp: &mut Interp<'_>, char: char, find: impl FnOnce(char) -> T) -> R<T> {
        if self.ranges <= FEW {
            return Ok(find(char));
        }
        if let Some(known) = self.known.get(&char) {
            return Ok(*known);
        }
        interp.charge(1 + self.ranges as u64 / 32)?;
        let found = find(char);
        self.known.insert(char, found);
        Ok(found)
    }
}

/// The sets of all arguments. A character must be in each of them.
struct Sets {
    all: Vec<CharSet>,
    answers: Answers<bool>,
}

impl Sets {
    fn of(interp: &mut Interp<'_>, args: &Args) -> R<Sets> {
        let mut all = Vec::with_capacity(args.len());
        for arg in &args.list {
            let text = interp.arg_str(arg)?;
            all.push(CharSet::parse(interp, &text)?);
        }
        let answers = Answers::of(&all);
        Ok(Sets { all, answers })
    }

    fn contain(&mut self, interp: &mut Interp<'_>, char: char) -> R<bool> {
        let all = &self.all;
        self.answers.about(interp, char, |char| all.iter().all(|set| set.contains(char)))
    }
}

fn translated(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    translate(interp, string, args, false)
}

fn translated_squeezed(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    translate(interp, string, args, true)
}

/// Replaces each character of the first set by the one at the same position in the second.
fn translate(interp: &mut Interp<'_>, string: &RString, args: &Args, squeeze: bool) -> R<Option<String>> {
    let (from, to) = (interp.arg_str(&args.get(0))?, interp.arg_str(&args.get(1))?);
    let from = CharSet::parse(interp, &from)?;
    // `^` does not negate the replacement set.
    let to = match to.strip_prefix('^') {
        Some(rest) if !rest.is_empty() => CharSet::parse(interp, &format!("\\^{rest}"))?,
        _ => CharSet::parse(interp, &to)?,
    };
    // `None` for a character that stays, and what it becomes otherwise: nothing, or another character.
    let replacement = |char: char| {
        // Characters have no position in a negated set. The last replacement is used for all of them.
        let place = |char| if from.negated { usize::MAX } else { from.position(char).unwrap_or(usize::MAX) };
        from.contains(char).then(|| to.at(place(char)))
    };
    let mut answers = Answers::of([&from, &to]);
    let text = string.get();
    let mut result = String::new();
    let mut last = None;
    let mut found = false;
    for char in text.chars() {
        let Some(new) = answers.about(interp, char, replacement)? else {
            interp.append(&mut result, char.encode_utf8(&mut [0; 4]))?;
            last = None;
            continue;
        };
        found = true;
        let Some(new) = new else { continue };
        if !(squeeze && last == Some(new)) {
            interp.append(&mut result, new.encode_utf8(&mut [0; 4]))?;
        }
        last = Some(new);
    }
    Ok(found.then_some(result))
}

fn without(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let mut sets = Sets::of(interp, args)?;
    let text = string.get();
    let mut rest = String::new();
    for char in text.chars() {
        if !sets.contain(interp, char)? {
            interp.append(&mut rest, char.encode_utf8(&mut [0; 4]))?;
        }
    }
    Ok((rest.len() != text.len()).then_some(rest))
}

fn squeezed(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Option<String>> {
    let mut sets = Sets::of(interp, args)?;
    let text = string.get();
    let mut result = String::new();
    let mut last = None;
    for char in text.chars() {
        if last != Some(char) || !sets.contain(interp, char)? {
            interp.append(&mut result, char.encode_utf8(&mut [0; 4]))?;
        }
        last = Some(char);
    }
    Ok((result.len() != text.len()).then_some(result))
}

fn count(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let mut sets = Sets::of(interp, args)?;
    let mut count = 0;
    for char in string.get().chars() {
        count += i64::from(sets.contain(interp, char)?);
    }
    Ok(Val::Int(count))
}
