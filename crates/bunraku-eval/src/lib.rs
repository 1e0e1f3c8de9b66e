//! The evaluator: a tree walk over resolved code.
//!
//! One function per construct, in files by chapter of the language: `variable`, `arithmetic`, `collection`, `compare`,
//! `matching`, `access`, `control`, `call`, `lambda`, `interpolate`. Whatever needs a catalog or a loader goes through
//! the [`Host`], and access to the outside goes through the `World` in [`Machine`]. An evaluation ends at the latest
//! when it reaches one of its [`Limits`], which also keep nested calls from overflowing the stack.
//!
//! The crate does no I/O, finds no definitions, and does not know what a catalog is.

mod access;
mod advice;
mod annotation;
mod arithmetic;
mod budget;
mod call;
mod collection;
mod control;
mod coverage;
mod declared;
mod evaluator;
mod function;
mod host;
mod interpolate;
mod iterate;
mod lambda;
pub mod legacy;
mod limits;
mod log;
mod machine;
mod matching;
mod message;
mod misfit;
mod replace;
mod scope;
mod sequence;
mod signature;
mod size;
mod template;
mod type_text;
mod unwind;
mod variable;

pub use annotation::{Annotations, Unfit};
pub use budget::Spent;
pub use bunraku_diag::LogLevel;
pub use call::{Arguments, Block, Bytes, Call, Context};
pub use coverage::{Choice, Coverage, Ran};
pub use evaluator::Evaluator;
pub use function::{
    About, Attention, Builtin, BuiltinWith, Dispatch, Function, Functions, Hosted, Interface, ModuleVersion,
    Native, Plain,
};
pub use host::Host;
pub use iterate::{Enumeration, Items};
pub use limits::{Limits, Meter, Settings};
pub use log::{Log, LogEntry};
pub use machine::{Machine, OpenBody, SavedCaptures};
pub use message::{first_line, parameter_place, with_advice, with_place};
pub use misfit::{Misfit, Placed};
pub use replace::Replacement;
pub use scope::{Frame, Scope, ScopeId, ScopeKind};
pub use sequence::LazySequence;
pub use signature::{BlockParam, LambdaShape, Signature, SignatureParam, lambda_fits, parse_type};
pub use template::{Template, TemplateScope};
pub use unwind::{Eval, Unwind};
