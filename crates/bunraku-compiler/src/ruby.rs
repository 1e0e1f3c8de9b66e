//! Runs the Ruby code of modules (templates, functions, resource types) with the compilation as its host.

mod added;
mod cache;
mod error;
mod folders;
mod function;
mod host;
mod library;
mod misuse;
mod outside;
mod resource_type;
mod template;

use std::{cell::OnceCell, path::Path, sync::Arc};

use bunraku_diag::{Diagnostic, TextRange};
use bunraku_eval::{Eval, Machine};
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_loader::Environment;
use bunraku_pcore::{Str, Value};
use bunraku_resources::ResourceType;
use bunraku_ruby_puppet::{Code, Ruby, RubyError, RunLimits};

pub(crate) use cache::RubyCache;

use crate::{
    compiler::{CatalogCall, Compiler},
    foreign::Foreign,
};
use host::ScopeHost;

/// The Ruby code of one compilation.
pub(crate) struct RubyCode {
    /// Created when code first runs.
    ruby: OnceCell<Ruby>,
    create: Box<dyn Fn() -> Ruby>,
    /// What takes the place of built-in functions.
    functions: Vec<(Symbol, Arc<Code>)>,
}

impl RubyCode {
    /// The interpreter is created when code first runs.
    pub(crate) fn new(create: impl Fn() -> Ruby + 'static) -> RubyCode {
        RubyCode { ruby: OnceCell::new(), create: Box::new(create), functions: Vec::new() }
    }

    pub(crate) fn with_functions(self, functions: Vec<(Symbol, Arc<Code>)>) -> RubyCode {
        RubyCode { functions, ..self }
    }

    fn function(&self, name: Symbol) -> Option<&Code> {
        self.functions.iter().find(|(known, _)| *known == name).map(|(_, code)| &**code)
    }

    fn ruby(&self) -> &Ruby {
        self.ruby.get_or_init(&self.create)
    }
}

impl Foreign for RubyCode {
    fn replaces(&self, name: Symbol) -> bool {
        self.function(name).is_some()
    }

    fn call_function(&self, call: &mut CatalogCall<'_>, name: Symbol, path: &Path) -> Eval<Value> {
        match self.function(name) {
            Some(code) => function::call_code(self.ruby(), call, name, code),
            None => function::call_function(self.ruby(), call, name, path),
        }
    }

    fn render_file(&self, call: &mut CatalogCall<'_>, path: &Path) -> Eval<String> {
        template::render_file(self.ruby(), call, path)
    }

    fn render_inline(&self, call: &mut CatalogCall<'_>, template: String) -> Eval<String> {
        template::render_inline(self.ruby(), call, template)
    }

    fn resource_type(
        &self,
        cx: &mut Compiler<'_>,
        environment: &Environment,
        name: &str,
    ) -> Option<Result<Arc<ResourceType>, Diagnostic>> {
        let read = resource_type::resource_type(cx, environment, &cx.state.caches.ruby, name)?;
        Some(read.map_err(|error| error::type_failure(cx, name, &error)))
    }

    fn title_value(
        &self,
        cx: &mut Compiler<'_>,
        place: (&Body, TextRange),
        type_name: &str,
        lambda: (usize, usize),
        part: Option<&str>,
    ) -> Eval<Value> {
        resource_type::title_value(self.ruby(), cx, place, type_name, lambda, part)
    }

    fn scope_defaults(&self, call: &mut CatalogCall<'_>, type_name: &str) -> Eval<Vec<(Str, Value)>> {
        let ruby = self.ruby();
        run(ruby, call, |host, limits| ruby.scope_defaults(host, limits, type_name))
    }

    fn automatic(&self, cx: &mut Compiler<'_>, resources: &Value, facts: &Value) -> Vec<[String; 3]> {
        resource_type::automatic(self.ruby(), cx, resources, facts)
    }
}

/// Runs Ruby code for a call. Its steps count together with those of Puppet code.
fn run<T>(
    ruby: &Ruby,
    call: &mut CatalogCall<'_>,
    work: impl FnOnce(&mut ScopeHost<'_, '_>, RunLimits) -> Result<T, RubyError>,
) -> Eval<T> {
    ruby.set_steps(call.cx.spent.steps);
    let limits = limits(&call.cx);
    let mut host = ScopeHost::new(call, ruby.clone());
    let result = work(&mut host, limits);
    let (call, stopped) = host.into_parts();
    call.cx.spent.steps = ruby.steps();
    match (result, stopped) {
        (Ok(_), Some(unwind)) => Err(unwind),
        (result, stopped) => result.map_err(|error| error::failure(call, error, stopped)),
    }
}

fn limits(cx: &Machine) -> RunLimits {
    // A method may need a string several times: what it reads, what it makes of it, and what it shows of that.
    let share = usize::try_from(cx.limits.memory / 8).unwrap_or(usize::MAX);
    RunLimits {
        steps: cx.limits.steps,
        depth: 2_000,
        size: cx.limits.size.min(share),
        stack: cx.stack_left() / 2,
    }
}
