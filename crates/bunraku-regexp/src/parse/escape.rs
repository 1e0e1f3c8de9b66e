//! Escapes outside character classes, and those that have the same meaning inside.

use super::Parser;
use super::name::digit;
use crate::ast::{Anchor, NodeKind, Property, Shorthand, ShorthandSet};
use crate::error::{Error, ErrorKind};
use crate::unicode;

/// The highest number that can be a backreference, as in Onigmo.
const MAX_BACKREFERENCE: usize = 1000;

impl Parser<'_> {
    /// Parses an escape outside a class. The parser is at its backslash.
    pub(super) fn escape(&mut self) -> Result<NodeKind, Error> {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.bump() else { return Err(self.error(start, ErrorKind::LoneBackslash)) };
        Ok(match c {
            'A' => NodeKind::Anchor(Anchor::TextStart),
            'z' => NodeKind::Anchor(Anchor::TextEnd),
            'Z' => NodeKind::Anchor(Anchor::TextEndOrNewline),
            'G' => NodeKind::Anchor(Anchor::SearchStart),
            'b' => NodeKind::Anchor(Anchor::WordBoundary),
            'B' => NodeKind::Anchor(Anchor::NotWordBoundary),
            'R' => NodeKind::LineBreak,
            'X' => NodeKind::Grapheme,
            'K' => NodeKind::Keep,
            'k' if matches!(self.peek(), Some('<' | '\'')) => return self.named_backreference(start),
            'g' if matches!(self.peek(), Some('<' | '\'')) => return self.call(start),
            'p' | 'P' if self.peek() == Some('{') => NodeKind::Property(self.property(start, c == 'P')?),
            'x' => self.byte_escape(16, 2),
            '1'..='9' => return Ok(self.numbered(c)),
            c => match shorthand(c) {
                Some(shorthand) => NodeKind::Shorthand(shorthand),
                None => NodeKind::Literal { c: control(c), raw: false },
            },
        })
    }

    /// Parses the `{name}` after `\p` or `\P`.
    pub(super) fn property(&mut self, start: usize, upper: bool) -> Result<Property, Error> {
        self.at += 1;
        let negated = self.eat('^') != upper;
        let from = self.at;
        while let Some(c) = self.bump() {
            match c {
                '}' => {
                    let name = self.text.get(from..self.at - 1).unwrap_or("").to_owned();
                    if !unicode::is_property(&name) {
                        return Err(self.error(start, ErrorKind::PropertyName(name)));
                    }
                    return Ok(Property { name, negated });
                }
                '(' | ')' | '{' | '|' => break,
                _ => {}
            }
        }
        let name = self.text.get(from..self.at).unwrap_or("").to_owned();
        Err(self.error(start, ErrorKind::PropertyName(name)))
    }

    /// Parses the digits of `\xHH` or of an octal escape. The first pass has replaced all characters from 0x80 on.
    pub(super) fn byte_escape(&mut self, radix: u32, most: usize) -> NodeKind {
        let mut value = 0;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(radix)) else { break };
            self.at += 1;
            value = value * radix + digit;
        }
        NodeKind::Literal { c: char::from_u32(value).unwrap_or('\0'), raw: true }
    }

    /// Parses `\1` and above. It is a backreference if it has a single digit, or if there are that many groups before it.
    /// Otherwise it is an octal escape.
    fn numbered(&mut self, first: char) -> NodeKind {
        let digits_at = self.at - 1;
        self.at = digits_at;
        let mut number: usize = 0;
        while let Some(digit) = self.peek().and_then(digit) {
            self.bump();
            number = number.saturating_mul(10).saturating_add(digit as usize);
        }
        if number <= MAX_BACKREFERENCE && (number <= self.groups || number <= 9) {
            return NodeKind::Backreference { groups: vec![number], by_name: false, level: None };
        }
        self.at = digits_at;
        // 8 and 9 are not octal digits, so the backslash means nothing.
        if first >= '8' {
            self.at += 1;
            return NodeKind::Literal { c: first, raw: false };
        }
        self.byte_escape(8, 3)
    }
}

/// The set that a letter stands for after a backslash.
pub(super) fn shorthand(c: char) -> Option<Shorthand> {
    let set = match c.to_ascii_lowercase() {
        'w' => ShorthandSet::Word,
        'd' => ShorthandSet::Digit,
        's' => ShorthandSet::Space,
        'h' => ShorthandSet::Hex,
        _ => return None,
    };
    Some(Shorthand { set, negated: c.is_ascii_uppercase() })
}

/// The character that a character stands for after a backslash. Most stand for themselves.
pub(super) fn control(c: char) -> char {
    match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\x0C',
        'v' => '\x0B',
        'a' => '\x07',
        'e' => '\x1B',
        c => c,
    }
}
