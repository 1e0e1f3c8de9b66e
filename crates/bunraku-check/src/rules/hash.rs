//! Literal keys must be unique in a hash. Computed keys are not compared.

use std::collections::HashMap;

use bunraku_diag::{Applicability, Severity, TextRange, codes};
use bunraku_edition::SyntaxRules;
use bunraku_syntax::{
    Syntax,
    ast::{self, AttributeOperation, Element, HashEntry, Node, NumberValue, View},
};

use crate::{
    Strict,
    checker::{Checker, place},
    removal::removal,
};

/// Checks pairs without braces, as in `f(a => 1, a => 2)`.
pub(super) fn check_pairs<'t>(cx: &mut Checker<'t>, nodes: impl Iterator<Item = Syntax<'t>> + Clone) {
    if !nodes.clone().any(|node| HashEntry::cast(node).is_some()) {
        return;
    }
    for element in ast::elements(nodes) {
        if let Element::Pairs(pairs) = element {
            check(cx, pairs.iter().copied());
        }
    }
}

/// `Parent { ... }` names the parent of an object type, so its hash must not.
pub(super) fn check_parent<'t>(cx: &mut Checker<'t>, body: ast::ObjectBody<'t>) {
    let (Some(parent), Some(hash)) = (body.parent(), body.hash()) else { return };
    let named = hash
        .entries()
        .filter_map(HashEntry::key)
        .find(|key| matches!(literal(*key, cx.rules), Some(Literal::Text(text)) if text == "parent"));
    if let Some(key) = named {
        parent_twice(cx, parent, key.range());
    }
}

/// Like [`check_parent`], among the types of a type set, where it looks like resource defaults.
pub(super) fn check_member<'t>(cx: &mut Checker<'t>, entry: HashEntry<'t>) {
    let Some(member) = entry.value().and_then(ast::ResourceDefaults::cast) else { return };
    let Some(parent) = member.resource_type().and_then(ast::TypeName::cast) else { return };
    let named = member.attributes().find_map(|attribute| match attribute {
        AttributeOperation::Attribute(named) if named.name() == "parent" => Some(named.range()),
        _ => None,
    });
    if let Some(range) = named {
        parent_twice(cx, parent, range);
    }
}

fn parent_twice<'t>(cx: &mut Checker<'t>, parent: ast::TypeName<'t>, again: TextRange) {
    if matches!(parent.text(), "Object" | "TypeSet") {
        return;
    }
    cx.error(codes::DUPLICATE_KEY, parent.syntax(), format!("duplicate parent `{}`", parent.text()))
        .label("the parent")
        .also(again, "given again here")
        .help("remove one of them");
}

/// Checks the pairs of one hash.
pub(super) fn check<'t>(cx: &mut Checker<'t>, entries: impl Iterator<Item = HashEntry<'t>> + Clone) {
    let severity = match cx.settings.strict {
        Strict::Error => Severity::Error,
        Strict::Warning => Severity::Warning,
        Strict::Off => return,
    };
    let mut seen: HashMap<Literal, HashEntry<'t>> = HashMap::new();
    for entry in entries.clone() {
        let Some(key) = entry.key() else { continue };
        let Some(literal) = literal(key, cx.rules) else { continue };
        let Some(first) = seen.get(&literal).copied() else {
            seen.insert(literal, entry);
            continue;
        };
        let whole = place(entry.syntax());
        let range = if whole == entry.range() { key.range() } else { whole };
        let string = key.text();
        cx.report_at(severity, codes::DUPLICATE_KEY, range, format!("duplicate key `{string}`"))
            .label("this replaces the first value")
            .also(first.key().map_or(first.range(), Syntax::range), "first one here")
            .help("remove one of them, or give it another key")
            .fix_by_removal(Applicability::Unsafe, "remove the first one", || {
                removal(entries.clone(), first)
            });
    }
}

/// A value known from the source alone, as far as comparing keys requires.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Literal {
    /// A string, a name, or a type name in lowercase: Puppet treats them as the same kind of key.
    Text(String),
    Integer(String),
    Float(u64),
    Boolean(bool),
    Undef,
    Default,
    Regexp(String),
    List(Vec<Literal>),
    Hash(Vec<(Literal, Literal)>),
}

/// The literal value of an expression, if it is a literal.
pub(super) fn literal(node: Syntax<'_>, rules: &SyntaxRules) -> Option<Literal> {
    Some(match Node::of(node) {
        Node::String(string) => Literal::Text(string.value(rules).into_owned()),
        Node::Word(word) => Literal::Text(word.value().to_owned()),
        Node::Name(name) => Literal::Text(name.text().to_owned()),
        Node::TypeName(name) => Literal::Text(name.text().to_lowercase()),
        Node::Number(literal) => number(literal, ""),
        Node::Negate(negate) => number(ast::Number::cast(negate.operand()?)?, "-"),
        Node::Boolean(boolean) => Literal::Boolean(boolean.value()),
        Node::Undef(_) => Literal::Undef,
        Node::Default(_) => Literal::Default,
        Node::Regexp(regexp) => Literal::Regexp(regexp.text().to_owned()),
        Node::Array(array) => list(array.elements(), rules)?,
        Node::Hash(hash) => Literal::Hash(pairs(hash.entries(), rules)?),
        // Puppet compares the keys of a type and ignores which type it is.
        Node::Access(access) => {
            let mut keys = access.keys();
            if let (Some(only), None) = (keys.next(), keys.next())
                && ast::Array::cast(only).is_some()
            {
                return None;
            }
            list(access.keys(), rules)?
        }
        _ => return None,
    })
}

fn list<'t>(nodes: impl Iterator<Item = Syntax<'t>>, rules: &SyntaxRules) -> Option<Literal> {
    let elements = ast::elements(nodes).into_iter().map(|element| match element {
        Element::Value(node) => literal(node, rules),
        Element::Pairs(entries) => Some(Literal::Hash(pairs(entries.into_iter(), rules)?)),
    });
    elements.collect::<Option<Vec<Literal>>>().map(Literal::List)
}

fn pairs<'t>(
    entries: impl Iterator<Item = HashEntry<'t>>,
    rules: &SyntaxRules,
) -> Option<Vec<(Literal, Literal)>> {
    entries.map(|entry| Some((literal(entry.key()?, rules)?, literal(entry.value()?, rules)?))).collect()
}

fn number(literal: ast::Number<'_>, sign: &str) -> Literal {
    match literal.value() {
        NumberValue::Integer { digits, .. } => {
            let digits = digits.trim_start_matches('0');
            Literal::Integer(if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") })
        }
        NumberValue::Float(value) => {
            // Ruby's 0.0 and -0.0 are the same key.
            let value = if sign.is_empty() { value } else { -value };
            Literal::Float(if value == 0.0 { 0 } else { value.to_bits() })
        }
    }
}
