//! What the backtracking matcher writes to while it runs, kept per thread so that a search allocates nothing.

use crate::program::Program;
use std::cell::RefCell;

/// A position that is not set.
pub const UNSET: usize = usize::MAX;
/// The number of no call.
const NO_CALL: u32 = u32::MAX;
/// Above this many entries the stack is given back after a search.
const KEEP_FRAMES: usize = 1 << 14;

/// Memory for a search.
#[derive(Default)]
pub struct Scratch {
    /// What to come back to.
    pub(super) stack: Vec<Frame>,
    /// Start and end of each group.
    slots: Vec<usize>,
    registers: Vec<usize>,
    /// Calls, as a list that shares its tails; an entry lives as long as its frame is on the stack.
    calls: Vec<Call>,
    /// The registers of callers.
    saved: Vec<usize>,
    /// The call that is running.
    current: u32,
    /// Where the match starts.
    keep: usize,
    /// Whether slots were written without being logged.
    dirty: bool,
}

/// A call that is running or that may have to be resumed.
#[derive(Clone, Copy)]
struct Call {
    /// Where to go on after it.
    back: u32,
    /// The call from within which it was made.
    parent: u32,
    /// Where the caller's registers are saved.
    registers: usize,
}

/// An entry of the stack: a way to try, or something to undo on the way back.
#[derive(Clone, Copy)]
pub enum Frame {
    /// Another way.
    Branch { pc: u32, at: usize },
    /// A greedy loop over one character that can give some back, down to `low`.
    Run { pc: u32, low: usize, at: usize },
    /// A lazy loop over one character that can take some more.
    Lazy { pc: u32, at: usize, left: u32 },
    /// A group started; what it was before.
    Group { group: u32, start: usize, end: usize },
    /// A group ended; what it was before.
    GroupEnd { group: u32, start: usize, end: usize },
    /// A register changed.
    Register { register: u32, value: usize },
    /// The start of the match changed.
    Keep { at: usize },
    /// A call was made; the call that ran before.
    Called { current: u32 },
    /// A call returned; which one.
    Returned { current: u32 },
    /// A group started here. Only for backreferences with a level.
    Opened { group: u32, at: usize },
    /// A group ended here. Only for backreferences with a level.
    Closed { group: u32, at: usize },
}

/// Runs something with this thread's scratch memory.
pub fn with_scratch<R>(run: impl FnOnce(&mut Scratch) -> R) -> R {
    thread_local! {
        static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::default());
    }
    SCRATCH.with(|cell| match cell.try_borrow_mut() {
        Ok(mut scratch) => {
            let result = run(&mut scratch);
            if scratch.stack.capacity() > KEEP_FRAMES {
                scratch.stack = Vec::new();
                scratch.calls = Vec::new();
                scratch.saved = Vec::new();
            }
            result
        }
        // Someone searches from within a search; that works, it only allocates.
        Err(_) => run(&mut Scratch::default()),
    })
}

impl Scratch {
    /// Makes room for a program.
    pub(super) fn prepare(&mut self, program: &Program) {
        self.slots.clear();
        self.slots.resize(program.groups * 2, UNSET);
        self.registers.clear();
        self.registers.resize(program.registers, 0);
        self.dirty = false;
    }

    /// Forgets everything before the next attempt.
    #[inline]
    pub(super) fn reset(&mut self, start: usize) {
        self.stack.clear();
        self.calls.clear();
        self.saved.clear();
        self.current = NO_CALL;
        self.keep = start;
        if self.dirty {
            self.slots.fill(UNSET);
            self.dirty = false;
        }
    }

    /// Notes the whole match.
    pub(super) fn finish(&mut self, end: usize) {
        // A `\K` in a look-ahead can be beyond the end.
        let start = self.keep.min(end);
        self.set_slots(0, start, end);
    }

    /// Start and end of each group after a match; `usize::MAX` for groups that did not take part.
    pub fn slots(&self) -> &[usize] {
        &self.slots
    }

    /// Takes over the groups that another matcher found.
    pub fn load(&mut self, slots: &[usize]) {
        self.slots.clear();
        self.slots.extend_from_slice(slots);
    }

    #[inline]
    pub(super) fn slots_of(&self, group: u32) -> (usize, usize) {
        let at = group as usize * 2;
        (self.slots[at], self.slots[at + 1])
    }

