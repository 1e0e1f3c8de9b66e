//! The differences between two catalogs.
//!
//! Catalogs are compared as [`Snapshot`]s: created from a catalog of this program, or parsed from the JSON of any
//! compiler. Resources are identified by their references. For lists and hashes, the elements that differ are reported;
//! a list with the same elements in another order is reported as such.

mod alike;
mod direct;
mod elements;
mod html;
mod ignore;
mod json;
mod markdown;
mod show;
mod snapshot;

use std::collections::{BTreeMap, BTreeSet};

use bunraku_pcore::Value;

pub use direct::compare_catalogs;
pub use ignore::Ignore;
pub use snapshot::{Home, Origin, Snapshot};

use snapshot::Entry;

/// A difference.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The reference of the resource.
    pub resource: String,
    /// What differs.
    pub what: ChangeKind,
    /// The line that caused it in the old catalog, and in the new one: for a parameter what set the value, if that is
    /// known, otherwise what declares the resource.
    pub origins: (Option<Origin>, Option<Origin>),
}

impl Change {
    /// A one-line summary: the resource and what differs about it.
    pub fn summary(&self) -> String {
        let lines = show::described(&self.what);
        let what = match &self.what {
            ChangeKind::Added => "is added".to_owned(),
            ChangeKind::Removed => "is missing".to_owned(),
            _ => lines.join(" "),
        };
        format!("{}: {what}", self.resource)
    }
}

/// What differs about a resource.
#[derive(Debug, Clone, PartialEq)]
pub enum ChangeKind {
    /// It is only in the new catalog.
    Added,
    /// It is only in the old catalog.
    Removed,
    /// A parameter has different values, or exists in only one of the catalogs.
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
    /// A sensitive parameter has different values.
    Secret {
        /// Its name.
        name: String,
    },
    /// Whether it is exported has changed; this is the new state.
    Exported(bool),
    /// It has a different container.
    Container {
        /// The container in the old catalog.
        old: Option<String>,
        /// The container in the new catalog.
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
        let declared = (origin(before), origin(after));
        let mut add = |what, origins| changes.push(Change { resource: reference.clone(), what, origins });
        match (before, after) {
            (None, _) if ignore.presence(reference, true) => {}
            (_, None) if ignore.presence(reference, false) => {}
            (None, _) => add(ChangeKind::Added, declared),
            (_, None) => add(ChangeKind::Removed, declared),
            (Some(before), Some(after)) => {
                for what in differences(reference, before, after, ignore) {
                    let given = what.parameter().map(|name| (given(before, name), given(after, name)));
                    add(what, given.unwrap_or_else(|| declared.clone()));
                }
            }
        }
    }
    changes
}

fn origin(entry: Option<&Entry>) -> Option<Origin> {
    entry.and_then(|entry| entry.origin.clone())
}

/// What set a parameter; a catalog in JSON only has the place of the declaration.
fn given(entry: &Entry, name: &str) -> Option<Origin> {
    let given = entry.parameters.get(name)?;
    given.origin.clone().or_else(|| Some(Origin { is_declaration: true, ..entry.origin.clone()? }))
}

fn differences(reference: &str, before: &Entry, after: &Entry, ignore: &Ignore) -> Vec<ChangeKind> {
    let mut found = Vec::new();
    let mut names: Vec<&String> = before.parameters.keys().chain(after.parameters.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let value = |entry: &'_ Entry| entry.parameters.get(name).map(|given| given.value.clone());
        let (old, new) = (value(before), value(after));
        if old == new || ignore.parameter(reference, name, old.as_ref(), new.as_ref()) {
            continue;
        }
        if before.sensitive.contains(name) || after.sensitive.contains(name) {
            found.push(ChangeKind::Secret { name: name.clone() });
            continue;
        }
        let only_order = matches!((&old, &new), (Some(old), Some(new)) if same_elements(old, new));
        found.push(ChangeKind::Parameter { name: name.clone(), old, new, only_order });
    }
    if before.exported != after.exported {
        found.push(ChangeKind::Exported(after.exported));
    }
    if before.container != after.container {
        found.push(ChangeKind::Container { old: before.container.clone(), new: after.container.clone() });
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
    /// The names of the nodes, in order.
    pub nodes: Vec<String>,
    /// Whether this is the difference of the first node, and those of the others are similar.
    pub is_example: bool,
}

/// A node without a catalog on one or both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub node: String,
    /// Whether the old side has a catalog.
    pub old: bool,
    /// Whether the new side has a catalog.
    pub new: bool,
    /// Why there is none, if compiling it failed: a message, with its place.
    pub reason: Option<String>,
}

