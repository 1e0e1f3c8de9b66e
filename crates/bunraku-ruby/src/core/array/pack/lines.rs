//! Bytes encoded as text: base64, quoted-printable and uuencode.

use bunraku_pcore::values::Binary;

use super::Count;

/// Base64 in lines of 60 characters by default. A count of 0 gives a single line without a line end.
pub(super) fn base64(text: &[u8], count: Count) -> String {
    let encode = |bytes: &[u8]| Binary::new(bytes.iter().copied()).to_base64_strict();
    let per_line = match count {
        Count::Number(0) => return encode(text),
        count => line_length(count),
    };
    text.chunks(per_line).map(|line| encode(line) + "\n").collect()
}

fn line_length(count: Count) -> usize {
    match count {
        Count::Number(count) if count >= 3 => count / 3 * 3,
        _ => 45,
    }
}

/// Quoted-printable: bytes that are not printable ASCII become `=` and two hexadecimal digits, and long lines are
/// broken after a `=`.
pub(super) fn quoted_printable(text: &[u8], count: Count) -> String {
    let limit = match count {
        Count::Number(count) if count > 1 => count,
        _ => 72,
    };
    let mut shown = String::with_capacity(text.len());
    let (mut column, mut before) = (0, None);
    for byte in text {
        match byte {
            b'\n' => {
                // A blank at the end of a line could be lost in transport, so a soft line break follows it.
                if matches!(before, Some(b' ' | b'\t')) {
                    shown.push_str("=\n");
                }
                shown.push('\n');
                (column, before) = (0, Some(b'\n'));
            }
            b'=' | 127.. | 0..=8 | 10..=31 => {
                shown.push_str(&format!("={byte:02X}"));
                (column, before) = (column + 3, None);
            }
            plain => {
                shown.push(char::from(*plain));
                (column, before) = (column + 1, Some(*plain));
            }
        }
        if column > limit {
            shown.push_str("=\n");
            (column, before) = (0, Some(b'\n'));
        }
    }
    if column > 0 {
        shown.push_str("=\n");
    }
    shown
}

/// Uuencode: lines that start with their length, with six bits per character.
pub(super) fn uuencoded(text: &[u8], count: Count) -> String {
    let char = |bits: u8| if bits == 0 { '`' } else { char::from(bits + b' ') };
    let mut shown = String::with_capacity(text.len() * 3 / 2);
    for line in text.chunks(line_length(count)) {
        shown.push(char(u8::try_from(line.len()).unwrap_or(63) & 63));
        for group in line.chunks(3) {
            let byte = |index: usize| group.get(index).copied().unwrap_or(0);
            let (a, b, c) = (byte(0), byte(1), byte(2));
            shown.extend([a >> 2, (a & 3) << 4 | b >> 4, (b & 15) << 2 | c >> 6, c & 63].map(char));
        }
        shown.push('\n');
    }
    shown
}
