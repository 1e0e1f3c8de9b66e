//! What the evaluator asks of what is around it.

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_pcore::{Type, Value, values::Object};

use crate::{
    Eval, Machine,
    call::Arguments,
    function::{Function, Hosted},
};

/// What is around an evaluation: definitions, the catalog, resource types.
///
/// Each method is given the state of the evaluation, so that it can evaluate more code with it and itself.
pub trait Host {
    /// The function of a name that is not built in.
    fn function(&mut self, machine: &mut Machine, name: Symbol) -> Eval<Option<Function>>;

    /// The same for a name that is in no code that has been read, so that it is a symbol only if there is a function.
    fn function_named(&mut self, machine: &mut Machine, name: &str) -> Eval<Option<Function>>;

    /// What a function of an object does; the object is its first argument.
    fn method(&self, _object: &Object, _name: Symbol) -> Option<Hosted> {
        None
    }

    /// Runs one of the host's own functions: the signature of that number fits the arguments.
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

    /// What to do about a call of a function that is missing. `similar` is the name of one that is there.
    fn missing_function(&mut self, _name: &str, similar: Option<&str>) -> Option<String> {
        similar.map(|similar| format!("did you mean `{similar}`?"))
    }

    /// What to do about the name of a type that is missing. `similar` is the name of one that exists.
    fn missing_type(&mut self, _machine: &mut Machine, _name: &str, similar: Option<&str>) -> Option<String> {
        similar.map(|similar| format!("did you mean `{similar}`?"))
    }

    /// The type of a name that the language itself does not define: an alias or a resource type.
    fn named_type(&mut self, machine: &mut Machine, name: &str) -> Eval<Option<Type>>;

    /// The value of `reference[key]` where the reference names a resource or class: one of its parameters.
    fn parameter(&mut self, machine: &mut Machine, reference: &Type, key: &str) -> Eval<Option<Value>>;

    /// A resource expression: an index into `Body::resources`.
    fn resource(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// A resource expression whose value, references to what it declares, nobody asks for.
    fn resource_statement(
        &mut self,
        machine: &mut Machine,
        body: &Body,
        index: u32,
        range: TextRange,
    ) -> Eval<()>;

    /// Defaults: an index into `Body::overrides`.
    fn defaults(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// An override: an index into `Body::overrides`.
    fn overrides(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// A collector: an index into `Body::collectors`.
    fn collector(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;

    /// A chain of relationships: an index into `Body::chains`.
    fn chain(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value>;
}
