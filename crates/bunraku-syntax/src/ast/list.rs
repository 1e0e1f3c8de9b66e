//! Lists in which adjacent pairs without braces form a hash.

use super::{HashEntry, View};
use crate::Syntax;

/// An element of a list.
#[derive(Debug, Clone)]
pub enum Element<'t> {
    /// A single expression.
    Value(Syntax<'t>),
    /// Adjacent pairs without braces, which form one hash.
    Pairs(Vec<HashEntry<'t>>),
}

/// The elements of an array, the arguments of a call or the keys of an access: single values, and runs of pairs without
/// braces, each of which is one hash.
pub fn elements<'t>(nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<Element<'t>> {
    let mut result: Vec<Element<'t>> = Vec::new();
    for node in nodes {
        match HashEntry::cast(node) {
            None => result.push(Element::Value(node)),
            Some(pair) => match result.last_mut() {
                Some(Element::Pairs(pairs)) => pairs.push(pair),
                _ => result.push(Element::Pairs(vec![pair])),
            },
        }
    }
    result
}
