//! The parts of a catalog besides its parameters.

use std::collections::{BTreeMap, BTreeSet};

use bunraku_pcore::Value;

use super::{Rule, Verdict};
use crate::parts::{document, end, field, list, string};

/// The parts of a catalog that a snapshot does not contain.
pub struct Document {
    /// References in order.
    order: Vec<String>,
    resources: BTreeMap<String, Described>,
    edges: Vec<(String, String)>,
    classes: Vec<String>,
}

struct Described {
    tags: Vec<String>,
    kind: Option<String>,
    file: Option<String>,
    line: Option<i64>,
    sensitive: BTreeSet<String>,
}

impl Document {
    pub fn read(text: &str) -> Result<Document, String> {
        let value = document(text)?;
        let mut document = Document {
            order: Vec::new(),
            resources: BTreeMap::new(),
            edges: list(&value, "edges").unwrap_or_default().iter().filter_map(edge).collect(),
            classes: strings(&value, "classes"),
        };
        for resource in list(&value, "resources").unwrap_or_default() {
            let (Some(type_name), Some(title)) = (string(&resource, "type"), string(&resource, "title"))
            else {
                continue;
            };
            let reference = format!("{type_name}[{title}]");
            let described = Described {
                tags: strings(&resource, "tags"),
                kind: string(&resource, "kind"),
                file: string(&resource, "file"),
                line: field(&resource, "line").and_then(|line| line.as_int()),
                sensitive: strings(&resource, "sensitive_parameters").into_iter().collect(),
            };
            document.order.push(reference.clone());
            document.resources.insert(reference, described);
        }
        Ok(document)
    }
}

/// Adds differences other than those of resources and parameters.
pub fn compare(recorded: &Document, ours: &Document, verdict: &mut Verdict) {
    let mut rules = Vec::new();
    let mut others = Vec::new();
    for (reference, before) in &recorded.resources {
        let Some(after) = ours.resources.get(reference) else { continue };
        described(reference, before, after, &mut others, &mut rules);
    }
    // If resources are missing, the order of the others is not worth reporting.
    let sorted = |order: &[String]| order.iter().cloned().collect::<BTreeSet<_>>();
    if recorded.order != ours.order && sorted(&recorded.order) == sorted(&ours.order) {
        let at = recorded.order.iter().zip(&ours.order).find(|(before, after)| before != after);
        let at = at.map(|(before, after)| format!(": expected {before}, got {after}"));
        others.push(format!("resources are in a different order{}", at.unwrap_or_default()));
    }
    set("edges", &recorded.edges, &ours.edges, Rule::EdgeOrder, &mut others, &mut rules, |(from, to)| {
        format!("{from} -> {to}")
    });
    set(
        "classes",
        &recorded.classes,
        &ours.classes,
        Rule::ClassOrder,
        &mut others,
        &mut rules,
        String::clone,
    );
    verdict.others = others;
    verdict.explained = rules;
}

fn described(
    reference: &str,
    before: &Described,
    after: &Described,
    others: &mut Vec<String>,
    rules: &mut Vec<Rule>,
) {
    let says = |what: &str| format!("{reference}: {what}");
    let mut tags = Vec::new();
    set("tags", &before.tags, &after.tags, Rule::TagOrder, &mut tags, rules, String::clone);
    others.extend(tags.iter().map(|tags| says(tags)));
    // Catalogs of Puppet 7 do not contain the kind.
    if before.kind.is_some() && before.kind != after.kind {
        others.push(says("is of a different kind"));
    }
    if before.line != after.line {
        let line = |line: Option<i64>| line.map_or_else(|| "none".to_owned(), |line| line.to_string());
        others.push(says(&format!("expected line {}, got {}", line(before.line), line(after.line))));
    }
    if before.sensitive != after.sensitive {
        others.push(says("different parameters are sensitive"));
    }
    match (&before.file, &after.file) {
        (Some(before), Some(after)) if before == after => {}
        // The last folders and the name show that it is the same file.
        (Some(before), Some(after)) if same_ending(before, after) => rules.push(Rule::Folder),
        (None, None) => {}
        _ => others.push(says("is declared in a different file")),
    }
}

/// Whether two paths end in the same folders and name, as those of one file in two copies of an environment do.
pub fn same_ending(one: &str, other: &str) -> bool {
    let last = |path: &'_ str| path.rsplit('/').take(3).map(str::to_owned).collect::<Vec<_>>();
    let (one, other) = (last(one), last(other));
    let common = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    common >= 2.min(one.len()).min(other.len())
}

fn set<T: Ord + Clone>(
    what: &str,
    before: &[T],
    after: &[T],
    rule: Rule,
    others: &mut Vec<String>,
    rules: &mut Vec<Rule>,
    shown: impl Fn(&T) -> String,
) {
    if before == after {
        return;
    }
    let (old, new): (BTreeSet<&T>, BTreeSet<&T>) = (before.iter().collect(), after.iter().collect());
    if old == new {
        return rules.push(rule);
    }
    let names = |set: Vec<&&T>| set.iter().take(5).map(|name| shown(name)).collect::<Vec<_>>().join(", ");
    let (missing, extra) = (names(old.difference(&new).collect()), names(new.difference(&old).collect()));
    match (missing.is_empty(), extra.is_empty()) {
        (false, true) => others.push(format!("{what} are missing: {missing}")),
        (true, false) => others.push(format!("{what} are extra: {extra}")),
        _ => others.push(format!("{what} are missing: {missing}; extra: {extra}")),
    }
}

fn edge(edge: &Value) -> Option<(String, String)> {
    Some((end(edge, "source")?, end(edge, "target")?))
}

fn strings(value: &Value, key: &str) -> Vec<String> {
    let values = list(value, key).unwrap_or_default();
    values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
}
