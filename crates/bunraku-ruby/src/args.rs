//! The arguments of a call.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use crate::{
    Interp, R,
    value::{RHash, RProc, Val},
};

/// Values that are passed to a method or block. Few calls have more, so that most need no memory of their own.
pub type List = SmallVec<[Val; 3]>;

/// The arguments of a call.
#[derive(Clone, Default)]
pub struct Args {
    /// The positional arguments. If there are keywords, the last element is a hash of them.
    pub list: List,
    /// Whether the last value was written as keywords (`key: value`).
    pub keywords: bool,
    /// The block that was passed to the call.
    pub block: Option<Rc<RProc>>,
}

/// Two values.
pub(crate) fn pair(first: Val, second: Val) -> List {
    smallvec![first, second]
}

impl Args {
    /// No arguments.
    pub fn none() -> Args {
        Args::default()
    }

    /// Arguments without a block.
    pub fn new(list: impl Into<List>) -> Args {
        Args { list: list.into(), keywords: false, block: None }
    }

    /// One argument without a block.
    pub fn one(value: Val) -> Args {
        Args { list: smallvec![value], keywords: false, block: None }
    }

    /// The number of arguments, where all keywords together count as one.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no arguments. A block does not count.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The argument at a position, or `nil` if it was omitted.
    pub fn get(&self, index: usize) -> Val {
        self.list.get(index).cloned().unwrap_or_default()
    }

    /// The argument at a position, if it was given.
    pub fn at(&self, index: usize) -> Option<&Val> {
        self.list.get(index)
    }

    /// The block, for methods that require one. A missing block raises a `LocalJumpError`.
    pub fn need_block(&self, interp: &mut Interp<'_>) -> R<Rc<RProc>> {
        match &self.block {
            Some(block) => Ok(Rc::clone(block)),
            None => Err(interp.error("LocalJumpError", "no block given (yield)")),
        }
    }

    /// The hash at the end of the arguments, whether it was written as keywords or as a hash.
    pub fn options(&self) -> Option<Rc<RHash>> {
        match self.list.last() {
            Some(Val::Hash(hash)) => Some(Rc::clone(hash)),
            _ => None,
        }
    }

    /// Checks the number of positional arguments of a method that also takes options.
    pub fn check_plain(&self, interp: &mut Interp<'_>, min: usize, max: usize) -> R<()> {
        let count = self.list.len() - usize::from(self.keywords && !self.list.is_empty());
        if count < min || count > max { Err(interp.wrong_number(count, min, max)) } else { Ok(()) }
    }

    /// The value of an option, by the name of its symbol key.
    pub fn option(&self, name: &str) -> Option<Val> {
        self.options()?.get_sym(name)
    }
}
