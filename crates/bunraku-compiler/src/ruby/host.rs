//! The host of Ruby code: what it can see and do in a compilation.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_catalog::{Kind, Resource, ResourceId};
use bunraku_diag::capitalized;
use bunraku_eval::{Eval, LogEntry, LogLevel, OpenBody, Replacement, ScopeId, Unwind};
use bunraku_pcore::{Str, Type, Value};
use bunraku_ruby_puppet::{
    Code, Denied, HostError, Misuse, ModuleFolder, PuppetHost, Ruby, RubyError, YamlError, types::Libraries,
};
use bunraku_world::{AskedBy, FileKind, Refused, World, glob::GlobError, state_name};

use super::{error::to_ruby, library::ModuleLibraries};
use crate::{compiler::CatalogCall, relationship::key_of, rich_data::rich_data};

/// The default of Puppet's setting `vardir`.
const VARDIR: &str = "/opt/puppetlabs/puppet/cache";

/// The length of a day in nanoseconds.
const DAY: i128 = 86_400_000_000_000;

/// A hash of a string that is the same in every version of the program (FNV-1a).
fn seed_of(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The scope from which a template or function written in Ruby is called.
pub(super) struct ScopeHost<'c, 'd> {
    call: &'c mut CatalogCall<'d>,
    ruby: Ruby,
    /// The bodies to return to when leaving the top scope, outermost first; `None` if the top scope was already
    /// running.
    left: Vec<Option<OpenBody>>,
    /// Why the code was stopped.
    stopped: Option<Box<Unwind>>,
    /// Why access to the file requested last was denied.
    denied: Option<Denied>,
}

impl<'c, 'd> ScopeHost<'c, 'd> {
    pub(super) fn new(call: &'c mut CatalogCall<'d>, ruby: Ruby) -> ScopeHost<'c, 'd> {
        ScopeHost { call, ruby, left: Vec::new(), stopped: None, denied: None }
    }

    /// Returns the call, and why the code was stopped.
    pub(super) fn into_parts(self) -> (&'c mut CatalogCall<'d>, Option<Box<Unwind>>) {
        (self.call, self.stopped)
    }

    /// Runs Puppet code for Ruby code, counting the steps of both together.
    fn counted<T>(&mut self, work: impl FnOnce(&mut CatalogCall<'d>) -> T) -> T {
        self.call.cx.spent.steps = self.ruby.steps();
        let result = work(self.call);
        self.ruby.set_steps(self.call.cx.spent.steps);
        result
    }

    /// The key under which a file below Puppet's `vardir` is stored.
    fn kept_name(&mut self, path: &str) -> Option<PathBuf> {
        let folder = self.setting("vardir");
        let folder = folder.as_ref().and_then(Value::as_str).unwrap_or(VARDIR);
        state_name(Path::new(folder), Path::new(path))
    }

    /// Counts a value that is converted to Ruby, since the copy shares nothing with it.
    fn count_copy(&mut self, value: &Value) -> Eval<()> {
        let (body, range) = (self.call.body, self.call.range);
        let weight = value.measure().weight();
        self.counted(|call| call.cx.count_walk(weight.saturating_mul(2), body, range))
    }

    /// The resource of the catalog that a reference refers to.
    fn id_of(&mut self, reference: &Type) -> Option<ResourceId> {
        let key = key_of(&Value::Type(reference.clone()))?;
        self.call.cx.catalog().resource(&key)
    }

    /// The files that code may read; `None` if there are no files at all.
    fn files(&mut self) -> Option<Arc<dyn World>> {
        self.denied = None;
        let has_files = self.call.cx.state().environment.is_some() || self.call.cx.world.policy().is_some();
        has_files.then(|| self.call.cx.files())
    }

    /// Handles the answer to a request for files. A refusal is kept to be reported later.
    fn answered<T>(&mut self, result: io::Result<T>) -> Option<Result<T, String>> {
        match result {
            Ok(answer) => Some(Ok(answer)),
            Err(error) => match Refused::of(&error) {
                Some(refused) => {
                    self.denied = Some(denied(refused));
                    None
                }
                None => Some(Err(error.to_string())),
            },
        }
    }
}

/// Converts a refusal for the Ruby interpreter.
fn denied(refused: &Refused) -> Denied {
    Denied { what: refused.what.clone(), help: refused.help() }
}

impl PuppetHost for ScopeHost<'_, '_> {
    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        let (body, range) = (self.call.body, self.call.range);
        match self.call.cx.lookup_text(body, name) {
            Some(value) => {
                self.count_copy(&value).map_err(to_ruby)?;
                Ok(Some(value))
            }
            None => match self.call.cx.missing_variable(body, range, name) {
                Ok(()) => Ok(None),
                Err(unwind) => Err(to_ruby(unwind)),
            },
        }
    }

    fn plain_variable(&mut self, name: &str) -> Option<Value> {
        // A number refers to a match group, not to a variable of a scope.
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let value = self.call.cx.lookup_text(self.call.body, name)?;
        match self.count_copy(&value) {
            Ok(()) => Some(value),
            Err(unwind) => {
                self.stopped = Some(unwind);
                None
            }
        }
    }

    fn changed(&mut self, name: &str, value: Value) {
        self.call.cx.replace_variable(name, value.clone());
        let scope = self.call.cx.scope;
        let Some(id) = self.call.cx.info(scope).map(|info| info.resource) else { return };
        let place = self.call.cx.span(self.call.body, self.call.range);
        self.call.cx.catalog().change(id, name, value, place);
    }

    fn replace(&mut self, pairs: &[(Value, Value)]) -> Result<(), HostError> {
        let mut replacement = Replacement::new(pairs);
        let facts = self.facts().and_then(|facts| replacement.of(&facts));
        if facts.is_some() {
            return Err(HostError::new("can't modify frozen Hash: facts cannot be changed"));
        }
        self.call.cx.replace_values(&mut replacement);
        // Parameters of classes and defined types are also variables; other resources have copies.
        let mut changes = Vec::new();
        for (index, resource) in self.call.cx.catalog().resources().iter().enumerate() {
            if resource.kind == Kind::Builtin {
                continue;
            }
            for param in &resource.params {
                if let Some(value) = replacement.of(&param.value) {
                    changes.push((ResourceId(index), param.name.clone(), value));
                }
            }
        }
        let place = self.call.cx.span(self.call.body, self.call.range);
        for (id, name, value) in changes {
            self.call.cx.catalog().change(id, &name, value, place);
        }
        Ok(())
    }

    fn has_variable(&mut self, name: &str) -> bool {
        self.call.cx.lookup_text(self.call.body, name).is_some()
    }

    fn enter_top_scope(&mut self) -> Result<(), HostError> {
        // When the top scope is running already, its lambdas stay visible.
        let opened = match self.call.cx.scope {
            ScopeId::TOP => None,
            _ => Some(self.call.cx.open_detached(self.call.body).map_err(to_ruby)?),
        };
        self.left.push(opened);
        Ok(())
    }

    fn leave_top_scope(&mut self) {
        if let Some(opened) = self.left.pop().flatten() {
            self.call.cx.close_body(opened);
        }
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

    fn call_function(&mut self, name: &str, args: Vec<Value>, lambda: bool) -> Result<Value, HostError> {
        self.counted(|call| {
            let (body, range) = (call.body, call.range);
            let block = call.block.filter(|_| lambda);
            call.cx.call_function(body, range, name, &args, block).map_err(to_ruby)
        })
    }

    fn modern_function(&mut self, name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        super::function::modern(self.call, name)
    }

    fn legacy_function(&mut self, name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        super::function::legacy(self.call, name)
    }

    fn call_method(&mut self, object: &Value, name: &str, args: &[Value]) -> Result<Value, HostError> {
        self.counted(|call| {
            let (body, range) = (call.body, call.range);
            match call.cx.evaluator().call_method(body, range, object, name, args) {
                Some(result) => result.map_err(to_ruby),
                None => Err(HostError::new(format!("undefined method `{name}`"))),
            }
        })
    }

    fn explain(&mut self, context: &Value, note: Option<&str>) -> bool {
        crate::context::explain_for_ruby(self.call, context, note)
    }

    fn call_lambda(&mut self, _: usize, args: Vec<Value>) -> Result<Value, HostError> {
        self.counted(|call| call.yield_all(args).map_err(to_ruby))
    }

    fn log(&mut self, level: LogLevel, message: String) {
        let place = Some(self.call.cx.span(self.call.body, self.call.range));
        self.call.cx.log.push(LogEntry::Line { level, message, place });
    }

    fn has_function(&mut self, name: &str) -> bool {
        super::function::exists(self.call, name)
    }

    fn has_legacy_function(&mut self, name: &str) -> bool {
        super::function::is_legacy(self.call, name)
    }

    fn node_name(&mut self) -> Option<Str> {
        self.call.cx.state().node_name.clone()
    }

    fn environment_name(&mut self) -> Option<Str> {
        let environment = self.call.cx.state().environment.as_ref();
        Some(Str::from(environment.map_or("production", |environment| environment.name.as_str())))
    }

    fn setting(&mut self, name: &str) -> Option<Value> {
        let given = self.call.cx.lookup_text(self.call.body, &format!("::settings::{name}"));
        given.or_else(|| (name == "vardir").then(|| Value::str(VARDIR)))
    }

    fn facts(&mut self) -> Option<Value> {
        self.call.cx.lookup_text(self.call.body, "::facts")
    }

    fn place(&mut self) -> Option<(Str, u32)> {
        let source = &self.call.body.source;
        Some((Str::from(source.name()), source.line_at(self.call.range.start)))
    }

    fn classes(&mut self) -> Vec<Str> {
        self.call.cx.catalog().classes().iter().map(|name| Str::from(name.as_str())).collect()
    }

    fn tags(&mut self) -> Vec<Str> {
        self.call.cx.catalog().tags().iter().map(Str::from).collect()
    }

    fn resources(&mut self) -> Vec<Type> {
        self.call.cx.catalog().resources().iter().map(Resource::as_type).collect()
    }

    fn own_resource(&mut self) -> Option<Type> {
        let scope = self.call.cx.scope;
        let id = self.call.cx.info(scope)?.resource;
        Some(self.call.cx.catalog().get(id)?.as_type())
    }

    fn find_resource(&mut self, type_name: &str, title: &str) -> Option<Type> {
        let id = self.call.cx.catalog().find(type_name, title)?;
        Some(self.call.cx.catalog().get(id)?.as_type())
    }

    fn parameter(&mut self, reference: &Type, name: &str) -> Option<Value> {
        let id = self.id_of(reference)?;
        let resource = self.call.cx.catalog().get(id)?;
        // Resource defaults do not count before the resource is complete.
        match name {
            "title" => Some(Value::Str(resource.title.clone())),
            name => resource.get(name).cloned(),
        }
    }

    fn parameters(&mut self, reference: &Type) -> Vec<(Str, Value)> {
        let Some(id) = self.id_of(reference) else { return Vec::new() };
        let Some(resource) = self.call.cx.catalog().get(id) else { return Vec::new() };
        resource.params.iter().map(|param| (param.name.clone(), param.value.clone())).collect()
    }

    fn set_parameter(&mut self, reference: &Type, name: &str, value: Value) {
        let Some(id) = self.id_of(reference) else { return };
        let place = self.call.cx.span(self.call.body, self.call.range);
        self.call.cx.catalog().put(id, name, value, place);
    }

    fn definition_place(&mut self) -> Option<(Str, u32)> {
        let (body, range) = match self.own_resource()? {
            Type::Class(class) => {
                let class = self.call.cx.class(&class.name.as_deref()?.to_lowercase()).ok()??;
                (Arc::clone(&class.body), class.range)
            }
            Type::Resource(resource) => {
                let define = self.call.cx.define(&resource.type_name.as_deref()?.to_lowercase()).ok()??;
                (Arc::clone(&define.body), define.range)
            }
            _ => return None,
        };
        Some((Str::from(body.source.name()), body.source.line_at(range.start)))
    }

    fn add_resource(&mut self, type_name: &str, title: &str, contained: bool) -> Result<(), HostError> {
        let place = (self.call.body, self.call.range);
        self.call.cx.add_made(place, type_name, title, contained).map(|_| ()).map_err(to_ruby)
    }

    fn remove_resource(&mut self, reference: &Type) {
        if let Some(id) = self.id_of(reference) {
            self.call.cx.catalog().remove(id);
        }
    }

    fn is_virtual(&mut self, reference: &Type) -> bool {
        let id = self.id_of(reference);
        id.and_then(|id| self.call.cx.catalog().get(id)).is_some_and(|resource| resource.is_virtual)
    }

    fn namevar(&mut self, reference: &Type) -> Str {
        let resource = self.id_of(reference).and_then(|id| self.call.cx.catalog().get(id));
        let ty = resource.and_then(|resource| resource.ty.as_ref());
        ty.and_then(|ty| ty.namevars.first()).map_or_else(|| Str::from("name"), |name| Str::from(&**name))
    }

    fn resource_defaults(&mut self, type_name: &str) -> Vec<(Str, Value)> {
        let defaults = self.call.cx.defaults_for(&Str::from(type_name));
        defaults.into_iter().map(|param| (param.name, param.value)).collect()
    }

    fn resource_type(&mut self, name: &str) -> Option<Str> {
        let is_type = self.call.cx.is_resource_type(name).unwrap_or(false);
        is_type.then(|| Str::from(capitalized(name)))
    }

    fn modules(&mut self) -> Vec<(String, String)> {
        let Some(environment) = self.call.cx.state().environment.as_ref() else { return Vec::new() };
        let module = |module: &bunraku_loader::Module| {
            (module.name.to_string(), module.path.to_string_lossy().into_owned())
        };
        environment.modules.iter().map(module).collect()
    }

    fn modulepath(&mut self) -> Vec<String> {
        let Some(environment) = self.call.cx.state().environment.as_ref() else { return Vec::new() };
        environment.modulepath.iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }

    fn module_path(&mut self, name: &str) -> Option<String> {
        let environment = self.call.cx.state().environment.as_ref()?;
        Some(environment.module(name)?.path.to_string_lossy().into_owned())
    }

    fn module_file(&mut self, folder: ModuleFolder, name: &str) -> Option<String> {
        let folder = match folder {
            ModuleFolder::Templates => "templates",
            ModuleFolder::Files => "files",
        };
        self.denied = None;
        match self.call.cx.module_file(folder, name) {
            Ok(path) => path.map(|path| path.to_string_lossy().into_owned()),
            Err(refused) => {
                self.denied = Some(denied(&refused));
                None
            }
        }
    }

    fn parse_type(&mut self, string: &str) -> Result<Type, HostError> {
        let found = self.call.cx.evaluator().type_from_text(string).map_err(to_ruby)?;
        found.ok_or_else(|| HostError::new(format!("`{string}` is not a type")))
    }

    fn keep_file(&mut self, path: &str, bytes: &[u8]) -> Option<Result<(), String>> {
        let name = self.kept_name(path).filter(|name| !name.as_os_str().is_empty())?;
        // Without a store for data, what is written lasts until the compilation ends.
        Some(match self.call.cx.world.state() {
            Some(state) => state.write(&name, bytes).map_err(|error| error.to_string()),
            None => Ok(()),
        })
    }

    fn may_keep(&mut self, path: &str) -> bool {
        self.kept_name(path).is_some()
    }

    fn remove_file(&mut self, path: &str) -> Option<Result<(), String>> {
        let name = self.kept_name(path)?;
        Some(match self.call.cx.world.state() {
            Some(state) => state.remove(&name).map_err(|error| error.to_string()),
            None => Ok(()),
        })
    }

    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        if let Some(name) = self.kept_name(path) {
            return Some(match self.call.cx.world.state() {
                Some(state) => state.read(&name).map_err(|error| error.to_string()),
                None => Err("no such file".to_owned()),
            });
        }
        let read = self.files()?.read(Path::new(path), FileKind::Content);
        self.answered(read)
    }

    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        if let Some(name) = self.kept_name(path) {
            // The root folder itself always exists. Its contents can only be requested by name.
            let exists = name.as_os_str().is_empty();
            return Some(if exists { Ok(Vec::new()) } else { Err("no such folder".to_owned()) });
        }
        let listed = self.files()?.list(Path::new(path));
        self.answered(listed.map(|entries| entries.into_iter().map(|entry| entry.name).collect()))
    }

    fn glob(&mut self, pattern: &str) -> Option<Vec<String>> {
        match bunraku_world::glob::glob(&*self.files()?, pattern) {
            Ok(found) => Some(found.into_iter().map(|found| found.path).collect()),
            Err(GlobError::Refused(refused)) => {
                self.denied = Some(denied(&refused));
                None
            }
            Err(GlobError::TooMuch(_)) => None,
        }
    }

    fn denied(&mut self) -> Option<Denied> {
        self.denied.take()
    }

    fn environment_variable(&mut self, name: &str) -> Result<Option<String>, Denied> {
        self.call.cx.files().variable(name, AskedBy::Code).map_err(|refused| denied(&refused))
    }

    fn rich_data(&mut self, value: &Value) -> Value {
        rich_data(&self.call.cx.edition.types, value)
    }

    fn lambda_fits(&mut self, callable: &str) -> bool {
        self.call.block.is_none_or(|block| bunraku_eval::lambda_fits(callable, block.lambda))
    }

    fn misuse(&mut self, name: &str, misuse: Misuse<'_>, message: &str) -> Option<HostError> {
        Some(super::misuse::failure(self.call, name, misuse, message))
    }

    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let environment = self.call.cx.state().environment.clone()?;
        let caches = Arc::clone(&self.call.cx.state().caches);
        ModuleLibraries::new(&environment, &caches.ruby, self.call.cx.machine).library(name, beside)
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        let state = self.call.cx.state();
        let (environment, caches) = (state.environment.clone(), Arc::clone(&state.caches));
        environment.map_or_else(Vec::new, |environment| {
            ModuleLibraries::new(&environment, &caches.ruby, self.call.cx.machine).libraries(folder)
        })
    }

    fn read_yaml(&mut self, text: &str, regexps: bool) -> Option<Result<Value, YamlError>> {
        Some(match bunraku_formats::yaml::read_for_ruby(text, regexps) {
            Ok(document) => match document.flaw {
                None => Ok(document.value),
                Some(flaw) => Err(YamlError::Disallowed(flaw.message.clone())),
            },
            Err(error) if error.kind == bunraku_formats::ErrorKind::Data => {
                Err(YamlError::Disallowed(error.message))
            }
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

    fn crypt(&mut self, password: &[u8], salt: &str) -> Option<String> {
        bunraku_stdlib::crypt(password, salt)
    }

    fn crypt_work(&mut self, salt: &str) -> u64 {
        bunraku_stdlib::crypt_work(salt)
    }

    fn seed(&mut self) -> Option<u64> {
        let given = self.call.cx.settings.seed;
        Some(given.unwrap_or_else(|| {
            let day = self.call.cx.now().map_or(0, |now| now.nanoseconds().div_euclid(DAY));
            seed_of(&format!("{} {day}", self.node_name().unwrap_or_default()))
        }))
    }

    fn should_stop(&mut self, bytes: u64) -> bool {
        self.call.cx.spent.steps = self.ruby.steps();
        let (body, range) = (self.call.body, self.call.range);
        let budget = match bytes {
            0 => self.call.cx.check_budget(body, range),
            bytes => self.call.cx.reserve(bytes, body, range),
        };
        self.stopped = self.stopped.take().or(budget.err());
        self.stopped.is_some()
    }

    fn now(&mut self) -> Option<(i64, u32)> {
        let now = self.call.cx.now()?;
        let nanos = now.nanoseconds();
        let second = 1_000_000_000;
        Some((nanos.div_euclid(second) as i64, nanos.rem_euclid(second) as u32))
    }
}
