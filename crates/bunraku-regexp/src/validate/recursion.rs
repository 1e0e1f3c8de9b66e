//! Endless recursion: Ruby rejects groups that call themselves before they have matched anything, or on every path.

use super::lengths::{Lengths, groups_of};
use crate::ast::{Callee, GroupKind, Node, NodeKind, Pattern};
use crate::error::{Error, ErrorKind};

/// The number of pieces to visit before a pattern is too large. A group is visited again for each path to it.
const BUDGET: usize = 200_000;
/// How deeply groups and calls are followed before a pattern is too deep.
const MAX_DEPTH: usize = 600;

/// Checks all groups that are called.
pub fn check(pattern: &Pattern) -> Result<(), Error> {
    let groups = groups_of(pattern);
    let mut called = vec![false; groups.len()];
    mark_called(&pattern.root, &mut called);
    let mut walk = Walk {
        lengths: Lengths::of(pattern),
        groups,
        on_path: vec![false; called.len()],
        target: 0,
        budget: BUDGET,
        depth: 0,
    };
    for (number, _) in called.iter().enumerate().filter(|(_, called)| **called) {
        let Some(&body) = walk.groups.get(number) else { continue };
        walk.target = number;
        let found = walk.visit(body, true);
        let kind = match found {
            Ok(Found::Nothing) => continue,
            Ok(_) => ErrorKind::EndlessRecursion,
            Err(kind) => kind,
        };
        return Err(Error::new(body.range.clone(), kind));
    }
    Ok(())
}

/// Whether a piece calls the target group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// There is a path through the piece that does not call it.
    Nothing,
    /// Every path through the piece calls it.
    Always,
    /// The piece can call it before anything has been matched.
    AtOnce,
}

struct Walk<'a> {
    groups: Vec<&'a Node>,
    lengths: Lengths<'a>,
    /// The groups that are being visited. Visiting one of them again would give nothing new.
    on_path: Vec<bool>,
    target: usize,
    budget: usize,
    depth: usize,
}

impl<'a> Walk<'a> {
    /// Whether a piece calls the target group. `head` says that nothing has been matched before the piece.
    fn visit(&mut self, node: &'a Node, head: bool) -> Result<Found, ErrorKind> {
        self.budget = self.budget.checked_sub(1).ok_or(ErrorKind::TooLarge)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ErrorKind::TooDeep);
        }
        let found = self.look(node, head);
        self.depth -= 1;
        found
    }

    fn look(&mut self, node: &'a Node, mut head: bool) -> Result<Found, ErrorKind> {
        match &node.kind {
            NodeKind::Concat(nodes) => {
                let mut all = Found::Nothing;
                for node in nodes {
                    match self.visit(node, head)? {
                        Found::AtOnce => return Ok(Found::AtOnce),
                        Found::Always => all = Found::Always,
                        Found::Nothing => {}
                    }
                    head &= !self.lengths.consumes(node);
                }
                Ok(all)
            }
            NodeKind::Alternation(nodes) => self.alternatives(nodes.iter(), head),
            NodeKind::Conditional { yes, no, .. } => self.alternatives([&**yes, &**no].into_iter(), head),
            NodeKind::Repeat { node, repeat } => match self.visit(node, head)? {
                Found::Always if repeat.min == 0 => Ok(Found::Nothing),
                found => Ok(found),
            },
            NodeKind::Call(Callee::Number(number)) => self.enter(*number, head),
            NodeKind::Group { kind: GroupKind::Capture(number), .. } => self.enter(*number, head),
            NodeKind::Group { node, .. } => self.visit(node, head),
            _ => Ok(Found::Nothing),
        }
    }

    fn alternatives(
        &mut self,
        nodes: impl Iterator<Item = &'a Node>,
        head: bool,
    ) -> Result<Found, ErrorKind> {
        let mut all = Found::Always;
        for node in nodes {
            match self.visit(node, head)? {
                Found::AtOnce => return Ok(Found::AtOnce),
                Found::Nothing => all = Found::Nothing,
                Found::Always => {}
            }
        }
        Ok(all)
    }

    fn enter(&mut self, number: usize, head: bool) -> Result<Found, ErrorKind> {
        if number == self.target {
            return Ok(if head { Found::AtOnce } else { Found::Always });
        }
        let Some(&body) = self.groups.get(number) else { return Ok(Found::Nothing) };
        match self.on_path.get_mut(number) {
            Some(on_path) if !*on_path => *on_path = true,
            _ => return Ok(Found::Nothing),
        }
        let found = self.visit(body, head);
        if let Some(on_path) = self.on_path.get_mut(number) {
            *on_path = false;
        }
        found
    }
}

fn mark_called(node: &Node, called: &mut [bool]) {
    if let NodeKind::Call(Callee::Number(number)) = &node.kind
        && let Some(mark) = called.get_mut(*number)
    {
        *mark = true;
    }
    node.children().for_each(|child| mark_called(child, called));
}
