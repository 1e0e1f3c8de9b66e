//! `/`: a comment, a regular expression or a division.

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_edition::{RegexpExtent, RegexpSuffix};

use super::Lexer;
use crate::token::TokenKind;

impl Lexer<'_> {
    pub(super) fn slash(&mut self) {
        let start = self.pos;
        if self.byte(start + 1) == b'*' {
            return self.block_comment();
        }
        // After the end of a value, an operator is possible and a regular expression is not.
        if self.after.is_some_and(TokenKind::ends_value) {
            return self.sign(TokenKind::Slash, 1);
        }
        match self.scan_regexp(start + 1) {
            None => self.sign(TokenKind::Slash, 1),
            Some(end) => {
                self.pos = end;
                self.value(TokenKind::Regexp, start);
                self.regexp_suffix(start);
            }
        }
    }

    /// The end of the regular expression whose text starts at `pos`: after the first unescaped `/`.
    fn scan_regexp(&mut self, mut pos: usize) -> Option<usize> {
        if pos <= self.no_regexp_before {
            return None;
        }
        let one_line = matches!(self.rules.regexp_extent, RegexpExtent::OneLine);
        while pos < self.limit {
            match self.byte(pos) {
                b'/' => return Some(pos + 1),
                b'\n' if one_line => break,
                b'\\' if one_line && self.byte(pos + 1) == b'\n' => break,
                b'\\' => pos += 2,
                _ => pos += 1,
            }
        }
        self.no_regexp_before = pos.min(self.limit);
        None
    }

    /// Reports letters after the regular expression that begins at `slash`.
    fn regexp_suffix(&mut self, slash: usize) {
        let start = self.pos;
        if matches!(self.rules.regexp_suffix, RegexpSuffix::Word) || !self.byte(start).is_ascii_alphabetic() {
            return;
        }
        let mut end = start;
        while self.byte(end).is_ascii_alphabetic() {
            end += 1;
        }
        let range = self.range(start, end);
        let error = self
            .error(
                codes::REGEXP_MODIFIER,
                range,
                "a regular expression takes no modifiers after its closing `/`",
            )
            .label("not allowed here")
            .help("put options inside the pattern: `/(?i)abc/`");
        let letters = range.of(self.text);
        let options = format!("(?{letters})");
        let known = letters.len() <= 3 && letters.chars().all(|letter| "imx".contains(letter));
        let pattern = TextRange::at(slash as u32 + 1);
        let title = format!("put `{options}` into the pattern");
        self.report(match known {
            true => error.fix(Applicability::Safe, title, [(pattern, options.as_str()), (range, "")]),
            false => error,
        });
    }
}