/// The differences on many nodes.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The differences, each once, those of most nodes first.
    pub changes: Vec<Shared>,
    /// The number of compared nodes.
    pub compared: usize,
    /// The nodes that could not be compared.
    pub missing: Vec<Missing>,
}

impl Report {
    /// Combines the differences of all nodes.
    pub fn new(nodes: &[(String, Vec<Change>)], missing: Vec<Missing>) -> Report {
        let mut groups: BTreeMap<String, Shared> = BTreeMap::new();
        for (node, changes) in nodes {
            for change in changes {
                let shared = groups.entry(show::key(change)).or_insert_with(|| Shared {
                    change: change.clone(),
                    nodes: Vec::new(),
                    is_example: false,
                });
                shared.nodes.push(node.clone());
            }
        }
        let mut report = Report { changes: groups.into_values().collect(), compared: nodes.len(), missing };
        report.sort();
        report
    }

    /// The differences of most nodes first.
    fn sort(&mut self) {
        self.changes.sort_by(|a, b| {
            let order = b.nodes.len().cmp(&a.nodes.len());
            order.then_with(|| a.change.resource.cmp(&b.change.resource)).then_with(|| a.nodes.cmp(&b.nodes))
        });
    }

    /// The report for people: one paragraph per resource, multi-line strings as unified diffs. Differences that only
    /// differ in the name of the node are shown once.
    pub fn to_text(&self) -> String {
        show::text(&self.alike())
    }

    /// The report for tools, as JSON.
    pub fn to_json(&self) -> String {
        json::write(self)
    }

    /// The report as Markdown, for the description of a change under review.
    pub fn to_markdown(&self) -> String {
        markdown::write(&self.alike())
    }

    /// The report as a self-contained HTML page.
    pub fn to_html(&self) -> String {
        html::write(&self.alike())
    }

    /// The differences by resource and by the nodes that have them, in order.
    fn by_resource(&self) -> Vec<&[Shared]> {
        let same = |a: &Shared, b: &Shared| {
            a.change.resource == b.change.resource && a.nodes == b.nodes && a.is_example == b.is_example
        };
        self.changes.chunk_by(same).collect()
    }

    /// A one-line summary: how many resources differ, on how many nodes.
    fn summary(&self) -> String {
        let nodes: BTreeSet<&String> = self.changes.iter().flat_map(|shared| &shared.nodes).collect();
        let resources: BTreeSet<&str> =
            self.changes.iter().map(|shared| shared.change.resource.as_str()).collect();
        let of = match self.compared {
            1 => "1 node".to_owned(),
            all => format!("{all} nodes"),
        };
        match (resources.len(), nodes.len()) {
            (0, _) => format!("No differences on {of}"),
            (1, changed) => format!("1 resource differs on {changed} of {of}"),
            (some, changed) => format!("{some} resources differ on {changed} of {of}"),
        }
    }
}

impl ChangeKind {
    /// The parameter that differs.
    fn parameter(&self) -> Option<&str> {
        match self {
            ChangeKind::Parameter { name, .. } | ChangeKind::Secret { name } => Some(name),
            _ => None,
        }
    }

    /// `+` for what is new, `-` for what was removed, `~` for what is different.
    fn sign(&self) -> char {
        match self {
            ChangeKind::Added => '+',
            ChangeKind::Removed => '-',
            _ => '~',
        }
    }
}

impl Missing {
    /// What is missing, as a sentence without a full stop.
    fn says(&self) -> String {
        format!("{} has {}{}", self.node, self.lacks(), self.because())
    }

    fn because(&self) -> String {
        self.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"))
    }

    fn lacks(&self) -> &'static str {
        match (self.old, self.new) {
            (true, false) => "no new catalog",
            (false, true) => "no old catalog",
            _ => "no catalog on either side",
        }
    }
}
