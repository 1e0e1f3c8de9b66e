//! UTF-16 and UTF-32: the bytes of strings whose units are wider than a byte.

use crate::core::encoding::Kind;

/// The bytes of a string.
pub(super) fn encode(text: &str, kind: Kind) -> Vec<u8> {
    match kind {
        Kind::Utf16 { little, mark } => {
            let units = mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16());
            units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
        }
        Kind::Utf32 { little } => {
            let units = text.chars().map(u32::from);
            units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
        }
        _ => text.as_bytes().to_vec(),
    }
}

/// Decodes bytes to a string; `None` if they are not valid.
pub(super) fn decode(bytes: &[u8], kind: Kind) -> Option<String> {
    match kind {
        Kind::Utf16 { little, mark } => {
            let (little, bytes) = match bytes {
                [0xFF, 0xFE, rest @ ..] if mark => (true, rest),
                [0xFE, 0xFF, rest @ ..] if mark => (false, rest),
                bytes => (little, bytes),
            };
            let (pairs, []) = bytes.as_chunks::<2>() else { return None };
            let unit =
                |pair: &[u8; 2]| if little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) };
            char::decode_utf16(pairs.iter().map(unit)).collect::<Result<String, _>>().ok()
        }
        Kind::Utf32 { little } => {
            let (fours, []) = bytes.as_chunks::<4>() else { return None };
            let unit =
                |four: &[u8; 4]| if little { u32::from_le_bytes(*four) } else { u32::from_be_bytes(*four) };
            fours.iter().map(|four| char::from_u32(unit(four))).collect()
        }
        _ => String::from_utf8(bytes.to_vec()).ok(),
    }
}
