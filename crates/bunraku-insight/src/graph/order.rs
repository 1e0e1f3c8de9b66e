//! An order of steps that few arcs go against.
//!
//! Steps that nothing leads to come first. Where there is none, the step comes next that most leads away from and least leads
//! to, among those that no fixed arc leads to. The arcs that go against the order are on all cycles.

use std::collections::BTreeSet;

use super::group::{Arc, Group, is_set, set};

/// The arcs that go against an order of the steps, all of which may be cut. Without them there is no cycle.
pub(super) fn against(group: &Group, soft: &[bool], gone: &[bool]) -> Vec<usize> {
    let mut steps = vec![Step::default(); group.len()];
    let live = |number: usize| !is_set(gone, number);
    for (number, arc) in group.arcs().iter().enumerate().filter(|(number, _)| live(*number)) {
        if let Some(step) = steps.get_mut(arc.from) {
            step.leaving += 1;
        }
        if let Some(step) = steps.get_mut(arc.to) {
            step.entering += 1;
            step.fixed += usize::from(!is_set(soft, number));
        }
    }
    let entering = by_end(group, |arc| arc.to);
    let mut open: BTreeSet<(Rank, usize)> = steps
        .iter()
        .enumerate()
        .filter(|(_, step)| step.fixed == 0)
        .map(|(at, step)| (step.rank(), at))
        .collect();
    let mut placed = vec![false; group.len()];
    let mut cut = Vec::new();
    while let Some((_, at)) = open.pop_first() {
        set(&mut placed, at, true);
        for (number, arc) in
            group.leaving(at).filter(|(number, arc)| live(*number) && !is_set(&placed, arc.to))
        {
            let Some(step) = steps.get_mut(arc.to) else { continue };
            if step.fixed == 0 {
                open.remove(&(step.rank(), arc.to));
            }
            step.entering -= 1;
            step.fixed -= usize::from(!is_set(soft, number));
            if step.fixed == 0 {
                open.insert((step.rank(), arc.to));
            }
        }
        for number in entering.of(at) {
            let Some(arc) = group.arcs().get(*number).filter(|_| live(*number)) else { continue };
            if arc.from == at {
                cut.push(*number);
            }
            let Some(step) = steps.get_mut(arc.from).filter(|_| !is_set(&placed, arc.from)) else { continue };
            cut.push(*number);
            if step.fixed == 0 {
                open.remove(&(step.rank(), arc.from));
            }
            step.leaving -= 1;
            if step.fixed == 0 {
                open.insert((step.rank(), arc.from));
            }
        }
    }
    cut
}

/// What leads to a step that has no place yet, and from it, as far as that has no place either.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    entering: usize,
    /// How many of these may not be cut.
    fixed: usize,
    leaving: usize,
}

/// Whether anything leads to a step, and how much more than leads from it: the lowest comes next.
type Rank = (bool, isize);

impl Step {
    fn rank(self) -> Rank {
        (self.entering > 0, self.entering.cast_signed() - self.leaving.cast_signed())
    }
}

/// The numbers of arcs by one of their ends.
pub(super) struct ByEnd {
    first: Vec<usize>,
    numbers: Vec<usize>,
}

impl ByEnd {
    /// The numbers of those at a step.
    pub(super) fn of(&self, step: usize) -> &[usize] {
        let start = self.first.get(step).copied().unwrap_or(0);
        let end = self.first.get(step + 1).copied().unwrap_or(start);
        self.numbers.get(start..end).unwrap_or_default()
    }
}

/// The arcs of a group by one of their ends.
pub(super) fn by_end(group: &Group, end: impl Fn(&Arc) -> usize) -> ByEnd {
    let mut numbers: Vec<usize> = (0..group.arcs().len()).collect();
    let of = |number: &usize| group.arcs().get(*number).map_or(0, &end);
    numbers.sort_by_key(of);
    let mut first = vec![0; group.len() + 1];
    for number in &numbers {
        if let Some(count) = first.get_mut(of(number) + 1) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for count in &mut first {
        sum += *count;
        *count = sum;
    }
    ByEnd { first, numbers }
}
