//! What differs between two catalogs.
//!
//! Catalogs are compared as [`Snapshot`]s: made from a catalog of this program, or read from the JSON of any program that
//! compiles catalogs. Resources are told apart by their references. Where a list or a hash has other elements, the whole
//! value has changed; where it has the same elements in another order, that is said.

mod ignore;
mod show;
mod snapshot;

use std::collections::BTreeMap;

use bunraku_pcore::Value;

pub use ignore::Ignore;
pub use show::{to_json, to_text};
pub use snapshot::Snapshot;

use snapshot::Entry;

/// A difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The reference of the resource.
    pub resource: String,
    /// What is different.
    pub what: What,
    /// The file and line that declare it in the old catalog, and in the new one.
    pub places: (Option<String>, Option<String>),
}

/// What is different about a resource.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// It is only in the new catalog.
    Added,
    /// It is only in the old catalog.
    Removed,
    /// A parameter has another value, or only one of the two has it.
    Parameter {
        /// Its name.
        name: String,
        /// The old value.
        old: Option<Value>,
        /// The new value.
        new: Option<Value>,
        /// Whether a list has the same elements in another order.
        only_order: bool,
    },
    /// A parameter that nobody may see has another value.
    Secret {
        /// Its name.
        name: String,
    },
    /// It is exported now, or not any more.
    Exported(bool),
    /// It is contained in another resource.
    Container {
        /// The resource that contained it.
        old: Option<String>,
        /// The resource that contains it.
        new: Option<String>,
    },
}

/// The differences between two catalogs, by resource.
pub fn compare(old: &Snapshot, new: &Snapshot, ignore: &Ignore) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut references: Vec<&String> = old.resources.keys().chain(new.resources.keys()).collect();
    references.sort();
    references.dedup();
    for reference in references {
        let (before, after) = (old.resources.get(reference), new.resources.get(reference));
        if ignore.resource(reference)
            || [before, after].iter().flatten().any(|entry| ignore.tagged(&entry.tags))
        {
            continue;
        }
        let places = (before.and_then(Entry::place), after.and_then(Entry::place));
        let mut add =
            |what| changes.push(Change { resource: reference.clone(), what, places: places.clone() });
        match (before, after) {
            (None, _) => add(What::Added),
            (_, None) => add(What::Removed),
            (Some(before), Some(after)) => {
                for what in differences(reference, before, after, ignore) {
                    add(what);
                }
            }
        }
    }
    changes
}

fn differences(reference: &str, before: &Entry, after: &Entry, ignore: &Ignore) -> Vec<What> {
    let mut found = Vec::new();
    let mut names: Vec<&String> = before.parameters.keys().chain(after.parameters.keys()).collect();
    names.sort();
    names.dedup();
    for name in names.into_iter().filter(|name| !ignore.parameter(reference, name)) {
        let (old, new) = (before.parameters.get(name), after.parameters.get(name));
        if old == new {
            continue;
        }
        if before.sensitive.contains(name) || after.sensitive.contains(name) {
            found.push(What::Secret { name: name.clone() });
            continue;
        }
        let only_order = matches!((old, new), (Some(old), Some(new)) if same_elements(old, new));
        found.push(What::Parameter { name: name.clone(), old: old.cloned(), new: new.cloned(), only_order });
    }
    if before.exported != after.exported {
        found.push(What::Exported(after.exported));
    }
    if before.container != after.container {
        found.push(What::Container { old: before.container.clone(), new: after.container.clone() });
    }
    found
}

fn same_elements(old: &Value, new: &Value) -> bool {
    let (Value::Array(old), Value::Array(new)) = (old, new) else { return false };
    let sorted = |values: &[Value]| {
        let mut texts: Vec<String> = values.iter().map(bunraku_formats::json::to_json).collect();
        texts.sort();
        texts
    };
    old.len() == new.len() && sorted(old) == sorted(new)
}

/// A difference that several nodes have in common.
#[derive(Debug, Clone)]
pub struct Shared {
    /// The difference.
    pub change: Change,
    /// The nodes, in their order.
    pub nodes: Vec<String>,
}

/// Differences of many nodes, each once, those of most nodes first.
pub fn group(nodes: &[(String, Vec<Change>)]) -> Vec<Shared> {
    let mut groups: BTreeMap<String, Shared> = BTreeMap::new();
    for (node, changes) in nodes {
        for change in changes {
            let key = show::key(change);
            let shared =
                groups.entry(key).or_insert_with(|| Shared { change: change.clone(), nodes: Vec::new() });
            shared.nodes.push(node.clone());
        }
    }
    let mut groups: Vec<Shared> = groups.into_values().collect();
    groups.sort_by(|a, b| {
        b.nodes.len().cmp(&a.nodes.len()).then_with(|| a.change.resource.cmp(&b.change.resource))
    });
    groups
}
