//! The instructions that most patterns do not have, kept out of the matcher's main loop.

use super::scratch::Frame;
use super::{Matcher, Next, backreference};
use crate::lookup::previous;
use crate::program::Inst;

impl Matcher<'_> {
    /// Runs one such instruction.
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
                match if groups { self.scratch.groups_since(height, *at) } else { Some(true) } {
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
                match backreference::find(wanted, self.scratch, self.text, *at) {
                    Some((end, cost)) => {
                        *at = end;
                        self.spend(cost);
                    }
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
