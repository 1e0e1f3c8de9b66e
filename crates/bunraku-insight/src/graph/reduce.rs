//! Transitive reduction: the same order with fewer relationships.

use super::steps::{Search, Steps};
use super::work::Work;
use super::{EdgeKind, Graph};

/// How many steps are looked at. Beyond that, relationships are kept without looking whether others imply them.
const MOST_WORK: u64 = 100_000_000;

impl Graph {
    /// The graph without relationships that follow from others: if `a` comes before `b` and `b` before `c`, the edge
    /// from `a` to `c` is redundant. Notifications do not follow from others and are kept.
    #[must_use]
    pub fn reduced(&self) -> Graph {
        let steps = Steps::of(self);
        let mut removed = vec![false; self.edges.len()];
        // Automatic relationships are removed first: those declared by code should stay.
        let is_before =
            |index: &usize| self.edges.get(*index).is_some_and(|edge| edge.kind == EdgeKind::Before);
        let mut order: Vec<usize> = (0..self.edges.len()).filter(is_before).collect();
        order.sort_by_key(|index| !self.edges.get(*index).is_some_and(|edge| edge.automatic));
        let (mut search, mut work) = (Search::of(&steps), Work::new(MOST_WORK));
        for index in order {
            let Some(edge) = self.edges.get(index) else { continue };
            set(&mut removed, index, true);
            let leads = search.leads(2 * edge.from + 1, 2 * edge.to, &removed, &mut work);
            if !leads.unwrap_or(false) {
                set(&mut removed, index, false);
            }
        }
        let kept = self.edges.iter().zip(&removed).filter(|(_, removed)| !**removed);
        Graph {
            resources: self.resources.clone(),
            containers: self.containers.clone(),
            edges: kept.map(|(edge, _)| edge.clone()).collect(),
            missing: self.missing.clone(),
        }
    }
}

fn set(values: &mut [bool], index: usize, value: bool) {
    if let Some(place) = values.get_mut(index) {
        *place = value;
    }
}
