//! Decodes bytes: source is UTF-8 without a byte order mark.

use bunraku_diag::{TextRange, codes};

use crate::SyntaxError;

/// The byte order marks that are recognized, longest first if one is a prefix of another.
const MARKS: [(&[u8], &str); 10] = [
    (&[0x00, 0x00, 0xfe, 0xff], "UTF-32"),
    (&[0xff, 0xfe, 0x00, 0x00], "UTF-32"),
    (&[0x84, 0x31, 0x95, 0x33], "GB-18030"),
    (&[0xdd, 0x73, 0x66, 0x73], "UTF-EBCDIC"),
    (&[0x0e, 0xfe, 0xff], "SCSU"),
    (&[0xef, 0xbb, 0xbf], "UTF-8"),
    (&[0xf7, 0x64, 0x4c], "UTF-1"),
    (&[0xfb, 0xee, 0x28], "BOCU"),
    (&[0xfe, 0xff], "UTF-16"),
    (&[0xff, 0xfe], "UTF-16"),
];

/// The maximum length of a file: offsets have 32 bits.
const MAX_LENGTH: usize = u32::MAX as usize - 16;

/// Decodes the bytes of a file.
///
/// The place of an error is an offset into `String::from_utf8_lossy(bytes)`.
#[expect(clippy::result_large_err, reason = "called once a file")]
pub fn decode(bytes: &[u8]) -> Result<&str, SyntaxError> {
    if let Some((mark, name)) = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        let shown: Vec<String> = mark.iter().map(|byte| format!("{byte:02X}")).collect();
        let message = format!("the file starts with a byte order mark of {name} ({})", shown.join(" "));
        let error = SyntaxError::new(codes::BYTE_ORDER_MARK, TextRange::at(0), message);
        return Err(error
            .label("before the first character")
            .help("save it as UTF-8 without a byte order mark"));
    }
    if bytes.len() > MAX_LENGTH {
        let message = "the file is larger than 4 GiB";
        let error = SyntaxError::new(codes::FILE_TOO_LARGE, TextRange::at(0), message);
        return Err(error.help("split it into several files"));
    }
    std::str::from_utf8(bytes).map_err(|broken| {
        let valid = broken.valid_up_to();
        let byte = bytes.get(valid).copied().unwrap_or(0);
        let range = TextRange::new(valid as u32, valid as u32 + 3);
        let message = format!("the byte {byte:02X} is not valid UTF-8");
        SyntaxError::new(codes::INVALID_UTF8, range, message)
            .label("not UTF-8")
            .help("save the file as UTF-8; in strings, a character can be written as `\\u00E5`")
    })
}
