//! The order in which an agent applies a catalog: containment, relationships, and automatic relationships.

mod cut;
mod cycles;
mod group;
mod html;
mod order;
mod reduce;
mod show;
mod steps;
#[cfg(test)]
mod tests;
mod work;

use std::{
    cell::LazyCell,
    collections::{HashMap, HashSet, VecDeque},
};

use bunraku_catalog::{Catalog, Cause, CauseId, Kind, Resource, reference_text};
use bunraku_diag::Span;
use bunraku_pcore::Value;

use crate::automatic;

pub use cycles::Cycle;
pub use html::to_html;
pub use show::{to_dot, to_graphml, to_json, to_mermaid, to_text};

/// The resources of a catalog and the edges between them.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Graph {
    /// References of the resources, in the order of the catalog.
    pub resources: Vec<String>,
    /// Whether each of them is a container: a class, a node, a stage, or an instance of a defined type.
    pub containers: Vec<bool>,
    /// The edges between resources.
    pub edges: Vec<Edge>,
    /// Relationships with missing resources: the resource, the parameter, the missing one.
    pub missing: Vec<(String, String, String)>,
}

/// The numbers of resources, by where they are in the catalog.
type Numbers = HashMap<*const Resource, usize>;

/// An edge between two resources.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edge {
    /// The index of the resource that contains the other, or is applied first.
    pub from: usize,
    /// The index of the other resource.
    pub to: usize,
    /// What is between them.
    pub kind: EdgeKind,
    /// Whether it is added by a type rather than by code.
    pub automatic: bool,
    /// The file and line that declare it, if they are known.
    pub place: Option<String>,
    /// The place that declares it, in the sources of the catalog.
    pub span: Option<Span>,
}

impl Edge {
    /// Whether it is a relationship rather than containment.
    pub fn is_relationship(&self) -> bool {
        self.kind != EdgeKind::Contains
    }
}

/// The kinds of edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// The first contains the second.
    Contains,
    /// The first is applied before the second.
    Before,
    /// The first is applied before the second, which is notified when the first changes.
    Notifies,
}

/// The parameters for relationships, whether the resource itself comes first, and the kind of edge.
const RELATIONSHIPS: [(&str, bool, EdgeKind); 4] = [
    ("before", true, EdgeKind::Before),
    ("require", false, EdgeKind::Before),
    ("notify", true, EdgeKind::Notifies),
    ("subscribe", false, EdgeKind::Notifies),
];

impl Graph {
    /// Builds the graph of a catalog.
    pub fn of(catalog: &Catalog) -> Graph {
        let resources: Vec<String> = catalog.resources().map(Resource::reference).collect();
        let mut graph = Graph::default();
        let numbers: Numbers = catalog
            .resources()
            .enumerate()
            .map(|(at, resource)| (std::ptr::from_ref(resource), at))
            .collect();
        let number = |resource: &Resource| numbers.get(&std::ptr::from_ref(resource)).copied();
        // What does not find a resource by title or alias may still be its title as it was written.
        let by_name =
            LazyCell::new(|| resources.iter().map(String::as_str).zip(0..).collect::<HashMap<_, _>>());
        let find = |reference: &str| {
            let titled = || {
                let (type_name, rest) = reference.split_once('[')?;
                number(catalog.find(type_name, rest.strip_suffix(']')?)?)
            };
            titled().or_else(|| by_name.get(reference).copied())
        };
        for (from, to) in catalog.edges() {
            if let (Some(from), Some(to)) = (number(from), number(to)) {
                graph.edges.push(Edge::new(from, to, EdgeKind::Contains));
            }
        }
        for (at, resource) in catalog.resources().enumerate() {
            graph.containers.push(resource.kind != Kind::Builtin || &*resource.type_name == "Stage");
            for (name, is_first, kind) in RELATIONSHIPS {
                let Some(param) = resource.param(name) else { continue };
                for (reference, span) in references(catalog, &param.value, param.cause) {
                    let Some(other) = find(&reference) else {
                        graph.missing.push((resource.reference(), name.to_owned(), reference));
                        continue;
                    };
                    let (from, to) = if is_first { (at, other) } else { (other, at) };
                    let place = span.and_then(|span| place(catalog, span));
                    graph.edges.push(Edge { place, span, ..Edge::new(from, to, kind) });
                }
            }
        }
        graph.add_automatic(catalog, number);
        graph.resources = resources;
        graph
    }

    /// Adds automatic relationships, unless code declares them or the opposite.
    fn add_automatic(&mut self, catalog: &Catalog, number: impl Fn(&Resource) -> Option<usize>) {
        let relationships = self.edges.iter().filter(|edge| edge.is_relationship());
        let mut known: HashSet<(usize, usize)> = relationships.map(|edge| (edge.from, edge.to)).collect();
        let mut added = automatic::added(catalog);
        for (at, resource) in catalog.resources().enumerate() {
            let of_module = added.remove(&std::ptr::from_ref(resource)).unwrap_or_default();
            for automatic in automatic::of(catalog, resource).into_iter().chain(of_module) {
                let Some(other) = number(automatic.other) else { continue };
                let (from, to) = if automatic.is_first { (other, at) } else { (at, other) };
                if known.contains(&(from, to)) || known.contains(&(to, from)) {
                    continue;
                }
                known.insert((from, to));
                self.edges.push(Edge { automatic: true, ..Edge::new(from, to, automatic.kind) });
            }
        }
    }

    /// The groups of resources that depend on each other, each in the order of the catalog.
    pub fn groups(&self) -> Vec<Vec<&str>> {
        let named = |steps: Vec<usize>| {
            let mut resources: Vec<usize> = steps.iter().map(|step| step / 2).collect();
            resources.dedup();
            resources.iter().filter_map(|at| self.resources.get(*at).map(String::as_str)).collect()
        };
        steps::Steps::of(self).groups().into_iter().map(named).collect()
    }

