//! The memory of the backtracking matcher, which is kept per thread so that most searches do not allocate.

use crate::program::Program;
use std::cell::RefCell;

/// A position that is not set.
pub const UNSET: usize = usize::MAX;
/// The value of `Scratch::current` outside all calls.
const NO_CALL: u32 = u32::MAX;
/// The number of entries above which the memory of the stack is freed after a search.
const KEEP_FRAMES: usize = 1 << 14;

/// The memory of a search.
#[derive(Default)]
pub struct Scratch {
    /// The ways that have not been tried, and what has to be undone before.
    pub(super) stack: Vec<Frame>,
    /// The start and the end of each group.
    slots: Vec<usize>,
    /// Counters, positions and heights of the stack, which instructions refer to by number.
    registers: Vec<usize>,
    /// The calls. Each refers to the call from which it was made, and exists for as long as its frame is on the stack.
    calls: Vec<Call>,
    /// The registers of the callers.
    saved: Vec<usize>,
    /// The index of the call that is running.
    current: u32,
    /// Where the match starts, which `\K` changes.
    keep: usize,
    /// Whether slots have been written, so that the next attempt has to clear them.
    dirty: bool,
}

/// A call that is running, or that may be resumed by going back.
#[derive(Clone, Copy)]
struct Call {
    /// The instruction to go on with after the call.
    back: u32,
    /// The call from which this one was made.
    parent: u32,
    /// The index in `Scratch::saved` of the registers of the caller.
    registers: usize,
}

/// An entry of the stack: a way to try, or something to undo when going back.
#[derive(Clone, Copy)]
pub enum Frame {
    /// Another way to try.
    Branch { pc: u32, at: usize },
    /// A greedy loop over one character, which can give characters back until it ends at `low`.
    Run { pc: u32, low: usize, at: usize },
    /// A lazy loop over one character, which can take `left` more characters.
    Lazy { pc: u32, at: usize, left: u32 },
    /// A group was started, and its slots had these values before.
    Group { group: u32, start: usize, end: usize },
    /// A group was ended, and its slots had these values before.
    GroupEnd { group: u32, start: usize, end: usize },
    /// A register was changed, and had this value before.
    Register { register: u32, value: usize },
    /// The start of the match was changed, and had this value before.
    Keep { at: usize },
    /// A call was made from this call.
    Called { current: u32 },
    /// This call has returned.
    Returned { current: u32 },
    /// A group was started here. Only for backreferences with a level.
    Opened { group: u32, at: usize },
    /// A group was ended here. Only for backreferences with a level.
    Closed { group: u32, at: usize },
}

/// Runs a function with the scratch memory of this thread.
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
        // A search inside a search needs memory of its own.
        Err(_) => run(&mut Scratch::default()),
    })
}

impl Scratch {
    /// Prepares the memory for a program.
    pub(super) fn prepare(&mut self, program: &Program) {
        self.slots.clear();
        self.slots.resize(program.groups * 2, UNSET);
        self.registers.clear();
        self.registers.resize(program.registers, 0);
        self.dirty = false;
    }

    /// Clears the memory before an attempt.
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

    /// Sets the slots of the whole match.
    pub(super) fn finish(&mut self, end: usize) {
        // A `\K` in a look-ahead can be after the end.
        let start = self.keep.min(end);
        self.set_slots(0, start, end);
    }

    /// The start and the end of each group after a match, or `usize::MAX` for groups that took no part.
    pub fn slots(&self) -> &[usize] {
        &self.slots
    }

    /// Sets the slots to what another matcher has found.
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

    /// Changes a register. Going back undoes it.
    pub(super) fn set(&mut self, register: u32, value: usize) {
        if self.stack.is_empty() {
            self.registers[register as usize] = value;
        } else {
            self.set_always(register, value);
        }
    }

    /// Changes a register, and pushes an entry even if there is no way to go back to. So the stack always grows by one, and
    /// its height after the change can be the value.
    pub(super) fn set_always(&mut self, register: u32, value: usize) {
        let current = &mut self.registers[register as usize];
        self.stack.push(Frame::Register { register, value: *current });
        *current = value;
    }

    pub(super) fn set_keep(&mut self, at: usize) {
        self.stack.push(Frame::Keep { at: self.keep });
        self.keep = at;
    }

    /// Undoes what an entry records. An entry for a way to try is dropped.
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

    /// Removes the ways to try above `height`, but not what has to be undone.
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

    /// Whether a round of a loop has changed no recorded group, where the round matched the empty string and began at
    /// `height` of the stack. `None` if it only moved empty groups, before it changed another one. Onigmo lets such a
    /// round fail.
    pub(super) fn groups_since(&self, height: usize, at: usize, recorded: &[bool]) -> Option<bool> {
        let mut unchanged = Some(true);
        for frame in self.stack.get(height..).unwrap_or(&[]) {
            match *frame {
                Frame::Group { group, .. } if recorded.get(group as usize) == Some(&false) => {}
                Frame::Group { end: UNSET, .. } => return Some(false),
                Frame::Group { start, end, .. } if start != end => return Some(false),
                Frame::Group { end, .. } if end != at => unchanged = None,
                _ => {}
            }
        }
        unchanged
    }

    /// Starts a call, after which the matcher goes on at `back`.
    pub(super) fn call(&mut self, back: u32) {
        self.stack.push(Frame::Called { current: self.current });
        let registers = self.saved.len();
        self.saved.extend_from_slice(&self.registers);
        self.calls.push(Call { back, parent: self.current, registers });
        self.current = self.calls.len() as u32 - 1;
    }

    /// Ends the call that is running, and restores the registers of the caller. Returns where to go on.
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
