//! Names, bare words, type names, variables and keywords.

use bunraku_diag::{capitalized, codes};
use bunraku_edition::HyphenInWord;

use super::{Lexer, is_word_byte};
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Lexes a name, a keyword or a bare word, at a lowercase letter or `_`.
    pub(super) fn word(&mut self) {
        let start = self.pos;
        let (end, is_name) = self.scan_word(start);
        self.pos = end;
        let kind = if is_name {
            let keyword = self.text.get(start..end).and_then(TokenKind::keyword);
            keyword.filter(|keyword| self.plans || !keyword.is_plan_keyword()).unwrap_or(TokenKind::Name)
        } else {
            TokenKind::Word
        };
        self.value(kind, start);
    }

    /// Lexes a type name, at an uppercase letter.
    pub(super) fn type_name(&mut self) {
        let start = self.pos;
        self.pos = self.scan_type_name(start);
        self.value(TokenKind::Ref, start);
        if self.byte(self.pos) == b':' && self.byte(self.pos + 1) == b':' {
            self.bad_type_name(start);
        }
    }

    /// `:`, or `::` with the name after it.
    pub(super) fn colon(&mut self) {
        let start = self.pos;
        if self.byte(start + 1) != b':' {
            return self.sign(TokenKind::Colon, 1);
        }
        match self.byte(start + 2) {
            b'A'..=b'Z' => {
                self.pos = self.scan_type_name(start);
                self.value(TokenKind::Ref, start);
                if self.byte(self.pos) == b':' && self.byte(self.pos + 1) == b':' {
                    self.bad_type_name(start);
                }
            }
            b'a'..=b'z' | b'_' => {
                let (end, is_name) = self.scan_word(start);
                self.pos = end;
                self.value(if is_name { TokenKind::Name } else { TokenKind::Word }, start);
            }
            _ => {
                self.pos = start + 2;
                self.value(TokenKind::Name, start);
                let range = self.range(start, self.pos);
                let after_title =
                    self.text.get(..start).is_some_and(|before| before.ends_with(['\'', '"', ']']));
                let help = match after_title {
                    true => "write a single `:` after a title",
                    false => "write a name that starts with a letter after the `::`, or remove it",
                };
                let error = self
                    .error(codes::INVALID_NAME, range, "`::` must be followed by a name")
                    .label("no letter after it")
                    .help(help);
                self.report(error);
            }
        }
    }

    /// `$name`. A `$` alone is a variable without a name, which the static checks report.
    pub(super) fn variable(&mut self) {
        let start = self.pos;
        self.pos = self.scan_variable_name(start + 1);
        self.value(TokenKind::Variable, start);
    }

    /// The end of the variable name at `start`: `(::)?(\w+::)*\w+`, or `start` if there is none.
    pub(super) fn scan_variable_name(&self, start: usize) -> usize {
        let mut pos = start;
        if self.byte(pos) == b':' && self.byte(pos + 1) == b':' {
            pos += 2;
        }
        if !is_word_byte(self.byte(pos)) {
            return start;
        }
        loop {
            while is_word_byte(self.byte(pos)) {
                pos += 1;
            }
            let next = self.byte(pos) == b':' && self.byte(pos + 1) == b':';
            if !next || !is_word_byte(self.byte(pos + 2)) {
                return pos;
            }
            pos += 2;
        }
    }

    /// The end of the word at `start`, and whether it is a name: each segment is a letter `a` to `z`, followed by
    /// letters, digits and `_`. With a hyphen inside a segment, or a `_` at its start, it is only a word.
    fn scan_word(&self, start: usize) -> (usize, bool) {
        let hyphens = matches!(self.rules.hyphen_in_word, HyphenInWord::Allowed);
        let mut pos = start;
        let mut is_name = true;
        loop {
            let separator = if self.byte(pos) == b':' && self.byte(pos + 1) == b':' { 2 } else { 0 };
            if pos != start && separator == 0 {
                return (pos, is_name);
            }
            match self.byte(pos + separator) {
                b'a'..=b'z' => {}
                b'_' => is_name = false,
                _ => return (pos, is_name),
            }
            pos += separator;
            while is_word_byte(self.byte(pos)) {
                pos += 1;
            }
            if hyphens && self.byte(pos) == b'-' {
                let end = self.scan_hyphens(pos);
                is_name &= end == pos;
                pos = end;
            }
        }
    }

    /// The end of a run of hyphens and letters at `start` that must end with a letter: `-b--c` in `a-b--c-`.
    fn scan_hyphens(&self, start: usize) -> usize {
        let mut pos = start;
        let mut end = start;
        loop {
            match self.byte(pos) {
                b'-' => pos += 1,
                byte if is_word_byte(byte) => {
                    pos += 1;
                    end = pos;
                }
                _ => return end,
            }
        }
    }

    fn scan_type_name(&self, start: usize) -> usize {
        let mut pos = start;
        loop {
            let separator = if self.byte(pos) == b':' && self.byte(pos + 1) == b':' { 2 } else { 0 };
            if !self.byte(pos + separator).is_ascii_uppercase() {
                return pos;
            }
            pos += separator;
            while is_word_byte(self.byte(pos)) {
                pos += 1;
            }
        }
    }

    fn bad_type_name(&mut self, start: usize) {
        let name_end = self.pos;
        let mut end = name_end;
        while is_word_byte(self.byte(end)) || self.byte(end) == b':' {
            end += 1;
        }
        self.pos = end;
        let range = self.range(name_end, end);
        let name = self.text.get(start..end).unwrap_or("");
        let small = name.to_ascii_lowercase();
        let capital = capitalized(name);
        let error = self
            .error(
                codes::INVALID_NAME,
                range,
                "each segment of a type name must start with an uppercase letter",
            )
            .label("lowercase after `::`")
            .rank(start as u32)
            .help(format!("write `{capital}` for a type or reference, or `{small}` for a class or function"));
        self.report(error);
    }
}
