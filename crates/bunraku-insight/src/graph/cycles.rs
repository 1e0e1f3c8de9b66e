//! Cycles: resources that depend on each other, so that none of them can be applied.

use std::collections::HashSet;

use super::steps::Steps;
use super::{Edge, Graph, cut};

/// A group of resources that depend on each other.
#[derive(Debug)]
pub struct Cycle {
    /// A shortest cycle: each edge starts where the previous one ends.
    pub edges: Vec<Edge>,
    /// The relationships to remove in order to break all cycles of the group.
    pub cut: Vec<Edge>,
    /// Whether no smaller cut suffices; if there are many cycles, it is not searched for.
    pub is_smallest: bool,
}

/// In larger groups, the search only starts from some of the members.
pub(super) const MOST_STARTS: usize = 30;

/// All groups.
pub(super) fn find(graph: &Graph) -> Vec<Cycle> {
    let steps = Steps::of(graph);
    let mut cycles = Vec::new();
    for group in steps.groups() {
        let members: HashSet<usize> = group.iter().copied().collect();
        let shortest = group
            .iter()
            .take(MOST_STARTS)
            .filter_map(|node| steps.shortest(*node, &members, &[]))
            .min_by_key(Vec::len);
        let Some(shortest) = shortest else { continue };
        let edges = |indexes: &[usize]| -> Vec<Edge> {
            indexes.iter().filter_map(|index| graph.edges.get(*index).cloned()).collect()
        };
        let mut around = edges(&shortest);
        around.dedup();
        let cut = cut::smallest(graph, &steps, &group);
        cycles.push(Cycle { edges: around, cut: edges(&cut.edges), is_smallest: cut.is_smallest });
    }
    cycles
}
