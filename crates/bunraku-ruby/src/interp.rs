//! The interpreter: its state, its limits, and the services that methods written in Rust use.

use std::rc::Rc;

use bunraku_intern::{FastMap, Symbol, SymbolMap};
use bunraku_pcore::Str;

use crate::{
    Host, R, RubyError, RubyErrorKind, Unwind,
    class::{Method, RClass, Visibility},
    core::Known,
    value::{RMatch, Val},
};

/// What Ruby code has set up in one compilation: classes, constants, global variables. It is kept from one piece of
/// code to the next.
pub struct State {
    /// The classes that Rust code asks for.
    pub known: Known,
    /// Global variables.
    pub globals: SymbolMap<Val>,
    /// Libraries that were required.
    pub required: Vec<String>,
    /// Variables of scopes that Ruby code has set, by the scope and the name: the objects themselves, which code may
    /// change.
    pub(crate) variables: FastMap<(u64, String), Val>,
    /// Functions of modules that were loaded, by name.
    pub(crate) functions: FastMap<String, std::rc::Rc<crate::function::Loaded>>,
    /// Methods that were found, by the address of the class and the name.
    pub(crate) cache: FastMap<(usize, Symbol), Found>,
    /// Values of Puppet that were converted, by their addresses.
    pub(crate) converted: FastMap<(usize, usize), (bunraku_pcore::Value, Val)>,
    pub(crate) next_id: u64,
    /// Whether a class wants to know about new methods.
    pub(crate) method_hooks: bool,
    /// Objects that were keys of hashes.
    pub(crate) keys: crate::key::Keys,
    /// Regular expressions that code made of texts, because most make the same ones again and again.
    pub(crate) patterns: FastMap<(String, bunraku_regexp::Options), Rc<bunraku_regexp::Regexp>>,
}

/// A method that was found: what it does, who may call it, and the class that has it.
pub(crate) type Found = Option<(Method, Visibility, Rc<RClass>)>;

/// Limits that protect whoever runs code of others.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many steps code may take.
    pub steps: u64,
    /// How deep calls may be nested.
    pub depth: u32,
    /// How many elements or bytes a single value may have.
    pub size: usize,
    /// How many bytes of the thread's stack nested calls may take.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 50_000_000, depth: 2_000, size: 1 << 28, stack: 1 << 20 }
    }
}

/// One run of Ruby code.
pub struct Interp<'h> {
    /// What is kept between runs.
    pub state: &'h mut State,
    /// The world around.
    pub host: &'h mut dyn Host,
    /// The limits.
    pub limits: Limits,
    /// `$~`: what was matched last in the running method.
    pub last_match: Option<Rc<RMatch>>,
    pub(crate) steps: u64,
    pub(crate) depth: u32,
    /// Where the stack was at the begin.
    stack_origin: usize,
    /// The running code: file and line, the innermost last.
    pub(crate) trace: Vec<(Str, u32)>,
    /// The line of the running expression.
    pub(crate) line: u32,
    /// The tags of the calls of `catch` that are running.
    pub(crate) catching: Vec<Val>,
    /// Objects that are being shown, so that one that contains itself ends.
    pub(crate) showing: Vec<usize>,
}

impl<'h> Interp<'h> {
    /// A run of code.
    pub fn new(state: &'h mut State, host: &'h mut dyn Host, limits: Limits) -> Interp<'h> {
        let here = stack_position();
        Interp {
            state,
            host,
            limits,
            last_match: None,
            steps: 0,
            depth: 0,
            stack_origin: here,
            trace: Vec::new(),
            line: 0,
            catching: Vec::new(),
            showing: Vec::new(),
        }
    }

    /// Counts a step.
    #[inline]
    pub fn step(&mut self) -> R<()> {
        self.steps += 1;
        if self.steps > self.limits.steps { Err(self.too_many_steps()) } else { Ok(()) }
    }

    /// Counts many steps at once: for what takes long without running code.
    pub fn charge(&mut self, steps: u64) -> R<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limits.steps { Err(self.too_many_steps()) } else { Ok(()) }
    }

    /// Counts a level of calls; [`Interp::leave`] must follow.
    pub(crate) fn enter(&mut self) -> R<()> {
        let used = self.stack_origin.abs_diff(stack_position());
        if self.depth >= self.limits.depth || used > self.limits.stack {
            // Ruby's own error can be rescued, which nobody does: it is a limit here.
            let message = format!("calls are nested more than {} levels deep", self.depth);
            return Err(self.limit(message, "a method that calls itself needs a case in which it does not"));
        }
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Checks the size of a value before it is made.
    pub fn check_size(&mut self, size: usize) -> R<()> {
        // What was made counts as steps, too, so that many large values end like many small ones.
        self.steps += (size / 64) as u64;
        self.check_growth(size)
    }

    /// Checks the size of a value that grows piece by piece, and each piece counts for itself.
    pub fn check_growth(&self, size: usize) -> R<()> {
        if size > self.limits.size { Err(self.too_large()) } else { Ok(()) }
    }

    fn too_large(&self) -> Box<Unwind> {
        let message = format!("this makes a value of more than {} bytes or elements", self.limits.size);
        self.limit(message, "look for a loop that adds to a string or an array without end")
    }

    fn too_many_steps(&self) -> Box<Unwind> {
        let message = format!("this takes more than {} steps", self.limits.steps);
        self.limit(message, "look for a loop that does not end")
    }

    /// An error for a limit that was reached. No `rescue` catches it.
    pub(crate) fn limit(&self, message: String, help: &str) -> Box<Unwind> {
        let mut error = RubyError::new(RubyErrorKind::Limit, message).help(help);
        error.trace = self.places();
        Box::new(Unwind::Fatal(Box::new(error)))
    }

    /// An error for what bunraku does not run. No `rescue` catches it.
    pub fn refuse(&self, what: &str, help: &str) -> Box<Unwind> {
        let mut error = RubyError::new(RubyErrorKind::Refused, what).help(help);
        error.trace = self.places();
        Box::new(Unwind::Fatal(Box::new(error)))
    }

    /// An exception of a class, by its name.
    pub fn error(&mut self, class: &str, message: impl Into<String>) -> Box<Unwind> {
        let exception = self.new_exception(class, message.into());
        Box::new(Unwind::Raise(exception))
    }

    /// An `ArgumentError`.
    pub fn argument_error(&mut self, message: impl Into<String>) -> Box<Unwind> {
        self.error("ArgumentError", message)
    }

    /// A `TypeError`.
    pub fn type_error(&mut self, message: impl Into<String>) -> Box<Unwind> {
        self.error("TypeError", message)
    }

    /// The error for a change of what is frozen.
    pub fn frozen_error(&mut self, value: &Val) -> Box<Unwind> {
        let class = self.class_of(value).name();
        match self.inspect(value) {
            Ok(shown) => {
                let message = format!("can't modify frozen {class}: {shown}");
                self.error_about("FrozenError", message, &[("receiver", value)])
            }
            Err(unwind) => unwind,
        }
    }

    /// Where the running code is: file and line, innermost first.
    pub fn places(&self) -> Vec<(Str, u32)> {
        let mut places: Vec<(Str, u32)> = self.trace.iter().rev().cloned().collect();
        if let Some(first) = places.first_mut() {
            first.1 = self.line;
        }
        places
    }

    /// A number that was not given before.
    pub(crate) fn new_id(&mut self) -> u64 {
        self.state.next_id += 1;
        self.state.next_id
    }
}

/// About where the stack is now.
#[inline]
fn stack_position() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}
