//! The interpreter, and the services for methods written in Rust: counting steps and levels, checking sizes, raising
//! errors.

use std::ops::{Deref, DerefMut};

use bunraku_intern::Symbol;

use crate::{
    Host, Limit, R, RubyError, RubyErrorKind, Run, Unwind,
    run::{STOP_CHECK, stack_position},
    value::{RArray, RHash, Val},
};

/// The interpreter: a run together with its host. It only borrows the two, and is created wherever both are available.
pub struct Interp<'h> {
    pub(crate) run: &'h mut Run,
    /// The program that embeds the interpreter.
    pub host: &'h mut dyn Host,
}

impl Deref for Interp<'_> {
    type Target = Run;

    #[inline]
    fn deref(&self) -> &Run {
        self.run
    }
}

impl DerefMut for Interp<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Run {
        self.run
    }
}

/// How many bytes the names may take that code of one compilation computes.
const MAX_NAMES: usize = 1 << 22;

/// The number of bytes from which the host is asked before they are taken.
const LARGE: usize = 1 << 20;

impl<'h> Interp<'h> {
    /// Combines a run and its host.
    pub fn new(run: &'h mut Run, host: &'h mut dyn Host) -> Interp<'h> {
        Interp { run, host }
    }

    /// Counts one step.
    #[inline]
    pub fn step(&mut self) -> R<()> {
        self.charge(1)
    }

    /// Counts many steps at once, for work that takes long without evaluating code.
    #[inline]
    pub fn charge(&mut self, steps: u64) -> R<()> {
        let steps = self.run.state.steps.get().saturating_add(steps);
        self.run.state.steps.set(steps);
        if steps > self.run.pause { self.pause(steps) } else { Ok(()) }
    }

    #[cold]
    fn pause(&mut self, steps: u64) -> R<()> {
        // The host comes first, because it knows best why code should end.
        self.ask_host(0)?;
        if steps > self.limits.steps {
            return Err(self.too_many_steps());
        }
        self.pause = steps.saturating_add(STOP_CHECK).min(self.limits.steps);
        Ok(())
    }

    /// Asks the host whether the code may go on and take that many bytes.
    fn ask_host(&mut self, bytes: u64) -> R<()> {
        if self.host.should_stop(bytes) {
            let stop = RubyError::new(RubyErrorKind::Stopped, "the caller no longer needs the result");
            return Err(self.fatal(stop));
        }
        Ok(())
    }

    /// Counts one level of nested calls. [`Interp::leave`] must follow.
    pub(crate) fn enter(&mut self) -> R<()> {
        let used = self.stack_origin.abs_diff(stack_position());
        if self.depth >= self.limits.depth || used > self.limits.stack {
            // Ruby raises a `SystemStackError`, which code could rescue. Here it is a limit, which it cannot.
            let message = format!("calls are nested more than {} levels deep", self.depth);
            return Err(self.limit(
                Limit::Depth,
                message,
                "a recursive method needs a case in which it does not call itself",
            ));
        }
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Checks the number of bytes of a value that is about to be created.
    pub fn check_size(&mut self, size: usize) -> R<()> {
        self.check_growth(size)?;
        self.reserve(size)
    }

    /// Asks the host before a method of a long string, which may copy it or walk over all of it.
    #[inline]
    pub(crate) fn ask_about(&mut self, this: &Val) -> R<()> {
        match this {
            Val::Str(string) if string.get().len() >= LARGE => {
                let length = string.get().len() as u64;
                self.ask_host(0)?;
                self.ask_host(length)
            }
            _ => Ok(()),
        }
    }

    /// A copy of the elements of an array, so that code may change the array while they are used. The host is asked before
    /// many are copied.
    pub fn items(&mut self, array: &RArray) -> R<Vec<Val>> {
        self.check_elements(array.len())?;
        Ok(array.to_vec())
    }

    /// A copy of the entries of a hash, for the same reason as [`Interp::items`].
    pub fn entries(&mut self, hash: &RHash) -> R<Vec<(Val, Val)>> {
        self.check_elements(hash.len().saturating_mul(2))?;
        Ok(hash.entries())
    }

    /// Checks the number of elements of a collection that is about to be created.
    pub fn check_elements(&mut self, count: usize) -> R<()> {
        self.check_growth(count)?;
        self.reserve(count.saturating_mul(size_of::<Val>()))
    }

    /// Counts that many bytes are about to be taken, and asks the host whether they may be.
    pub fn reserve(&mut self, bytes: usize) -> R<()> {
        // The size also counts as steps, so that a loop that creates many large values ends as early as one that
        // creates many small ones.
        let steps = self.state.steps.get().saturating_add((bytes / 64) as u64);
        self.state.steps.set(steps);
        if bytes >= LARGE {
            return self.ask_host(bytes as u64);
        }
        if steps > self.run.pause { self.pause(steps) } else { Ok(()) }
    }

    /// Checks the size of a value that grows in pieces. Unlike [`Interp::check_size`], it does not count steps, because
    /// each piece has already counted.
    pub fn check_growth(&self, size: usize) -> R<()> {
        if size > self.limits.size { Err(self.too_large()) } else { Ok(()) }
    }

    /// Adds an element to a vector that code makes grow. A vector that is full doubles what it takes, so the host is
    /// asked before that.
    #[inline]
    pub(crate) fn keep(&mut self, items: &mut Vec<Val>, item: Val) -> R<()> {
        if items.len() == items.capacity() {
            self.check_doubling(items.len())?;
        }
        items.push(item);
        Ok(())
    }

    /// Adds to a string that code makes grow, and asks the host before it takes much more.
    #[inline]
    pub(crate) fn append(&mut self, text: &mut String, part: &str) -> R<()> {
        let length = text.len().saturating_add(part.len());
        if length > text.capacity() {
            self.check_growth(length)?;
            let bytes = length.max(text.capacity().saturating_mul(2));
            if bytes >= LARGE {
                self.ask_host(bytes as u64)?;
            }
        }
        text.push_str(part);
        Ok(())
    }

    /// Checks a collection of that many elements to which some are about to be added: it may double what it takes.
    #[inline]
    pub(crate) fn check_more(&mut self, count: usize, added: usize) -> R<()> {
        let after = count.saturating_add(added);
        let doubles = count.is_power_of_two() || count.leading_zeros() != after.leading_zeros();
        if doubles { self.check_doubling(after) } else { self.check_growth(after) }
    }

    #[cold]
    fn check_doubling(&mut self, count: usize) -> R<()> {
        self.check_growth(count)?;
        let bytes = count.saturating_mul(2 * size_of::<Val>());
        if bytes >= LARGE { self.ask_host(bytes as u64) } else { Ok(()) }
    }

    /// The symbol of a name that code has computed, such as that of a constant or a method. Symbols live as long as the
    /// process, so a run may add only so many.
    pub fn intern(&mut self, name: &str) -> R<Symbol> {
        if let Some(symbol) = Symbol::find(name) {
            return Ok(symbol);
        }
        let names = self.state.names_made.get().saturating_add(name.len() + size_of::<Symbol>());
        if names > MAX_NAMES {
            let message = format!("this creates more than {MAX_NAMES} bytes of names");
            return Err(self.limit(Limit::Size, message, "use a hash instead of computed names"));
        }
        self.state.names_made.set(names);
        Ok(Symbol::new(name))
    }

    fn too_large(&self) -> Box<Unwind> {
        let message = format!("this creates a value of more than {} bytes or elements", self.limits.size);
        self.limit(
            Limit::Size,
            message,
            "look for a loop that adds to a string or an array, or raise the memory limit",
        )
    }

    fn too_many_steps(&self) -> Box<Unwind> {
        let message = format!("this takes more than {} steps", self.limits.steps);
        self.limit(Limit::Steps, message, "look for an endless loop")
    }

    /// Creates an exception of a class by name.
    pub fn error(&mut self, class: &str, message: impl Into<String>) -> Box<Unwind> {
        let exception = self.new_exception(class, message.into());
        Box::new(Unwind::Raise(exception))
    }

    /// Creates an `ArgumentError`.
    pub fn argument_error(&mut self, message: impl Into<String>) -> Box<Unwind> {
        self.error("ArgumentError", message)
    }

    /// Creates a `TypeError`.
    pub fn type_error(&mut self, message: impl Into<String>) -> Box<Unwind> {
        self.error("TypeError", message)
    }

    /// The error for changing a frozen object.
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

    /// A number that is unique within the state.
    pub fn new_id(&mut self) -> u64 {
        let id = self.state.next_id.get() + 1;
        self.state.next_id.set(id);
        id
    }
}
