//! One group of steps that all depend on each other, apart from the rest of the graph.

use std::collections::VecDeque;

use super::Graph;
use super::steps::Steps;
use super::work::{Spent, Work};

/// A group. Its steps have numbers of their own, and so have the arcs between them.
pub(super) struct Group {
    /// The first arc that leaves each step; the last number is that of all arcs.
    first: Vec<usize>,
    arcs: Vec<Arc>,
}

/// What leads from one step to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The edge of the graph that says so; none for a resource that has to begin before it ends.
    pub(super) edge: Option<usize>,
    pub(super) source: Source,
}

/// Where an arc comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Code says so.
    Written,
    /// The type of a resource adds it.
    Automatic,
    /// Containment.
    Containment,
}

/// A step that no way has come to.
const NOWHERE: usize = usize::MAX;

impl Group {
    /// The group of some steps, which are in order.
    pub(super) fn of(graph: &Graph, steps: &Steps, members: &[usize]) -> Group {
        let (mut first, mut arcs) = (Vec::with_capacity(members.len() + 1), Vec::new());
        for (from, member) in members.iter().enumerate() {
            first.push(arcs.len());
            for (to, edge) in steps.from(*member) {
                let Ok(to) = members.binary_search(to) else { continue };
                let source = match edge.and_then(|edge| graph.edges.get(edge)) {
                    Some(edge) if edge.is_relationship() && edge.automatic => Source::Automatic,
                    Some(edge) if edge.is_relationship() => Source::Written,
                    _ => Source::Containment,
                };
                arcs.push(Arc { from, to, edge: *edge, source });
            }
        }
        first.push(arcs.len());
        Group { first, arcs }
    }

    /// How many steps it has.
    pub(super) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// All arcs.
    pub(super) fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The arcs that leave a step, with their numbers.
    pub(super) fn leaving(&self, step: usize) -> impl Iterator<Item = (usize, &Arc)> {
        let start = self.first.get(step).copied().unwrap_or(0);
        let end = self.first.get(step + 1).copied().unwrap_or(start);
        (start..end).zip(self.arcs.get(start..end).into_iter().flatten())
    }

    /// A shortest way from a step back to itself without some arcs, as numbers of arcs.
    pub(super) fn around(
        &self,
        start: usize,
        gone: &[bool],
        work: &mut Work,
    ) -> Result<Option<Vec<usize>>, Spent> {
        self.way(start, start, gone, work)
    }

    /// A shortest way from one step to another without some arcs, as numbers of arcs.
    pub(super) fn way(
        &self,
        start: usize,
        end: usize,
        gone: &[bool],
        work: &mut Work,
    ) -> Result<Option<Vec<usize>>, Spent> {
        // A step that is made ready costs less than an edge that is followed.
        work.spend_all(self.len() as u64 / 16)?;
        let mut came_by = vec![NOWHERE; self.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for (number, arc) in self.leaving(at) {
                work.spend()?;
                if is_set(gone, number) {
                    continue;
                }
                if arc.to == end {
                    return Ok(Some(self.back(start, number, &came_by)));
                }
                if let Some(by) = came_by.get_mut(arc.to).filter(|by| **by == NOWHERE) {
                    *by = number;
                    queue.push_back(arc.to);
                }
            }
        }
        Ok(None)
    }

    /// The way that ends with an arc.
    fn back(&self, start: usize, last: usize, came_by: &[usize]) -> Vec<usize> {
        let mut way = vec![last];
        let mut arc = self.arcs.get(last);
        while let Some(at) = arc.map(|arc| arc.from).filter(|from| *from != start) {
            let Some(number) = came_by.get(at) else { break };
            way.push(*number);
            arc = self.arcs.get(*number);
        }
        way.reverse();
        way
    }
}

/// Whether a flag is set.
pub(super) fn is_set(flags: &[bool], at: usize) -> bool {
    flags.get(at).copied().unwrap_or(false)
}

/// Sets a flag.
pub(super) fn set(flags: &mut [bool], at: usize, value: bool) {
    if let Some(flag) = flags.get_mut(at) {
        *flag = value;
    }
}
