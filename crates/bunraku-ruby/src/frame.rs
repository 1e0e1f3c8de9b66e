//! Frames: the variables of running code, and what the code around them knows.

use std::cell::RefCell;
use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::Str;

use crate::{
    Args,
    class::RClass,
    value::{RProc, Val, Waiting, drop_all},
};

/// The variables of one run of a method or block. A block sees those of the frame that it was written in.
pub struct Frame {
    /// The variables, by slot.
    pub variables: RefCell<Vec<Val>>,
    /// The frame around a block.
    pub parent: Option<Rc<Frame>>,
    /// What is the same for a method and the blocks in it.
    pub context: Rc<Context>,
    /// What `break` leaves: the call that the block was given to.
    pub tag: u64,
}

/// What a method and the blocks in it share.
#[derive(Clone)]
pub struct Context {
    /// `self`.
    pub this: Val,
    /// The method that runs: its name and the class that it was found in, for `super`.
    pub method: Option<(Symbol, Rc<RClass>)>,
    /// The arguments of the method, for a `super` without any.
    pub args: Args,
    /// The block that the method was given.
    pub block: Option<Rc<RProc>>,
    /// What `return` leaves.
    pub id: u64,
    /// Where constants are looked up and `def` defines.
    pub lexical: Rc<Lexical>,
    /// The file of the code, for errors.
    pub file: Str,
}

/// The classes and modules that are written around a piece of code.
pub struct Lexical {
    /// The innermost one.
    pub class: Rc<RClass>,
    /// Where `def` defines methods, which is another class in `class_eval` with a block.
    pub definee: Rc<RClass>,
    /// Those around it.
    pub parent: Option<Rc<Lexical>>,
}

impl Frame {
    /// A frame of a method or file.
    pub fn new(slots: usize, context: Context) -> Frame {
        Frame {
            variables: RefCell::new(vec![Val::Nil; slots]),
            parent: None,
            context: Rc::new(context),
            tag: 0,
        }
    }

    /// The frame of a block inside of another.
    pub fn block(slots: usize, parent: &Rc<Frame>, context: Rc<Context>, tag: u64) -> Frame {
        Frame {
            variables: RefCell::new(vec![Val::Nil; slots]),
            parent: Some(Rc::clone(parent)),
            context,
            tag,
        }
    }

    /// A variable `depth` frames out.
    pub fn get(&self, depth: u32, slot: u32) -> Val {
        let frame = self.out(depth);
        frame.variables.borrow().get(slot as usize).cloned().unwrap_or_default()
    }

    /// Sets a variable `depth` frames out.
    pub fn set(&self, depth: u32, slot: u32, value: Val) {
        let frame = self.out(depth);
        let mut variables = frame.variables.borrow_mut();
        let slot = slot as usize;
        if slot >= variables.len() {
            variables.resize(slot + 1, Val::Nil);
        }
        if let Some(place) = variables.get_mut(slot) {
            *place = value;
        }
    }

    fn out(&self, depth: u32) -> &Frame {
        let mut frame = self;
        for _ in 0..depth {
            match &frame.parent {
                Some(parent) => frame = parent,
                None => break,
            }
        }
        frame
    }
}

impl Frame {
    /// Moves out what the frame holds and nobody else may hold, for dropping.
    pub(crate) fn take(&mut self, waiting: &mut Vec<Waiting>) {
        waiting.extend(std::mem::take(self.variables.get_mut()).into_iter().map(Waiting::Value));
        waiting.extend(self.parent.take().map(Waiting::Frame));
    }
}

impl Drop for Frame {
    /// Blocks that keep each other's frames may be chained longer than the stack is deep.
    fn drop(&mut self) {
        let plain = self.parent.is_none()
            && self.variables.get_mut().iter().all(|value| !matches!(value, Val::Proc(_) | Val::Object(_)));
        if !plain {
            let mut waiting = Vec::new();
            self.take(&mut waiting);
            drop_all(waiting);
        }
    }
}
