//! Frames: the local variables of running code, and the context that the code runs in.

use std::cell::RefCell;
use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::Str;

use crate::{
    Args,
    class::RClass,
    value::{RProc, Val, Waiting, drop_all},
};

/// The local variables of one call of a method or block. A block also sees the variables of the frame in which it was
/// written.
pub struct Frame {
    /// The variables by slot.
    pub variables: RefCell<Vec<Val>>,
    /// The frame in which the block was written; `None` for a method or file.
    pub parent: Option<Rc<Frame>>,
    /// What a method shares with the blocks inside it.
    pub context: Rc<Context>,
    /// Identifies the call that the block was passed to, which `break` leaves.
    pub tag: u64,
}

/// The context that a method shares with the blocks inside it.
#[derive(Clone)]
pub struct Context {
    /// `self`.
    pub this: Val,
    /// The running method, for `super`: its name, and the class in which it was found.
    pub method: Option<(Symbol, Rc<RClass>)>,
    /// The arguments of the method, for `super` without arguments.
    pub args: Args,
    /// The block that was passed to the method.
    pub block: Option<Rc<RProc>>,
    /// Identifies the call that `return` leaves.
    pub id: u64,
    /// The scope in which constants are looked up and `def` defines methods.
    pub lexical: Rc<Lexical>,
    /// The file of the code, for messages.
    pub file: Str,
}

/// The classes and modules that lexically enclose a piece of code.
pub struct Lexical {
    /// The innermost class or module.
    pub class: Rc<RClass>,
    /// The class in which `def` defines methods. It differs from `class` in a block of `class_eval`, which changes the
    /// definee but not the scope of constants.
    pub definee: Rc<RClass>,
    /// The scope around it.
    pub parent: Option<Rc<Lexical>>,
}

impl Frame {
    /// A frame for a method or file.
    pub fn new(slots: usize, context: Context) -> Frame {
        Frame {
            variables: RefCell::new(vec![Val::Nil; slots]),
            parent: None,
            context: Rc::new(context),
            tag: 0,
        }
    }

    /// A frame for a block that was written inside `parent`.
    pub fn block(slots: usize, parent: &Rc<Frame>, context: Rc<Context>, tag: u64) -> Frame {
        Frame {
            variables: RefCell::new(vec![Val::Nil; slots]),
            parent: Some(Rc::clone(parent)),
            context,
            tag,
        }
    }

    /// The value of a variable of the frame `depth` levels further out.
    pub fn get(&self, depth: u32, slot: u32) -> Val {
        let frame = self.out(depth);
        frame.variables.borrow().get(slot as usize).cloned().unwrap_or_default()
    }

    /// Sets a variable of the frame `depth` levels further out.
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
    /// Moves the contents of the frame to the list of values to drop.
    pub(crate) fn take(&mut self, waiting: &mut Vec<Waiting>) {
        waiting.extend(std::mem::take(self.variables.get_mut()).into_iter().map(Waiting::Value));
        waiting.extend(self.parent.take().map(Waiting::Frame));
    }
}

impl Drop for Frame {
    /// Blocks that keep each other's frames can form a chain longer than the stack is deep, so they are not dropped
    /// recursively.
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
