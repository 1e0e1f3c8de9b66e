//! Frames: the local variables of running code, and the context that the code runs in.

use std::cell::RefCell;
use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::Str;

use crate::{
    Args, List,
    class::RClass,
    value::{ProcBody, RProc, Val, Waiting, drop_all, drop_values},
};

/// The local variables of one call of a method or block. A block also sees the variables of the frame in which it was
/// written.
pub struct Frame {
    /// The variables by slot.
    pub(crate) variables: RefCell<Vec<Val>>,
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
    /// The arguments of the method, for a `super` without arguments that cannot read them from the parameters.
    pub args: Option<Box<Args>>,
    /// The block that was passed to the method.
    pub block: Option<Rc<RProc>>,
    /// Identifies the call that `return` leaves.
    pub id: u64,
    /// The scope in which constants are looked up and `def` defines methods.
    pub lexical: Rc<Lexical>,
    /// The file of the code, for messages.
    pub file: Rc<Str>,
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
    #[inline]
    pub fn get(&self, depth: u32, slot: u32) -> Val {
        let frame = self.out(depth);
        frame.variables.borrow().get(slot as usize).cloned().unwrap_or_default()
    }

    /// Sets a variable of the frame `depth` levels further out.
    #[inline]
    pub fn set(&self, depth: u32, slot: u32, value: Val) {
        let frame = self.out(depth);
        let slot = slot as usize;
        let before = match frame.variables.borrow_mut().get_mut(slot) {
            Some(place) => std::mem::replace(place, value),
            None => return frame.add(slot, value),
        };
        drop(before);
    }

    /// Sets a variable that the frame does not have yet.
    #[cold]
    fn add(&self, slot: usize, value: Val) {
        let mut variables = self.variables.borrow_mut();
        variables.resize(slot, Val::Nil);
        variables.push(value);
    }

    #[inline]
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

    /// Whether dropping the variables and the frame around it one by one could go arbitrarily deep: blocks that keep
    /// each other's frames can form a chain longer than the stack is deep.
    fn is_deep(&mut self) -> bool {
        self.parent.as_ref().is_some_and(|parent| Rc::strong_count(parent) == 1)
            || self.variables.get_mut().iter().any(|value| matches!(value, Val::Proc(_) | Val::Object(_)))
    }
}

/// Empties the frame of a call that has ended if nothing but its own variables keeps it: a block that was assigned to a
/// variable holds the frame that it was written in, which holds the variable. Nothing else would ever free the two.
pub(crate) fn release(frame: &Rc<Frame>) {
    let holders = Rc::strong_count(frame) - 1;
    if holders == 0 {
        return;
    }
    let Ok(mut variables) = frame.variables.try_borrow_mut() else { return };
    let own = variables.iter().filter(|value| leads_to(value, frame)).count();
    if own == holders {
        let values = std::mem::take(&mut *variables);
        drop(variables);
        drop_values(values);
    }
}

/// Whether a value is a block that only its variable holds, written in this frame or in one that only this block holds.
fn leads_to(value: &Val, frame: &Rc<Frame>) -> bool {
    let Val::Proc(proc) = value else { return false };
    let ProcBody::Code { frame: written_in, .. } = &proc.body else { return false };
    let mut at = written_in;
    let mut only = Rc::strong_count(proc) == 1;
    while only && !Rc::ptr_eq(at, frame) {
        only = Rc::strong_count(at) == 1;
        let Some(parent) = &at.parent else { return false };
        at = parent;
    }
    only
}

impl Drop for Frame {
    fn drop(&mut self) {
        if self.is_deep() {
            let mut waiting = Vec::new();
            self.take(&mut waiting);
            drop_all(waiting);
        }
    }
}

/// Frames of calls that have ended. The next calls take them, because most frames live only as long as their call.
#[derive(Default)]
pub(crate) struct Frames {
    /// Frames of methods, each with a context that nothing else holds.
    methods: Vec<Rc<Frame>>,
    blocks: Vec<Rc<Frame>>,
}

/// How many frames are kept.
const KEPT: usize = 64;

impl Frames {
    /// A frame for a method. Its first variables are taken out of a list.
    pub(crate) fn method(&mut self, slots: usize, context: Context, first: Option<&mut List>) -> Rc<Frame> {
        if let Some(mut rc) = self.methods.pop()
            && let Some(frame) = Rc::get_mut(&mut rc)
            && let Some(place) = Rc::get_mut(&mut frame.context)
        {
            *place = context;
            fill(frame.variables.get_mut(), slots, first);
            return rc;
        }
        let mut variables = Vec::with_capacity(slots);
        fill(&mut variables, slots, first);
        let variables = RefCell::new(variables);
        Rc::new(Frame { variables, parent: None, context: Rc::new(context), tag: 0 })
    }

    /// A frame for a block. Its first variables are taken out of a list.
    pub(crate) fn block(
        &mut self,
        slots: usize,
        parent: &Rc<Frame>,
        context: Rc<Context>,
        tag: u64,
        first: Option<&mut List>,
    ) -> Rc<Frame> {
        if let Some(mut rc) = self.blocks.pop()
            && let Some(frame) = Rc::get_mut(&mut rc)
        {
            fill(frame.variables.get_mut(), slots, first);
            frame.parent = Some(Rc::clone(parent));
            frame.context = context;
            frame.tag = tag;
            return rc;
        }
        let mut variables = Vec::with_capacity(slots);
        fill(&mut variables, slots, first);
        let variables = RefCell::new(variables);
        Rc::new(Frame { variables, parent: Some(Rc::clone(parent)), context, tag })
    }

    /// Takes back the frame of a method whose call has ended.
    pub(crate) fn end_method(&mut self, mut rc: Rc<Frame>) {
        release(&rc);
        if self.methods.len() < KEPT
            && let Some(frame) = Rc::get_mut(&mut rc)
            && let Some(context) = Rc::get_mut(&mut frame.context)
        {
            context.this = Val::Nil;
            context.method = None;
            context.args = None;
            context.block = None;
            clear(frame.variables.get_mut());
            self.methods.push(rc);
        }
    }

    /// Takes back the frame of a block whose call has ended. `idle` is a context that holds nothing.
    pub(crate) fn end_block(&mut self, mut rc: Rc<Frame>, idle: &Rc<Context>) {
        release(&rc);
        if self.blocks.len() < KEPT
            && let Some(frame) = Rc::get_mut(&mut rc)
            && frame.parent.as_ref().is_none_or(|parent| Rc::strong_count(parent) > 1)
        {
            frame.parent = None;
            frame.context = Rc::clone(idle);
            clear(frame.variables.get_mut());
            self.blocks.push(rc);
        }
    }
}

#[inline]
fn fill(variables: &mut Vec<Val>, slots: usize, first: Option<&mut List>) {
    if let Some(first) = first {
        for value in first.drain(..) {
            variables.push(value);
        }
    }
    if variables.len() < slots {
        variables.resize(slots, Val::Nil);
    }
}

fn clear(variables: &mut Vec<Val>) {
    if variables.iter().any(|value| matches!(value, Val::Proc(_) | Val::Object(_))) {
        drop_values(variables.drain(..));
    } else {
        variables.clear();
    }
}
