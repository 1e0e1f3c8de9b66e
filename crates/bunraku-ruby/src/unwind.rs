//! The ways in which the evaluation of an expression ends without a value.

use std::any::Any;

use bunraku_pcore::Str;

use crate::value::Val;

/// The result of an evaluation.
pub type R<T = Val> = Result<T, Box<Unwind>>;

/// Why an evaluation did not produce a value.
pub enum Unwind {
    /// An exception was raised.
    Raise(Val),
    /// `break` in a block, which ends the call that the block was passed to.
    Break {
        /// Identifies that call.
        tag: u64,
        /// The result of the call.
        value: Val,
    },
    /// `next` in a block, which ends the block with a value.
    Next(Val),
    /// `return`, which ends the method or lambda.
    Return {
        /// Identifies the call that ends.
        frame: u64,
        /// The result of the call.
        value: Val,
    },
    /// `break` in a lexically enclosing loop.
    LoopBreak(Val),
    /// `next` in a lexically enclosing loop.
    LoopNext,
    /// `retry`, which repeats the body of `begin`.
    Retry,
    /// `redo`, which repeats the body of a block.
    Redo,
    /// `throw`, which ends the `catch` with the same tag.
    Throw {
        /// The object that identifies the `catch`.
        tag: Val,
        /// The result of `catch`.
        value: Val,
    },
    /// An error that no `rescue` may catch: a limit, or code that the interpreter refuses to run.
    Fatal(Box<RubyError>),
}

/// A failure of Ruby code, as its caller sees it.
pub struct RubyError {
    /// The kind of failure.
    pub kind: RubyErrorKind,
    /// The message, without a position.
    pub message: String,
    /// The call stack at the failure: file and line, innermost first.
    pub trace: Vec<(Str, u32)>,
    /// The class of the exception, if it is one.
    pub class: Option<String>,
    /// Advice on how to solve the problem.
    pub help: Option<String>,
    /// The failure of the host that caused this one, as the host created it.
    pub host: Option<Box<dyn Any + Send + Sync>>,
}

/// The kinds of [`RubyError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RubyErrorKind {
    /// The source is not valid Ruby.
    Syntax,
    /// An exception was not rescued.
    Exception,
    /// The interpreter refuses to run the code, because it accesses the system or is not implemented.
    Refused,
    /// The policy of the host does not allow what the code asks of the system.
    Denied,
    /// A limit was reached.
    Limit(Limit),
    /// The host requested a [stop](crate::Outside::should_stop).
    Stopped,
    /// A file does not define the function that it is named after.
    Undefined,
}

/// The limits that code can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`RunLimits::steps`](crate::RunLimits::steps).
    Steps,
    /// [`RunLimits::depth`](crate::RunLimits::depth) or [`RunLimits::stack`](crate::RunLimits::stack).
    Depth,
    /// [`RunLimits::size`](crate::RunLimits::size), or the number of bits of an integer.
    Size,
    /// The steps of a regular expression.
    Pattern,
    /// A limit of the host.
    Host,
}

impl RubyError {
    /// A failure without a position.
    pub fn new(kind: RubyErrorKind, message: impl Into<String>) -> RubyError {
        RubyError { kind, message: message.into(), trace: Vec::new(), class: None, help: None, host: None }
    }

    /// A copy for another caller of shared code. It does not include the failure of the host, which cannot be cloned.
    pub fn copy(&self) -> RubyError {
        RubyError {
            kind: self.kind,
            message: self.message.clone(),
            trace: self.trace.clone(),
            class: self.class.clone(),
            help: self.help.clone(),
            host: None,
        }
    }

    /// Sets the advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> RubyError {
        self.help = Some(help.into());
        self
    }
}
