//! How the evaluation of an expression ends other than with its value.

use std::any::Any;

use bunraku_pcore::Str;

use crate::value::Val;

/// The outcome of an evaluation.
pub type R<T = Val> = Result<T, Box<Unwind>>;

/// What leaves an expression.
pub enum Unwind {
    /// An exception.
    Raise(Val),
    /// `break` out of a block: to the call that the block was given to.
    Break {
        /// The tag of that call.
        tag: u64,
        /// The value of the call.
        value: Val,
    },
    /// `next`: the end of a block.
    Next(Val),
    /// `return`: to the method, or to a lambda.
    Return {
        /// The frame that it leaves.
        frame: u64,
        /// The value of the call.
        value: Val,
    },
    /// `break` out of a loop that is written around it.
    LoopBreak(Val),
    /// `next` in a loop that is written around it.
    LoopNext,
    /// `retry`: the body of `begin` once more.
    Retry,
    /// `redo`: the body of a block once more.
    Redo,
    /// `throw`.
    Throw {
        /// The tag.
        tag: Val,
        /// The value of `catch`.
        value: Val,
    },
    /// What no `rescue` may catch: limits, and what bunraku does not run.
    Fatal(Box<RubyError>),
}

/// Why Ruby code failed, for those who called it.
pub struct RubyError {
    /// What kind of failure it is.
    pub kind: RubyErrorKind,
    /// What went wrong.
    pub message: String,
    /// Where it went wrong and how it got there: file and line, innermost first.
    pub trace: Vec<(Str, u32)>,
    /// What to do about it.
    pub help: Option<String>,
    /// The failure of the host that caused it, as the host gave it.
    pub host: Option<Box<dyn Any + Send + Sync>>,
}

/// The kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RubyErrorKind {
    /// The text is not Ruby.
    Syntax,
    /// An exception that nobody rescued.
    Exception,
    /// Something that bunraku does not run: it touches the system, or is not implemented.
    Refused,
    /// A limit was reached.
    Limit,
    /// The host wanted it to [stop](crate::Host::should_stop).
    Stopped,
    /// A file does not define the function that it is named after.
    Undefined,
}

impl RubyError {
    /// A failure without a place.
    pub fn new(kind: RubyErrorKind, message: impl Into<String>) -> RubyError {
        RubyError { kind, message: message.into(), trace: Vec::new(), help: None, host: None }
    }

    /// The same failure once more, for code that is shared; what the host gave stays with the first.
    pub fn copy(&self) -> RubyError {
        RubyError {
            kind: self.kind,
            message: self.message.clone(),
            trace: self.trace.clone(),
            help: self.help.clone(),
            host: None,
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> RubyError {
        self.help = Some(help.into());
        self
    }
}
