//! Compiling a resolved pattern to the states of the linear matcher.

use crate::ir::{Assert, EmptyCheck, Ir, Node, Repeat};
use crate::lookup::SetMatcher;
use std::sync::Arc;

/// The highest number of states. Larger patterns are left to the backtracking matcher.
const MAX_STATES: usize = 20_000;

/// A pattern for the linear matcher.
#[derive(Debug)]
pub struct Nfa {
    /// The states, in no particular order.
    pub states: Vec<State>,
    /// The state with which matching starts.
    pub start: u32,
    /// The number of capturing groups, including group 0.
    pub groups: usize,
    /// The number of positions that each thread has: two for each group, and one for each loop that can match the empty
    /// string.
    pub slots: usize,
    /// The sets that states refer to.
    pub sets: Vec<SetMatcher>,
}

/// One state. The last number is the next state.
#[derive(Clone, Copy, Debug)]
pub enum State {
    /// Matches one character of a set.
    Set(u32, u32),
    /// Goes on in both states. The first one is preferred.
    Fork(u32, u32),
    /// Stores the position in a slot.
    Save(u32, u32),
    /// Starts a group: stores the position in a slot, and unsets the slot after it.
    Open(u32, u32),
    /// Checks an assertion about the position.
    Assert(Assert, u32),
    /// Goes on in the first state if the position is not that of a slot, and otherwise in the second one.
    Moved(u32, u32, u32),
    /// Moves the start of the match to the position.
    Keep(u32),
    /// The pattern has matched.
    Match,
    /// A state that is not built yet. It is never reached.
    Unset,
}

/// Compiles a regular pattern. `None` if it needs too many states.
pub fn compile(ir: &Ir) -> Option<Nfa> {
    let groups = ir.groups + 1;
    let nfa = Nfa { states: Vec::new(), start: 0, groups, slots: groups * 2, sets: Vec::new() };
    let mut build = Build { nfa };
    let end = build.state(State::Match)?;
    build.nfa.start = build.node(&ir.root, end)?;
    Some(build.nfa)
}

struct Build {
    nfa: Nfa,
}

impl Build {
    /// Builds the states of a piece, which go on at `next`. Returns the first of them.
    fn node(&mut self, node: &Node, next: u32) -> Option<u32> {
        match node {
            Node::Empty => Some(next),
            Node::Text(text) => text.chars().rev().try_fold(next, |next, c| {
                let set = crate::charset::CharSet::range(u32::from(c), u32::from(c));
                let set = self.set(SetMatcher::new(Arc::new(set)));
                self.state(State::Set(set, next))
            }),
            Node::Set(set) => {
                let set = self.set(SetMatcher::new(Arc::clone(set)));
                self.state(State::Set(set, next))
            }
            Node::Assert(assert) => self.state(State::Assert(*assert, next)),
            Node::Concat(nodes) => nodes.iter().rev().try_fold(next, |next, node| self.node(node, next)),
            Node::Alternation(nodes) => {
                let (last, others) = nodes.split_last()?;
                let last = self.node(last, next)?;
                others.iter().rev().try_fold(last, |second, node| {
                    let first = self.node(node, next)?;
                    self.state(State::Fork(first, second))
                })
            }
            Node::Capture(number, node) => {
                let slot = *number as u32 * 2;
                let close = self.state(State::Save(slot + 1, next))?;
                let inner = self.node(node, close)?;
                self.state(State::Open(slot, inner))
            }
            Node::Keep => self.state(State::Keep(next)),
            Node::Repeat(repeat) => self.repeat(repeat, next),
            _ => None,
        }
    }

    fn repeat(&mut self, repeat: &Repeat, next: u32) -> Option<u32> {
        let tail = match repeat.max {
            None => {
                let head = self.state(State::Unset)?;
                let first = if repeat.empty == EmptyCheck::Never {
                    self.node(&repeat.node, head)?
                } else {
                    let slot = self.nfa.slots as u32;
                    self.nfa.slots += 1;
                    let end = self.state(State::Moved(slot, head, next))?;
                    let inner = self.node(&repeat.node, end)?;
                    self.state(State::Save(slot, inner))?
                };
                self.patch(head, fork(first, next, repeat.greedy));
                head
            }
            Some(max) => (repeat.min..max).try_fold(next, |after, _| {
                let first = self.node(&repeat.node, after)?;
                self.state(fork(first, next, repeat.greedy))
            })?,
        };
        (0..repeat.min).try_fold(tail, |next, _| self.node(&repeat.node, next))
    }

    fn state(&mut self, state: State) -> Option<u32> {
        if self.nfa.states.len() >= MAX_STATES {
            return None;
        }
        self.nfa.states.push(state);
        u32::try_from(self.nfa.states.len() - 1).ok()
    }

    fn set(&mut self, set: SetMatcher) -> u32 {
        // Repeats copy their body, so that the same few sets come again and again.
        if let Some(known) = self.nfa.sets.iter().rev().take(8).position(|known| *known == set) {
            return (self.nfa.sets.len() - 1 - known) as u32;
        }
        self.nfa.sets.push(set);
        self.nfa.sets.len() as u32 - 1
    }

    fn patch(&mut self, at: u32, state: State) {
        if let Some(old) = self.nfa.states.get_mut(at as usize) {
            *old = state;
        }
    }
}

fn fork(body: u32, exit: u32, greedy: bool) -> State {
    if greedy { State::Fork(body, exit) } else { State::Fork(exit, body) }
}
