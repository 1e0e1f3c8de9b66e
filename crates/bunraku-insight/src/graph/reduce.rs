//! The same order with fewer relationships.

use super::steps::Steps;
use super::{EdgeKind, Graph};

impl Graph {
    /// The graph without relationships that follow from others: where `a` comes before `b` and `b` before `c`, nobody needs
    /// to be told that `a` comes before `c`. Who notifies whom does not follow from anything and stays.
    #[must_use]
    pub fn reduced(&self) -> Graph {
        let steps = Steps::of(self);
        let mut removed = vec![false; self.edges.len()];
        // Automatic ones are the first to go: what code says should stay.
        let is_before =
            |index: &usize| self.edges.get(*index).is_some_and(|edge| edge.kind == EdgeKind::Before);
        let mut order: Vec<usize> = (0..self.edges.len()).filter(is_before).collect();
        order.sort_by_key(|index| !self.edges.get(*index).is_some_and(|edge| edge.automatic));
        for index in order {
            let Some(edge) = self.edges.get(index) else { continue };
            set(&mut removed, index, true);
            if !steps.leads(2 * edge.from + 1, 2 * edge.to, &removed) {
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
