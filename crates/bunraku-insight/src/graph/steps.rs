//! The beginnings and ends of resources, and the order between them.
//!
//! A relationship with a container is one with all of its contents, so a container has a beginning and an end: it
//! begins before its contents begin, and ends after all of them have ended.

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

    /// Whether one step leads to another without some edges.
    pub(super) fn leads(&self, from: usize, to: usize, without: &[bool]) -> bool {
        let mut seen = vec![false; self.next.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (next, edge) in self.next.get(at).into_iter().flatten() {
                if edge.is_some_and(|edge| get(without, edge)) || get(&seen, *next) {
                    continue;
                }
                if *next == to {
                    return true;
                }
                set(&mut seen, *next, true);
                open.push(*next);
            }
        }
        false
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

fn get<T: Copy + Default>(values: &[T], index: usize) -> T {
    values.get(index).copied().unwrap_or_default()
}

fn set<T>(values: &mut [T], index: usize, value: T) {
    if let Some(place) = values.get_mut(index) {
        *place = value;
    }
}
