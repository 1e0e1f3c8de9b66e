//! `pack`: converts values to bytes according to a template of directives.

mod lines;

use std::{iter::Peekable, str::Chars};

use num_bigint::BigInt;

use super::this_items;
use crate::{
    Args, Interp, R,
    value::{RString, Val},
};

/// A directive: its letter, its count, and its modifiers.
struct Directive {
    letter: char,
    count: Count,
    big_endian: Option<bool>,
}

#[derive(Clone, Copy)]
enum Count {
    None,
    Number(usize),
    Star,
}

pub(super) fn pack(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let template = interp.arg_str(&args.get(0))?;
    let mut letters = template.chars().peekable();
    let mut items = this_items(interp, this)?.into_iter();
    let mut bytes = Vec::new();
    let (mut first, mut encodes) = (None, true);
    // One directive at a time, because the list of all of them could take much more than the template.
    while let Some(directive) = next_directive(interp, &mut letters)? {
        interp.step()?;
        add(interp, &directive, &mut items, &mut bytes)?;
        interp.check_growth(bytes.len())?;
        first.get_or_insert(directive.letter);
        encodes &= matches!(directive.letter, 'm' | 'M' | 'u');
    }
    let text = encodes || first == Some('U');
    Ok(match String::from_utf8(bytes) {
        Ok(string) if text => Val::str(string),
        Ok(string) => Val::Str(std::rc::Rc::new(RString::from_bytes(string.as_bytes()))),
        Err(error) => Val::bytes(error.as_bytes()),
    })
}

/// The next directive of a template; `None` at its end.
fn next_directive(interp: &mut Interp<'_>, chars: &mut Peekable<Chars<'_>>) -> R<Option<Directive>> {
    let Some(letter) = chars.find(|letter| !letter.is_whitespace()) else { return Ok(None) };
    let mut big_endian = None;
    while let Some(modifier) = chars.next_if(|char| matches!(char, '<' | '>' | '_' | '!')) {
        match modifier {
            '<' => big_endian = Some(false),
            '>' => big_endian = Some(true),
            _ => {}
        }
    }
    let mut digits = String::new();
    while let Some(digit) = chars.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    let count = if chars.next_if_eq(&'*').is_some() {
        Count::Star
    } else if digits.is_empty() {
        Count::None
    } else {
        let Ok(number) = digits.parse() else {
            return Err(interp.error("RangeError", "pack length too big"));
        };
        Count::Number(number)
    };
    Ok(Some(Directive { letter, count, big_endian }))
}

fn add(
    interp: &mut Interp<'_>,
    directive: &Directive,
    items: &mut std::vec::IntoIter<Val>,
    bytes: &mut Vec<u8>,
) -> R<()> {
    match directive.letter {
        'a' | 'A' | 'Z' | 'H' | 'h' | 'B' | 'b' | 'm' | 'M' | 'u' => {
            let item = next(interp, items)?;
            let text = match &item {
                Val::Str(text) => text.to_bytes(),
                Val::Nil => Vec::new(),
                other if directive.letter == 'M' => interp.to_s(other)?.into_bytes(),
                _ => return Err(interp.no_conversion(&item, "String")),
            };
            add_text(interp, directive, &text, bytes)
        }
        'x' => {
            let count = if let Count::Number(count) = directive.count { count } else { 1 };
            interp.check_size(count)?;
            bytes.resize(bytes.len() + count, 0);
            Ok(())
        }
        '@' => {
            let place = if let Count::Number(place) = directive.count { place } else { 1 };
            interp.check_size(place)?;
            bytes.resize(place, 0);
            Ok(())
        }
        'X' => {
            let count = if let Count::Number(count) = directive.count { count } else { 1 };
            match bytes.len().checked_sub(count) {
                Some(length) => {
                    bytes.truncate(length);
                    Ok(())
                }
                None => Err(interp.argument_error("X outside of string")),
            }
        }
        'C' | 'c' | 'S' | 's' | 'L' | 'l' | 'I' | 'i' | 'Q' | 'q' | 'J' | 'j' | 'n' | 'N' | 'v' | 'V'
        | 'U' | 'w' | 'd' | 'D' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' => {
            let count = match directive.count {
                Count::None => 1,
                Count::Number(count) => count,
                Count::Star => items.len(),
            };
            for _ in 0..count {
                let item = next(interp, items)?;
                add_number(interp, directive, &item, bytes)?;
            }
            Ok(())
        }
        letter => {
            let message = format!("unknown pack directive '{letter}'");
            Err(interp.argument_error(message))
        }
    }
}

fn next(interp: &mut Interp<'_>, items: &mut std::vec::IntoIter<Val>) -> R {
    interp.step()?;
    match items.next() {
        Some(item) => Ok(item),
        None => Err(interp.argument_error("too few arguments")),
    }
}

