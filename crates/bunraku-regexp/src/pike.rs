//! The linear matcher, which follows all ways at once, in the order of preference, one character at a time. It is known as
//! a Pike VM.
//!
//! Its time is at most proportional to the length of the string times the number of states. In most searches it is slower
//! than the backtracking matcher, so it runs only if that one takes too many steps.

use crate::backtrack::asserts_hold;
use crate::lookup::decode;
use crate::nfa::{Nfa, State};

/// The slot of a group that has not matched.
const UNSET: usize = usize::MAX;

/// Searches for the first match that starts at `start` or later. Returns the start and the end of each group. The steps
/// are subtracted from `steps`; there are none left if the search was abandoned.
pub fn search(nfa: &Nfa, text: &str, start: usize, steps: &mut usize) -> Option<Vec<usize>> {
    let text = text.as_bytes();
    let mut pike = Pike {
        nfa,
        text,
        search_start: start,
        now: Threads::new(nfa),
        next: Threads::new(nfa),
        open: Vec::new(),
        slots: vec![UNSET; nfa.slots],
        steps: steps.saturating_sub(nfa.states.len()),
    };
    let found = pike.search();
    *steps = pike.steps;
    found.filter(|_| *steps > 0)
}

struct Pike<'a> {
    nfa: &'a Nfa,
    text: &'a [u8],
    search_start: usize,
    now: Threads,
    next: Threads,
    /// What is left to do to find all states that can be reached without a character.
    open: Vec<Task>,
    /// The slots of the thread that is being followed.
    slots: Vec<usize>,
    /// The number of steps that are left: threads that take a character, and states that are followed.
    steps: usize,
}

enum Task {
    Visit(u32),
    /// Sets a slot back to the value it had before another way changed it.
    Restore(u32, usize),
}

/// The threads at one position, in the order of preference.
struct Threads {
    states: Vec<u32>,
    /// By state: the last round in which a thread has reached it. This is cheaper than clearing a list of flags for each
    /// character.
    seen: Vec<u32>,
    round: u32,
    /// The slots of all threads, one after the other.
    slots: Vec<usize>,
}

impl Pike<'_> {
    fn search(&mut self) -> Option<Vec<usize>> {
        let mut found: Option<Vec<usize>> = None;
        let mut at = self.search_start;
        self.now.clear();
        loop {
            if found.is_none() {
                self.slots.fill(UNSET);
                self.slots[0] = at;
                self.follow(self.nfa.start, at, Which::Now);
            } else if self.now.states.is_empty() {
                break;
            }
            let (len, end) = match self.text.get(at) {
                Some(_) => (decode(self.text, at).1, false),
                None => (1, true),
            };
            self.next.clear();
            self.steps = self.steps.saturating_sub(1 + self.now.states.len());
            if self.steps == 0 {
                break;
            }
            let width = self.nfa.slots;
            for index in 0..self.now.states.len() {
                match self.nfa.states[self.now.states[index] as usize] {
                    State::Match => {
                        let slots = &self.now.slots[index * width..index * width + self.nfa.groups * 2];
                        let mut slots = slots.to_vec();
                        slots[1] = at;
                        found = Some(slots);
                        break;
                    }
                    State::Set(set, next) if self.nfa.sets[set as usize].len_at(self.text, at) > 0 => {
                        self.slots.copy_from_slice(&self.now.slots[index * width..(index + 1) * width]);
                        self.follow(next, at + len, Which::Next);
                    }
                    _ => {}
                }
            }
            if end {
                break;
            }
            std::mem::swap(&mut self.now, &mut self.next);
            at += len;
        }
        found
    }

    /// Adds the threads that can be reached from a state without a character.
    fn follow(&mut self, state: u32, at: usize, which: Which) {
        self.open.push(Task::Visit(state));
        while let Some(task) = self.open.pop() {
            self.steps = self.steps.saturating_sub(1);
            let state = match task {
                Task::Visit(state) => state,
                Task::Restore(slot, value) => {
                    self.slots[slot as usize] = value;
                    continue;
                }
            };
            let threads = match which {
                Which::Now => &mut self.now,
                Which::Next => &mut self.next,
            };
            if !threads.mark(state) {
                continue;
            }
            match self.nfa.states[state as usize] {
                State::Fork(first, second) => {
                    self.open.push(Task::Visit(second));
                    self.open.push(Task::Visit(first));
                }
                State::Save(slot, next) => {
                    self.save(slot, at);
                    self.open.push(Task::Visit(next));
                }
                State::Open(slot, next) => {
                    self.save(slot, at);
                    self.save(slot + 1, UNSET);
                    self.open.push(Task::Visit(next));
                }
                State::Keep(next) => {
                    self.save(0, at);
                    self.open.push(Task::Visit(next));
                }
                State::Assert(assert, next) => {
                    if asserts_hold(assert, self.text, at, self.search_start) {
                        self.open.push(Task::Visit(next));
                    }
                }
                State::Moved(slot, moved, same) => {
                    let next = if self.slots[slot as usize] == at { same } else { moved };
                    self.open.push(Task::Visit(next));
                }
                State::Set(..) | State::Match => {
                    threads.states.push(state);
                    threads.slots.extend_from_slice(&self.slots);
                }
                State::Unset => {}
            }
        }
    }

    fn save(&mut self, slot: u32, value: usize) {
        let current = &mut self.slots[slot as usize];
        self.open.push(Task::Restore(slot, *current));
        *current = value;
    }
}

#[derive(Clone, Copy)]
enum Which {
    Now,
    Next,
}

impl Threads {
    fn new(nfa: &Nfa) -> Threads {
        Threads { states: Vec::new(), seen: vec![0; nfa.states.len()], round: 0, slots: Vec::new() }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.slots.clear();
        self.round += 1;
        if self.round == u32::MAX {
            self.seen.fill(0);
            self.round = 1;
        }
    }

    /// Records that a state has been reached. Returns false if it had been reached before, by a preferred way.
    fn mark(&mut self, state: u32) -> bool {
        let seen = &mut self.seen[state as usize];
        let new = *seen != self.round;
        *seen = self.round;
        new
    }
}
