//! Resolved patterns: with sets instead of classes, numbers instead of names, and without options.

pub mod onigmo;

use crate::charset::CharSet;
use std::sync::Arc;

/// A resolved pattern.
#[derive(Debug)]
pub struct Ir {
    /// The whole pattern.
    pub root: Node,
    /// The number of capturing groups, without group 0.
    pub groups: usize,
    /// By group number: the group, if `\g` calls it.
    pub called: Vec<Option<Node>>,
    /// Whether there is a backreference with a recursion level, so that the matcher has to record levels.
    pub levels: bool,
}

/// One piece of a resolved pattern.
#[derive(Clone, Debug)]
pub enum Node {
    /// Matches the empty string.
    Empty,
    /// Matches exactly this string.
    Text(String),
    /// Matches one character of a set.
    Set(Arc<CharSet>),
    /// Matches the empty string at certain positions.
    Assert(Assert),
    /// Matches all of these in order.
    Concat(Vec<Node>),
    /// Matches the first of these that matches.
    Alternation(Vec<Node>),
    /// Matches a piece several times.
    Repeat(Box<Repeat>),
    /// A capturing group with its number.
    Capture(usize, Box<Node>),
    /// A piece that is not tried in another way after it has matched.
    Atomic(Box<Node>),
    /// Matches any string in which a piece matches nowhere.
    Absent(Box<Node>),
    /// A look-ahead.
    Ahead {
        /// Whether it must not match.
        negated: bool,
        /// The piece that must match, or must not match, after the position.
        node: Box<Node>,
    },
    /// A look-behind.
    Behind {
        /// Whether it must not match.
        negated: bool,
        /// The piece that must match, or must not match, before the position.
        node: Box<Node>,
        /// The lowest and the highest number of characters to step back.
        steps: (usize, usize),
    },
    /// Matches the same string as a group.
    Backreference {
        /// The groups, of which the last one counts that has matched and matches here.
        groups: Vec<usize>,
        /// Whether case is ignored.
        fold: bool,
        /// The recursion level relative to the current one.
        level: Option<i32>,
    },
    /// Matches the pattern of a group: a call, or the definition of a group that is called elsewhere.
    Call {
        /// The number of the group.
        group: usize,
        /// The number of bytes that this takes in Onigmo's code. See [`Node::onigmo_size`].
        size: usize,
    },
    /// One piece or the other, depending on a group.
    Conditional {
        /// The number of the group.
        group: usize,
        /// What must match if the group has matched.
        yes: Box<Node>,
        /// What must match if the group has not matched.
        no: Box<Node>,
    },
    /// Moves the start of the match to the current position.
    Keep,
}

/// An assertion about a position in the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assert {
    /// The start of a line.
    LineStart,
    /// The end of a line.
    LineEnd,
    /// The start of the string.
    TextStart,
    /// The end of the string.
    TextEnd,
    /// The end of the string, or before a line break at its end.
    TextEndOrNewline,
    /// The position where the search started.
    SearchStart,
    /// A word character on exactly one side.
    WordBoundary {
        /// Whether only ASCII characters are word characters.
        ascii: bool,
        /// Whether there must not be a boundary.
        negated: bool,
    },
}

/// A repeated piece.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// The piece that is repeated.
    pub node: Node,
    /// The lowest number of repetitions.
    pub min: u32,
    /// The highest number of repetitions. `None` if there is no limit.
    pub max: Option<u32>,
    /// Whether more repetitions are tried before fewer.
    pub greedy: bool,
    /// How a repetition of the empty string is ended.
    pub empty: EmptyCheck,
}

/// How a repetition of the empty string is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyCheck {
    /// No check is needed, because the piece always matches at least one character.
    Never,
    /// The loop ends after a round that has matched the empty string.
    Position,
    /// The loop ends after a round that has matched the empty string and changed no group.
    Groups,
}

impl Node {
    /// The set, if this is a set.
    pub fn as_set(&self) -> Option<&Arc<CharSet>> {
        match self {
            Node::Set(set) => Some(set),
            _ => None,
        }
    }

