//! Similar differences: the same changed lines in different contexts, or the same except for the name of the node.

use std::collections::HashMap;

use bunraku_pcore::Value;

use super::{ChangeKind, Report, Shared, show};
use crate::lines;

/// The placeholder for the name of a node.
const NODE: &str = "\u{1}";

/// Shorter names could be part of anything.
const SHORTEST: usize = 4;

impl Report {
    /// Combines similar differences, for people.
    pub(super) fn alike(&self) -> Report {
        let mut changes: Vec<Shared> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for shared in &self.changes {
            let key = shared.nodes.first().map_or_else(String::new, |node| key(shared, node));
            match known.get(&key).and_then(|at| changes.get_mut(*at)) {
                Some(group) => {
                    // The node that is shown stays the first one.
                    group.is_example = true;
                    group.nodes.extend(shared.nodes.iter().cloned());
                }
                None => {
                    known.insert(key, changes.len());
                    changes.push(shared.clone());
                }
            }
        }
        let mut report = Report { changes, compared: self.compared, missing: self.missing.clone() };
        report.sort();
        report
    }
}

/// A key that is equal for similar differences.
fn key(shared: &Shared, node: &str) -> String {
    let text = match &shared.change.what {
        ChangeKind::Parameter { name, old: Some(Value::Str(old)), new: Some(Value::Str(new)), .. }
            if old.contains('\n') || new.contains('\n') =>
        {
            let difference = lines::unified("", old, new);
            let changed = difference.lines().skip(2).filter(|line| line.starts_with(['+', '-']));
            format!("{}\u{0}{name}\u{0}{}", shared.change.resource, changed.collect::<Vec<_>>().join("\n"))
        }
        _ => show::key(&shared.change),
    };
    let text = text.replace(node, NODE);
    match node.split('.').next().filter(|short| short.len() >= SHORTEST && *short != node) {
        Some(short) => text.replace(short, NODE),
        None => text,
    }
}