fn add_text(interp: &mut Interp<'_>, directive: &Directive, text: &[u8], bytes: &mut Vec<u8>) -> R<()> {
    // What is encoded is at most four times as long, and text beside the bytes for a moment.
    interp.reserve(text.len().saturating_mul(if matches!(directive.letter, 'm' | 'M' | 'u') {
        8
    } else {
        2
    }))?;
    match directive.letter {
        'a' | 'A' | 'Z' => {
            let filler = if directive.letter == 'A' { b' ' } else { 0 };
            let len = match directive.count {
                Count::None => 1,
                Count::Number(count) => count,
                Count::Star => text.len() + usize::from(directive.letter == 'Z'),
            };
            interp.check_size(len)?;
            bytes.extend(text.iter().copied().chain(std::iter::repeat(filler)).take(len));
        }
        'H' | 'h' => {
            let len = match directive.count {
                Count::None => 1,
                Count::Number(count) => count,
                Count::Star => text.len(),
            };
            interp.check_size(len)?;
            let digits: Vec<u8> =
                text.iter().copied().chain(std::iter::repeat(b'0')).take(len).map(nibble).collect();
            for pair in digits.chunks(2) {
                let (first, second) = (pair.first().copied().unwrap_or(0), pair.get(1).copied().unwrap_or(0));
                bytes.push(if directive.letter == 'H' { first << 4 | second } else { second << 4 | first });
            }
        }
        'B' | 'b' => {
            let len = match directive.count {
                Count::None => 1,
                Count::Number(count) => count,
                Count::Star => text.len(),
            };
            interp.check_size(len)?;
            for group in text.get(..len).unwrap_or(text).chunks(8) {
                let byte = group.iter().enumerate().fold(0u8, |byte, (index, bit)| {
                    let place = if directive.letter == 'B' { 7 - index } else { index };
                    byte | (bit & 1) << place
                });
                bytes.push(byte);
            }
            // Ruby fills up with a byte for every two bits that are missing.
            bytes.resize(bytes.len() + len.saturating_sub(text.len()).div_ceil(2), 0);
        }
        'M' => bytes.extend(lines::quoted_printable(text, directive.count).into_bytes()),
        'u' => bytes.extend(lines::uuencoded(text, directive.count).into_bytes()),
        _ => bytes.extend(lines::base64(text, directive.count).into_bytes()),
    }
    Ok(())
}

/// The value of a hexadecimal digit. Like Ruby, it takes any letter and uses its low bits.
fn nibble(char: u8) -> u8 {
    if char.is_ascii_alphabetic() { ((char & 7) + 9) & 15 } else { char & 15 }
}

fn add_number(interp: &mut Interp<'_>, directive: &Directive, item: &Val, bytes: &mut Vec<u8>) -> R<()> {
    if matches!(directive.letter, 'd' | 'D' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G') {
        let number = match item {
            Val::Float(number) => *number,
            Val::Int(number) => *number as f64,
            _ => {
                let class = interp.real_class(item).name();
                return Err(interp.type_error(format!("can't convert {class} into Float")));
            }
        };
        match directive.letter {
            'd' | 'D' | 'E' => bytes.extend(number.to_le_bytes()),
            'f' | 'F' | 'e' => bytes.extend((number as f32).to_le_bytes()),
            'g' => bytes.extend((number as f32).to_be_bytes()),
            _ => bytes.extend(number.to_be_bytes()),
        }
        return Ok(());
    }
    let number = match item {
        Val::Big(number) => (**number).clone(),
        _ => BigInt::from(interp.arg_int(item)?),
    };
    let (size, big_endian) = match directive.letter {
        'C' | 'c' => (1, false),
        'S' | 's' => (2, directive.big_endian == Some(true)),
        'L' | 'l' | 'I' | 'i' => (4, directive.big_endian == Some(true)),
        'n' => (2, true),
        'v' => (2, false),
        'N' => (4, true),
        'V' => (4, false),
        'U' => return add_char(interp, &number, bytes),
        'w' => return add_seven_bits(interp, &number, bytes),
        _ => (8, directive.big_endian == Some(true)),
    };
    // The low bytes of the number in two's complement, as Ruby takes them from a number that is too large.
    let mut low = number.to_signed_bytes_le();
    let filler = if number.sign() == num_bigint::Sign::Minus { 0xff } else { 0 };
    low.resize(low.len().max(size), filler);
    low.truncate(size);
    if big_endian {
        low.reverse();
    }
    bytes.extend(low);
    Ok(())
}

fn add_char(interp: &mut Interp<'_>, number: &BigInt, bytes: &mut Vec<u8>) -> R<()> {
    match u32::try_from(number).ok().and_then(char::from_u32) {
        Some(char) => bytes.extend(char.to_string().into_bytes()),
        None => return Err(interp.error("RangeError", "pack(U): value out of range")),
    }
    Ok(())
}

/// BER compressed integer: seven bits per byte, the highest first. All bytes but the last have their high bit set.
fn add_seven_bits(interp: &mut Interp<'_>, number: &BigInt, bytes: &mut Vec<u8>) -> R<()> {
    if number.sign() == num_bigint::Sign::Minus {
        return Err(interp.argument_error("can't compress negative numbers"));
    }
    let (_, mut groups) = number.to_radix_be(128);
    if let Some((_, before)) = groups.split_last_mut() {
        before.iter_mut().for_each(|group| *group |= 0x80);
    }
    bytes.extend(groups);
    Ok(())
}