    /// The pieces directly inside this one.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        let (list, first, second): (&[Node], Option<&Node>, Option<&Node>) = match self {
            Node::Concat(nodes) | Node::Alternation(nodes) => (nodes, None, None),
            Node::Repeat(repeat) => (&[], Some(&repeat.node), None),
            Node::Capture(_, node)
            | Node::Atomic(node)
            | Node::Absent(node)
            | Node::Ahead { node, .. }
            | Node::Behind { node, .. } => (&[], Some(node), None),
            Node::Conditional { yes, no, .. } => (&[], Some(yes), Some(no)),
            _ => (&[], None, None),
        };
        list.iter().chain(first).chain(second)
    }

    /// The approximate number of instructions of the piece, counted up to `limit`.
    pub fn size(&self, limit: usize) -> usize {
        let own = match self {
            Node::Empty => 0,
            Node::Capture(..) | Node::Alternation(_) => 2,
            _ => 1,
        };
        let mut sum = own;
        for child in self.children() {
            if sum >= limit {
                break;
            }
            sum += child.size(limit - sum);
        }
        if let Node::Repeat(repeat) = self {
            let times = repeat.max.unwrap_or(repeat.min).max(1) as usize;
            sum = sum.saturating_mul(times);
        }
        sum.min(limit)
    }

    /// Whether the linear matcher can run this piece.
    pub fn is_regular(&self) -> bool {
        let own = match self {
            Node::Atomic(_)
            | Node::Absent(_)
            | Node::Ahead { .. }
            | Node::Behind { .. }
            | Node::Backreference { .. }
            | Node::Call { .. }
            | Node::Conditional { .. } => false,
            // The linear matcher merges a round that matches the empty string with the round before it. That is right only
            // if a round tries the empty string last, and if an empty round has no other effect.
            Node::Repeat(repeat) => match repeat.empty {
                EmptyCheck::Never => true,
                EmptyCheck::Position => {
                    repeat.min <= 1
                        && repeat.max.is_none_or(|max| max <= 1)
                        && repeat.node.is_empty_last()
                        && !repeat.node.keeps()
                }
                EmptyCheck::Groups => false,
            },
            _ => true,
        };
        own && self.children().all(Node::is_regular)
    }

    fn keeps(&self) -> bool {
        matches!(self, Node::Keep) || self.children().any(Node::keeps)
    }

    /// Whether a regular piece can match the empty string.
    fn is_nullable(&self) -> bool {
        match self {
            Node::Text(text) => text.is_empty(),
            Node::Set(_) => false,
            Node::Concat(nodes) => nodes.iter().all(Node::is_nullable),
            Node::Alternation(nodes) => nodes.iter().any(Node::is_nullable),
            Node::Repeat(repeat) => repeat.min == 0 || repeat.node.is_nullable(),
            Node::Capture(_, node) => node.is_nullable(),
            _ => true,
        }
    }

    /// Whether a regular piece matches the empty string only after it has tried everything else.
    fn is_empty_last(&self) -> bool {
        match self {
            Node::Concat(nodes) => nodes.iter().all(Node::is_empty_last),
            Node::Alternation(nodes) => match nodes.split_last() {
                Some((last, others)) => last.is_empty_last() && !others.iter().any(Node::is_nullable),
                None => true,
            },
            Node::Repeat(repeat) => {
                (repeat.greedy || !self.is_nullable())
                    && (!repeat.node.is_nullable() || repeat.node.is_empty_last())
            }
            Node::Capture(_, node) => node.is_empty_last(),
            _ => true,
        }
    }

    /// The lowest and the highest number of characters that the piece matches. `group` tells the length of a called group.
    pub fn char_lengths(&self, group: &impl Fn(usize) -> usize) -> (usize, usize) {
        match self {
            Node::Text(text) => {
                let count = text.chars().count();
                (count, count)
            }
            Node::Set(_) => (1, 1),
            Node::Call { group: number, .. } => (group(*number), group(*number)),
            Node::Concat(nodes) => nodes.iter().fold((0, 0), |(low, high), node| {
                let (l, h) = node.char_lengths(group);
                (low.saturating_add(l), high.saturating_add(h))
            }),
            Node::Alternation(nodes) => {
                let mut all = nodes.iter().map(|node| node.char_lengths(group));
                let first = all.next().unwrap_or((0, 0));
                all.fold(first, |(low, high), (l, h)| (low.min(l), high.max(h)))
            }
            Node::Repeat(repeat) => {
                let (low, high) = repeat.node.char_lengths(group);
                let max = repeat.max.unwrap_or(repeat.min) as usize;
                (low.saturating_mul(repeat.min as usize), high.saturating_mul(max))
            }
            Node::Capture(_, node) | Node::Atomic(node) => node.char_lengths(group),
            _ => (0, 0),
        }
    }
}
