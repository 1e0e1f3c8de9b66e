//! The order in which an agent applies a catalog: containment and relationships.
//!
//! Automatic relationships, which types add on the agent (a file after the folder that it is in), are not part of it.

mod cycles;
mod show;

use std::collections::{HashMap, HashSet, VecDeque};

use bunraku_catalog::{Catalog, Cause, Resource, value_json};
use bunraku_pcore::Value;

pub use show::{to_dot, to_graphml, to_json, to_mermaid, to_text};

/// The resources of a catalog and what is between them.
#[derive(Debug, Default)]
pub struct Graph {
    /// References of the resources, in the order of the catalog.
    pub resources: Vec<String>,
    /// What is between them.
    pub edges: Vec<Edge>,
    /// Relationships with resources that the catalog does not have: the resource, the parameter, the missing one.
    pub missing: Vec<(String, String, String)>,
}

/// Something between two resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The index of the resource that contains the other or comes first.
    pub from: usize,
    /// The index of the other.
    pub to: usize,
    /// What is between them.
    pub kind: EdgeKind,
    /// The file and line that say so, where the catalog knows.
    pub place: Option<String>,
}

/// What can be between two resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// The first contains the second.
    Contains,
    /// The first is applied before the second.
    Before,
    /// The first is applied before the second, which is told when the first changes.
    Notifies,
}

/// The parameters that make relationships, with whether the resource comes first and whether changes are told.
const RELATIONSHIPS: [(&str, bool, EdgeKind); 4] = [
    ("before", true, EdgeKind::Before),
    ("require", false, EdgeKind::Before),
    ("notify", true, EdgeKind::Notifies),
    ("subscribe", false, EdgeKind::Notifies),
];

impl Graph {
    /// The graph of a catalog.
    pub fn of(catalog: &Catalog) -> Graph {
        let mut graph =
            Graph { resources: catalog.resources().map(Resource::reference).collect(), ..Graph::default() };
        let index: HashMap<String, usize> =
            graph.resources.iter().enumerate().map(|(index, name)| (name.clone(), index)).collect();
        let find = |reference: &str| {
            let known = index.get(reference).copied();
            // An alias is a name of a resource, too.
            known.or_else(|| {
                let (type_name, rest) = reference.split_once('[')?;
                let resource = catalog.find(type_name, rest.strip_suffix(']')?)?;
                index.get(&resource.reference()).copied()
            })
        };
        for (from, to) in catalog.edges() {
            if let (Some(from), Some(to)) = (find(&from.reference()), find(&to.reference())) {
                graph.edges.push(Edge { from, to, kind: EdgeKind::Contains, place: None });
            }
        }
        for (at, resource) in catalog.resources().enumerate() {
            for (name, is_first, kind) in RELATIONSHIPS {
                let Some(param) = resource.param(name) else { continue };
                let place = place(catalog, param.cause);
                for reference in references(catalog, &param.value) {
                    let Some(other) = find(&reference) else {
                        graph.missing.push((resource.reference(), name.to_owned(), reference));
                        continue;
                    };
                    let (from, to) = if is_first { (at, other) } else { (other, at) };
                    graph.edges.push(Edge { from, to, kind, place: place.clone() });
                }
            }
        }
        graph
    }

    /// The cycles, each as the edges that lead once around. A catalog with cycles cannot be applied.
    pub fn cycles(&self) -> Vec<Vec<Edge>> {
        cycles::find(self)
    }

    /// The part of the graph that is at most so many edges away from a resource.
    pub fn around(&self, reference: &str, distance: usize) -> Option<Graph> {
        let start = self.resources.iter().position(|name| name == reference)?;
        let mut near: HashMap<usize, usize> = HashMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            let steps = near.get(&at).copied().unwrap_or(0);
            if steps == distance {
                continue;
            }
            for edge in self.edges.iter().filter(|edge| edge.from == at || edge.to == at) {
                let other = if edge.from == at { edge.to } else { edge.from };
                near.entry(other).or_insert_with(|| {
                    queue.push_back(other);
                    steps + 1
                });
            }
        }
        Some(self.part(&near.into_keys().collect()))
    }

    /// The shortest way from one resource to another along the order, as the edges of it; `None` if there is none.
    pub fn between(&self, from: &str, to: &str) -> Option<Vec<Edge>> {
        let find = |reference: &str| self.resources.iter().position(|name| name == reference);
        let (from, to) = (find(from)?, find(to)?);
        let mut reached: HashMap<usize, &Edge> = HashMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if at == to {
                let mut way = Vec::new();
                let mut at = to;
                while let Some(edge) = reached.get(&at).filter(|_| at != from) {
                    way.push((*edge).clone());
                    at = edge.from;
                }
                way.reverse();
                return Some(way);
            }
            for edge in self.edges.iter().filter(|edge| edge.from == at) {
                if edge.to != from && !reached.contains_key(&edge.to) {
                    reached.insert(edge.to, edge);
                    queue.push_back(edge.to);
                }
            }
        }
        None
    }

    /// The resources of some indexes with the edges between them.
    fn part(&self, keep: &HashSet<usize>) -> Graph {
        let mut kept: Vec<usize> = keep.iter().copied().collect();
        kept.sort_unstable();
        let new: HashMap<usize, usize> = kept.iter().enumerate().map(|(new, old)| (*old, new)).collect();
        let edges = self.edges.iter().filter_map(|edge| {
            Some(Edge { from: *new.get(&edge.from)?, to: *new.get(&edge.to)?, ..edge.clone() })
        });
        Graph {
            resources: kept.iter().filter_map(|index| self.resources.get(*index).cloned()).collect(),
            edges: edges.collect(),
            missing: Vec::new(),
        }
    }
}

/// The references in the value of a relationship.
fn references(catalog: &Catalog, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for value in bunraku_catalog::flatten(value) {
        match &value {
            Value::Str(text) => found.push(text.to_string()),
            Value::Type(_) => {
                let json = value_json(catalog.header().rules, &value);
                found.extend(
                    bunraku_formats::json::read(&json)
                        .ok()
                        .and_then(|json| json.value.as_str().map(str::to_owned)),
                );
            }
            _ => {}
        }
    }
    found
}

fn place(catalog: &Catalog, cause: bunraku_catalog::CauseId) -> Option<String> {
    let place = catalog.cause_of(cause).and_then(Cause::place)?;
    let source = catalog.source(place)?;
    Some(format!("{}:{}", source.name(), source.line_at(place.range.start)))
}
