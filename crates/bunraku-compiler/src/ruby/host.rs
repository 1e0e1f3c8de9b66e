//! The compilation as Ruby code sees it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_eval::{Call, LogEntry, LogLevel};
use bunraku_pcore::{Array, Str, Value};
use bunraku_ruby::{Code, Host, HostError, RubyError, State, YamlError, types::Libraries};

use super::{
    error::to_ruby,
    library::{ModuleLibraries, normal},
};
use crate::{
    compiler::{Around, CatalogCall, Compiler, Ruby},
    relationship::key_of,
    rich_data::rich_data,
};

/// The scope of the code that called a template or function written in Ruby.
pub(super) struct ScopeHost<'c> {
    call: CatalogCall<'c>,
}

impl<'c> ScopeHost<'c> {
    /// The compilation with the code that calls, and the state of Ruby, which the interpreter has while it runs.
    pub(super) fn split(call: &'c mut CatalogCall<'_>) -> (ScopeHost<'c>, &'c mut State) {
        let Call { args, block, name, body, range, .. } = *call;
        let Around { state, ruby } = &mut call.cx.around;
        let around = Around { state, ruby: Ruby::Apart(None) };
        let cx = Compiler { machine: call.cx.machine, around };
        (ScopeHost { call: Call { cx, args, block, name, body, range } }, ruby.state())
    }

    /// A path that code may read: below the environment or one of its modules.
    fn readable(&mut self, path: &str) -> Option<PathBuf> {
        let environment = self.call.cx.state().environment.clone()?;
        let path = normal(Path::new(path));
        let folders = environment.modules.iter().map(|module| module.path.as_path());
        let inside = folders.chain(environment.folder.as_deref()).any(|folder| path.starts_with(folder));
        inside.then_some(path)
    }

