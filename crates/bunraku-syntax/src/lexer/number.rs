//! Numbers: decimal, hexadecimal, octal and floating-point.

use bunraku_diag::codes;

use super::{Lexer, is_word_byte};
use crate::token::TokenKind;

/// The maximum length of a number: converting digits between radixes takes quadratic time.
pub(crate) const MAX_DIGITS: usize = 20_000;

impl Lexer<'_> {
    /// Lexes a number. One that is invalid in its radix is reported and stays a number.
    pub(super) fn number(&mut self) {
        let start = self.pos;
        let (end, problem) = self.scan_number(start);
        self.pos = end;
        self.value(TokenKind::Number, start);
        let Some((message, help)) = problem else { return };
        let range = self.range(start, end);
        let string = self.text.get(start..end.min(start + 40)).unwrap_or("");
        let cut = if end > start + 40 { "..." } else { "" };
        let error = self.error(codes::INVALID_NUMBER, range, format!("`{string}{cut}` {message}")).help(help);
        self.report(error);
    }

    /// The end of the number at `start`, and what is wrong with it.
    fn scan_number(&self, start: usize) -> (usize, Option<(&'static str, &'static str)>) {
        let (end, problem) = self.scan_digits(start);
        if problem.is_none() && end - start > MAX_DIGITS {
            return (end, Some(("has too many digits", "numbers may have up to 20,000 digits")));
        }
        (end, problem)
    }

    fn scan_digits(&self, start: usize) -> (usize, Option<(&'static str, &'static str)>) {
        let first = self.byte(start);
        if first == b'0' && matches!(self.byte(start + 1), b'x' | b'X') {
            let end = self.skip(start + 2, is_word_byte);
            let digits = self.bytes.get(start + 2..end).unwrap_or_default();
            let fine = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
            let problem =
                ("is not a hexadecimal number", "the digits after `0x` are `0` to `9` and `a` to `f`");
            return (end, (!fine).then_some(problem));
        }
        let mut end = self.skip(start, |byte| byte.is_ascii_digit());
        let mut float = false;
        if self.byte(end) == b'.' && self.byte(end + 1).is_ascii_digit() {
            float = true;
            end = self.skip(end + 1, |byte| byte.is_ascii_digit());
        }
        if matches!(self.byte(end), b'e' | b'E') {
            let digits = end + 1 + usize::from(self.byte(end + 1) == b'-');
            let exponent = self.skip(digits, |byte| byte.is_ascii_digit());
            if exponent > digits {
                float = true;
                end = exponent;
            }
        }
        if is_word_byte(self.byte(end)) {
            let end = self.skip(end, is_word_byte);
            let written = self.bytes.get(start..end).unwrap_or_default();
            let help = match written.iter().all(|byte| byte.is_ascii_digit() || *byte == b'_') {
                true => "numbers are written without separators: remove each `_`",
                false => "names start with a letter; quote it if you mean a string",
            };
            return (end, Some(("is neither a number nor a name", help)));
        }
        // A leading zero makes a number octal unless a period follows it.
        if first == b'0' && end > start + 1 && self.byte(start + 1) != b'.' {
            let digits = self.bytes.get(start..end).unwrap_or_default();
            if float || !digits.iter().all(|digit| matches!(digit, b'0'..=b'7')) {
                let message =
                    "is not an octal number: after a leading `0`, only the digits `0` to `7` are allowed";
                let help = "remove the leading `0`, or quote it if you mean a string";
                return (end, Some((message, help)));
            }
        }
        let text = self.text.get(start..end).unwrap_or("");
        if float && text.len() <= MAX_DIGITS && text.parse().is_ok_and(f64::is_infinite) {
            return (end, Some(("is too large", "the largest floating point number is about `1.8e308`")));
        }
        (end, None)
    }

    fn skip(&self, mut pos: usize, accept: impl Fn(u8) -> bool) -> usize {
        while pos < self.limit && accept(self.byte(pos)) {
            pos += 1;
        }
        pos
    }
}
