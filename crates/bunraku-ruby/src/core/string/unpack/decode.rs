//! Decodes base64, quoted-printable and uuencode.

use bunraku_pcore::values::Binary;

use super::Count;
use crate::{Interp, R};

pub(super) fn base64(interp: &mut Interp<'_>, rest: &[u8], count: Count) -> R<Vec<u8>> {
    if count != Count::Times(0) {
        return Ok(Binary::from_base64(rest).as_bytes().to_vec());
    }
    let decoded = std::str::from_utf8(rest).ok().and_then(Binary::from_base64_strict);
    let decoded = decoded.ok_or_else(|| interp.argument_error("invalid base64"))?;
    Ok(decoded.as_bytes().to_vec())
}

pub(super) fn quoted_printable(rest: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rest.len());
    let mut at = 0;
    while let Some(byte) = rest.get(at) {
        at += 1;
        if *byte != b'=' {
            bytes.push(*byte);
            continue;
        }
        let next = rest.get(at..).unwrap_or_default();
        if next.starts_with(b"\r\n") {
            at += 2;
        } else if next.starts_with(b"\n") {
            at += 1;
        } else {
            let digits = next.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
            match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                Some(value) => {
                    bytes.push(value);
                    at += 2;
                }
                None => {
                    bytes.push(b'=');
                    bytes.extend_from_slice(next);
                    break;
                }
            }
        }
    }
    bytes
}

pub(super) fn uuencoded(rest: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in rest.split(|byte| *byte == b'\n') {
        let Some((length, data)) = line.split_first() else { continue };
        let length = usize::from(length.wrapping_sub(32) & 63);
        let mut decoded = Vec::with_capacity(length);
        for group in data.chunks(4) {
            let value =
                |index: usize| u32::from(group.get(index).copied().unwrap_or(32).wrapping_sub(32) & 63);
            let bits = value(0) << 18 | value(1) << 12 | value(2) << 6 | value(3);
            decoded.extend_from_slice(bits.to_be_bytes().get(1..).unwrap_or_default());
        }
        decoded.truncate(length);
        bytes.extend(decoded);
    }
    bytes
}