    /// The call with the state of Ruby, while Puppet code runs, which may run Ruby code in turn.
    fn with_ruby<T>(&mut self, ruby: &mut State, work: impl FnOnce(&mut CatalogCall<'_>) -> T) -> T {
        let Call { args, block, name, body, range, .. } = self.call;
        let around = Around { state: self.call.cx.around.state, ruby: Ruby::Running(ruby) };
        let cx = Compiler { machine: self.call.cx.machine, around };
        work(&mut Call { cx, args, block, name, body, range })
    }
}

impl Host for ScopeHost<'_> {
    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        let (body, range) = (self.call.body, self.call.range);
        match self.call.cx.lookup_text(body, name) {
            Some(value) => Ok(Some(value)),
            None => match self.call.cx.missing_variable(body, range, name) {
                Ok(()) => Ok(None),
                Err(unwind) => Err(to_ruby(unwind)),
            },
        }
    }

    fn plain_variable(&mut self, name: &str) -> Option<Value> {
        // A digit is a group of a match, which is no variable of a scope.
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        self.call.cx.lookup_text(self.call.body, name)
    }

    fn is_parameter(&mut self, name: &str) -> bool {
        let scope = self.call.cx.scope;
        let Some(id) = self.call.cx.info(scope).map(|info| info.resource) else { return false };
        self.call.cx.catalog().get(id).is_some_and(|resource| resource.get(name).is_some())
    }

    fn changed(&mut self, name: &str, value: Value) {
        let scope = self.call.cx.scope;
        let Some(id) = self.call.cx.info(scope).map(|info| info.resource) else { return };
        self.call.cx.replace_variable(name, value.clone());
        let place = self.call.cx.span(self.call.body, self.call.range);
        self.call.cx.catalog().change(id, name, value, place);
    }

    fn has_variable(&mut self, name: &str) -> bool {
        self.call.cx.lookup_text(self.call.body, name).is_some()
    }

    fn scope_number(&mut self) -> u64 {
        u64::from(self.call.cx.scope.0)
    }

    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HostError> {
        let (body, range) = (self.call.body, self.call.range);
        self.call.cx.set_by_name(body, range, name, value).map_err(to_ruby)
    }

    fn variables(&mut self) -> Vec<(Str, Value)> {
        let mut all = self.call.cx.visible_variables(self.call.body);
        all.retain(|(_, value)| !value.is_undef());
        all
    }

    fn call_function(
        &mut self,
        ruby: &mut State,
        name: &str,
        args: Vec<Value>,
        lambda: bool,
    ) -> Result<Value, HostError> {
        self.with_ruby(ruby, |call| {
            let (body, range) = (call.body, call.range);
            let block = call.block.filter(|_| lambda);
            call.cx.call_function(body, range, name, &args, block).map_err(to_ruby)
        })
    }

    fn legacy_function(&mut self, name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        super::function::legacy(&mut self.call, name)
    }

    fn call_lambda(&mut self, ruby: &mut State, _: usize, args: Vec<Value>) -> Result<Value, HostError> {
        self.with_ruby(ruby, |call| call.yield_all(args).map_err(to_ruby))
    }

    fn log(&mut self, level: &str, message: String) {
        let level = match level {
            "debug" => LogLevel::Debug,
            "info" => LogLevel::Info,
            "notice" => LogLevel::Notice,
            "err" => LogLevel::Err,
            "alert" => LogLevel::Alert,
            "emerg" => LogLevel::Emerg,
            "crit" => LogLevel::Crit,
            _ => LogLevel::Warning,
        };
        let place = Some(self.call.cx.span(self.call.body, self.call.range));
        self.call.cx.log.push(LogEntry::Line { level, message, place });
    }

    fn property(&mut self, name: &str) -> Option<Value> {
        let call = &mut self.call;
        Some(match name {
            "classes" => {
                let classes = call.cx.catalog().classes().iter();
                Value::Array(classes.map(|name| Value::str(name.as_str())).collect::<Array>())
            }
            "tags" => {
                let tags: Vec<Value> = call.cx.catalog().tags().iter().map(Value::str).collect();
                Value::array(tags)
            }
            "resources" => {
                let resources = call.cx.catalog().resources().iter();
                Value::array(resources.map(|resource| Value::Type(resource.as_type())))
            }
            "environment" => match &call.cx.state().environment {
                Some(environment) => Value::str(environment.name.as_str()),
                None => Value::str("production"),
            },
            "file" => Value::str(call.body.source.name()),
            "line" => Value::Int(i64::from(call.body.source.position(call.range.start).line) + 1),
            "facts" => call.cx.lookup_text(call.body, "::facts")?,
            "lambda" => Value::Bool(call.block.is_some()),
            name => return super::function::property(call, name),
        })
    }

    fn parameter(&mut self, reference: &Value, name: &str) -> Option<Value> {
        let key = key_of(reference)?;
        let catalog = self.call.cx.catalog();
        let resource = catalog.get(catalog.resource(&key)?)?;
        // What is a default of the scope counts when the resource is complete.
        match name {
            "title" => Some(Value::Str(resource.title.clone())),
            name => resource.get(name).cloned(),
        }
    }

    fn parse_type(&mut self, text: &str) -> Result<Value, HostError> {
        let found = self.call.cx.evaluator().type_from_text(text).map_err(to_ruby)?;
        found.map(Value::Type).ok_or_else(|| HostError {
            message: format!("`{text}` is not the text of a type"),
            error: Box::new(()),
        })
    }

    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        let environment = self.call.cx.state().environment.clone()?;
        let path = self.readable(path)?;
        Some(environment.files().read(&path).map_err(|error| error.to_string()))
    }

    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        let environment = self.call.cx.state().environment.clone()?;
        let path = self.readable(path)?;
        let entries = environment.files().list(&path).map_err(|error| error.to_string());
        Some(entries.map(|entries| entries.into_iter().map(|entry| entry.name).collect()))
    }

    fn glob(&mut self, pattern: &str) -> Option<Vec<String>> {
        let environment = self.call.cx.state().environment.clone()?;
        // What comes before the first part that is a pattern is where the search begins; nothing leads out of it.
        let start = pattern.split(['*', '?', '[', '{', '\\']).next().unwrap_or("");
        self.readable(start.rsplit_once('/').map_or(start, |(folder, _)| folder))?;
        if pattern.split('/').any(|part| part == "..") {
            return None;
        }
        let found = bunraku_world::glob::glob(&**environment.files(), pattern).ok()?;
        Some(found.into_iter().map(|found| found.path).collect())
    }

    fn rich_data(&mut self, value: &Value) -> Value {
        rich_data(&self.call.cx.edition.types, value)
    }

    fn lambda_fits(&mut self, callable: &str) -> bool {
        self.call.block.is_none_or(|block| bunraku_eval::lambda_fits(callable, block.lambda))
    }

    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let environment = self.call.cx.state().environment.clone()?;
        ModuleLibraries(&environment).library(name, beside)
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        match self.call.cx.state().environment.clone() {
            Some(environment) => ModuleLibraries(&environment).libraries(folder),
            None => Vec::new(),
        }
    }

    fn read_yaml(&mut self, text: &str) -> Option<Result<Value, YamlError>> {
        Some(match bunraku_formats::yaml::read(text) {
            Ok(document) => match document.flaw {
                None => Ok(document.value),
                Some(flaw) => Err(YamlError::Disallowed(flaw.message.clone())),
            },
            Err(error) => Err(YamlError::Syntax {
                message: error.message,
                line: error.position.line,
                column: error.position.column,
            }),
        })
    }

    fn read_hocon(&mut self, text: &str) -> Option<Result<Value, String>> {
        Some(bunraku_formats::hocon::read(text).map_err(|error| error.to_string()))
    }

    fn now(&mut self) -> Option<(i64, u32)> {
        let now = self.call.cx.now()?;
        let nanos = now.nanoseconds();
        let second = 1_000_000_000;
        Some((nanos.div_euclid(second) as i64, nanos.rem_euclid(second) as u32))
    }
}
