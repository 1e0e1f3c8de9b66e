//! Dependency cycles.

use bunraku_intern::FastMap;

use bunraku_diag::TextRange;
use bunraku_infer::{bare, branches, constant};
use bunraku_syntax::ast::{Access, Node, Relationship, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::declared::{self, Declared};
use crate::rule::{Findings, rule};

rule! {
    name: "dependency_cycle",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "Unconditional relationships lead from a resource back to itself.",
    why: "The agent cannot decide what to apply first, and rejects the catalog.",
    wrong: "\
class ntp {
  file { '/a': require => File['/b'] }
  file { '/b': require => File['/a'] }
}
",
    right: "\
class ntp {
  file { '/a': require => File['/b'] }
  file { '/b': }
}
",
}

/// The number of edges above which a file is not checked.
const MOST_EDGES: usize = 5_000;

type Edge = (String, String, TextRange);

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    // Edges of one body: those of different classes need not be in the same catalog.
    let mut bodies: FastMap<u32, Vec<Edge>> = FastMap::default();
    for resource in file.declared().iter().copied() {
        let Some(body) = body(resource.body.syntax()) else { continue };
        let own = names(resource);
        for attribute in resource.attributes() {
            let forward = match attribute.name() {
                "before" | "notify" => true,
                "require" | "subscribe" => false,
                _ => continue,
            };
            let Some(value) = attribute.value() else { continue };
            for other in references(value) {
                for own in &own {
                    let (from, to) = if forward { (own, &other) } else { (&other, own) };
                    bodies.entry(body).or_default().push((from.clone(), to.clone(), value.range()));
                }
            }
        }
    }
    for relationship in file.nodes(NodeKind::Relationship).filter_map(Relationship::cast) {
        let Some(body) = body(relationship.syntax()) else { continue };
        let operands: Vec<Syntax<'_>> = relationship.operands().collect();
        for ((pair, (arrow, range)), _) in operands.windows(2).zip(relationship.arrows()).zip(0..MOST_EDGES) {
            let [left, right] = pair else { continue };
            let (from, to) = match arrow {
                TokenKind::OutEdge | TokenKind::OutEdgeSub => (*right, *left),
                _ => (*left, *right),
            };
            for from in references(from) {
                for to in references(to) {
                    bodies.entry(body).or_default().push((from.clone(), to, range));
                }
            }
        }
    }
    let mut bodies: Vec<(u32, Vec<Edge>)> = bodies.into_iter().collect();
    bodies.sort_by_key(|(body, _)| *body);
    for (_, edges) in bodies.into_iter().filter(|(_, edges)| edges.len() <= MOST_EDGES) {
        if let Some((range, path)) = cycle(&edges) {
            findings.report(range, format!("dependency cycle: {}", path.join(" -> ")));
        }
    }
}

/// The class or other body around a node, if the node is evaluated whenever the body is.
fn body(node: Syntax<'_>) -> Option<u32> {
    match branches(node).as_slice() {
        [] => Some(0),
        [only] => Some(only.block.0),
        _ => None,
    }
}

/// The resources of a body with literal titles.
fn names(resource: Declared<'_>) -> Vec<String> {
    resource.titles().iter().map(|(_, title)| name(resource.type_name, title)).collect()
}

fn name(type_name: &str, title: &str) -> String {
    format!("{}[{title}]", bare(type_name).to_lowercase())
}

/// The resources that an operand names: `File['/a']`, an array of such references, or resources that are declared there.
fn references(node: Syntax<'_>) -> Vec<String> {
    match Node::of(node) {
        Node::Resource(resource) => declared::of(resource).into_iter().flat_map(names).collect(),
        Node::Array(array) => array.elements().flat_map(references).collect(),
        Node::Access(_) => {
            let Some(access) = Access::cast(node) else { return Vec::new() };
            let Some(target) =
                access.target().filter(|target| target.kind() == bunraku_syntax::NodeKind::TypeName)
            else {
                return Vec::new();
            };
            access.keys().filter_map(constant::string).map(|title| name(target.text(), &title)).collect()
        }
        _ => Vec::new(),
    }
}

/// A cycle of edges, with the place of one of them.
fn cycle(edges: &[Edge]) -> Option<(TextRange, Vec<String>)> {
    let mut next: FastMap<&str, Vec<&Edge>> = FastMap::default();
    for edge in edges {
        next.entry(&edge.0).or_default().push(edge);
    }
    let mut done: FastMap<&str, bool> = FastMap::default();
    for start in edges {
        // The path down, each step with its remaining edges.
        let mut path: Vec<(&str, usize)> = vec![(&start.0, 0)];
        if done.contains_key(start.0.as_str()) {
            continue;
        }
        done.insert(&start.0, false);
        while let Some((node, at)) = path.last_mut() {
            let edge = next.get(*node).and_then(|edges| edges.get(*at));
            *at += 1;
            let Some(edge) = edge else {
                done.insert(node, true);
                path.pop();
                continue;
            };
            match done.get(edge.1.as_str()) {
                Some(true) => {}
                Some(false) => {
                    let from = path.iter().position(|(node, _)| *node == edge.1).unwrap_or(0);
                    let mut names: Vec<String> =
                        path.iter().skip(from).map(|(node, _)| (*node).to_owned()).collect();
                    names.push(edge.1.clone());
                    return Some((edge.2, names));
                }
                None => {
                    done.insert(&edge.1, false);
                    path.push((&edge.1, 0));
                }
            }
        }
    }
    None
}
