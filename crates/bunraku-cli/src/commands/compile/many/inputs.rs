//! Which node each input is about, before any of them is compiled: a node is compiled once, from one input.

use std::collections::HashMap;

use bunraku::Facts;
use bunraku::diag::{Diagnostic, codes};
use bunraku::world::names::check_node;

use crate::bug;
use crate::facts::Listed;
use crate::pool::{self, Event};

/// An input with the name of its node.
pub struct Named<'l> {
    /// The input.
    pub listed: &'l Listed,
    /// The name of the node, or what to call it if that is not known.
    pub name: String,
    /// Why it cannot be compiled.
    pub trouble: Option<Box<Diagnostic>>,
}

/// The inputs with the names of their nodes, in order. Of several inputs for one node that are the same the first is
/// kept; if they differ nobody knows which of them is right, and the node has none.
pub fn named<'l>(nodes: &'l [Listed], shared: &Facts) -> Vec<Named<'l>> {
    let mut all: Vec<Named<'l>> = Vec::with_capacity(nodes.len());
    let mut found: HashMap<String, usize> = HashMap::new();
    let work = |_: usize, listed: &Listed| name_of(listed, shared);
    let mut listed = nodes.iter();
    pool::map_in_order(nodes, work, |event| {
        let Event::Result((name, trouble)) = event else { return };
        let Some(listed) = listed.next() else { return };
        let known = found.get(&name).and_then(|index| all.get_mut(*index));
        match known.filter(|_| trouble.is_none()) {
            Some(known) => {
                if known.trouble.is_none() && !is_same(known.listed, listed, shared) {
                    known.trouble = Some(Box::new(ambiguous(&name, known.listed, listed)));
                }
            }
            None => {
                if trouble.is_none() {
                    found.insert(name.clone(), all.len());
                }
                all.push(Named { listed, name, trouble });
            }
        }
    });
    all
}

/// The name of a node. What is wrong with its facts is told when it is compiled.
fn name_of(listed: &Listed, shared: &Facts) -> (String, Option<Box<Diagnostic>>) {
    let name = match &listed.name {
        Some(name) => Ok(Some(name.to_lowercase())),
        None => bug::caught(&listed.label(), || listed.resolve(shared).ok().map(|(name, _)| name)),
    };
    match name {
        Ok(Some(name)) => match check_node(&name) {
            Ok(()) => (name, None),
            Err(invalid) => {
                let error = Diagnostic::error(codes::INVALID_HOST_NAME, invalid.message).help(invalid.help);
                (name.escape_debug().to_string(), Some(Box::new(error)))
            }
        },
        Ok(None) => (listed.label(), None),
        Err(bug) => (listed.label(), Some(bug)),
    }
}

/// Whether two inputs tell the same of a node.
fn is_same(one: &Listed, other: &Listed, shared: &Facts) -> bool {
    let facts = |listed: &Listed| listed.resolve(shared).ok().map(|(_, facts)| facts.values);
    match (facts(one), facts(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

fn ambiguous(name: &str, one: &Listed, other: &Listed) -> Diagnostic {
    let message =
        format!("there are different facts for the node `{name}`: {} and {}", one.origin(), other.origin());
    Diagnostic::error(codes::INVALID_NODE_DATA, message).help("keep the ones that are right")
}
