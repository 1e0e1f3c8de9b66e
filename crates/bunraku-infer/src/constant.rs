//! Expressions with a constant value.

use std::borrow::Cow;

use bunraku_pcore::{Regexp, Value};
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Element, HashEntry, Node, NumberValue, Piece, elements};

use crate::GRAMMAR;

/// How deeply a literal may be nested to be evaluated.
const DEEPEST: usize = 64;
/// How many parts a literal may have to be evaluated.
const MOST_PARTS: usize = 20_000;

/// The constant string of an expression: a literal without interpolation, or a bare word.
pub fn string<'t>(node: Syntax<'t>) -> Option<Cow<'t, str>> {
    match Node::of(node) {
        Node::String(string) => Some(string.value(GRAMMAR)),
        Node::Name(_) => Some(Cow::Borrowed(node.text())),
        Node::Word(word) => Some(Cow::Borrowed(word.value())),
        Node::Parenthesized(inner) => string(inner.operand()?),
        Node::Heredoc(heredoc) => heredoc.body()?.plain(GRAMMAR).map(Cow::Owned),
        _ => None,
    }
}

/// The text that the string of an expression certainly begins with; empty if nothing is known.
pub fn beginning(node: Syntax<'_>) -> String {
    match (string(node), Node::of(node)) {
        (Some(text), _) => text.into_owned(),
        (None, Node::InterpolatedString(string)) => match string.pieces().next() {
            Some(Piece::Text(text)) => text.value(GRAMMAR).into_owned(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// The constant value of an expression, if it consists of literals only.
pub fn value(node: Syntax<'_>) -> Option<Value> {
    let mut parts = 0;
    literal(node, 0, &mut parts)
}

fn literal(node: Syntax<'_>, depth: usize, parts: &mut usize) -> Option<Value> {
    *parts += 1;
    if depth > DEEPEST || *parts > MOST_PARTS {
        return None;
    }
    if let Some(text) = string(node) {
        return Some(Value::str(text.as_ref()));
    }
    match Node::of(node) {
        Node::Number(number) => match number.value() {
            NumberValue::Float(float) => Some(Value::Float(float)),
            NumberValue::Integer { digits, .. } => digits.parse().ok().map(Value::Int),
        },
        Node::Negate(negated) => match literal(negated.operand()?, depth + 1, parts)? {
            Value::Int(number) => number.checked_neg().map(Value::Int),
            Value::Float(number) => Some(Value::Float(-number)),
            _ => None,
        },
        Node::Boolean(boolean) => Some(Value::Bool(boolean.value())),
        Node::Undef(_) => Some(Value::Undef),
        Node::Default(_) => Some(Value::Default),
        Node::Regexp(regexp) => Regexp::new(regexp.pattern().as_ref()).ok().map(Value::Regexp),
        Node::Parenthesized(inner) => literal(inner.operand()?, depth + 1, parts),
        Node::Array(array) => {
            let mut values = Vec::new();
            for element in elements(array.elements()) {
                values.push(match element {
                    Element::Value(node) => literal(node, depth + 1, parts)?,
                    Element::Pairs(pairs) => hash(pairs.into_iter(), depth, parts)?,
                });
            }
            Some(Value::array(values))
        }
        Node::Hash(entries) => hash(entries.entries(), depth, parts),
        _ => None,
    }
}

fn hash<'t>(entries: impl Iterator<Item = HashEntry<'t>>, depth: usize, parts: &mut usize) -> Option<Value> {
    let mut pairs = Vec::new();
    for entry in entries {
        let key = literal(entry.key()?, depth + 1, parts)?;
        pairs.push((key, literal(entry.value()?, depth + 1, parts)?));
    }
    Some(Value::hash(pairs))
}
