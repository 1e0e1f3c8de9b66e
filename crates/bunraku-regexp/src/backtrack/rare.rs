//! Instructions that few patterns have. They are not in the main loop of the matcher, to keep that small.

use super::scratch::{Frame, Scratch};
use super::{Ended, Matcher, Next, backreference};
use crate::lookup::{decode, previous};
use crate::program::{Inst, Program};

impl Matcher<'_> {
    /// Runs one of the rare instructions.
    pub(super) fn rare(&mut self, inst: Inst, pc: &mut usize, at: &mut usize) -> Next {
        match inst {
            Inst::Note(register) => self.scratch.set(register, *at),
            Inst::NotedGroupEnd { group, register } => {
                let start = self.scratch.register(register);
                self.group_end(group, *at);
                self.scratch.set_slots(group, start, *at);
            }
            Inst::Keep => self.scratch.set_keep(*at),
            Inst::LoopStart(register) => self.scratch.set(register, 0),
            Inst::Loop(index) => return self.loop_head(index, pc, *at),
            Inst::LoopNext { register, head } => {
                let count = self.scratch.register(register);
                self.scratch.set(register, count + 1);
                *pc = head as usize;
                return Next::Go;
            }
            Inst::EmptyStart(register) => {
                self.scratch.set(register, *at);
                let height = self.scratch.stack.len();
                self.scratch.set(register + 1, height);
            }
            Inst::EmptyEnd { register, exit, groups } if self.scratch.register(register) == *at => {
                let height = self.scratch.register(register + 1);
                let recorded = &self.program.recorded;
                match if groups { self.scratch.groups_since(height, *at, recorded) } else { Some(true) } {
                    Some(true) => {
                        *pc = exit as usize;
                        return Next::Go;
                    }
                    Some(false) => {}
                    None => return Next::Fail,
                }
            }
            Inst::AtomicStart(register) => {
                let height = self.scratch.stack.len() + 1;
                self.scratch.set_always(register, height);
            }
            Inst::AtomicEnd(register) => {
                let height = self.scratch.register(register);
                self.scratch.commit(height);
            }
            Inst::LookStart(register) => {
                self.scratch.set_always(register + 1, *at);
                let height = self.scratch.stack.len() + 1;
                self.scratch.set_always(register, height);
            }
            Inst::LookEnd(register) => {
                let height = self.scratch.register(register);
                self.scratch.commit(height);
                *at = self.scratch.register(register + 1);
            }
            Inst::NotStart { register, exit } => {
                self.scratch.set_always(register + 1, *at);
                let height = self.scratch.stack.len() + 1;
                self.scratch.set_always(register, height);
                self.scratch.stack.push(Frame::Branch { pc: exit, at: *at });
            }
            Inst::NotEnd(register) => {
                let height = self.scratch.register(register);
                self.scratch.unwind(height);
                return Next::Fail;
            }
            Inst::Absent(index) => {
                let start = *at;
                let Some(end) = self.absent(&self.program.absents[index as usize], start) else {
                    return Next::Fail;
                };
                if end > start {
                    self.scratch.stack.push(Frame::Run { pc: *pc as u32 + 1, low: start, at: end });
                }
                *at = end;
            }
            Inst::Back(count) => {
                for _ in 0..count {
                    if *at == 0 {
                        return Next::Fail;
                    }
                    *at = previous(self.text, *at);
                }
            }
            Inst::SamePosition(register) if self.scratch.register(register) != *at => return Next::Fail,
            Inst::Backreference(index) => {
                let wanted = &self.program.backreferences[index as usize];
                let (end, cost) = backreference::find(wanted, self.scratch, self.text, *at);
                self.spend(cost);
                match end {
                    Some(end) => *at = end,
                    None => return Next::Fail,
                }
            }
            Inst::Unless { group, otherwise } if self.scratch.group(group).is_none() => {
                *pc = otherwise as usize;
                return Next::Go;
            }
            Inst::Call(to) => {
                self.scratch.call(*pc as u32 + 1);
                *pc = to as usize;
                self.spend(1);
                return Next::Go;
            }
            Inst::Return => match self.scratch.leave() {
                Some(back) => {
                    *pc = back as usize;
                    return Next::Go;
                }
                None => return Next::Fail,
            },
            _ => {}
        }
        *pc += 1;
        Next::Go
    }

    /// The end of the longest string from `start` in which a program matches nowhere. `None` if the program matches the
    /// empty string there.
    ///
    /// Ruby tries the program once at each position, so what counts is where the match ends that it prefers: `.{1,2}` is not
    /// known to match one character where there are two.
    fn absent(&mut self, program: &Program, start: usize) -> Option<usize> {
        let mut scratch = Scratch::default();
        scratch.prepare(program);
        let mut limit = self.text.len();
        let (mut from, mut before) = (start, start);
        while from == start || from < limit {
            let mut matcher = Matcher {
                program,
                text: &self.text[..limit],
                search_start: self.search_start,
                limits: self.limits,
                steps: self.steps,
                scratch: &mut scratch,
            };
            let outcome = matcher.attempt(from);
            self.steps = matcher.steps.saturating_sub(1);
            match outcome {
                Ended::Match => {
                    let end = scratch.slots_of(0).1;
                    if end <= start {
                        return None;
                    }
                    limit = limit.min(previous(self.text, end));
                }
                Ended::NoMatch => {}
                Ended::Limit => {
                    self.steps = 0;
                    return None;
                }
            }
            before = from;
            if from == self.text.len() {
                break;
            }
            from += decode(self.text, from).1;
        }
        Some(if from == limit { limit } else { before })
    }

    /// Runs the head of a counted loop, which decides between another round and the end.
    fn loop_head(&mut self, index: u32, pc: &mut usize, at: usize) -> Next {
        let head = &self.program.loops[index as usize];
        let count = self.scratch.register(head.register);
        let body = *pc as u32 + 1;
        *pc = if count < head.min as usize {
            body as usize
        } else if head.max != u32::MAX && count >= head.max as usize {
            head.exit as usize
        } else {
            let (first, second) = if head.greedy { (body, head.exit) } else { (head.exit, body) };
            self.scratch.stack.push(Frame::Branch { pc: second, at });
            first as usize
        };
        self.spend(1);
        Next::Go
    }
}
