//! Strings as sequences of bytes.

use std::rc::Rc;

use super::{changeable, index::range_in, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::{Form, RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("bytesize", 0, 0, bytesize),
    method("bytes", 0, 0, bytes),
    method("each_byte", 0, 0, each_byte),
    method("getbyte", 1, 1, getbyte),
    method("setbyte", 2, 2, setbyte),
    method("byteslice", 1, 2, byteslice),
    method("b", 0, 0, b),
    method("sum", 0, 1, sum),
];

/// A part of a string as a new string. A part of a UTF-8 string that is not valid UTF-8 keeps its bytes.
pub(super) fn from_bytes(string: &RString, bytes: Vec<u8>) -> RString {
    match string.form() {
        Form::Binary => RString::from_bytes(&bytes),
        Form::Utf8 | Form::Invalid => RString::from_utf8(bytes),
    }
}

fn bytesize(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let string = string(interp, this)?;
    let size = if string.is_binary() { string.get().chars().count() } else { string.get().len() };
    Ok(Val::Int(size as i64))
}

fn values(interp: &mut Interp<'_>, string: &RString) -> R<Vec<Val>> {
    interp.check_elements(string.get().len())?;
    Ok(bytes_of(interp, string)?.into_iter().map(|byte| Val::Int(i64::from(byte))).collect())
}

fn bytes(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.block.is_some() {
        return each_byte(interp, this, args);
    }
    let string = string(interp, this)?;
    Ok(Val::array(values(interp, &string)?))
}

fn each_byte(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, "each_byte", args.list.to_vec()));
    };
    let string = string(interp, this)?;
    for byte in values(interp, &string)? {
        interp.yield_one(&block, byte)?;
    }
    Ok(this.clone())
}

/// The position of an index, which may be negative; `None` if it is out of bounds.
fn place(index: i64, length: usize) -> Option<usize> {
    let length = i64::try_from(length).ok()?;
    let index = if index < 0 { index.checked_add(length)? } else { index };
    usize::try_from(index).ok().filter(|_| index < length)
}

fn getbyte(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let index = interp.arg_int(&args.get(0))?;
    let bytes = string(interp, this)?.to_bytes();
    let byte = place(index, bytes.len()).and_then(|index| bytes.get(index).copied());
    Ok(byte.map(i64::from).into())
}

fn setbyte(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = changeable(interp, this)?;
    let (index, value) = (interp.arg_int(&args.get(0))?, interp.arg_int(&args.get(1))?);
    let mut bytes = bytes_of(interp, &string)?;
    let Some(byte) = place(index, bytes.len()).and_then(|index| bytes.get_mut(index)) else {
        return Err(interp.error("IndexError", format!("index {index} out of string")));
    };
    *byte = u8::try_from(value & 0xff).unwrap_or(0);
    string.become_copy_of(&from_bytes(&string, bytes));
    Ok(args.get(1))
}

fn byteslice(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let string = string(interp, this)?;
    let bytes = bytes_of(interp, &string)?;
    let span = match (args.get(0), args.at(1)) {
        (Val::Range(range), None) => range_in(interp, &range, bytes.len())?,
        (index, None) => {
            let index = interp.arg_int(&index)?;
            place(index, bytes.len()).map(|index| (index, 1))
        }
        (index, Some(count)) => {
            let (index, count) = (interp.arg_int(&index)?, interp.arg_int(count)?);
            let start =
                if index == bytes.len() as i64 { Some(bytes.len()) } else { place(index, bytes.len()) };
            start.zip(usize::try_from(count).ok())
        }
    };
    let part = span.and_then(|(start, count)| {
        bytes.get(start..start.saturating_add(count).min(bytes.len())).map(<[u8]>::to_vec)
    });
    Ok(part.map(|part| Val::Str(Rc::new(from_bytes(&string, part)))).unwrap_or_default())
}

/// A binary copy.
fn b(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Str(Rc::new(RString::from_bytes(&string(interp, this)?.to_bytes()))))
}

/// The sum of the bytes modulo a power of two.
fn sum(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let bits = match args.at(0) {
        Some(bits) => interp.arg_int(bits)?,
        None => 16,
    };
    let sum: i64 = string(interp, this)?.to_bytes().into_iter().map(i64::from).sum();
    Ok(Val::Int(if (1..63).contains(&bits) { sum & ((1 << bits) - 1) } else { sum }))
}

/// The bytes of a string. All of them are copied, which counts as steps.
fn bytes_of(interp: &mut Interp<'_>, string: &RString) -> R<Vec<u8>> {
    interp.charge(string.get().len() as u64 / 256)?;
    Ok(string.to_bytes())
}
