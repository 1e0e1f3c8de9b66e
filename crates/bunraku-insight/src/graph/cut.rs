//! The smallest set of relationships whose removal breaks all cycles of a group.
//!
//! Every cycle must lose one of its relationships. The search takes a shortest remaining cycle and tries to cut each of
//! its edges in turn, with at most one cut, then with two, and so on: the first set that leaves no cycle is a smallest
//! one. Containment is never cut, and an automatic relationship only if a cycle has no other.

use std::collections::HashSet;

use super::Graph;
use super::steps::Steps;

/// The edges to cut, as indexes.
pub(super) struct Cut {
    pub(super) edges: Vec<usize>,
    /// Whether no smaller set suffices. If there are many cycles, the search ends and one edge of each is cut.
    pub(super) is_smallest: bool,
}

/// How many cycles are examined before the search ends.
const MOST_CYCLES: usize = 20_000;

/// The cut of one group of steps.
pub(super) fn smallest(graph: &Graph, steps: &Steps, group: &[usize]) -> Cut {
    let members: HashSet<usize> = group.iter().copied().collect();
    let mut search = Search { graph, steps, group, members: &members, left: MOST_CYCLES };
    let mut most = 1;
    loop {
        let mut cut = Vec::new();
        match search.within(&mut cut, most) {
            Found::Cut => return Cut { edges: cut, is_smallest: true },
            Found::Nothing => most += 1,
            Found::TooMany => return Cut { edges: search.one_of_each(), is_smallest: false },
        }
    }
}

enum Found {
    /// The collected edges break all cycles.
    Cut,
    /// This number of edges does not suffice.
    Nothing,
    /// The search has taken too long.
    TooMany,
}

struct Search<'g> {
    graph: &'g Graph,
    steps: &'g Steps,
    group: &'g [usize],
    members: &'g HashSet<usize>,
    left: usize,
}

impl Search<'_> {
    /// Adds at most `most` edges to a cut such that no cycle remains.
    fn within(&mut self, cut: &mut Vec<usize>, most: usize) -> Found {
        let Some(cycle) = self.cycle(cut) else { return Found::Cut };
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return Found::TooMany;
        }
        if most == 0 {
            return Found::Nothing;
        }
        for edge in self.candidates(&cycle) {
            cut.push(edge);
            match self.within(cut, most - 1) {
                Found::Nothing => {}
                found => return found,
            }
            cut.pop();
        }
        Found::Nothing
    }

    /// One edge of each cycle, one cycle after the other.
    fn one_of_each(&self) -> Vec<usize> {
        let mut cut = Vec::new();
        while let Some(cycle) = self.cycle(&cut) {
            let Some(edge) = self.candidates(&cycle).first().copied() else { break };
            cut.push(edge);
        }
        cut
    }

    /// A shortest cycle that a cut leaves.
    fn cycle(&self, cut: &[usize]) -> Option<Vec<usize>> {
        let mut best: Option<Vec<usize>> = None;
        for start in self.group.iter().take(super::cycles::MOST_STARTS) {
            let found = self.steps.shortest(*start, self.members, cut);
            if let Some(found) =
                found.filter(|found| best.as_ref().is_none_or(|best| found.len() < best.len()))
            {
                best = Some(found);
            }
        }
        // The first steps may not be on a cycle any more.
        best.or_else(|| {
            let rest = self.group.iter().skip(super::cycles::MOST_STARTS);
            rest.filter_map(|start| self.steps.shortest(*start, self.members, cut)).next()
        })
    }

    /// The edges of a cycle that can be cut.
    fn candidates(&self, cycle: &[usize]) -> Vec<usize> {
        let relationships: Vec<usize> = cycle
            .iter()
            .copied()
            .filter(|edge| self.graph.edges.get(*edge).is_some_and(super::Edge::is_relationship))
            .collect();
        let written: Vec<usize> = relationships
            .iter()
            .copied()
            .filter(|edge| self.graph.edges.get(*edge).is_some_and(|edge| !edge.automatic))
            .collect();
        if written.is_empty() { relationships } else { written }
    }
}
