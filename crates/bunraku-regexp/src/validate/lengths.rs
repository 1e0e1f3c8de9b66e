//! The lengths of what pieces of a pattern match.

use crate::ast::{Callee, GroupKind, Node, NodeKind, Pattern};
use std::cell::RefCell;

/// The contents of the groups by number. Group 0 is the whole pattern.
pub fn groups_of(pattern: &Pattern) -> Vec<&Node> {
    let mut groups = vec![&pattern.root; pattern.groups + 1];
    collect(&pattern.root, &mut groups);
    groups
}

/// Answers questions about the lengths of pieces of a pattern.
pub struct Lengths<'a> {
    groups: Vec<&'a Node>,
    /// By group number: whether the group always matches at least one character, if that is known. While it is computed,
    /// the answer is no, so that recursion ends. Onigmo does the same.
    consuming: RefCell<Vec<Option<bool>>>,
    /// By group number: the fixed length of the group, if that is known. While it is computed, the length is not fixed, so
    /// that recursion ends.
    fixed: RefCell<Vec<Option<Option<u64>>>>,
    /// By group number: whether the group calls itself, directly or through others.
    recursive: Vec<bool>,
}

/// The length of a piece in characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// The length is always the same.
    Fixed(u64),
    /// The piece consists of alternatives, whose lengths are fixed and different.
    TopAlternatives,
    /// The length varies in another way.
    Variable,
}

impl<'a> Lengths<'a> {
    /// Prepares the answers for a pattern.
    pub fn of(pattern: &'a Pattern) -> Lengths<'a> {
        let groups = groups_of(pattern);
        let count = groups.len();
        Lengths {
            recursive: if pattern.calls > 0 { recursive(&groups) } else { vec![false; count] },
            consuming: RefCell::new(vec![None; count]),
            fixed: RefCell::new(vec![None; count]),
            groups,
        }
    }

    /// Whether a piece always matches at least one character.
    pub fn consumes(&self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Empty | NodeKind::Anchor(_) | NodeKind::Keep => false,
            NodeKind::Literal { .. }
            | NodeKind::Dot
            | NodeKind::Shorthand(_)
            | NodeKind::Property(_)
            | NodeKind::Class(_)
            | NodeKind::LineBreak
            | NodeKind::Grapheme => true,
            NodeKind::Concat(nodes) => nodes.iter().any(|node| self.consumes(node)),
            NodeKind::Alternation(nodes) => nodes.iter().all(|node| self.consumes(node)),
            NodeKind::Group { kind: GroupKind::Look { .. } | GroupKind::Absent, .. } => false,
            NodeKind::Group { node, .. } => self.consumes(node),
            NodeKind::Repeat { node, repeat } => repeat.min > 0 && self.consumes(node),
            NodeKind::Backreference { groups, .. } => {
                groups.iter().all(|&number| self.group_consumes(number))
            }
            NodeKind::Call(Callee::Number(number)) => {
                let known = self.consuming.borrow().get(*number).copied().flatten();
                known.unwrap_or_else(|| !self.is_recursive(*number) && self.group_consumes(*number))
            }
            NodeKind::Call(Callee::Name(_)) => false,
            NodeKind::Conditional { yes, no, .. } => self.consumes(yes) && self.consumes(no),
        }
    }

    fn group_consumes(&self, number: usize) -> bool {
        memoized(&self.consuming, number, false, || {
            self.groups.get(number).is_some_and(|node| self.consumes(node))
        })
    }

