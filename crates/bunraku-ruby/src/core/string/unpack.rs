//! `unpack`: reads values from bytes according to a template.

mod decode;
mod numbers;

use num_bigint::{BigInt, Sign};

use self::{
    decode::{base64, quoted_printable, uuencoded},
    numbers::{number_kind, numbers},
};
use super::string;
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    core::numbers::check_bits,
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] =
    &[method("unpack", 1, 2, unpack), method("unpack1", 1, 2, unpack1)];

fn unpack(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let values = unpacked(interp, this, args)?;
    match &args.block {
        Some(block) => {
            for value in values {
                interp.yield_one(block, value)?;
            }
            Ok(Val::Nil)
        }
        None => Ok(Val::array(values)),
    }
}

fn unpack1(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(unpacked(interp, this, args)?.into_iter().next().unwrap_or_default())
}

/// The count of a directive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Once,
    Times(usize),
    Rest,
}

fn unpacked(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R<Vec<Val>> {
    let string = string(interp, this)?;
    args.check_plain(interp, 1, 1)?;
    let template = interp.arg_str(&args.get(0))?;
    let bytes = string.to_bytes();
    let start = match args.option("offset") {
        Some(offset) => interp.arg_int(&offset)?,
        None => 0,
    };
    let Some(mut at) = usize::try_from(start).ok().filter(|start| *start <= bytes.len()) else {
        return Err(interp.argument_error("offset outside of string"));
    };
    let mut values = Vec::new();
    let mut chars = template.chars().peekable();
    while let Some(letter) = chars.next() {
        interp.step()?;
        if letter.is_ascii_whitespace() {
            continue;
        }
        if letter == '#' {
            chars.by_ref().find(|char| *char == '\n');
            continue;
        }
        let mut big_endian = false;
        let mut native = false;
        while let Some(modifier) = chars.next_if(|char| matches!(char, '_' | '!' | '<' | '>')) {
            match modifier {
                '>' => big_endian = true,
                '<' => big_endian = false,
                _ => native = true,
            }
        }
        let count = match chars.peek() {
            Some('*') => {
                chars.next();
                Count::Rest
            }
            Some(digit) if digit.is_ascii_digit() => {
                let mut number = 0usize;
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    number =
                        number.saturating_mul(10).saturating_add(digit.to_digit(10).unwrap_or(0) as usize);
                }
                Count::Times(number)
            }
            _ => Count::Once,
        };
        let rest = bytes.get(at..).unwrap_or_default();
        at += match letter {
            'a' | 'A' | 'Z' => {
                interp.check_size(times(count, usize::MAX).min(rest.len()))?;
                text(rest, letter, count, &mut values)
            }
            'b' | 'B' | 'h' | 'H' => {
                interp.check_size(times(count, usize::MAX).min(rest.len().saturating_mul(8)))?;
                digits(rest, letter, count, &mut values)
            }
            'm' => {
                interp.check_size(rest.len())?;
                values.push(Val::bytes(&base64(interp, rest, count)?));
                rest.len()
            }
            'M' => {
                interp.check_size(rest.len())?;
                values.push(Val::bytes(&quoted_printable(rest)));
                rest.len()
            }
            'u' => {
                interp.check_size(rest.len())?;
                values.push(Val::bytes(&uuencoded(rest)));
                rest.len()
            }
            'U' => utf8(interp, rest, count, &mut values)?,
            'w' => compressed(interp, rest, count, &mut values)?,
            'x' => skipped(interp, rest, count)?,
            'X' => {
                at = at.saturating_sub(times(count, 0));
                0
            }
            '@' => {
                at = times(count, 0).min(bytes.len());
                0
            }
            _ => match number_kind(letter, big_endian, native) {
                Some(kind) => numbers(interp, rest, kind, count, &mut values)?,
                // Ruby warns about an unknown directive and continues.
                None => 0,
            },
        };
    }
    Ok(values)
}

