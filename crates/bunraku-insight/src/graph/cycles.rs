//! Cycles: resources that wait for each other, so that none of them can be applied.

use std::collections::HashSet;

use super::steps::Steps;
use super::{Edge, Graph, cut};

/// A group of resources that wait for each other.
#[derive(Debug)]
pub struct Cycle {
    /// A shortest way around: each edge leads on from where the one before it ends.
    pub edges: Vec<Edge>,
    /// The relationships to cut, so that none of the group waits for itself.
    pub cut: Vec<Edge>,
    /// Whether no smaller cut would do; where cycles are many, that is not searched for.
    pub is_smallest: bool,
}

/// Groups with more members are searched from some of them only.
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
