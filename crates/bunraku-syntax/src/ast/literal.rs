//! Literals: names, numbers, strings, heredocs, arrays and hashes.

use std::borrow::Cow;

use bunraku_diag::TextRange;
use bunraku_edition::SyntaxRules;

use super::{
    Array, Boolean, Hash, HashEntry, Heredoc, HeredocText, InterpolatedString, Number, Regexp, StringText,
    Variable, View, Word, all, child, first, token,
};
use crate::{Syntax, TokenKind, lexer, text};

/// The value of a number literal.
#[derive(Debug, Clone, PartialEq)]
pub enum NumberValue {
    /// A floating-point number. One that is too large is infinite.
    Float(f64),
    /// An integer of any size.
    Integer {
        /// The decimal digits, without a sign.
        digits: String,
        /// The radix it was written in: 8, 10 or 16.
        radix: u32,
    },
}

/// A piece of a string or heredoc with interpolation.
#[derive(Debug, Clone, Copy)]
pub enum Piece<'t> {
    /// Plain text, which may contain escape sequences.
    Text(StringText<'t>),
    /// A `Variable` or an `Interpolation`.
    Value(Syntax<'t>),
}

impl<'t> Variable<'t> {
    /// The name without its `$`.
    pub fn name(self) -> &'t str {
        let text = self.0.text();
        text.strip_prefix('$').unwrap_or(text)
    }

    /// Whether it is the word `true` or `false` in `${...}`, which Puppet treats as a value.
    pub fn is_boolean(self) -> bool {
        matches!(self.0.first_token(), Some(TokenKind::True | TokenKind::False))
    }
}

impl Number<'_> {
    /// Parses the number.
    pub fn value(self) -> NumberValue {
        let string = self.0.text();
        if let Some(digits) = string.strip_prefix("0x").or_else(|| string.strip_prefix("0X")) {
            return NumberValue::Integer { digits: to_decimal(digits, 16), radix: 16 };
        }
        if string.contains(['.', 'e', 'E']) {
            return NumberValue::Float(string.parse().unwrap_or(0.0));
        }
        if string.len() > 1 && string.starts_with('0') {
            return NumberValue::Integer { digits: to_decimal(string, 8), radix: 8 };
        }
        NumberValue::Integer { digits: string.to_owned(), radix: 10 }
    }
}

impl Boolean<'_> {
    /// Whether it is `true`.
    pub fn value(self) -> bool {
        self.0.text() == "true"
    }
}

impl<'t> super::String<'t> {
    /// The value of the string, with escape sequences resolved.
    pub fn value(self, rules: &SyntaxRules) -> Cow<'t, str> {
        let raw = self.0.text();
        match self.0.first_token() {
            Some(TokenKind::SingleQuoted) => text::single_quoted(raw),
            Some(TokenKind::DoubleQuoted) => text::double_quoted(raw, rules),
            _ => Cow::Borrowed(raw),
        }
    }

    /// The places of invalid escape sequences.
    pub fn unknown_escapes(self, rules: &SyntaxRules) -> Vec<TextRange> {
        match self.0.first_token() {
            Some(TokenKind::DoubleQuoted) => unknown_escapes(self.0, rules),
            _ => Vec::new(),
        }
    }
}

impl<'t> Word<'t> {
    /// The word as a string.
    pub fn value(self) -> &'t str {
        self.0.text()
    }
}

impl<'t> InterpolatedString<'t> {
    /// The pieces between the quotes.
    pub fn pieces(self) -> impl Iterator<Item = Piece<'t>> + Clone {
        self.0.children().map(Piece::of)
    }
}

