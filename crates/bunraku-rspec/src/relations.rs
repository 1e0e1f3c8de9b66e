//! Relationships between the resources of a catalog: explicit, inherited from containers, and automatic.

use std::collections::{HashMap, HashSet};

use bunraku::{
    catalog::{Catalog, Resource},
    insight::automatic,
    pcore::{Type, Value},
};

use crate::catalogue::{all, by_reference, capitalized, find, identity, reference};

/// The parameters for relationships.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Before,
    Notify,
    Require,
    Subscribe,
}

impl Relation {
    const ALL: [Relation; 4] = [Relation::Before, Relation::Notify, Relation::Require, Relation::Subscribe];

    fn name(self) -> &'static str {
        match self {
            Relation::Before => "before",
            Relation::Notify => "notify",
            Relation::Require => "require",
            Relation::Subscribe => "subscribe",
        }
    }
}

/// Relationships that types of modules add: their kinds and targets, by the reference of a resource.
pub(crate) type Added = HashMap<String, Vec<(String, String)>>;

/// Whether a resource comes before another, as determined by rspec-puppet: the first or one of its containers refers to
/// the second or one of its containers, directly or transitively.
pub(crate) fn precedes(catalog: &Catalog, added: &Added, first: &Resource, second: &Resource) -> bool {
    let (firsts, seconds) = (upstream(catalog, first), upstream(catalog, second));
    firsts.iter().any(|from| {
        let mut befores = reachable(catalog, added, from, Relation::Before);
        befores.extend(reachable(catalog, added, from, Relation::Notify));
        let subscribed = reachable(catalog, added, from, Relation::Subscribe);
        seconds.iter().any(|to| {
            let mut requires = reachable(catalog, added, to, Relation::Require);
            requires.extend(subscribed.iter().cloned());
            befores.contains(&reference(to))
                || requires.contains(&reference(from))
                || befores.intersection(&requires).next().is_some()
        })
    })
}

/// Whether a resource notifies another.
pub(crate) fn notifies(catalog: &Catalog, added: &Added, first: &Resource, second: &Resource) -> bool {
    let (firsts, seconds) = (upstream(catalog, first), upstream(catalog, second));
    firsts.iter().any(|from| {
        let notified = reachable(catalog, added, from, Relation::Notify);
        seconds.iter().any(|to| {
            notified.contains(&reference(to))
                || reachable(catalog, added, to, Relation::Subscribe).contains(&reference(from))
        })
    })
}

/// Relationships that refer to missing resources.
pub(crate) fn dangling(catalog: &Catalog) -> Vec<String> {
    let mut missing = Vec::new();
    for resource in all(catalog, false) {
        for relation in Relation::ALL {
            for (type_name, title) in named(resource, relation) {
                if find(catalog, &type_name, &title, false).is_none() {
                    let at = resource.place.and_then(|span| {
                        let source = catalog.source(span)?;
                        Some(format!(" at {}:{}", source.name(), source.line_at(span.range.start)))
                    });
                    let at = at.unwrap_or_default();
                    missing.push(format!("{type_name}[{title}] used{at} in {}", reference(resource)));
                }
            }
        }
    }
    missing
}

/// A resource and all of its containers.
fn upstream<'c>(catalog: &'c Catalog, resource: &'c Resource) -> Vec<&'c Resource> {
    let mut found = vec![resource];
    let mut at = 0;
    while let Some(inner) = found.get(at).copied() {
        for (container, contained) in catalog.edges() {
            if std::ptr::eq(contained, inner) && !found.iter().any(|known| std::ptr::eq(*known, container)) {
                found.push(container);
            }
        }
        at += 1;
    }
    found
}

/// The references that are reachable from a resource through one kind of relationship.
fn reachable(catalog: &Catalog, added: &Added, resource: &Resource, relation: Relation) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let mut waiting = vec![resource];
    while let Some(resource) = waiting.pop() {
        if !seen.insert(reference(resource)) {
            continue;
        }
        let mut names: Vec<String> = named(resource, relation)
            .into_iter()
            .map(|(type_name, title)| format!("{type_name}[{title}]"))
            .collect();
        let wanted = match relation {
            Relation::Require => Some(true),
            Relation::Before => Some(false),
            Relation::Notify | Relation::Subscribe => None,
        };
        let automatic = automatic::of(catalog, resource).into_iter();
        names.extend(
            automatic.filter(|found| wanted == Some(found.is_first)).map(|found| reference(found.other)),
        );
        let own = added.get(&reference(resource)).into_iter().flatten();
        names.extend(own.filter(|(kind, _)| kind == relation.name()).map(|(_, other)| other.clone()));
        for name in names {
            if let Some(next) = by_reference(catalog, &name) {
                found.insert(reference(next));
                if let Some(identity) = identity(next) {
                    found.insert(format!("{}[{identity}]", next.type_name));
                }
                waiting.push(next);
            }
            found.insert(name);
        }
    }
    found
}

/// The types and titles that a parameter of a resource refers to.
pub(crate) fn named(resource: &Resource, relation: Relation) -> Vec<(String, String)> {
    let mut names = Vec::new();
    if let Some(value) = resource.get(relation.name()) {
        collect(value, &mut names);
    }
    names
}

fn collect(value: &Value, names: &mut Vec<(String, String)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        Value::Type(Type::Resource(reference)) => {
            if let (Some(type_name), Some(title)) = (&reference.type_name, &reference.title) {
                names.push((capitalized(type_name), title.to_string()));
            }
        }
        Value::Type(Type::Class(class)) => {
            if let Some(name) = &class.name {
                names.push(("Class".to_owned(), capitalized(name)));
            }
        }
        Value::Str(text) => {
            if let Some((type_name, title)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) {
                names.push((capitalized(type_name), title.to_owned()));
            }
        }
        _ => {}
    }
}
