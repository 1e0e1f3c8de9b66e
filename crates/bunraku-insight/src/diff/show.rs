//! Differences as text for terminals.

use std::fmt::Write;

use bunraku_edition::PUPPET8;
use bunraku_pcore::{Value, notation};

use super::elements::{Element, elements};
use super::{Change, ChangeKind, Missing, Report, Shared};
use crate::lines;

pub(super) fn text(report: &Report) -> String {
    let mut out = String::new();
    for line in missing(report) {
        push(&mut out, format_args!("! {line}\n"));
    }
    for group in report.by_resource() {
        let Some(first) = group.first() else { continue };
        push(
            &mut out,
            format_args!("{} {}{}\n", first.change.what.sign(), first.change.resource, who(first, report)),
        );
        let declared = group.iter().find(|shared| shared.change.what.parameter().is_none());
        let origins = declared.map(|shared| &shared.change.origins);
        if let Some(origin) = origins.and_then(|(old, new)| new.as_ref().or(old.as_ref())) {
            push(&mut out, format_args!("    --> {origin}\n"));
        }
        for shared in group {
            for line in described(&shared.change.what) {
                push(&mut out, format_args!("    {line}\n"));
            }
            for line in given_by(&shared.change) {
                push(&mut out, format_args!("        {line}\n"));
            }
        }
    }
    out
}

/// The nodes that could not be compared, a line each, or one for all that lack the same if there are many.
pub(super) fn missing(report: &Report) -> Vec<String> {
    const MOST: usize = 10;
    const NAMED: usize = 3;
    if report.missing.len() <= MOST {
        return report.missing.iter().map(Missing::says).collect();
    }
    let mut kinds: Vec<Vec<&Missing>> = Vec::new();
    for missing in &report.missing {
        let is_alike = |other: &Missing| {
            (other.old, other.new, &other.reason) == (missing.old, missing.new, &missing.reason)
        };
        match kinds.iter_mut().find(|kind| kind.first().is_some_and(|first| is_alike(first))) {
            Some(kind) => kind.push(missing),
            None => kinds.push(vec![missing]),
        }
    }
    let lines = kinds.iter().filter_map(|alike| {
        let [first, _, ..] = alike.as_slice() else { return alike.first().map(|one| one.says()) };
        let names: Vec<&str> = alike.iter().take(NAMED).map(|missing| missing.node.as_str()).collect();
        let rest = match alike.len() - names.len() {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let (lacks, because) = (first.lacks(), first.because());
        Some(format!("{} nodes ({}{rest}) have {lacks}{because}", alike.len(), names.join(", ")))
    });
    lines.collect()
}

/// Which nodes have a difference; where one node is compared there is nothing to say.
pub(super) fn who(shared: &Shared, report: &Report) -> String {
    match shared.nodes.as_slice() {
        _ if report.compared < 2 => String::new(),
        [node] => format!("  ({node})"),
        [first, ..] if shared.is_example => {
            format!("  ({} of {} nodes, here {first})", shared.nodes.len(), report.compared)
        }
        some => format!("  ({} of {} nodes)", some.len(), report.compared),
    }
}

/// Describes what differs, one line each; multi-line strings as unified diffs.
pub(super) fn described(what: &ChangeKind) -> Vec<String> {
    match what {
        ChangeKind::Added | ChangeKind::Removed => Vec::new(),
        ChangeKind::Parameter { name, old: Some(Value::Str(old)), new: Some(Value::Str(new)), .. }
            if old.contains('\n') || new.contains('\n') =>
        {
            let mut lines = vec![format!("{name}:")];
            lines.extend(lines::unified(name, old, new).lines().skip(2).map(|line| format!("  {line}")));
            lines
        }
        ChangeKind::Parameter { name, old, new, only_order: true } => {
            vec![format!("{name}: {} -> {}  (only the order)", shown(old.as_ref()), shown(new.as_ref()))]
        }
        ChangeKind::Parameter { name, old, new, .. } => {
            let parts = match (old, new) {
                (Some(old), Some(new)) => elements(old, new),
                _ => None,
            };
            match parts {
                Some(parts) if !parts.is_empty() => {
                    let mut lines = vec![format!("{name}:")];
                    lines.extend(parts.iter().map(|part| format!("  {}", element(part))));
                    lines
                }
                _ => vec![format!("{name}: {} -> {}", shown(old.as_ref()), shown(new.as_ref()))],
            }
        }
        ChangeKind::Secret { name } => vec![format!("{name}: changed (sensitive)")],
        ChangeKind::Exported(true) => vec!["is exported now".to_owned()],
        ChangeKind::Exported(false) => vec!["is no longer exported".to_owned()],
        ChangeKind::Container { old, new } => {
            let name = |container: &Option<String>| container.clone().unwrap_or_else(|| "nothing".to_owned());
            vec![format!("is now contained in {} instead of {}", name(new), name(old))]
        }
    }
}

fn element(part: &Element) -> String {
    let path = match part.path.join(".") {
        path if path.is_empty() => path,
        path => format!("{path}: "),
    };
    match (&part.old, &part.new) {
        (Some(old), None) => format!("- {path}{}", shown(Some(old))),
        (None, Some(new)) => format!("+ {path}{}", shown(Some(new))),
        (old, new) => format!("~ {path}{} -> {}", shown(old.as_ref()), shown(new.as_ref())),
    }
}

/// The lines of code or data that set the old and the new value of a parameter, or else those that declare its resource.
pub(super) fn given_by(change: &Change) -> Vec<String> {
    if change.what.parameter().is_none() {
        return Vec::new();
    }
    match &change.origins {
        (Some(old), Some(new)) if old == new && new.is_declaration => vec![format!("declared at {new}")],
        (Some(old), Some(new)) if old == new => vec![format!("from {new}")],
        (old, new) => {
            let line = |word: &str, origin: &Option<super::Origin>| {
                origin.as_ref().map(|origin| match origin.is_declaration {
                    true => format!("{word} resource declared at {origin}"),
                    false => format!("{word} value from {origin}"),
                })
            };
            [line("old", old), line("new", new)].into_iter().flatten().collect()
        }
    }
}

/// Identifies a difference, regardless of where it was written.
pub(super) fn key(change: &Change) -> String {
    format!("{}\u{0}{:?}", change.resource, change.what)
}

fn shown(value: Option<&Value>) -> String {
    const LONGEST: usize = 200;
    let Some(value) = value else { return "(none)".to_owned() };
    let string = notation::literal(&PUPPET8.types, value);
    match string.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", string.get(..end).unwrap_or("")),
        None => string,
    }
}

/// Appends to a string, which cannot fail.
pub(super) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
