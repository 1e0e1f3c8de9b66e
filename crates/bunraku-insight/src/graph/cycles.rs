//! Cycles: resources that depend on each other, so that none of them can be applied.

use super::cut::Works;
use super::group::Group;
use super::steps::Steps;
use super::work::Work;
use super::{Edge, Graph, cut};

/// A group of resources that depend on each other.
#[derive(Debug)]
#[non_exhaustive]
pub struct Cycle {
    /// A shortest cycle: each edge starts where the previous one ends.
    pub edges: Vec<Edge>,
    /// The relationships to remove in order to break all cycles of the group.
    pub cut: Vec<Edge>,
    /// Whether it is proven that no smaller cut would do; where cycles are many, the proof would take too long.
    pub is_smallest: bool,
}

/// How many edges are looked at for the cuts of a graph.
const MOST_WORK: u64 = 4_000_000;

/// All groups.
pub(super) fn find(graph: &Graph) -> Vec<Cycle> {
    let steps = Steps::of(graph);
    let mut works = Works { spare: Work::new(MOST_WORK), search: Work::new(MOST_WORK) };
    let mut cycles = Vec::new();
    for members in steps.groups() {
        let group = Group::of(graph, &steps, &members);
        let Some(shortest) = shortest(&group) else { continue };
        let edges = |indexes: &[usize]| -> Vec<Edge> {
            indexes.iter().filter_map(|index| graph.edges.get(*index).cloned()).collect()
        };
        let around: Vec<usize> =
            shortest.iter().filter_map(|number| group.arcs().get(*number)?.edge).collect();
        let mut around = edges(&around);
        around.dedup();
        let cut = cut::cut(&group, &mut works);
        cycles.push(Cycle { edges: around, cut: edges(&cut.edges), is_smallest: cut.is_smallest });
    }
    cycles
}

/// A short cycle of a group: the shortest through one of some steps, as numbers of arcs.
fn shortest(group: &Group) -> Option<Vec<usize>> {
    let none = vec![false; group.arcs().len()];
    let mut work = Work::new(MOST_WORK);
    let first = group.around(0, &none, &mut Work::new(u64::MAX)).ok().flatten()?;
    let others = (1..group.len()).take(cut::MOST_STARTS);
    let others = others.map_while(|start| group.around(start, &none, &mut work).ok()).flatten();
    Some(others.fold(first, |best, other| if other.len() < best.len() { other } else { best }))
}
