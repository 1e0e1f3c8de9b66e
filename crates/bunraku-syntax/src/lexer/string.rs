//! Quoted strings and the pieces of interpolated text.

use bunraku_diag::codes;

use super::Lexer;
use crate::token::TokenKind;

/// An open `${`.
pub(super) struct Frame {
    /// The number of unclosed braces inside.
    pub(super) braces: u32,
    /// What continues after the closing `}`.
    pub(super) kind: TextKind,
    /// The offset of the `${`.
    open: u32,
    /// The offset of the string.
    pub(super) string_start: u32,
}

/// A text with interpolations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// Between double quotes.
    Quoted,
    /// A heredoc with interpolation; `escapes` says whether `\$` prevents it.
    Heredoc { escapes: bool },
}

impl Lexer<'_> {
    pub(super) fn single_quoted(&mut self) {
        let start = self.pos;
        let mut pos = start + 1;
        if self.is_text(pos, b'\'') {
            pos += 1;
        }
        loop {
            if pos >= self.limit {
                self.pos = self.limit;
                self.value(TokenKind::SingleQuoted, start);
                return self.unclosed_string(start, start, "'");
            }
            match self.byte(pos) {
                b'\'' => break,
                b'\\' => pos += 2,
                _ => pos += 1,
            }
        }
        self.pos = pos + 1;
        self.value(TokenKind::SingleQuoted, start);
    }

    pub(super) fn double_quoted(&mut self) {
        let start = self.pos;
        let mut pos = start + 1;
        let mut fresh = pos;
        while pos < self.limit {
            match self.byte(pos) {
                b'"' | b'$' if pos == fresh && self.is_text(pos, b'"') => pos += 1,
                b'"' => {
                    self.pos = pos + 1;
                    return self.value(TokenKind::DoubleQuoted, start);
                }
                b'\\' => pos = self.escape(pos, start),
                b'$' if self.interpolates(pos) => {
                    self.push(TokenKind::QuoteOpen, start);
                    // The token before the string still determines whether the first `/` inside divides: Puppet lexes
                    // the interpolation before the grammar gets the opening quote.
                    return self.text_from(start + 1, pos, TextKind::Quoted, start);
                }
                b'$' => {
                    pos += 1;
                    fresh = pos;
                }
                _ => pos += 1,
            }
        }
        self.pos = self.limit;
        self.value(TokenKind::DoubleQuoted, start);
        self.unclosed_string(start, start, "\"");
    }

    /// `}`: the end of an interpolation if it balances its `${`.
    pub(super) fn right_brace(&mut self) {
        let open = self.frames.len() > self.base;
        match self.frames.last_mut() {
            Some(frame) if open && frame.braces > 0 => frame.braces -= 1,
            Some(frame) if open => {
                let (kind, string_start) = (frame.kind, frame.string_start as usize);
                self.push(TokenKind::InterpolationClose, self.pos);
                self.pos += 1;
                self.after = Some(TokenKind::RBrace);
                self.frames.pop();
                return self.text_from(self.pos, self.pos, kind, string_start);
            }
            _ => {}
        }
        self.sign(TokenKind::RBrace, 1);
    }

    /// Lexes text from `text_start`, which is known to be plain before `pos`, up to the next `${` or the end of the
    /// string.
    pub(super) fn text_from(&mut self, text_start: usize, pos: usize, kind: TextKind, string_start: usize) {
        let mut from = text_start;
        let mut pos = pos;
        let mut fresh = text_start;
        while pos < self.limit {
            match self.byte(pos) {
                b'"' | b'$' if pos == fresh && kind == TextKind::Quoted && self.is_text(pos, b'"') => {
                    pos += 1
                }
                b'"' if kind == TextKind::Quoted => {
                    self.plain_text(from, pos, kind);
                    self.pos = pos + 1;
                    return self.value(TokenKind::QuoteClose, pos);
                }
                b'\\' if kind == TextKind::Quoted => pos = self.escape(pos, string_start),
                b'\\' if kind == (TextKind::Heredoc { escapes: true }) => pos += 2,
                b'$' if self.byte(pos + 1) == b'{' => {
                    self.plain_text(from, pos, kind);
                    self.push(TokenKind::InterpolationOpen, pos);
                    self.pos = pos + 2;
                    return self.frames.push(Frame {
                        braces: 0,
                        kind,
                        open: pos as u32,
                        string_start: string_start as u32,
                    });
                }
                b'$' if self.interpolates(pos) => {
                    self.plain_text(from, pos, kind);
                    self.push(TokenKind::StringVariable, pos);
                    pos = self.scan_variable_name(pos + 1);
                    from = pos;
                    fresh = pos;
                }
                b'$' => {
                    pos += 1;
                    fresh = pos;
                }
                _ => pos += 1,
            }
        }
        self.plain_text(from, self.limit, kind);
        self.pos = self.limit;
        if kind == TextKind::Quoted {
            self.value(TokenKind::QuoteClose, self.limit);
            self.unclosed_string(string_start, from, "\"");
        }
    }

    /// Closes what is still open at the end of the text with empty tokens, so that the tree is complete.
    pub(super) fn close_frames(&mut self) {
        while self.frames.len() > self.base {
            let Some(frame) = self.frames.pop() else { return };
            let open = frame.open as usize;
            self.push(TokenKind::InterpolationClose, self.limit);
            if frame.kind != TextKind::Quoted {
                // Puppet accepts the end of a heredoc's text as the `}`.
                continue;
            }
            self.push(TokenKind::QuoteClose, self.limit);
            let end = self.range(self.limit, self.limit);
            let error = self
                .error(codes::UNCLOSED_INTERPOLATION, end, "this `${` has no closing `}`")
                .label("the string ends here")
                .also(self.range(open, open + 2), "opened here")
                .rank(frame.string_start)
                .help("close it with `}`, or write `\\${` if you mean a dollar sign");
            // Only the innermost one is reported: closing it may close the others as well.
            let inner = [codes::UNCLOSED_INTERPOLATION, codes::UNCLOSED_STRING];
            if self.errors.last().is_none_or(|last| !inner.contains(&last.code)) {
                self.report(error);
            }
        }
    }

    /// Whether the quote or `$` at `pos`, with which a piece of text begins, is itself text because another one
    /// follows: Puppet looks for the end of a piece after its first character, so that `\"\"\"` is one quote.
    fn is_text(&self, pos: usize, quote: u8) -> bool {
        let first = self.byte(pos);
        if first != quote && (first != b'$' || quote == b'\'') {
            return false;
        }
        let mut next = pos + 1;
        while self.byte(next) == b'\\' && self.byte(next + 1) == b'\\' {
            next += 2;
        }
        self.byte(next) == quote || quote == b'"' && self.byte(next) == b'$'
    }

    fn plain_text(&mut self, from: usize, to: usize, kind: TextKind) {
        if from < to {
            let heredoc = kind != TextKind::Quoted;
            self.push(if heredoc { TokenKind::HeredocText } else { TokenKind::StringText }, from);
        }
    }

    /// Whether the `$` at `pos` starts an interpolation: a `{` or a variable name follows.
    fn interpolates(&self, pos: usize) -> bool {
        self.byte(pos + 1) == b'{' || self.scan_variable_name(pos + 1) > pos + 1
    }

    /// Skips the escape sequence at `pos`, and reports a `\u` that is not a character.
    fn escape(&mut self, pos: usize, string_start: usize) -> usize {
        if self.byte(pos + 1) != b'u' {
            return pos + 2;
        }
        let Some((value, end)) = unicode_escape(self.bytes, pos + 2, self.limit) else { return pos + 2 };
        if char::from_u32(value).is_none() {
            let sequence = self.text.get(pos..end).unwrap_or("\\u");
            let message = format!("`{sequence}` is not a Unicode character");
            let error = self
                .error(codes::INVALID_UNICODE_ESCAPE, self.range(pos, end), message)
                .label("no character has this number")
                .rank(string_start as u32)
                .help("valid numbers go up to 10FFFF, without D800 to DFFF");
            self.report(error);
        }
        end
    }

    fn unclosed_string(&mut self, string_start: usize, place: usize, quote: &str) {
        let length =
            self.text.get(place..self.limit).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let range = self.range(place, place + length);
        let mut error = self
            .error(codes::UNCLOSED_STRING, range, "this string is never closed")
            .label(if place == string_start { "opened here" } else { "still inside the string here" });
        if place != string_start {
            error = error.also(self.range(string_start, string_start + 1), "opened here");
        }
        let rank = self.frames.first().map_or(string_start as u32, |frame| frame.string_start);
        // A quote inside `${` was most often meant to close the enclosing string.
        let help = match self.frames.last() {
            Some(frame) => {
                let open = frame.open as usize;
                error = error.also(self.range(open, open + 2), "inside this");
                format!("close the `${{` with `}}` if the `{quote}` should close the string around it")
            }
            None if self.closed_by_other(string_start, quote) => {
                let other = if quote == "'" { '"' } else { '\'' };
                format!(
                    "close it with `{quote}`: a `{other}` does not end a string that starts with `{quote}`"
                )
            }
            None if self.escaped_end(string_start, quote) => {
                format!("close it with `{quote}`; a backslash before the closing quote is written `\\\\`")
            }
            None if quote == "'" => {
                "close it with `'`; an apostrophe inside the string is written `\\'`".to_owned()
            }
            None => format!("close it with `{quote}`"),
        };
        self.report(error.rank(rank).help(help));
    }

    /// Whether the quote that should end the string follows a backslash: `'C:\\temp\\'`.
    fn escaped_end(&self, string_start: usize, quote: &str) -> bool {
        let rest = self.text.get(string_start + 1..self.limit).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let after = line.rfind(quote).and_then(|at| line.get(at + 1..));
        after.is_some_and(|after| {
            after.trim().is_empty() || after.starts_with([';', ',', ')', ']', '}', ':', ' '])
        })
    }

    /// Whether the other kind of quote stands where the string should end: before a separator, or last on its line.
    fn closed_by_other(&self, string_start: usize, quote: &str) -> bool {
        let other = if quote == "'" { '"' } else { '\'' };
        let rest = self.text.get(string_start + 1..self.limit).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let after = line.find(other).and_then(|at| line.get(at + 1..));
        after
            .is_some_and(|after| after.trim().is_empty() || after.starts_with([';', ',', ')', ']', '}', ':']))
    }
}

/// Parses a `\u` escape whose digits start at `pos`: `XXXX`, or `{X}` with one to six digits. Returns the number and
/// the end.
pub(crate) fn unicode_escape(bytes: &[u8], pos: usize, limit: usize) -> Option<(u32, usize)> {
    let digit = |at: usize| {
        let byte = if at < limit { bytes.get(at).copied()? } else { return None };
        char::from(byte).to_digit(16)
    };
    if bytes.get(pos) == Some(&b'{') {
        let mut value = 0;
        let mut at = pos + 1;
        while let Some(next) = digit(at) {
            if at > pos + 6 {
                return None;
            }
            value = value * 16 + next;
            at += 1;
        }
        let closed = at < limit && bytes.get(at) == Some(&b'}');
        return (closed && at > pos + 1).then_some((value, at + 1));
    }
    let mut value = 0;
    for at in pos..pos + 4 {
        value = value * 16 + digit(at)?;
    }
    Some((value, pos + 4))
}
