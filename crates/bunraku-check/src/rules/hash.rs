//! A literal key is given once in a hash. Keys that must be computed are not compared.

use std::collections::HashMap;

use bunraku_diag::{Severity, TextRange, codes};
use bunraku_edition::SyntaxRules;
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, Element},
};

use crate::{
    Strict,
    checker::{Checker, place},
};

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    if node.kind() == NodeKind::Hash {
        return entries(cx, node.children());
    }
    // Pairs without braces, as in `f(a => 1, a => 2)`.
    if !node.children().any(|child| child.kind() == NodeKind::HashEntry) {
        return;
    }
    for element in ast::elements(node.children()) {
        if let Element::Pairs(pairs) = element {
            entries(cx, pairs.into_iter());
        }
    }
}

fn entries<'t>(cx: &mut Checker<'t>, entries: impl Iterator<Item = Syntax<'t>>) {
    let severity = match cx.settings.strict {
        Strict::Error => Severity::Error,
        Strict::Warning => Severity::Warning,
        Strict::Off => return,
    };
    let mut seen: HashMap<Literal, TextRange> = HashMap::new();
    for entry in entries {
        let Some(key) = entry.child(0) else { continue };
        let Some(literal) = literal(key, cx.rules) else { continue };
        if let Some(first) = seen.get(&literal) {
            let first = *first;
            let range = if place(entry) == entry.range() { key.range() } else { place(entry) };
            let text = key.text();
            cx.report_at(severity, codes::DUPLICATE_KEY, range, format!("the key `{text}` is given twice"))
                .label("the first value would be lost")
                .also(first, "the first one")
                .help("remove one of them, or give it another key");
        } else {
            seen.insert(literal, key.range());
        }
    }
}

/// A value known from the text alone, as far as equality of keys needs it.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Literal {
    /// A string, a name, or a type name in lower case: Puppet compares them as the same kind of key.
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

/// The literal that an expression is, if it is one.
pub(super) fn literal(node: Syntax<'_>, rules: &SyntaxRules) -> Option<Literal> {
    Some(match node.kind() {
        NodeKind::String | NodeKind::Word => Literal::Text(ast::string_value(node, rules).into_owned()),
        NodeKind::Name => Literal::Text(node.text().to_owned()),
        NodeKind::TypeName => Literal::Text(node.text().to_lowercase()),
        NodeKind::Number => number(node.text(), ""),
        NodeKind::Negate => match node.child(0)? {
            child if child.kind() == NodeKind::Number => number(child.text(), "-"),
            _ => return None,
        },
        NodeKind::Boolean => Literal::Boolean(node.text() == "true"),
        NodeKind::Undef => Literal::Undef,
        NodeKind::Default => Literal::Default,
        NodeKind::Regexp => Literal::Regexp(node.text().to_owned()),
        NodeKind::Array => list(node.children(), rules)?,
        NodeKind::Hash => Literal::Hash(pairs(node.children(), rules)?),
        // Puppet compares the keys of a type and forgets which type it is.
        NodeKind::Access => {
            let keys: Vec<Syntax<'_>> = node.children().skip(1).collect();
            if let [only] = keys.as_slice()
                && only.kind() == NodeKind::Array
            {
                return None;
            }
            list(keys.into_iter(), rules)?
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
    entries: impl Iterator<Item = Syntax<'t>>,
    rules: &SyntaxRules,
) -> Option<Vec<(Literal, Literal)>> {
    entries.map(|entry| Some((literal(entry.child(0)?, rules)?, literal(entry.child(1)?, rules)?))).collect()
}

fn number(text: &str, sign: &str) -> Literal {
    match ast::number(text) {
        ast::Number::Integer { digits, .. } => {
            let digits = digits.trim_start_matches('0');
            Literal::Integer(if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") })
        }
        ast::Number::Float(value) => {
            // Ruby's 0.0 and -0.0 are one key.
            let value = if sign.is_empty() { value } else { -value };
            Literal::Float(if value == 0.0 { 0 } else { value.to_bits() })
        }
    }
}
