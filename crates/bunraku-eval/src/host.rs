//! The interface between the evaluator and its surroundings.

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_pcore::{Type, Value, values::Object};

use crate::{
    Eval, Machine,
    call::Arguments,
    function::{Function, Hosted},
};

/// The surroundings of an evaluation: definitions, the catalog, resource types.
///
/// Each method receives the state of the evaluation, so that it can evaluate more code.
pub trait Host {
    /// Finds a function that is not built in.
    fn function(&mut self, machine: &mut Machine, name: Symbol) -> Eval<Option<Function>>;

    /// Like [`Host::function`], for a name that does not occur in code. It becomes a symbol only if there is such a
    /// function.
    fn function_named(&mut self, machine: &mut Machine, name: &str) -> Eval<Option<Function>>;

    /// Finds a method of an object. The object becomes its first argument.
    fn method(&self, _object: &Object, _name: Symbol) -> Option<Hosted> {
        None
    }

    /// Runs one of the host's own functions. `signature` is the number of the signature that fits the arguments.
    fn call(
        &mut self,
        machine: &mut Machine,
        function: Hosted,
        signature: usize,
        arguments: Arguments<'_>,
    ) -> Eval<Value>;

    /// The names of the functions that are not built in, for suggestions.
    fn function_names(&mut self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The help for a call to an unknown function. `similar` is the name of an existing one.
    fn missing_function(&mut self, _name: &str, similar: Option<&str>) -> Option<String> {
        similar.map(|similar| format!("did you mean `{similar}`?"))
    }

    /// The help for an unknown type. `similar` is the name of an existing one.
    fn missing_type(&mut self, _machine: &mut Machine, _name: &str, similar: Option<&str>) -> Option<String> {
        similar.map(|similar| format!("did you mean `{similar}`?"))
    }

    /// Finds a type that the language does not define: an alias or a resource type.
    fn named_type(&mut self, machine: &mut Machine, name: &str) -> Eval<Option<Type>>;

    /// The value of `reference[key]` for a reference to a resource or class: one of its parameters.
    fn parameter(&mut self, machine: &mut Machine, reference: &Type, key: &str) -> Eval<Option<Value>>;

    /// Evaluates a resource expression: an index into `Body::resources`.
    fn resource(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// Evaluates a resource expression whose value, references to the resources, is not used.
    fn resource_statement(
        &mut self,
        machine: &mut Machine,
        body: &Body,
        index: u32,
        range: TextRange,
    ) -> Eval<()>;

    /// Evaluates resource defaults: an index into `Body::overrides`.
    fn defaults(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// Evaluates an override: an index into `Body::overrides`.
    fn overrides(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// Evaluates a collector: an index into `Body::collectors`.
    fn collector(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// Evaluates a chain of relationships: an index into `Body::chains`.
    fn chain(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;
}
