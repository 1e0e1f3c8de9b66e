//! Determines which node each input is about before anything is compiled: a node is compiled once, from one input.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use bunraku::Facts;
use bunraku::diag::{Diagnostic, codes};
use bunraku::world::names::check_node;

use crate::bug;
use crate::facts::{FactsSource, Listed};
use crate::pool::{self, Event};
use crate::report::Refusal;

/// An input with the name of its node.
pub struct Named<'l> {
    /// The input as listed.
    pub listed: &'l Listed,
    /// The name of the node, or a placeholder if it is unknown.
    pub name: String,
    /// Why the node cannot be compiled.
    pub trouble: Option<Box<Diagnostic>>,
    /// The facts, if they had to be read to find the name. Only some nodes keep them, to save memory.
    kept: Mutex<Option<Facts>>,
}

/// How many nodes keep their facts in memory until they are compiled.
const KEPT: usize = 1_000;

impl Named<'_> {
    /// Reads the facts of the node. Fails if they are of another node by now.
    pub fn facts(&self, shared: &Facts) -> Result<Facts, Refusal> {
        if let Some(trouble) = &self.trouble {
            return Err(Diagnostic::clone(trouble).into());
        }
        match bug::caught(&self.name, || self.resolve(shared))?? {
            // The path of the catalog was derived from the name checked earlier, so the name must not change.
            (name, _) if name != self.name => {
                let message = format!("the facts of `{}` changed while they were being read", self.name);
                Err(Diagnostic::error(codes::UNREADABLE_FILE, message).into())
            }
            (_, facts) => Ok(facts),
        }
    }

    /// Returns the name of the node and its facts.
    pub fn resolve(&self, shared: &Facts) -> Result<(String, Facts), Refusal> {
        let kept = self.kept.lock().map_or(None, |mut facts| facts.take());
        match kept {
            Some(facts) => Ok((self.name.clone(), facts)),
            None => self.listed.resolve(shared),
        }
    }
}

/// Pairs the inputs with the names of their nodes, in order. If several identical inputs name one node, the first is
/// kept. If they differ, it is unknown which is right, and the node gets an error.
pub fn named<'l>(nodes: &'l [Listed], shared: &Facts) -> Vec<Named<'l>> {
    named_by(nodes, shared, |_| None)
}

/// Like [`named`]. `known` returns the node of a facts file if that is known without reading it.
pub fn named_by<'l>(
    nodes: &'l [Listed],
    shared: &Facts,
    known: impl Fn(&Path) -> Option<String> + Sync,
) -> Vec<Named<'l>> {
    let mut all: Vec<Named<'l>> = Vec::with_capacity(nodes.len());
    let mut found: HashMap<String, usize> = HashMap::new();
    let work = |_: usize, listed: &Listed| name_of(listed, shared, &known);
    let mut listed = nodes.iter();
    pool::map_in_order(nodes, work, |event| {
        let Event::Result((name, facts, trouble)) = event else { return };
        let Some(listed) = listed.next() else { return };
        let former = found.get(&name).and_then(|index| all.get_mut(*index));
        match former.filter(|_| trouble.is_none()) {
            Some(former) => {
                if former.trouble.is_none() && !is_same(former.listed, listed, shared) {
                    former.trouble = Some(Box::new(ambiguous(&name, former.listed, listed)));
                }
            }
            None => {
                if trouble.is_none() {
                    found.insert(name.clone(), all.len());
                }
                let kept = Mutex::new(facts.filter(|_| all.len() < KEPT));
                all.push(Named { listed, name, trouble, kept });
            }
        }
    });
    all
}

/// The name of a node, and its facts if they had to be read to find it. Problems in the facts are reported when the
/// node is compiled.
fn name_of(
    listed: &Listed,
    shared: &Facts,
    known: impl Fn(&Path) -> Option<String>,
) -> (String, Option<Facts>, Option<Box<Diagnostic>>) {
    let of_file = || match &listed.facts {
        Some(FactsSource::File(path)) => known(path),
        _ => None,
    };
    let found = match listed.name.clone().or_else(of_file) {
        Some(name) => Ok(Some((name.to_lowercase(), None))),
        None => bug::caught(&listed.label(), || {
            listed.resolve(shared).ok().map(|(name, facts)| (name, Some(facts)))
        }),
    };
    match found {
        Ok(Some((name, facts))) => match check_node(&name) {
            Ok(()) => (name, facts, None),
            Err(invalid) => {
                let error = Diagnostic::error(codes::INVALID_HOST_NAME, invalid.message).help(invalid.help);
                (name.escape_debug().to_string(), None, Some(Box::new(error)))
            }
        },
        Ok(None) => (listed.label(), None, None),
        Err(bug) => (listed.label(), None, Some(bug)),
    }
}

/// Whether two inputs give the same facts for a node.
fn is_same(one: &Listed, other: &Listed, shared: &Facts) -> bool {
    let facts = |listed: &Listed| listed.resolve(shared).ok().map(|(_, facts)| facts.values);
    match (facts(one), facts(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

fn ambiguous(name: &str, one: &Listed, other: &Listed) -> Diagnostic {
    let message =
        format!("two files have different facts for node `{name}`: {} and {}", one.origin(), other.origin());
    Diagnostic::error(codes::INVALID_NODE_DATA, message).help("remove one of them")
}
