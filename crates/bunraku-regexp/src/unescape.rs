//! The first pass over a pattern, as in Ruby: escapes that stand for characters are replaced by those characters.
//!
//! Ruby rewrites `\x`, `\u`, `\c`, `\C-`, `\M-` and octal escapes before its parser sees the pattern, wherever they are. So
//! a wrong escape is an error even in a comment, and `\u00e9` can be part of the name of a group. A character below 0x80
//! becomes `\xHH`, so that the parser does not take it for syntax.

use crate::error::{Error, ErrorKind};
use std::borrow::Cow;
use std::ops::Range;

/// A pattern after the first pass.
pub struct Unescaped<'p> {
    /// The pattern for the parser.
    pub text: Cow<'p, str>,
    /// For each byte of `text`, the start and the end of what it comes from in the original pattern. Empty if the two
    /// patterns are the same.
    sources: Vec<(usize, usize)>,
    /// The length of the original pattern.
    len: usize,
}

impl Unescaped<'_> {
    /// The range of the original pattern that a range of `text` comes from.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        if self.sources.is_empty() {
            return range;
        }
        let start = self.sources.get(range.start).map_or(self.len, |source| source.0);
        let last = range.end.checked_sub(1).filter(|_| !range.is_empty());
        let end = last.and_then(|last| self.sources.get(last)).map_or(start, |source| source.1);
        start..end
    }
}

/// Resolves the escapes of a pattern.
pub fn unescape(pattern: &str) -> Result<Unescaped<'_>, Error> {
    let mut pass = Pass { pattern, at: 0, out: String::new(), sources: Vec::new(), copied: 0 };
    while let Some(found) = pass.rest().find('\\') {
        pass.at += found;
        pass.escape()?;
    }
    let len = pattern.len();
    if pass.copied == 0 {
        return Ok(Unescaped { text: Cow::Borrowed(pattern), sources: Vec::new(), len });
    }
    pass.copy_to(len);
    Ok(Unescaped { text: Cow::Owned(pass.out), sources: pass.sources, len })
}

struct Pass<'p> {
    pattern: &'p str,
    at: usize,
    out: String,
    sources: Vec<(usize, usize)>,
    /// The index up to which the pattern is in `out` already.
    copied: usize,
}

impl<'p> Pass<'p> {
    fn rest(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or("")
    }

    /// Handles one escape. Escapes that the parser handles are skipped.
    fn escape(&mut self) -> Result<(), Error> {
        let start = self.at;
        let mut after = self.rest().chars();
        after.next();
        match after.next() {
            None => Err(self.error(start, ErrorKind::LoneBackslash)),
            Some(c @ '1'..='7') => {
                // Up to 0177 this may be a backreference, which only the parser can know.
                let value = octal(self.pattern.as_bytes(), start + 1).0;
                if value > 0o177 {
                    return self.bytes(start);
                }
                self.at += 1 + c.len_utf8();
                Ok(())
            }
            Some('0' | 'x' | 'c' | 'C' | 'M') => self.bytes(start),
            Some('u') => self.unicode(start),
            Some(c) => {
                self.at += 1 + c.len_utf8();
                Ok(())
            }
        }
    }

    /// Handles byte escapes: one for an ASCII character, or as many as make up a character in UTF-8.
    fn bytes(&mut self, start: usize) -> Result<(), Error> {
        let mut bytes = Vec::with_capacity(4);
        loop {
            if !bytes.is_empty() && !self.rest().starts_with('\\') {
                return Err(self.error(start, ErrorKind::ByteEscape));
            }
            bytes.push(self.byte(start, false, false)?);
            match std::str::from_utf8(&bytes) {
                Ok(text) => {
                    let c = text.chars().next().unwrap_or('\0');
                    self.replace(start, [c]);
                    return Ok(());
                }
                Err(error) if error.error_len().is_some() => {
                    return Err(self.error(start, ErrorKind::ByteEscape));
                }
                Err(_) => {}
            }
        }
    }

    /// Reads the byte escape at `self.at`, which is at a backslash. `control` and `meta` tell which prefixes have been read.
    fn byte(&mut self, start: usize, control: bool, meta: bool) -> Result<u8, Error> {
        let bytes = self.pattern.as_bytes();
        let peek = |at: usize| bytes.get(at).copied();
        let at = self.at + 1;
        let Some(kind) = peek(at) else { return Err(self.error(start, ErrorKind::LoneBackslash)) };
        let (mut byte, end) = match kind {
            b'\\' => (b'\\', at + 1),
            b'n' => (b'\n', at + 1),
            b't' => (b'\t', at + 1),
            b'r' => (b'\r', at + 1),
            b'f' => (0x0C, at + 1),
            b'v' => (0x0B, at + 1),
            b'a' => (0x07, at + 1),
            b'e' => (0x1B, at + 1),
            b'0'..=b'7' => {
                let (value, end) = octal(bytes, at);
                match u8::try_from(value) {
                    Ok(byte) => (byte, end),
                    Err(_) => return Err(self.error_to(start, end, ErrorKind::OctalEscape)),
                }
            }
            b'x' => {
                let digits = bytes.iter().skip(at + 1).take(2).take_while(|b| b.is_ascii_hexdigit()).count();
                let text = self.pattern.get(at + 1..at + 1 + digits).unwrap_or("");
                match u8::from_str_radix(text, 16) {
                    Ok(byte) => (byte, at + 1 + digits),
                    Err(_) => return Err(self.error_to(start, at + 1, ErrorKind::HexEscape)),
                }
            }
            b'c' | b'C' | b'M' => {
                let is_meta = kind == b'M';
                let dash = usize::from(kind != b'c');
                let repeated = if is_meta { meta } else { control };
                let target = at + 1 + dash;
                match peek(target) {
                    Some(c) if c.is_ascii() && !repeated && (dash == 0 || peek(at + 1) == Some(b'-')) => {
                        if c == b'\\' {
                            self.at = target;
                            return self.byte(start, control || !is_meta, meta || is_meta);
                        }
                        return Ok(self.modified(c, target + 1, control || !is_meta, meta || is_meta));
                    }
                    _ => return Err(self.error_to(start, target, ErrorKind::ControlEscape)),
                }
            }
            _ => return Err(self.error_to(start, at + 1, ErrorKind::ByteEscape)),
        };
        byte = self.modified(byte, end, control, meta);
        Ok(byte)
    }

