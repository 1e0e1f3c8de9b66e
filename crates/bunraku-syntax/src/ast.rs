//! What the tokens of a node say: names, numbers, operators and the text of literals.
//!
//! The tree itself is read with [`Syntax`]; these functions are the places where a detail of the notation is
//! known, so that nobody else looks at tokens.

use std::borrow::Cow;

use bunraku_diag::TextRange;
use bunraku_edition::SyntaxRules;

use crate::{
    lexer::{Heredoc, MAX_DIGITS},
    text,
    token::TokenKind,
    tree::{NodeKind, Syntax},
};

/// A number literal.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// A floating point number; one that is too large is infinite.
    Float(f64),
    /// An integer of any size.
    Integer {
        /// Its decimal digits, without a sign.
        digits: String,
        /// The radix it was written in: 8, 10 or 16.
        radix: u32,
    },
}

/// The value of a number literal.
pub fn number(text: &str) -> Number {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return Number::Integer { digits: to_decimal(digits, 16), radix: 16 };
    }
    if text.contains(['.', 'e', 'E']) {
        return Number::Float(text.parse().unwrap_or(0.0));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Number::Integer { digits: to_decimal(text, 8), radix: 8 };
    }
    Number::Integer { digits: text.to_owned(), radix: 10 }
}

/// The name of a variable, without its `$`.
pub fn variable_name<'t>(node: Syntax<'t>) -> &'t str {
    let text = node.text();
    text.strip_prefix('$').unwrap_or(text)
}

/// The name of a parameter, without its `$`; empty if it is missing.
pub fn parameter_name<'t>(node: Syntax<'t>) -> &'t str {
    let token = node.own_token(|kind| kind == TokenKind::Variable);
    let text = token.map_or("", |(_, range)| range.of(node.source()));
    text.strip_prefix('$').unwrap_or(text)
}

/// The place of the name of a definition, behind its keyword.
pub fn definition_name_range(node: Syntax<'_>) -> Option<TextRange> {
    let mut tokens = node.own_tokens().skip(1);
    let (index, kind) = tokens.next()?;
    let name = matches!(kind, TokenKind::Name | TokenKind::Word | TokenKind::Ref) || kind.is_keyword();
    name.then(|| node.tree().token_range(index))
}

/// The name of a class, define, function, type or parent class as it is written; empty if it is missing.
pub fn definition_name<'t>(node: Syntax<'t>) -> &'t str {
    definition_name_range(node).map_or("", |range| range.of(node.source()))
}

/// The operator of a binary expression or an assignment, and its place.
pub fn operator(node: Syntax<'_>) -> Option<(TokenKind, TextRange)> {
    node.own_token(|_| true)
}

/// The name of an attribute and its arrow.
pub fn attribute<'t>(node: Syntax<'t>) -> (&'t str, TokenKind) {
    let mut tokens = node.own_tokens();
    let name = tokens.next().map_or("", |(index, _)| node.tree().token_range(index).of(node.source()));
    let arrow = tokens.next().map_or(TokenKind::FatArrow, |(_, kind)| kind);
    (name, arrow)
}

/// The heredoc of a `Heredoc` node.
pub fn heredoc(node: Syntax<'_>) -> Option<&Heredoc> {
    let (_, text) = node.find(NodeKind::HeredocText)?.tokens();
    let heredocs = node.tree().heredocs();
    let at = heredocs.partition_point(|heredoc| heredoc.first_token < text);
    let (tag, _) = node.tokens();
    heredocs.get(..at)?.iter().rev().find(|heredoc| heredoc.tag == tag)
}

/// The value of a `String`, `Word` or `StringText`.
pub fn string_value<'t>(node: Syntax<'t>, rules: &SyntaxRules) -> Cow<'t, str> {
    let raw = node.text();
    match node.first_token() {
        Some(TokenKind::SingleQuoted) => text::single_quoted(raw),
        Some(TokenKind::DoubleQuoted) => text::double_quoted(raw, rules),
        Some(TokenKind::StringText) => text::quoted_text(raw, rules),
        Some(TokenKind::HeredocText) => {
            let (token, _) = node.tokens();
            let heredocs = node.tree().heredocs();
            let at = heredocs.partition_point(|heredoc| heredoc.first_token < token);
            // The innermost one around the token: heredocs may stand in heredocs.
            let before = heredocs.get(..at).unwrap_or_default();
            let heredoc = before.iter().rev().find(|heredoc| token < heredoc.end_token);
            heredoc.map_or(Cow::Borrowed(raw), |heredoc| {
                text::heredoc_text(node.source(), heredoc, node.range(), rules)
            })
        }
        _ => Cow::Borrowed(raw),
    }
}

/// The value of a `RenderText`.
pub fn render_text(node: Syntax<'_>) -> String {
    let (first, end) = node.tokens();
    let kind = |index: u32| node.tree().tokens().get(index as usize).map(|token| token.kind);
    let before = first.checked_sub(1).and_then(kind);
    let trim_start = matches!(before, Some(TokenKind::EppCloseTrim | TokenKind::EppRenderCloseTrim));
    let trim_end = kind(end) == Some(TokenKind::EppOpenTrim);
    text::template_text(node.text(), trim_start, trim_end)
}

/// Whether a name is qualified with `::` in front.
pub fn is_absolute(name: &str) -> bool {
    name.starts_with("::")
}

/// The elements of an array, the arguments of a call or the keys of an access: single values, and runs of pairs
/// without braces, each of which is one hash.
pub fn elements<'t>(nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<Element<'t>> {
    let mut result: Vec<Element<'t>> = Vec::new();
    for node in nodes {
        if node.kind() != NodeKind::HashEntry {
            result.push(Element::Value(node));
        } else if let Some(Element::Pairs(pairs)) = result.last_mut() {
            pairs.push(node);
        } else {
            result.push(Element::Pairs(vec![node]));
        }
    }
    result
}

/// An element of a list.
#[derive(Debug, Clone)]
pub enum Element<'t> {
    /// One expression.
    Value(Syntax<'t>),
    /// Adjacent pairs without braces, which form one hash.
    Pairs(Vec<Syntax<'t>>),
}

/// Decimal digits of a number in another radix.
fn to_decimal(digits: &str, radix: u32) -> String {
    let mut decimal: Vec<u32> = vec![0];
    for digit in digits.chars().take(MAX_DIGITS).filter_map(|digit| digit.to_digit(radix)) {
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
