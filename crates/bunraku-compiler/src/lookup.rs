//! Lookups in Hiera, and automatic parameter lookup for classes.

use std::rc::Rc;

use bunraku_check::Strict;
use bunraku_diag::{Diagnostic, TextRange, codes, nearest};
use bunraku_eval::{Eval, Function, LogEntry, ScopeKind, Unwind};
use bunraku_hiera::config::FunctionKind;
use bunraku_hiera::{
    Conversion, DataCall, DataFunctionResult, ErrorKind, Hiera, LookupCache, LookupError, LookupResult,
    Request, Scope, UnknownVariables,
};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, FunctionDefinition};
use bunraku_pcore::assignable::assignable;
use bunraku_pcore::types::{rich_data, rich_data_key};
use bunraku_pcore::{Type, Value, notation};
use bunraku_resources::facts::{Legacy, legacy};

use crate::compiler::Compiler;
use crate::context;

impl Compiler<'_> {
    /// Looks up a value in the data of the environment, or among what the caller gives if there is no data.
    pub(crate) fn look_up(
        &mut self,
        body: &Body,
        range: TextRange,
        request: &Request,
    ) -> Eval<Option<LookupResult>> {
        if self.state().hiera.is_none() {
            return Hiera::lookup_without_data(request).map_err(|error| failed(self, body, range, &error));
        }
        let found = self.with_data(body, range, |hiera, scope, cache| hiera.lookup(scope, cache, request))?;
        Ok(found.flatten())
    }

    /// The value for a parameter of a class from the data.
    pub(crate) fn bound_parameter(
        &mut self,
        body: &Body,
        range: TextRange,
        class: &str,
        param: &str,
    ) -> Eval<Option<LookupResult>> {
        if self.state().hiera.is_none() {
            return Ok(None);
        }
        let request = Request::key([class, "::", param].concat());
        self.look_up(body, range, &request)
    }

    /// Runs `work` with the data, in the scope of the running code; returns `None` if there is no data.
    pub fn with_data<T>(
        &mut self,
        body: &Body,
        range: TextRange,
        work: impl FnOnce(&Hiera, &mut dyn Scope, &LookupCache) -> Result<T, LookupError>,
    ) -> Eval<Option<T>> {
        let Some(hiera) = self.state().hiera.clone() else { return Ok(None) };
        let cache = Rc::clone(&self.state().lookup_cache);
        let mut scope = DataScope { cx: self, body, range, failure: None };
        let result = work(&hiera, &mut scope, &cache);
        let failure = scope.failure.take();
        match (result, failure) {
            (Ok(value), _) => Ok(Some(value)),
            // The data function has already reported what is wrong, and where.
            (Err(error), Some(failure)) if error.kind == ErrorKind::DataFunction => Err(failure),
            (Err(error), _) => Err(failed(self, body, range, &error)),
        }
    }
}

/// The scope in which a lookup interpolates: that of the code that calls it.
struct DataScope<'e, 'c> {
    cx: &'e mut Compiler<'c>,
    body: &'e Body,
    range: TextRange,
    /// The failure of the last data function.
    failure: Option<Box<Unwind>>,
}

impl Scope for DataScope<'_, '_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        self.cx.lookup_text(self.body, name)
    }

    fn calling_class(&mut self) -> Option<String> {
        let mut at = Some(self.cx.scope);
        while let Some(id) = at {
            if let ScopeKind::Class(name) = &self.cx.scopes.get(id.0 as usize)?.kind {
                return Some(name.as_str().to_owned());
            }
            at = self.cx.info(id).and_then(|info| info.dynamic);
        }
        None
    }

    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<DataFunctionResult, String> {
        self.check_function(call)?;
        let mut arguments = call.arguments();
        arguments.push(context::object(self.cx, call));
        // The function may call `lookup` itself; nested lookups share the cache of this one.
        let result = self.cx.call_function(self.body, self.range, &call.function.name, &arguments, None);
        match result {
            Ok(value) => Ok(DataFunctionResult::Found(value)),
            Err(unwind) if matches!(*unwind, Unwind::NotFound(_)) => Ok(DataFunctionResult::NotFound),
            Err(unwind) => Err(self.fail(*unwind)),
        }
    }

    fn convert(&mut self, conversion: &Conversion<'_>) -> Result<Value, String> {
        let message = |unwind: Box<Unwind>| unwind.into_diagnostic().message;
        let ty = match conversion.ty {
            // Data cannot contain types, so it names them as strings.
            Value::Str(string) => {
                let found = self.cx.evaluator().type_from_text(string).map_err(message)?;
                let found = found.ok_or_else(|| format!("`{string}` is not a type"))?;
                if let Type::Reference(name) = &found {
                    let near = nearest(name, CONVERTIBLE);
                    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    return Err(format!("unknown type `{name}`{near}"));
                }
                Value::Type(found)
            }
            other => other.clone(),
        };
        let mut arguments = vec![ty, conversion.value.clone()];
        arguments.extend(conversion.arguments.iter().cloned());
        self.cx.call_function(self.body, self.range, "new", &arguments, None).map_err(message)
    }

    fn warning(&mut self, message: &str) {
        let span = self.cx.span(self.body, self.range);
        let warning = Diagnostic::warning(codes::INVALID_DATA, message).at(span, "");
        self.cx.log.push(LogEntry::Diagnostic(warning));
    }

    fn about_variable(&self, name: &str) -> Option<String> {
        let name = name.trim_start_matches("::");
        let Legacy::Moved(keys) = legacy(name)? else { return None };
        let dotted = keys.replace("']['", ".").replace("['", ".").replace("']", "");
        Some(format!("`{name}` is a legacy fact, which was removed: write `%{{facts{dotted}}}`"))
    }

    fn unknown_variables(&self) -> UnknownVariables {
        match self.cx.settings.strict {
            Strict::Error => UnknownVariables::Error,
            Strict::Warning => UnknownVariables::Warning,
            Strict::Off => UnknownVariables::Ignore,
        }
    }
}

