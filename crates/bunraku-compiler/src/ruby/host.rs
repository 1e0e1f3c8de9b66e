//! The host of Ruby code: what it can see and do in a compilation.

use std::sync::Arc;

use bunraku_catalog::{Kind, Resource, ResourceId};
use bunraku_diag::{Source, capitalized};
use bunraku_eval::{Eval, LogEntry, LogLevel, OpenBody, Replacement, ScopeId, Unwind};
use bunraku_pcore::{Str, Type, Value};
use bunraku_ruby_puppet::{
    Code, Denied, HostError, Misuse, ModuleFolder, PuppetHost, Ruby, RubyError, types::Libraries,
};

use super::{error::to_ruby, library::ModuleLibraries, outside::denied};
use crate::{compiler::CatalogCall, relationship::key_of, rich_data::rich_data};

/// The default of Puppet's setting `vardir`.
pub(super) const VARDIR: &str = "/opt/puppetlabs/puppet/cache";

/// The scope from which a template or function written in Ruby is called.
pub(super) struct ScopeHost<'c, 'd> {
    pub(super) call: &'c mut CatalogCall<'d>,
    pub(super) ruby: Ruby,
    /// The bodies to return to when leaving the top scope, outermost first; `None` if the top scope was already
    /// running.
    left: Vec<Option<OpenBody>>,
    /// Why the code was stopped.
    pub(super) stopped: Option<Box<Unwind>>,
    /// Why access to the file requested last was denied.
    pub(super) denied: Option<Denied>,
    /// The template that runs, if it is a file.
    pub(super) template: Option<Arc<Source>>,
}

impl<'c, 'd> ScopeHost<'c, 'd> {
    pub(super) fn new(call: &'c mut CatalogCall<'d>, ruby: Ruby) -> ScopeHost<'c, 'd> {
        ScopeHost { call, ruby, left: Vec::new(), stopped: None, denied: None, template: None }
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

    fn writes_line(&mut self, line: u32) {
        if let (Some(coverage), Some(template)) = (&mut self.call.cx.coverage, &self.template) {
            coverage.note(template, template.line_range(line));
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
        self.call.cx.is_set(self.call.body, name)
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

    fn resource_tags(&mut self, reference: &Type) -> Vec<Str> {
        let resource = self.id_of(reference).and_then(|id| self.call.cx.catalog().get(id));
        resource.map(|resource| resource.tags.iter().map(Str::from).collect()).unwrap_or_default()
    }

    fn resource_place(&mut self, reference: &Type) -> Option<(Str, u32)> {
        let id = self.id_of(reference)?;
        let place = self.call.cx.catalog().get(id)?.place?;
        let source = self.call.cx.sources.get(place.file)?;
        Some((Str::from(source.name()), source.line_at(place.range.start)))
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

    fn defines_defaults(&mut self) {
        let scope = self.call.cx.scope;
        if let Some(info) = self.call.cx.info(scope) {
            info.own_lookup = true;
            self.call.cx.state().own_lookups = true;
        }
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

    fn rich_data(&mut self, value: &Value) -> Value {
        rich_data(&self.call.cx.edition.types, value)
    }

    fn lambda_arity(&mut self, _number: usize) -> i64 {
        let Some(block) = self.call.block else { return -1 };
        let params = &block.lambda.params;
        let needed = params.iter().filter(|param| !param.rest && param.default.is_none()).count();
        let needed = i64::try_from(needed).unwrap_or(i64::MAX - 1);
        if params.len() as i64 == needed { needed } else { -needed - 1 }
    }

    fn lambda_fits(&mut self, callable: &str) -> bool {
        self.call.block.is_none_or(|block| bunraku_eval::lambda_fits(callable, block.lambda))
    }

    fn misuse(&mut self, name: &str, misuse: Misuse<'_>, message: &str) -> Option<HostError> {
        Some(super::misuse::failure(self.call, name, misuse, message))
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        let state = self.call.cx.state();
        let (environment, caches) = (state.environment.clone(), Arc::clone(&state.caches));
        environment.map_or_else(Vec::new, |environment| {
            ModuleLibraries::new(&environment, &caches.ruby, self.call.cx.machine).libraries(folder)
        })
    }
}
