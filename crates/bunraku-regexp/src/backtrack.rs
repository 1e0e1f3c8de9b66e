//! The backtracking matcher, which tries one path after another. Pending paths are on an explicit stack on the heap, so
//! that no pattern or string can overflow the stack of the thread.

mod asserts;
mod backreference;
mod rare;
mod scratch;

use crate::lookup::{SetMatcher, decode, previous};
use crate::program::{Inst, Program, Run, RunMode, Start};
pub use asserts::holds as asserts_hold;
use scratch::{Frame, UNSET};
pub use scratch::{Scratch, with_scratch};

/// What a search may use before it fails.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of steps: ways that are tried, and for loops a fraction of the characters they go over.
    pub steps: usize,
    /// The number of entries on the stack.
    pub frames: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The pattern matches, and the groups are in the scratch memory.
    Match,
    /// The pattern matches nowhere.
    NoMatch,
    /// A limit was reached before there was an answer.
    Limit,
}

/// The steps that passing over this many bytes of a loop takes: a quarter, because that is fast.
fn passing(bytes: usize) -> usize {
    bytes >> 2
}

/// Searches for the first match that starts at `start` or later, and returns how many steps are left. `start` must be a
/// character boundary.
pub fn search(
    program: &Program,
    scratch: &mut Scratch,
    text: &str,
    start: usize,
    limits: Effort,
) -> (Ended, usize) {
    scratch.prepare(program);
    let mut matcher =
        Matcher { program, text: text.as_bytes(), search_start: start, limits, steps: limits.steps, scratch };
    (matcher.search(start), matcher.steps)
}

struct Matcher<'a> {
    program: &'a Program,
    text: &'a [u8],
    search_start: usize,
    limits: Effort,
    /// The number of steps that are left.
    steps: usize,
    scratch: &'a mut Scratch,
}

/// Whether an instruction has matched.
enum Next {
    /// It has, and the matcher goes on at `pc`.
    Go,
    /// It has not, and the matcher goes back to the last way that has not been tried.
    Fail,
}