    /// The cycles, one for each group of resources that depend on each other. A catalog with cycles cannot be applied.
    pub fn cycles(&self) -> Vec<Cycle> {
        cycles::find(self)
    }

    /// The part of the graph within this distance of a resource.
    pub fn around(&self, reference: &str, distance: usize) -> Option<Graph> {
        let start = self.resources.iter().position(|name| name == reference)?;
        let touching = self.by_resource(|edge| vec![edge.from, edge.to]);
        let mut near: HashMap<usize, usize> = HashMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            let steps = near.get(&at).copied().unwrap_or(0);
            if steps == distance {
                continue;
            }
            for edge in touching.get(at).into_iter().flatten() {
                let other = if edge.from == at { edge.to } else { edge.from };
                near.entry(other).or_insert_with(|| {
                    queue.push_back(other);
                    steps + 1
                });
            }
        }
        Some(self.part(&near.into_keys().collect()))
    }

    /// The shortest path from one resource to another in the direction of application, as edges; `None` if there is
    /// none. What comes before a container comes before its contents, and what comes after it after them.
    pub fn between(&self, from: &str, to: &str) -> Option<Vec<Edge>> {
        let find = |reference: &str| self.resources.iter().position(|name| name == reference);
        let (from, to) = (find(from)?, find(to)?);
        let way = steps::Steps::of(self).way(2 * from, 2 * to)?;
        let mut edges: Vec<Edge> = way.iter().filter_map(|edge| self.edges.get(*edge).cloned()).collect();
        edges.dedup();
        Some(edges)
    }

    /// The graph with all relationships that follow from others; `None` if there are more than can be shown.
    pub fn closed(&self) -> Option<Graph> {
        /// Nobody reads more, and no program draws them.
        const MOST: usize = 2_000_000;
        let steps = steps::Steps::of(self);
        let mut known: HashSet<(usize, usize)> = self
            .edges
            .iter()
            .filter(|edge| edge.is_relationship())
            .map(|edge| (edge.from, edge.to))
            .collect();
        let mut edges = self.edges.clone();
        for from in 0..self.resources.len() {
            for to in steps.after(2 * from + 1) {
                if to != from && known.insert((from, to)) {
                    edges.push(Edge::new(from, to, EdgeKind::Before));
                }
            }
            if edges.len() > MOST {
                return None;
            }
        }
        Some(Graph {
            resources: self.resources.clone(),
            containers: self.containers.clone(),
            edges,
            missing: self.missing.clone(),
        })
    }

    /// The edges of each resource, as selected by `ends`.
    fn by_resource(&self, ends: impl Fn(&Edge) -> Vec<usize>) -> Vec<Vec<&Edge>> {
        let mut lists = vec![Vec::new(); self.resources.len()];
        for edge in &self.edges {
            for end in ends(edge) {
                if let Some(list) = lists.get_mut(end) {
                    list.push(edge);
                }
            }
        }
        lists
    }

    /// The resources with these indexes and the edges between them.
    fn part(&self, keep: &HashSet<usize>) -> Graph {
        let mut kept: Vec<usize> = keep.iter().copied().collect();
        kept.sort_unstable();
        let new: HashMap<usize, usize> = kept.iter().enumerate().map(|(new, old)| (*old, new)).collect();
        let edges = self.edges.iter().filter_map(|edge| {
            Some(Edge { from: *new.get(&edge.from)?, to: *new.get(&edge.to)?, ..edge.clone() })
        });
        Graph {
            resources: kept.iter().filter_map(|index| self.resources.get(*index).cloned()).collect(),
            containers: kept.iter().filter_map(|index| self.containers.get(*index).copied()).collect(),
            edges: edges.collect(),
            missing: Vec::new(),
        }
    }
}

impl Edge {
    /// An edge without a place.
    fn new(from: usize, to: usize, kind: EdgeKind) -> Edge {
        Edge { from, to, kind, automatic: false, place: None, span: None }
    }
}

/// The references in the value of a relationship, each with the place that declares it.
fn references(catalog: &Catalog, value: &Value, cause: CauseId) -> Vec<(String, Option<Span>)> {
    let names = names(value);
    let Some(known) = catalog.cause_of(cause) else { return pair(names, None) };
    match known {
        // The previous value comes first, then what each arrow added.
        Cause::Arrows { places, replaced } => {
            let before = replaced.as_deref();
            let mut found = before.map_or_else(Vec::new, |old| references(catalog, &old.value, old.cause));
            let added: Vec<String> = names.get(found.len()..).unwrap_or_default().to_vec();
            let is_even = added.len() == places.len();
            found.extend(added.into_iter().enumerate().map(|(at, name)| {
                let place = if is_even { places.get(at) } else { places.last() };
                (name, place.copied())
            }));
            found
        }
        Cause::Flow { cause, .. } => pair(names, catalog.cause_of(*cause).and_then(Cause::place)),
        known => pair(names, known.place()),
    }
}

fn pair(names: Vec<String>, span: Option<Span>) -> Vec<(String, Option<Span>)> {
    names.into_iter().map(|name| (name, span)).collect()
}

/// The references in the value of a relationship, as strings such as `File[/etc/motd]`.
pub(crate) fn names(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for value in bunraku_catalog::flatten(value) {
        match &value {
            Value::Str(text) => found.push(text.to_string()),
            Value::Type(ty) => {
                found.extend(reference_text(ty));
            }
            _ => {}
        }
    }
    found
}

fn place(catalog: &Catalog, span: Span) -> Option<String> {
    let source = catalog.source(span)?;
    Some(format!("{}:{}", source.name(), source.line_at(span.range.start)))
}
