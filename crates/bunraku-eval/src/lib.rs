//! The evaluator: a walk over resolved code.
//!
//! One function per construct, in files by chapter of the language: `variable`, `arithmetic`, `collection`,
//! `compare`, `matching`, `access`, `control`, `call`, `lambda`, `interpolate`. What needs a catalog, a loader or the
//! outside world is asked of the [`Host`].

mod access;
mod annotation;
mod arithmetic;
mod call;
mod collection;
mod command;
mod control;
mod evaluator;
mod function;
mod host;
mod interpolate;
mod iterate;
mod lambda;
pub mod legacy;
mod matching;
mod message;
mod scope;
mod sequence;
mod signature;
mod template;
mod type_text;
mod unwind;
mod variable;

pub use annotation::{Annotations, Unfit};
pub use call::{Block, Call};
pub use command::{Command, RunCommand};
pub use evaluator::{Evaluator, Limits, LogEntry, LogLevel, SavedCaptures, Settings};
pub use function::{Builtin, Dispatch, ForeignFunction, Function, Functions, ModuleVersion, Older};
pub use host::Host;
pub use iterate::{Enumeration, Items};
pub use message::{Misfit, first_line, parameter_place, with_advice, with_place};
pub use scope::{Frame, Scope, ScopeId, ScopeKind};
pub use sequence::LazySequence;
pub use signature::{LambdaShape, Signature, lambda_fits, parse_type};
pub use template::{Template, TemplateScope};
pub use unwind::{Eval, Unwind};