impl Matcher<'_> {
    fn search(&mut self, start: usize) -> Ended {
        let text = self.text;
        match &self.program.start {
            Start::Text if start > 0 => Ended::NoMatch,
            Start::Text | Start::Search => self.attempt(start),
            Start::Line => {
                let mut at = start;
                loop {
                    let first_line = at == 0 || text.get(at - 1) == Some(&b'\n');
                    if first_line {
                        match self.attempt(at) {
                            Ended::NoMatch => {}
                            outcome => return outcome,
                        }
                    }
                    match text.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'\n')) {
                        Some(found) => at += found + 1,
                        None => return Ended::NoMatch,
                    }
                }
            }
            Start::Bytes(bytes) => {
                let mut at = start;
                loop {
                    match text.get(at..).and_then(|rest| rest.iter().position(|&byte| bytes.contains(byte))) {
                        Some(found) => at += found,
                        None => return Ended::NoMatch,
                    }
                    match self.attempt(at) {
                        Ended::NoMatch => at += 1,
                        outcome => return outcome,
                    }
                }
            }
            Start::Anywhere => {
                let mut at = start;
                loop {
                    match self.attempt(at) {
                        Ended::NoMatch if at < text.len() => at += decode(text, at).1,
                        outcome => return outcome,
                    }
                }
            }
        }
    }

    /// Tries to match at one position.
    fn attempt(&mut self, start: usize) -> Ended {
        self.scratch.reset(start);
        let program = self.program;
        let text = self.text;
        let mut pc = 0;
        let mut at = start;
        loop {
            let next = match program.insts[pc] {
                Inst::Byte(byte) => {
                    if text.get(at) == Some(&byte) {
                        at += 1;
                        pc += 1;
                        continue;
                    }
                    Next::Fail
                }
                Inst::Text(index) => {
                    let wanted = &program.texts[index as usize];
                    self.spend(wanted.len() >> 6);
                    if text.get(at..).is_some_and(|rest| rest.starts_with(wanted)) {
                        at += wanted.len();
                        pc += 1;
                        continue;
                    }
                    Next::Fail
                }
                Inst::Set(index) => match program.sets[index as usize].len_at(text, at) {
                    0 => Next::Fail,
                    len => {
                        at += len;
                        pc += 1;
                        continue;
                    }
                },
                Inst::Run(index) => self.run(&program.runs[index as usize], &mut pc, &mut at),
                Inst::Jump(to) => {
                    pc = to as usize;
                    continue;
                }
                Inst::Fork(first, second) => {
                    self.scratch.stack.push(Frame::Branch { pc: second, at });
                    pc = first as usize;
                    if !self.spend(1) || self.scratch.stack.len() > self.limits.frames {
                        return Ended::Limit;
                    }
                    continue;
                }
                Inst::Peek(index) => {
                    let peek = &program.peeks[index as usize];
                    let second = peek.second_bytes.admits(text, at);
                    if peek.first_bytes.admits(text, at) {
                        if second {
                            self.scratch.stack.push(Frame::Branch { pc: peek.second, at });
                        }
                        pc = peek.first as usize;
                    } else {
                        pc = peek.second as usize;
                    }
                    if !self.spend(1) || self.scratch.stack.len() > self.limits.frames {
                        return Ended::Limit;
                    }
                    continue;
                }
                Inst::Assert(assert) => {
                    if asserts_hold(assert, text, at, self.search_start) {
                        pc += 1;
                        continue;
                    }
                    Next::Fail
                }
                Inst::GroupStart(group) => {
                    self.group_start(group, at);
                    pc += 1;
                    continue;
                }
                Inst::GroupEnd(group) => {
                    self.group_end(group, at);
                    pc += 1;
                    continue;
                }
                Inst::Match => {
                    self.scratch.finish(at);
                    return Ended::Match;
                }
                other => self.rare(other, &mut pc, &mut at),
            };
            match next {
                Next::Go => {}
                Next::Fail => {
                    if !self.spend(1) {
                        return Ended::Limit;
                    }
                    if !self.backtrack(0, &mut pc, &mut at) {
                        return Ended::NoMatch;
                    }
                }
            }
            if self.scratch.stack.len() > self.limits.frames || self.steps == 0 {
                return Ended::Limit;
            }
        }
    }

    /// Runs a loop over one character.
    #[inline]
    fn run(&mut self, run: &Run, pc: &mut usize, at: &mut usize) -> Next {
        let set = &self.program.sets[run.set as usize];
        let start = *at;
        let most = if run.mode == RunMode::Lazy { run.min } else { run.max };
        let (end, count) = scan(set, self.text, start, most);
        if count < run.min {
            self.spend(passing(end - start));
            return Next::Fail;
        }
        *pc += 1;
        match run.mode {
            RunMode::Possessive => {}
            RunMode::Greedy if count > run.min => {
                let low = if run.min == 0 { start } else { scan(set, self.text, start, run.min).0 };
                self.scratch.stack.push(Frame::Run { pc: *pc as u32, low, at: end });
            }
            RunMode::Greedy => {}
            RunMode::Lazy if run.max > run.min => {
                self.scratch.stack.push(Frame::Lazy { pc: *pc as u32, at: end, left: run.max - run.min });
            }
            RunMode::Lazy => {}
        }
        *at = end;
        self.spend(passing(end - start));
        Next::Go
    }

    /// Goes back to the last way that has not been tried, above `floor` on the stack. Returns false if there is none.
    fn backtrack(&mut self, floor: usize, pc: &mut usize, at: &mut usize) -> bool {
        while self.scratch.stack.len() > floor {
            let Some(frame) = self.scratch.stack.pop() else { return false };
            match frame {
                Frame::Branch { pc: branch, at: position } => {
                    (*pc, *at) = (branch as usize, position);
                    return true;
                }
                Frame::Run { pc: after, low, at: end } => {
                    let last = previous(self.text, end);
                    let mut end = last;
                    // Positions where the rest of the pattern cannot start are skipped.
                    if let Some(next) = self.run_before(after).and_then(|run| run.next) {
                        while end > low && self.text.get(end) != Some(&next) {
                            end = previous(self.text, end);
                        }
                        self.spend(passing(last - end));
                    }
                    if end > low {
                        self.scratch.stack.push(Frame::Run { pc: after, low, at: end });
                    }
                    (*pc, *at) = (after as usize, end);
                    return true;
                }
                Frame::Lazy { pc: after, at: end, left } => {
                    let Some(run) = self.run_before(after) else { continue };
                    let len = self.program.sets[run.set as usize].len_at(self.text, end);
                    if len == 0 {
                        continue;
                    }
                    let left = if run.max == u32::MAX { left } else { left - 1 };
                    if left > 0 {
                        self.scratch.stack.push(Frame::Lazy { pc: after, at: end + len, left });
                    }
                    (*pc, *at) = (after as usize, end + len);
                    return true;
                }
                other => self.scratch.undo(other),
            }
        }
        false
    }

    /// The loop whose instruction is directly before `pc`.
    fn run_before(&self, pc: u32) -> Option<&Run> {
        match self.program.insts.get(pc as usize - 1) {
            Some(Inst::Run(index)) => self.program.runs.get(*index as usize),
            _ => None,
        }
    }

    #[inline]
    fn group_start(&mut self, group: u32, at: usize) {
        let (start, end) = self.scratch.slots_of(group);
        // While the stack is empty there is no way to go back to, so that nothing has to be undone.
        if !self.scratch.stack.is_empty() || self.program.logs_groups {
            self.scratch.stack.push(Frame::Group { group, start, end });
        }
        if self.program.logs_levels {
            self.scratch.stack.push(Frame::Opened { group, at });
        }
        self.scratch.set_slots(group, at, UNSET);
    }

    #[inline]
    fn group_end(&mut self, group: u32, at: usize) {
        let (start, end) = self.scratch.slots_of(group);
        if !self.scratch.stack.is_empty() {
            self.scratch.stack.push(Frame::GroupEnd { group, start, end });
        }
        if self.program.logs_levels {
            self.scratch.stack.push(Frame::Closed { group, at });
        }
        self.scratch.set_slots(group, start, at);
    }

    /// Counts steps, and returns whether there are any left.
    #[inline]
    fn spend(&mut self, steps: usize) -> bool {
        self.steps = self.steps.saturating_sub(steps);
        self.steps > 0
    }
}

/// Skips at most `most` characters of a set from `start` on. Returns where they end, and how many there are.
#[inline]
fn scan(set: &SetMatcher, text: &[u8], start: usize, most: u32) -> (usize, u32) {
    let mut at = start;
    let mut count = 0;
    while count < most {
        match set.len_at(text, at) {
            0 => break,
            len => at += len,
        }
        count += 1;
    }
    (at, count)
}
