//! The beginnings and ends of resources, and the order between them.
//!
//! A relationship with a container is one with all of its contents, so a container has a beginning and an end: it
//! begins before its contents begin, and ends after all of them have ended.

use std::collections::{HashMap, VecDeque};

use super::work::{Spent, Work};
use super::{EdgeKind, Graph};

/// The order of beginnings and ends. The beginning of resource `r` is `2r`, its end `2r + 1`.
pub(super) struct Steps {
    /// The successors of each step, with the edge of the graph that implies it; `None` if it is that a resource begins
    /// before it ends.
    next: Vec<Vec<(usize, Option<usize>)>>,
}

impl Steps {
    /// The steps of a graph.
    pub(super) fn of(graph: &Graph) -> Steps {
        let mut next = vec![Vec::new(); graph.resources.len() * 2];
        let mut add = |from: usize, to: usize, edge: Option<usize>| {
            if let Some(steps) = next.get_mut(from) {
                steps.push((to, edge));
            }
        };
        for resource in 0..graph.resources.len() {
            add(2 * resource, 2 * resource + 1, None);
        }
        for (index, edge) in graph.edges.iter().enumerate() {
            match edge.kind {
                EdgeKind::Contains => {
                    add(2 * edge.from, 2 * edge.to, Some(index));
                    add(2 * edge.to + 1, 2 * edge.from + 1, Some(index));
                }
                EdgeKind::Before | EdgeKind::Notifies => add(2 * edge.from + 1, 2 * edge.to, Some(index)),
            }
        }
        Steps { next }
    }

    /// Where one leads from a step.
    pub(super) fn from(&self, step: usize) -> &[(usize, Option<usize>)] {
        self.next.get(step).map_or(&[], Vec::as_slice)
    }

    /// A shortest way from one step to another, as edges of the graph.
    pub(super) fn way(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut reached: HashMap<usize, (usize, Option<usize>)> = HashMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(at) = open.pop_front() {
            for (next, edge) in self.from(at).iter().filter(|(next, _)| *next != from) {
                reached.entry(*next).or_insert_with(|| {
                    open.push_back(*next);
                    (at, *edge)
                });
            }
            if reached.contains_key(&to) {
                break;
            }
        }
        let (mut way, mut at) = (Vec::new(), to);
        while at != from {
            let (before, edge) = reached.get(&at)?;
            way.extend(edge);
            at = *before;
        }
        way.reverse();
        Some(way)
    }

    /// The resources that begin after a step, in order.
    pub(super) fn after(&self, step: usize) -> Vec<usize> {
        let mut seen = vec![false; self.next.len()];
        let mut open = vec![step];
        while let Some(at) = open.pop() {
            for (next, _) in self.from(at) {
                if !get(&seen, *next) {
                    set(&mut seen, *next, true);
                    open.push(*next);
                }
            }
        }
        (0..self.next.len() / 2).filter(|resource| get(&seen, 2 * resource)).collect()
    }

    /// The position of each step in an order that all arcs follow; `None` for steps on cycles and after them. What follows a
    /// step comes as late as possible, so that few steps lie between the ends of an arc.
    fn positions(&self) -> Vec<Option<usize>> {
        let mut entering = vec![0_usize; self.next.len()];
        for (to, _) in self.next.iter().flatten() {
            let count = get(&entering, *to);
            set(&mut entering, *to, count + 1);
        }
        let mut positions = vec![None; self.next.len()];
        let mut open: Vec<usize> = (0..self.next.len()).filter(|step| get(&entering, *step) == 0).collect();
        let mut number = 0;
        while let Some(step) = open.pop() {
            set(&mut positions, step, Some(number));
            number += 1;
            for (to, _) in self.from(step) {
                let left = get(&entering, *to).saturating_sub(1);
                set(&mut entering, *to, left);
                if left == 0 {
                    open.push(*to);
                }
            }
        }
        positions
    }

    /// Groups of steps that depend on each other: Tarjan's strongly connected components, without recursion.
    pub(super) fn groups(&self) -> Vec<Vec<usize>> {
        const NONE: usize = usize::MAX;
        let count = self.next.len();
        let (mut order, mut low, mut on_stack) = (vec![NONE; count], vec![0; count], vec![false; count]);
        let (mut stack, mut groups, mut number) = (Vec::new(), Vec::new(), 0);
        for start in 0..count {
            if order.get(start) != Some(&NONE) {
                continue;
            }
            let mut open: Vec<(usize, usize)> = vec![(start, 0)];
            while let Some((node, child)) = open.last_mut() {
                let node = *node;
                if *child == 0 {
                    set(&mut order, node, number);
                    set(&mut low, node, number);
                    number += 1;
                    stack.push(node);
                    set(&mut on_stack, node, true);
                }
                let step = self.next.get(node).and_then(|steps| steps.get(*child)).map(|(to, _)| *to);
                *child += 1;
                if let Some(to) = step {
                    if get(&order, to) == NONE {
                        open.push((to, 0));
                    } else if get(&on_stack, to) {
                        let least = get(&low, node).min(get(&order, to));
                        set(&mut low, node, least);
                    }
                    continue;
                }
                open.pop();
                if let Some((parent, _)) = open.last() {
                    let least = get(&low, *parent).min(get(&low, node));
                    set(&mut low, *parent, least);
                }
                if get(&low, node) == get(&order, node) {
                    let mut group = Vec::new();
                    while let Some(member) = stack.pop() {
                        set(&mut on_stack, member, false);
                        group.push(member);
                        if member == node {
                            break;
                        }
                    }
                    let waits_for_itself =
                        self.next.get(node).is_some_and(|steps| steps.iter().any(|(to, _)| *to == node));
                    if group.len() > 1 || waits_for_itself {
                        group.sort_unstable();
                        groups.push(group);
                    }
                }
            }
        }
        groups
    }
}

/// Searches for ways between steps, many one after the other.
pub(super) struct Search<'s> {
    steps: &'s Steps,
    positions: Vec<Option<usize>>,
    /// The number of the search that last came to each step.
    seen: Vec<u32>,
    number: u32,
}

impl Search<'_> {
    pub(super) fn of(steps: &Steps) -> Search<'_> {
        Search { steps, positions: steps.positions(), seen: vec![0; steps.next.len()], number: 0 }
    }

    /// Whether one step leads to another without some edges. Steps that come after the other in an order that all arcs
    /// follow cannot lead to it.
    pub(super) fn leads(
        &mut self,
        from: usize,
        to: usize,
        without: &[bool],
        work: &mut Work,
    ) -> Result<bool, Spent> {
        self.number += 1;
        let last = get(&self.positions, to);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (next, edge) in self.steps.from(at) {
                work.spend()?;
                if edge.is_some_and(|edge| get(without, edge)) || get(&self.seen, *next) == self.number {
                    continue;
                }
                if *next == to {
                    return Ok(true);
                }
                let is_after = last.zip(get(&self.positions, *next)).is_some_and(|(last, at)| at > last);
                if !is_after {
                    set(&mut self.seen, *next, self.number);
                    open.push(*next);
                }
            }
        }
        Ok(false)
    }
}

fn get<T: Copy + Default>(values: &[T], index: usize) -> T {
    values.get(index).copied().unwrap_or_default()
}

fn set<T>(values: &mut [T], index: usize, value: T) {
    if let Some(place) = values.get_mut(index) {
        *place = value;
    }
}
