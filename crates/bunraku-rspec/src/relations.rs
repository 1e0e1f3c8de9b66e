//! Relationships between the resources of a catalog: explicit, inherited from containers, and automatic.

use std::collections::{BTreeSet, HashMap, HashSet};

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

/// The dependency graph: an edge leads from what comes first.
pub(crate) struct Graph {
    names: Vec<String>,
    edges: Vec<BTreeSet<usize>>,
}

impl Graph {
    /// The relationships of all resources. A container has two nodes, its beginning and its end, with its contents in
    /// between.
    pub(crate) fn new(catalog: &Catalog) -> Graph {
        let resources: Vec<&Resource> = all(catalog, false).collect();
        let number: HashMap<*const Resource, usize> =
            resources.iter().enumerate().map(|(at, resource)| (std::ptr::from_ref(*resource), at)).collect();
        let mut graph = Graph {
            names: resources.iter().map(|resource| reference(resource)).collect(),
            edges: vec![BTreeSet::new(); resources.len() * 2],
        };
        let at = |resource: &Resource| number.get(&std::ptr::from_ref(resource)).copied();
        for (at, _) in resources.iter().enumerate() {
            graph.add(at * 2, at * 2 + 1);
        }
        for (container, contained) in catalog.edges() {
            if let (Some(outer), Some(inner)) = (at(container), at(contained)) {
                graph.add(outer * 2, inner * 2);
                graph.add(inner * 2 + 1, outer * 2 + 1);
            }
        }
        for (from, resource) in resources.iter().enumerate() {
            for relation in Relation::ALL {
                for (type_name, title) in named(resource, relation) {
                    let Some(to) = find(catalog, &type_name, &title, false).and_then(at) else { continue };
                    match relation {
                        Relation::Before | Relation::Notify => graph.add(from * 2 + 1, to * 2),
                        Relation::Require | Relation::Subscribe => graph.add(to * 2 + 1, from * 2),
                    }
                }
            }
        }
        graph
    }

    fn add(&mut self, from: usize, to: usize) {
        if let Some(edges) = self.edges.get_mut(from) {
            edges.insert(to);
        }
    }

    /// The cycles, each as a list of resources.
    pub(crate) fn cycles(&self) -> Vec<Vec<String>> {
        let mut cycles = Vec::new();
        for component in components(&self.edges) {
            if component.len() < 2 {
                continue;
            }
            let resources: BTreeSet<usize> = component.iter().map(|point| point / 2).collect();
            cycles.push(resources.into_iter().filter_map(|at| self.names.get(at).cloned()).collect());
        }
        cycles
    }
}

/// The strongly connected components of a graph, by Tarjan's algorithm without recursion.
fn components(edges: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut index = vec![UNSEEN; edges.len()];
    let mut low = vec![0; edges.len()];
    let mut open = vec![false; edges.len()];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for start in 0..edges.len() {
        if index.get(start).is_some_and(|seen| *seen != UNSEEN) {
            continue;
        }
        let mut calls: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut enter = Some(start);
        loop {
            if let Some(point) = enter.take() {
                set(&mut index, point, next);
                set(&mut low, point, next);
                set(&mut open, point, true);
                next += 1;
                stack.push(point);
                let targets =
                    edges.get(point).map(|targets| targets.iter().copied().collect()).unwrap_or_default();
                calls.push((point, targets));
            }
            let Some((point, targets)) = calls.last_mut() else { break };
            let point = *point;
            match targets.pop() {
                Some(target) if get(&index, target) == UNSEEN => enter = Some(target),
                Some(target) => {
                    if open.get(target).copied().unwrap_or(false) {
                        let least = get(&low, point).min(get(&index, target));
                        set(&mut low, point, least);
                    }
                }
                None => {
                    calls.pop();
                    if let Some((outer, _)) = calls.last() {
                        let least = get(&low, *outer).min(get(&low, point));
                        set(&mut low, *outer, least);
                    }
                    if get(&low, point) == get(&index, point) {
                        let mut component = Vec::new();
                        while let Some(top) = stack.pop() {
                            set(&mut open, top, false);
                            component.push(top);
                            if top == point {
                                break;
                            }
                        }
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

fn get(values: &[usize], at: usize) -> usize {
    values.get(at).copied().unwrap_or(0)
}

fn set<T>(values: &mut [T], at: usize, value: T) {
    if let Some(place) = values.get_mut(at) {
        *place = value;
    }
}
