//! Numbers with a fixed size in bytes.

use super::{Count, times};
use crate::{Interp, R, value::Val};

/// How a number is stored.
#[derive(Clone, Copy)]
pub(super) struct NumberKind {
    size: usize,
    signed: bool,
    float: bool,
    big_endian: bool,
}

pub(super) fn number_kind(letter: char, big_endian: bool, native: bool) -> Option<NumberKind> {
    let (size, signed, float, big_endian) = match letter {
        'C' => (1, false, false, false),
        'c' => (1, true, false, false),
        'S' => (2, false, false, big_endian),
        's' => (2, true, false, big_endian),
        'n' => (2, false, false, true),
        'v' => (2, false, false, false),
        'L' if native => (8, false, false, big_endian),
        'l' if native => (8, true, false, big_endian),
        'L' | 'I' => (4, false, false, big_endian),
        'l' | 'i' => (4, true, false, big_endian),
        'N' => (4, false, false, true),
        'V' => (4, false, false, false),
        'Q' | 'J' => (8, false, false, big_endian),
        'q' | 'j' => (8, true, false, big_endian),
        'D' | 'd' | 'E' => (8, true, true, false),
        'G' => (8, true, true, true),
        'F' | 'f' | 'e' => (4, true, true, false),
        'g' => (4, true, true, true),
        _ => return None,
    };
    Some(NumberKind { size, signed, float, big_endian })
}

pub(super) fn numbers(
    interp: &mut Interp<'_>,
    rest: &[u8],
    kind: NumberKind,
    count: Count,
    values: &mut Vec<Val>,
) -> R<usize> {
    let fitting = rest.len() / kind.size;
    let wanted = times(count, fitting);
    interp.check_elements(wanted)?;
    for piece in rest.chunks_exact(kind.size).take(wanted) {
        values.push(read_number(piece, kind));
    }
    // Missing numbers are `nil`.
    values.extend((fitting..wanted).map(|_| Val::Nil));
    Ok(wanted.min(fitting) * kind.size)
}

fn read_number(piece: &[u8], kind: NumberKind) -> Val {
    let byte = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
    let raw = if kind.big_endian { piece.iter().fold(0, byte) } else { piece.iter().rev().fold(0, byte) };
    let bits = u32::try_from(kind.size * 8).unwrap_or(64);
    if kind.float {
        return Val::Float(match kind.size {
            4 => f64::from(f32::from_bits(u32::try_from(raw).unwrap_or(0))),
            _ => f64::from_bits(raw),
        });
    }
    if kind.signed {
        let shift = 64 - bits;
        return Val::Int((raw << shift).cast_signed() >> shift);
    }
    Val::integer(num_bigint::BigInt::from(raw))
}