/// The types to which data are converted most often, for suggestions.
const CONVERTIBLE: [&str; 11] = [
    "Array",
    "Binary",
    "Boolean",
    "Float",
    "Hash",
    "Integer",
    "Numeric",
    "Regexp",
    "Sensitive",
    "String",
    "Timestamp",
];

/// The functions of Puppet itself that read data.
const DATA_FUNCTIONS: [&str; 4] = ["yaml_data", "json_data", "hocon_data", "eyaml_lookup_key"];

impl DataScope<'_, '_> {
    /// Rejects a function that does not exist, or whose declared return type is not data.
    fn check_function(&mut self, call: &DataCall<'_>) -> Result<(), String> {
        let name = &call.function.name;
        if Symbol::find(name).is_some_and(|name| self.cx.functions.get(name).is_some()) {
            return Ok(());
        }
        match self.cx.function_named(name).map_err(|unwind| self.fail(*unwind))? {
            None => {
                let backend = || {
                    DATA_FUNCTIONS.into_iter().find(|function| {
                        function.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('_'))
                    })
                };
                let near = match nearest(name, DATA_FUNCTIONS).or_else(backend) {
                    Some(near) => format!("; did you mean `{near}`?"),
                    None => "; no module on the modulepath defines it".to_owned(),
                };
                Err(format!("unknown function `{name}` in `{}`{near}", call.function.kind.word()))
            }
            Some(Function::Native(_)) => Ok(()),
            Some(Function::Code(function)) => self.check_returned(&function, call),
        }
    }

    /// Checks that the declared return type of a data function is data, as Puppet does, whatever it really returns.
    fn check_returned(&mut self, function: &FunctionDefinition, call: &DataCall<'_>) -> Result<(), String> {
        let Some(returns) = function.body.returns else { return Ok(()) };
        let returned = self.cx.eval(&function.body, returns).map_err(|unwind| self.fail(*unwind))?;
        let Value::Type(returned) = returned else { return Ok(()) };
        let allowed = match call.function.kind {
            FunctionKind::DataHash => Type::hash(rich_data_key(), rich_data(), None),
            FunctionKind::LookupKey | FunctionKind::DataDig => rich_data(),
        };
        let rules = &self.cx.edition.types;
        if assignable(rules, &allowed, &returned) {
            return Ok(());
        }
        Err(format!(
            "the function `{}` returns {}, which is not allowed in data: it must return {}",
            function.name,
            notation::notation(rules, &returned),
            notation::notation(rules, &allowed)
        ))
    }

    /// Stores a failure with its place. The returned string is for the messages of the data layer.
    fn fail(&mut self, unwind: Unwind) -> String {
        let diagnostic = unwind.into_diagnostic();
        let message = diagnostic.message.clone();
        self.failure = Some(Box::new(Unwind::Failure(diagnostic)));
        message
    }
}

/// Reports a failed lookup at the code that made it, with the place in the data.
fn failed(cx: &mut Compiler<'_>, body: &Body, range: TextRange, error: &LookupError) -> Box<Unwind> {
    let code = match error.kind {
        ErrorKind::InvalidData => codes::INVALID_DATA,
        ErrorKind::Ended => codes::FILE_TOO_LARGE,
        ErrorKind::TooSlow => codes::TOO_SLOW,
        ErrorKind::TooMuchMemory => codes::TOO_MUCH_MEMORY,
        ErrorKind::InvalidConfig => codes::INVALID_HIERA_CONFIG,
        ErrorKind::Recursion => codes::DATA_RECURSION,
        ErrorKind::NotAllowed => codes::NOT_ALLOWED,
        _ => codes::LOOKUP_FAILED,
    };
    let unwind = cx.error(code, body, range, error.to_string());
    cx.with_data_place(unwind, error)
}
