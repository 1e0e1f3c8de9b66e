//! The size of a piece in Onigmo's code, and the groups that Onigmo records.
//!
//! Onigmo expands a small loop into copies of its body, and omits the check for empty rounds there. Where it checks, it
//! looks only at groups that it records. Both can be observed in what matches, so they have to be known.

use super::{EmptyCheck, Ir, Node, Repeat};
use crate::charset::LAST;

/// The highest number of bytes up to which Onigmo expands a loop.
pub const EXPANDED: usize = 50;
/// The number of bytes that a fork takes, and a jump as well.
pub const PUSH: usize = 5;
/// The highest number of bytes of a string that Onigmo makes of a repeated string.
const LONGEST: usize = 100;
/// The number of bytes that the check for an empty round takes.
const CHECK: usize = 6;
/// The number of bytes that a loop with a counter takes without its body.
const COUNTER: usize = 10;

impl Ir {
    /// By group number: whether Onigmo records the group, to restore it when it goes back.
    pub fn recorded_groups(&self) -> Vec<bool> {
        let mut recorded = vec![false; self.groups + 1];
        self.root.record_groups(false, &mut recorded);
        self.called.iter().flatten().for_each(|node| node.record_groups(true, &mut recorded));
        recorded
    }
}

impl Node {
    /// Marks the groups that are called, referred to, or not matched equally often in all ways to match the pattern.
    fn record_groups(&self, varies: bool, recorded: &mut [bool]) {
        let groups = match self {
            Node::Capture(group, _) if varies => std::slice::from_ref(group),
            Node::Backreference { groups, .. } => groups,
            _ => &[],
        };
        for group in groups {
            if let Some(recorded) = recorded.get_mut(*group) {
                *recorded = true;
            }
        }
        let varies = varies
            || match self {
                Node::Repeat(repeat) => Some(repeat.min) != repeat.max,
                Node::Alternation(_) | Node::Conditional { .. } => true,
                Node::Ahead { negated, .. } | Node::Behind { negated, .. } => *negated,
                _ => false,
            };
        self.children().for_each(|child| child.record_groups(varies, recorded));
    }

    /// The number of bytes that the piece takes in Onigmo's code.
    pub fn onigmo_size(&self) -> usize {
        let own = match self {
            Node::Empty | Node::Concat(_) => 0,
            Node::Text(text) => string(text),
            // `.` and `\w` have instructions of their own. Other sets are stored as a table of 256 bits.
            Node::Set(set) => match set.ranges() {
                [(0, LAST)] | [(0, 9), (11, LAST)] => 1,
                [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)] => 1,
                _ => 33,
            },
            Node::Assert(_) | Node::Keep => 1,
            Node::Alternation(nodes) => 2 * PUSH * nodes.len().saturating_sub(1),
            Node::Repeat(repeat) => return repeat.onigmo_size(),
            Node::Capture(..) => 6,
            Node::Atomic(_) | Node::Ahead { negated: false, .. } => 2,
            Node::Ahead { negated: true, .. } => 6,
            Node::Behind { negated: false, .. } => 5,
            Node::Behind { negated: true, .. } => 10,
            Node::Absent(_) => 7,
            Node::Conditional { .. } => 7 + PUSH,
            Node::Backreference { groups, fold, level } => match (groups.as_slice(), level) {
                (groups, Some(_)) => 13 + 2 * groups.len(),
                ([1 | 2], None) if !fold => 1,
                ([_], None) => 3,
                (groups, None) => 5 + 2 * groups.len(),
            },
            Node::Call { size, .. } => *size,
        };
        self.children().fold(own, |sum, child| sum.saturating_add(child.onigmo_size()))
    }
}

impl Repeat {
    fn onigmo_size(&self) -> usize {
        // The rounds that a repeated string must have become one string.
        if let Node::Text(text) = &self.node
            && self.min > 1
            && !text.is_empty()
        {
            let times = self.min.min((LONGEST / text.len()).max(1) as u32);
            let rest = Repeat {
                min: self.min - times,
                max: self.max.map(|max| max.saturating_sub(times)),
                ..self.clone()
            };
            let rest = if rest.max == Some(0) { 0 } else { rest.rounds() };
            return string(&text.repeat(times as usize)).saturating_add(rest);
        }
        self.rounds()
    }

    fn rounds(&self) -> usize {
        let round = self.node.onigmo_size();
        let checked = round.saturating_add(if self.empty == EmptyCheck::Never { 0 } else { CHECK });
        let min = self.min as usize;
        match self.max {
            None if min <= 1 || round.saturating_mul(min) <= EXPANDED => {
                let before = if min == 1 && round > EXPANDED { PUSH } else { round.saturating_mul(min) };
                before.saturating_add(checked).saturating_add(2 * PUSH)
            }
            Some(max) if self.greedy && expands(round, max) => {
                let (max, forks) = (max as usize, max as usize - min.min(max as usize));
                round.saturating_mul(max).saturating_add(PUSH * forks)
            }
            Some(1) if min == 0 => round.saturating_add(2 * PUSH),
            _ => checked.saturating_add(COUNTER),
        }
    }
}

/// Whether Onigmo expands a greedy loop whose body has a number of bytes.
fn expands(round: usize, max: u32) -> bool {
    max == 1 || round.saturating_add(PUSH).saturating_mul(max as usize) <= EXPANDED
}

/// The number of bytes of a string: those of more than five have their length as well.
fn string(text: &str) -> usize {
    text.len() + if text.len() > 5 { 5 } else { 1 }
}
