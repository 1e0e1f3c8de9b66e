//! A pattern with everything resolved: sets instead of classes, numbers instead of names, no options any more.

use crate::charset::{CharSet, LAST};
use std::sync::Arc;

/// A resolved pattern.
#[derive(Debug)]
pub struct Ir {
    /// What must match.
    pub root: Node,
    /// How many groups capture, without group 0.
    pub groups: usize,
    /// By group number: the group, if `\g` calls it.
    pub called: Vec<Option<Node>>,
    /// Whether a backreference asks for a recursion level, so that the matcher must remember those.
    pub levels: bool,
}

/// One piece of a resolved pattern.
#[derive(Clone, Debug)]
pub enum Node {
    /// Matches without matching anything.
    Empty,
    /// Exactly this text.
    Text(String),
    /// One character of a set.
    Set(Arc<CharSet>),
    /// A place in the text.
    Assert(Assert),
    /// All of these in order.
    Concat(Vec<Node>),
    /// The first of these that matches.
    Alternation(Vec<Node>),
    /// Repetition.
    Repeat(Box<Repeat>),
    /// A numbered group.
    Capture(usize, Box<Node>),
    /// A piece that is never tried a second way.
    Atomic(Box<Node>),
    /// Any text in which a piece matches nowhere.
    Absent(Box<Node>),
    /// A look at the text ahead.
    Ahead {
        /// Whether it must not match.
        negated: bool,
        /// What is looked for.
        node: Box<Node>,
    },
    /// A look at the text behind.
    Behind {
        /// Whether it must not match.
        negated: bool,
        /// What is looked for.
        node: Box<Node>,
        /// The least and the greatest number of characters to go back.
        steps: (usize, usize),
    },
    /// The text of a group again.
    Backreference {
        /// The groups; the last one that has matched and fits is taken.
        groups: Vec<usize>,
        /// Whether case is ignored.
        fold: bool,
        /// The recursion level relative to the current one.
        level: Option<i32>,
    },
    /// The pattern of a group again, or a group that is called, where it stands.
    Call {
        /// The group.
        group: usize,
        /// How many bytes this takes in Onigmo's code.
        size: usize,
    },
    /// One piece or the other, depending on a group.
    Conditional {
        /// The group.
        group: usize,
        /// What must match if the group has matched.
        yes: Box<Node>,
        /// What must match if it has not.
        no: Box<Node>,
    },
    /// The match starts here.
    Keep,
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assert {
    /// The start of a line.
    LineStart,
    /// The end of a line.
    LineEnd,
    /// The start of the text.
    TextStart,
    /// The end of the text.
    TextEnd,
    /// The end of the text, or a line break that ends it.
    TextEndOrNewline,
    /// Where the search began.
    SearchStart,
    /// A word character on exactly one side.
    WordBoundary {
        /// Whether word characters are only those of ASCII.
        ascii: bool,
        /// Whether there must be no boundary.
        negated: bool,
    },
}

/// A repeated piece.
#[derive(Clone, Debug)]
pub struct Repeat {
    /// What is repeated.
    pub node: Node,
    /// At least this often.
    pub min: u32,
    /// At most this often, if there is a limit.
    pub max: Option<u32>,
    /// Whether more repetitions are tried before fewer.
    pub greedy: bool,
    /// What ends a repetition that matches nothing.
    pub empty: EmptyCheck,
}

/// What ends a repetition that matches nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyCheck {
    /// It always matches something.
    Never,
    /// It ends when a round has matched nothing.
    Position,
    /// It ends when a round has matched nothing and changed no group.
    Groups,
}

impl Node {
    /// The set of a piece that matches exactly one character.
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

    /// How many instructions the piece roughly needs, counted up to `limit`.
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

    /// How many bytes a piece takes in Onigmo's code, roughly.
    pub fn onigmo_size(&self) -> usize {
        let own = match self {
            Node::Empty => 0,
            Node::Text(text) => text.len() + 1,
            // `.` and `\w` have instructions of their own, other sets are written as 256 bits.
            Node::Set(set) => match set.ranges() {
                [(0, LAST)] | [(0, 9), (11, LAST)] => 1,
                [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)] => 1,
                _ => 33,
            },
            Node::Assert(_) | Node::Keep => 1,
            Node::Alternation(nodes) => 10 * nodes.len().saturating_sub(1),
            Node::Repeat(repeat) => match (repeat.max, repeat.empty) {
                (Some(1), _) => 5,
                (_, EmptyCheck::Never) => 10,
                _ => 16,
            },
            Node::Capture(..) => 6,
            Node::Call { size, .. } => *size,
            _ => 7,
        };
        self.children().fold(own, |sum, child| sum.saturating_add(child.onigmo_size()))
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
            // The linear matcher merges a round that matches nothing with the one before it. That is only right if
            // matching nothing is what the round tries last and if nothing else comes of it.
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

    /// Whether a regular piece can match nothing.
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

    /// Whether a regular piece matches nothing only after it has tried everything else.
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

    /// The least and greatest number of characters the piece matches; `group` tells the length of a called group.
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