impl<'t> StringText<'t> {
    /// The value of the piece, with escape sequences resolved and the margin of a heredoc removed.
    pub fn value(self, rules: &SyntaxRules) -> Cow<'t, str> {
        let raw = self.0.text();
        match self.0.first_token() {
            Some(TokenKind::StringText) => text::quoted_text(raw, rules),
            Some(TokenKind::HeredocText) => {
                let (token, _) = self.0.tokens();
                self.0.tree().heredoc_around(token).map_or(Cow::Borrowed(raw), |heredoc| {
                    text::heredoc_text(self.0.source(), heredoc, self.0.range(), rules)
                })
            }
            _ => Cow::Borrowed(raw),
        }
    }

    /// The places of invalid escape sequences; none in a heredoc.
    pub fn unknown_escapes(self, rules: &SyntaxRules) -> Vec<TextRange> {
        match self.0.first_token() {
            Some(TokenKind::StringText) => unknown_escapes(self.0, rules),
            _ => Vec::new(),
        }
    }
}

impl<'t> Piece<'t> {
    fn of(node: Syntax<'t>) -> Piece<'t> {
        StringText::cast(node).map_or(Piece::Value(node), Piece::Text)
    }
}

impl<'t> Regexp<'t> {
    /// The pattern between the slashes.
    pub fn pattern(self) -> Cow<'t, str> {
        text::regexp_source(self.0.text())
    }
}

impl<'t> Heredoc<'t> {
    /// The text on the lines below the tag.
    pub fn body(self) -> Option<HeredocText<'t>> {
        first(self.0)
    }

    /// The details of the tag, and the place of the text.
    pub fn details(self) -> Option<&'t lexer::Heredoc> {
        let (_, end) = self.body()?.0.tokens();
        let heredocs = self.0.tree().heredocs();
        let at = heredocs.partition_point(|heredoc| heredoc.first_token < end);
        let (tag, _) = self.0.tokens();
        heredocs.get(..at)?.iter().rev().find(|heredoc| heredoc.tag == tag)
    }

    /// The syntax of its text; empty if the tag does not name one.
    pub fn syntax_name(self) -> &'t str {
        self.details().map_or("", |heredoc| heredoc.syntax.of(self.0.source()))
    }
}

impl<'t> HeredocText<'t> {
    /// The pieces of the text.
    pub fn pieces(self) -> impl Iterator<Item = Piece<'t>> + Clone {
        self.0.children().map(Piece::of)
    }

    /// The whole text, if it has no interpolation.
    pub fn plain(self, rules: &SyntaxRules) -> Option<String> {
        let mut text = String::new();
        for piece in self.pieces() {
            match piece {
                Piece::Text(piece) => text.push_str(&piece.value(rules)),
                Piece::Value(_) => return None,
            }
        }
        Some(text)
    }
}

impl<'t> Array<'t> {
    /// The elements; adjacent `HashEntry` nodes form one hash, see [`super::elements`].
    pub fn elements(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children()
    }
}

impl<'t> Hash<'t> {
    /// The pairs, in source order.
    pub fn entries(self) -> impl Iterator<Item = HashEntry<'t>> + Clone {
        all(self.0)
    }
}

impl<'t> HashEntry<'t> {
    /// The expression before `=>`.
    pub fn key(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The expression after `=>`.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 1)
    }

    /// The place of the `=>`.
    pub fn arrow(self) -> Option<TextRange> {
        token(self.0, TokenKind::FatArrow)
    }
}

fn unknown_escapes(node: Syntax<'_>, rules: &SyntaxRules) -> Vec<TextRange> {
    let start = node.range().start;
    let escapes = text::unknown_escapes(node.text(), rules).into_iter();
    escapes.map(|escape| TextRange::new(start + escape.start, start + escape.end)).collect()
}

/// Converts digits in another radix to decimal.
fn to_decimal(digits: &str, radix: u32) -> String {
    let mut decimal: Vec<u32> = vec![0];
    for digit in digits.chars().take(lexer::MAX_DIGITS).filter_map(|digit| digit.to_digit(radix)) {
        let mut carry = digit;
        for place in &mut decimal {
            let value = *place * radix + carry;
            *place = value % 1_000_000;
            carry = value / 1_000_000;
        }
        if carry > 0 {
            decimal.push(carry);
        }
    }
    let mut result = String::new();
    for (index, place) in decimal.iter().rev().enumerate() {
        if index == 0 {
            result.push_str(&place.to_string());
        } else {
            result.push_str(&format!("{place:06}"));
        }
    }
    result
}