    fn modified(&mut self, byte: u8, end: usize, control: bool, meta: bool) -> u8 {
        self.at = end;
        let byte = if control { byte & 0x1F } else { byte };
        if meta { byte | 0x80 } else { byte }
    }

    /// Handles `\uHHHH` or `\u{H H ...}`.
    fn unicode(&mut self, start: usize) -> Result<(), Error> {
        let bytes = self.pattern.as_bytes();
        let mut at = start + 2;
        let mut chars = Vec::new();
        let hex_end =
            |from: usize| from + bytes.iter().skip(from).take_while(|b| b.is_ascii_hexdigit()).count();
        let blank_end = |from: usize| {
            from + bytes.iter().skip(from).take_while(|b| b.is_ascii_whitespace() || **b == 0x0B).count()
        };
        if bytes.get(at) == Some(&b'{') {
            at = blank_end(at + 1);
            loop {
                let end = hex_end(at);
                if end == at {
                    break;
                }
                chars.push(self.char_at(at, end, 6)?);
                at = blank_end(end);
            }
            if chars.is_empty() || bytes.get(at) != Some(&b'}') {
                return Err(self.error_to(start, at, ErrorKind::UnicodeEscape));
            }
            at += 1;
        } else {
            let end = hex_end(at).min(at + 4);
            if end < at + 4 {
                return Err(self.error_to(start, end, ErrorKind::UnicodeEscape));
            }
            chars.push(self.char_at(at, end, 4)?);
            at = end;
        }
        self.at = at;
        self.replace(start, chars);
        Ok(())
    }

    fn char_at(&self, start: usize, end: usize, most: usize) -> Result<char, Error> {
        let digits = self.pattern.get(start..end).filter(|text| text.len() <= most);
        digits
            .and_then(|text| u32::from_str_radix(text, 16).ok())
            .and_then(char::from_u32)
            .ok_or_else(|| self.error_to(start, end, ErrorKind::UnicodeRange))
    }

    /// Replaces the escape from `start` to `self.at` by characters.
    fn replace(&mut self, start: usize, chars: impl IntoIterator<Item = char>) {
        self.copy_to(start);
        for c in chars {
            if c.is_ascii() {
                self.out.push_str(&format!("\\x{:02X}", u32::from(c)));
            } else {
                self.out.push(c);
            }
        }
        self.sources.resize(self.out.len(), (start, self.at));
        self.copied = self.at;
    }

    fn copy_to(&mut self, end: usize) {
        self.out.push_str(self.pattern.get(self.copied..end).unwrap_or(""));
        self.sources.extend((self.copied..end).map(|at| (at, at + 1)));
        self.copied = end;
    }

    fn error(&self, start: usize, kind: ErrorKind) -> Error {
        self.error_to(start, self.at.max(start + 1), kind)
    }

    fn error_to(&self, start: usize, end: usize, kind: ErrorKind) -> Error {
        let mut end = end.min(self.pattern.len());
        while !self.pattern.is_char_boundary(end) {
            end += 1;
        }
        Error::new(start..end, kind)
    }
}

/// The value of up to three octal digits from `start`, and where they end.
fn octal(bytes: &[u8], start: usize) -> (u32, usize) {
    let digits = bytes.iter().skip(start).take(3).take_while(|b| (b'0'..=b'7').contains(b));
    digits.fold((0, start), |(value, end), &b| (value * 8 + u32::from(b - b'0'), end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, expected: Result<&str, ErrorKind>) {
        let result = unescape(pattern).map(|u| u.text.into_owned()).map_err(|e| e.kind);
        assert_eq!(result, expected.map(str::to_owned), "{pattern}");
    }

    #[test]
    fn escapes_become_characters() {
        check(r"a\d\\u0041", Ok(r"a\d\\u0041"));
        check(r"\u00e9\u{61 1F600}\xc3\xa9\0\cA\M-\303", Err(ErrorKind::ByteEscape));
        check(r"\u00e9\u{61 1F600}\xc3\xa9\0\cA\1", Ok("é\\x61😀é\\x00\\x01\\1"));
        check(r"\303\251", Ok("é"));
    }

    #[test]
    fn bad_escapes() {
        check("a\\", Err(ErrorKind::LoneBackslash));
        check(r"\xg", Err(ErrorKind::HexEscape));
        check(r"\400", Err(ErrorKind::OctalEscape));
        check(r"\u12", Err(ErrorKind::UnicodeEscape));
        check(r"\ud800", Err(ErrorKind::UnicodeRange));
        check(r"\c", Err(ErrorKind::ControlEscape));
        check(r"\M-a", Err(ErrorKind::ByteEscape));
    }

    #[test]
    fn ranges_in_the_original_pattern() {
        let unescaped =
            unescape(r"a\u0041b").ok().map(|u| (u.original(0..1), u.original(1..5), u.original(5..6)));
        assert_eq!(unescaped, Some((0..1, 1..7, 7..8)));
    }
}
