//! What the evaluator asks of the compiler: functions and types, and what code does to the catalog.

use bunraku_diag::TextRange;
use bunraku_edition::CollectorValue;
use bunraku_eval::{Arguments, Eval, Function, Host, Hosted, Machine};
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_pcore::{Type, Value, values::Object};

use crate::{
    compiler::{CatalogCall, Compiler, CompilerState},
    context,
    declare::reference,
    foreign, functions, missing_function,
};

impl Host for CompilerState {
    fn function(&mut self, machine: &mut Machine, name: Symbol) -> Eval<Option<Function>> {
        self.compiler(machine).function(name)
    }

    fn function_named(&mut self, machine: &mut Machine, name: &str) -> Eval<Option<Function>> {
        self.compiler(machine).function_named(name)
    }

    fn method(&self, object: &Object, name: Symbol) -> Option<Hosted> {
        context::method(object, name.as_str())
    }

    fn call(
        &mut self,
        machine: &mut Machine,
        function: Hosted,
        signature: usize,
        arguments: Arguments<'_>,
    ) -> Eval<Value> {
        let mut call = CatalogCall::new(self.compiler(machine), arguments);
        match functions::find(function) {
            Some(builtin) => match builtin.dispatches.get(signature) {
                Some(dispatch) => (dispatch.run)(&mut call),
                None => Ok(Value::Undef),
            },
            None => foreign::call_function(&mut call, function),
        }
    }

    fn function_names(&mut self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> =
            self.definitions.functions.keys().map(|name| name.as_str()).collect();
        match &self.environment {
            Some(environment) => {
                names.extend(environment.function_names().iter().map(|name| Symbol::new(name).as_str()));
            }
            None => names.extend(missing_function::well_known()),
        }
        names
    }

    fn missing_function(&mut self, name: &str, similar: Option<&str>) -> Option<String> {
        let symbol = Symbol::find(name);
        if symbol.is_some_and(|name| self.definitions.classes.contains_key(&name)) {
            return Some(format!("it is a class: write `include {name}`"));
        }
        if symbol.is_some_and(|name| self.definitions.defines.contains_key(&name)) {
            return Some(format!("it is a defined type: write `{name} {{ 'title': ... }}`"));
        }
        missing_function::advice(name, similar, self.environment.as_deref())
    }

    fn missing_type(&mut self, machine: &mut Machine, name: &str, similar: Option<&str>) -> Option<String> {
        self.compiler(machine).missing_type(name, similar)
    }

    fn named_type(&mut self, machine: &mut Machine, name: &str) -> Eval<Option<Type>> {
        self.compiler(machine).find_type(name)
    }

    fn parameter(&mut self, machine: &mut Machine, reference: &Type, key: &str) -> Eval<Option<Value>> {
        Ok(self.compiler(machine).parameter_value(reference, key))
    }

    fn resource(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let mut declared = Vec::new();
        self.compiler(machine).declare(body, index, range, &mut |id| declared.push(id))?;
        Ok(Value::array(declared.into_iter().filter_map(|id| self.catalog.get(id).map(reference))))
    }

    fn resource_statement(
        &mut self,
        machine: &mut Machine,
        body: &Body,
        index: u32,
        range: TextRange,
    ) -> Eval<()> {
        self.compiler(machine).declare(body, index, range, &mut |_| ())
    }

    fn defaults(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        self.compiler(machine).set_defaults(body, index, range)
    }

    fn overrides(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        self.compiler(machine).override_resources(body, index, range)
    }

    fn collector(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let rules = machine.edition.eval.collector_value;
        let value = self.compiler(machine).collect(body, index, range)?;
        Ok(match rules {
            CollectorValue::Collector => value,
            CollectorValue::Undef => Value::Undef,
        })
    }

    fn chain(&mut self, machine: &mut Machine, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        self.compiler(machine).relate(body, index, range)
    }
}

impl CompilerState {
    /// Returns the compiler for the evaluation that calls its host.
    fn compiler<'a>(&'a mut self, machine: &'a mut Machine) -> Compiler<'a> {
        Compiler { machine, state: self }
    }
}
