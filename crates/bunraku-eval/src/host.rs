//! What the evaluator asks of the world around it.

use std::any::Any;

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_pcore::{
    Type, Value,
    values::{Object, Timestamp},
};

use crate::{Builtin, Command, Eval, Evaluator, function::Function};

/// The world around an evaluation: definitions, the catalog, resource types.
///
/// A host has no state of its own; what it needs for one evaluation is in [`Evaluator::state`]. So its methods can be
/// given the evaluator whole, and evaluate more code with it.
pub trait Host: Send + Sync {
    /// The function of a name that is not built in.
    fn function(&self, cx: &mut Evaluator, name: Symbol) -> Eval<Option<Function>>;

    /// What a function of an object does; the object is its first argument.
    fn method(&self, _object: &Object, _name: Symbol) -> Option<&'static Builtin> {
        None
    }

    /// The names of the functions that are not built in, for suggestions.
    fn function_names(&self, _cx: &mut Evaluator) -> Vec<&'static str> {
        Vec::new()
    }

    /// The type of a name that is no type of the language itself: an alias or a resource type.
    fn named_type(&self, cx: &mut Evaluator, name: &str) -> Eval<Option<Type>>;

    /// The value of `reference[key]` where the reference names a resource or class: one of its parameters.
    fn parameter(&self, cx: &mut Evaluator, reference: &Type, key: &str) -> Eval<Option<Value>>;

    /// A resource expression: an index into `Body::resources`.
    fn resource(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// Defaults: an index into `Body::overrides`.
    fn defaults(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// An override: an index into `Body::overrides`.
    fn overrides(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// A collector: an index into `Body::collectors`.
    fn collector(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// A chain of relationships: an index into `Body::chains`.
    fn chain(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// The present time. A host without a clock has none.
    fn now(&self, _cx: &Evaluator) -> Option<Timestamp> {
        None
    }

    /// What a command prints, errors included, or why it failed. A host that runs no commands has no answer.
    fn run_command(&self, _cx: &mut Evaluator, _command: &Command) -> Option<Result<String, String>> {
        None
    }

    /// The state for one evaluation.
    fn new_state(&self) -> Box<dyn Any>;
}
