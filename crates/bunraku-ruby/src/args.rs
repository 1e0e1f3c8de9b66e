//! The arguments of a call.

use std::rc::Rc;

use crate::{
    Interp, R,
    value::{RHash, RProc, Val},
};

/// The arguments of a call.
#[derive(Clone, Default)]
pub struct Args {
    /// The values in order; a hash of keywords is the last.
    pub list: Vec<Val>,
    /// Whether the last value was written as keywords (`key: value`).
    pub keywords: bool,
    /// The block.
    pub block: Option<Rc<RProc>>,
}

impl Args {
    /// No arguments.
    pub fn none() -> Args {
        Args::default()
    }

    /// Arguments without a block.
    pub fn new(list: Vec<Val>) -> Args {
        Args { list, keywords: false, block: None }
    }

    /// The number of arguments.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// An argument; `nil` if it was left out.
    pub fn get(&self, index: usize) -> Val {
        self.list.get(index).cloned().unwrap_or_default()
    }

    /// An argument, if it was given.
    pub fn at(&self, index: usize) -> Option<&Val> {
        self.list.get(index)
    }

    /// The block, or an error: for methods that need one.
    pub fn need_block(&self, interp: &mut Interp<'_>) -> R<Rc<RProc>> {
        match &self.block {
            Some(block) => Ok(Rc::clone(block)),
            None => Err(interp.error("LocalJumpError", "no block given (yield)")),
        }
    }

    /// The options that were given as keywords or as a hash at the end.
    pub fn options(&self) -> Option<Rc<RHash>> {
        match self.list.last() {
            Some(Val::Hash(hash)) => Some(Rc::clone(hash)),
            _ => None,
        }
    }

    /// Checks the number of arguments without keywords: for methods that have options.
    pub fn check_plain(&self, interp: &mut Interp<'_>, min: usize, max: usize) -> R<()> {
        let count = self.list.len() - usize::from(self.keywords && !self.list.is_empty());
        if count < min || count > max { Err(interp.wrong_number(count, min, max)) } else { Ok(()) }
    }

    /// One option by its name as a symbol.
    pub fn option(&self, name: &str) -> Option<Val> {
        self.options()?.get_sym(name)
    }
}