    /// Whether repeating this piece may set groups.
    pub fn captures(&self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Group { kind: GroupKind::Capture(_), .. } | NodeKind::Call(_) => true,
            // Onigmo ignores groups in look-arounds here.
            NodeKind::Group { kind: GroupKind::Look { .. }, .. } => false,
            NodeKind::Repeat { repeat, .. } if repeat.max == Some(0) => false,
            _ => node.children().any(|child| self.captures(child)),
        }
    }

    /// The length of a piece in characters.
    pub fn length(&self, node: &Node) -> Length {
        let top = node.peeled();
        if let NodeKind::Alternation(nodes) = &top.kind {
            let mut lengths = nodes.iter().map(|node| self.fixed(node));
            let Some(Some(first)) = lengths.next() else { return Length::Variable };
            let mut same = true;
            for length in lengths {
                match length {
                    Some(length) => same &= length == first,
                    None => return Length::Variable,
                }
            }
            return if same { Length::Fixed(first) } else { Length::TopAlternatives };
        }
        self.fixed(top).map_or(Length::Variable, Length::Fixed)
    }

    /// The fixed length of a group, or 0 if it has none.
    pub fn fixed_group(&self, number: usize) -> usize {
        usize::try_from(self.called(number).unwrap_or(0)).unwrap_or(usize::MAX)
    }

    /// The fixed length of a piece, if it has one.
    fn fixed(&self, node: &Node) -> Option<u64> {
        match &node.kind {
            NodeKind::Empty | NodeKind::Anchor(_) | NodeKind::Keep => Some(0),
            NodeKind::Literal { .. }
            | NodeKind::Dot
            | NodeKind::Shorthand(_)
            | NodeKind::Property(_)
            | NodeKind::Class(_) => Some(1),
            NodeKind::Concat(nodes) => {
                nodes.iter().try_fold(0u64, |sum, node| Some(sum.saturating_add(self.fixed(node)?)))
            }
            NodeKind::Alternation(nodes) => {
                let mut lengths = nodes.iter().map(|node| self.fixed(node));
                let first = lengths.next()??;
                lengths.all(|length| length == Some(first)).then_some(first)
            }
            NodeKind::Group { kind: GroupKind::Look { .. }, .. } => Some(0),
            NodeKind::Group { node, .. } => self.fixed(node),
            NodeKind::Repeat { node, repeat } if repeat.max == Some(repeat.min) => {
                Some(self.fixed(node)?.saturating_mul(u64::from(repeat.min)))
            }
            NodeKind::Call(Callee::Number(number)) if !self.is_recursive(*number) => self.called(*number),
            _ => None,
        }
    }

    fn is_recursive(&self, number: usize) -> bool {
        self.recursive.get(number).copied().unwrap_or(false)
    }

    fn called(&self, number: usize) -> Option<u64> {
        memoized(&self.fixed, number, None, || self.groups.get(number).and_then(|node| self.fixed(node)))
    }
}

/// The known answer for a group, or the result of `compute`. While that runs, the answer is `meanwhile`.
fn memoized<T: Copy>(
    known: &RefCell<Vec<Option<T>>>,
    number: usize,
    meanwhile: T,
    compute: impl FnOnce() -> T,
) -> T {
    if let Some(answer) = known.borrow().get(number).copied().flatten() {
        return answer;
    }
    let remember = |answer| {
        if let Some(entry) = known.borrow_mut().get_mut(number) {
            *entry = Some(answer);
        }
    };
    remember(meanwhile);
    let answer = compute();
    remember(answer);
    answer
}

/// By group number: whether the group calls itself, directly or through others.
fn recursive(groups: &[&Node]) -> Vec<bool> {
    let calls: Vec<Vec<usize>> = groups
        .iter()
        .map(|body| {
            let mut calls = Vec::new();
            calls_in(body, &mut calls);
            calls
        })
        .collect();
    let is_recursive = |number: usize| {
        let mut seen = vec![false; groups.len()];
        let mut open = vec![number];
        while let Some(next) = open.pop() {
            for &callee in calls.get(next).into_iter().flatten() {
                if callee == number {
                    return true;
                }
                if let Some(seen) = seen.get_mut(callee).filter(|seen| !**seen) {
                    *seen = true;
                    open.push(callee);
                }
            }
        }
        false
    };
    // Only a group that is called can call itself.
    let mut called = vec![false; groups.len()];
    for &callee in calls.first().into_iter().flatten() {
        if let Some(called) = called.get_mut(callee) {
            *called = true;
        }
    }
    called.iter().enumerate().map(|(number, &called)| called && is_recursive(number)).collect()
}

fn calls_in(node: &Node, calls: &mut Vec<usize>) {
    if let NodeKind::Call(Callee::Number(number)) = &node.kind
        && !calls.contains(number)
    {
        calls.push(*number);
    }
    node.children().for_each(|child| calls_in(child, calls));
}

fn collect<'a>(node: &'a Node, groups: &mut [&'a Node]) {
    if let NodeKind::Group { kind: GroupKind::Capture(number), node } = &node.kind
        && let Some(body) = groups.get_mut(*number)
    {
        *body = node;
    }
    node.children().for_each(|child| collect(child, groups));
}