fn times(count: Count, rest: usize) -> usize {
    match count {
        Count::Once => 1,
        Count::Times(times) => times,
        Count::Rest => rest,
    }
}

/// `a` reads a string as it is, `A` without trailing blanks and NULs, `Z` up to the first NUL.
fn text(rest: &[u8], letter: char, count: Count, values: &mut Vec<Val>) -> usize {
    let length = times(count, rest.len()).min(rest.len());
    let piece = rest.get(..length).unwrap_or_default();
    match letter {
        'a' => values.push(Val::bytes(piece)),
        'A' => {
            let end = piece.iter().rposition(|byte| !matches!(byte, b' ' | 0)).map_or(0, |last| last + 1);
            values.push(Val::bytes(piece.get(..end).unwrap_or_default()));
        }
        _ => {
            let end = piece.iter().position(|byte| *byte == 0);
            values.push(Val::bytes(piece.get(..end.unwrap_or(length)).unwrap_or_default()));
            // Without a length, reading continues after the NUL.
            if count == Count::Rest {
                return end.map_or(length, |end| end + 1);
            }
        }
    }
    length
}

/// Bits or hexadecimal digits, the lowest or the highest first.
fn digits(rest: &[u8], letter: char, count: Count, values: &mut Vec<Val>) -> usize {
    let (each, hex) = if matches!(letter, 'b' | 'B') { (8, false) } else { (2, true) };
    let length = times(count, rest.len() * each).min(rest.len() * each);
    let mut text = String::with_capacity(length);
    for at in 0..length {
        let byte = u32::from(rest.get(at / each).copied().unwrap_or(0));
        let place = at % each;
        let digit = match letter {
            'b' => byte >> place & 1,
            'B' => byte >> (7 - place) & 1,
            'h' => byte >> (4 * place) & 15,
            _ => byte >> (4 * (1 - place)) & 15,
        };
        text.push(char::from_digit(digit, if hex { 16 } else { 2 }).unwrap_or('0'));
    }
    values.push(Val::str(text));
    length.div_ceil(each)
}

fn utf8(interp: &mut Interp<'_>, rest: &[u8], count: Count, values: &mut Vec<Val>) -> R<usize> {
    let valid = match std::str::from_utf8(rest) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(rest.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or(""),
    };
    let wanted = times(count, usize::MAX);
    let mut taken = 0;
    interp.check_elements(wanted.min(valid.len()).saturating_mul(2))?;
    for char in valid.chars().take(wanted) {
        values.push(Val::Int(i64::from(u32::from(char))));
        taken += char.len_utf8();
    }
    if taken == valid.len() && valid.len() < rest.len() && valid.chars().count() < wanted {
        return Err(interp.argument_error("malformed UTF-8 character"));
    }
    Ok(taken)
}

/// BER compressed integers: seven bits per byte, where the highest bit means that another byte follows.
fn compressed(interp: &mut Interp<'_>, rest: &[u8], count: Count, values: &mut Vec<Val>) -> R<usize> {
    let wanted = times(count, usize::MAX);
    interp.check_elements(wanted.min(rest.len()))?;
    let mut taken = 0;
    for number in rest.split_inclusive(|byte| byte & 0x80 == 0).take(wanted) {
        taken += number.len();
        if number.last().is_some_and(|last| last & 0x80 == 0) {
            check_bits(interp, number.len().saturating_mul(7) as u64)?;
            let digits: Vec<u8> = number.iter().map(|byte| byte & 0x7f).collect();
            let number = BigInt::from_radix_be(Sign::Plus, &digits, 128).unwrap_or_default();
            values.push(Val::integer(number));
        }
    }
    Ok(taken)
}

fn skipped(interp: &mut Interp<'_>, rest: &[u8], count: Count) -> R<usize> {
    let length = times(count, rest.len());
    if length > rest.len() { Err(interp.argument_error("x outside of string")) } else { Ok(length) }
}