    #[inline]
    pub(super) fn set_slots(&mut self, group: u32, start: usize, end: usize) {
        let at = group as usize * 2;
        self.slots[at] = start;
        self.slots[at + 1] = end;
        self.dirty = true;
    }

    /// The range of a group that has matched.
    pub(super) fn group(&self, group: u32) -> Option<(usize, usize)> {
        let (start, end) = self.slots_of(group);
        (start != UNSET && end != UNSET).then_some((start, end))
    }

    pub(super) fn register(&self, register: u32) -> usize {
        self.registers[register as usize]
    }

    /// Changes a register, to be undone on the way back.
    pub(super) fn set(&mut self, register: u32, value: usize) {
        if self.stack.is_empty() {
            self.registers[register as usize] = value;
        } else {
            self.set_always(register, value);
        }
    }

    /// Changes a register and puts that on the stack even if there is nothing to come back to, so that the height of
    /// the stack afterwards is known beforehand.
    pub(super) fn set_always(&mut self, register: u32, value: usize) {
        let place = &mut self.registers[register as usize];
        self.stack.push(Frame::Register { register, value: *place });
        *place = value;
    }

    pub(super) fn set_keep(&mut self, at: usize) {
        self.stack.push(Frame::Keep { at: self.keep });
        self.keep = at;
    }

    /// Undoes what a frame says. Ways to try are dropped.
    pub(super) fn undo(&mut self, frame: Frame) {
        match frame {
            Frame::Group { group, start, end } | Frame::GroupEnd { group, start, end } => {
                self.set_slots(group, start, end);
            }
            Frame::Register { register, value } => self.registers[register as usize] = value,
            Frame::Keep { at } => self.keep = at,
            Frame::Called { current } => {
                if let Some(call) = self.calls.pop() {
                    self.saved.truncate(call.registers);
                }
                self.current = current;
            }
            Frame::Returned { current } => self.current = current,
            Frame::Branch { .. }
            | Frame::Run { .. }
            | Frame::Lazy { .. }
            | Frame::Opened { .. }
            | Frame::Closed { .. } => {}
        }
    }

    /// Forgets the ways to try above `height`, but not what has to be undone.
    pub(super) fn commit(&mut self, height: usize) {
        let mut kept = height;
        for at in height..self.stack.len() {
            let frame = self.stack[at];
            if !matches!(frame, Frame::Branch { .. } | Frame::Run { .. } | Frame::Lazy { .. }) {
                self.stack[kept] = frame;
                kept += 1;
            }
        }
        self.stack.truncate(kept);
    }

    /// Undoes everything above `height`.
    pub(super) fn unwind(&mut self, height: usize) {
        while self.stack.len() > height {
            let Some(frame) = self.stack.pop() else { return };
            self.undo(frame);
        }
    }

    /// Whether a round of a loop that matched nothing and began at `height` of the stack has changed no group either.
    /// Nothing means that it has, but only by moving an empty group, which Onigmo does not let pass at all.
    pub(super) fn groups_since(&self, height: usize, at: usize) -> Option<bool> {
        let mut moved = false;
        for frame in self.stack.get(height..).unwrap_or(&[]) {
            if let Frame::Group { start, end, .. } = *frame {
                if end == UNSET || start != end {
                    return Some(false);
                }
                moved |= end != at;
            }
        }
        if moved { None } else { Some(true) }
    }

    /// Starts a call that goes on at `back` after it.
    pub(super) fn call(&mut self, back: u32) {
        self.stack.push(Frame::Called { current: self.current });
        let registers = self.saved.len();
        self.saved.extend_from_slice(&self.registers);
        self.calls.push(Call { back, parent: self.current, registers });
        self.current = self.calls.len() as u32 - 1;
    }

    /// Ends the call that is running and gives the caller its registers back; returns where to go on.
    pub(super) fn leave(&mut self) -> Option<u32> {
        let call = *self.calls.get(self.current as usize)?;
        self.stack.push(Frame::Returned { current: self.current });
        for register in 0..self.registers.len() {
            let saved = self.saved[call.registers + register];
            if self.registers[register] != saved {
                self.set_always(register as u32, saved);
            }
        }
        self.current = call.parent;
        Some(call.back)
    }
}
