//! Definitions by name: those of the site's manifests, then those of modules.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use bunraku_diag::{Diagnostic, Label, Severity, Span};
use bunraku_eval::{Eval, Evaluator, LogEntry, Unwind};
use bunraku_intern::Symbol;
use bunraku_ir::{
    AliasDefinition, ClassDefinition, DefineDefinition, Definition, FunctionDefinition, Operand,
};
use bunraku_loader::{Environment, LoadError};
use bunraku_pcore::Str;
use bunraku_resources::{Description, ResourceType};

use crate::{
    compiler::{Compiler, state},
    types::absolute,
};

impl Compiler {
    /// The class of a name, which is in lower case without a leading `::`.
    pub(crate) fn class(cx: &mut Evaluator, name: &str) -> Eval<Option<Arc<ClassDefinition>>> {
        let known = Symbol::find(name).and_then(|name| state(cx).definitions.classes.get(&name).cloned());
        match (known, state(cx).environment.clone()) {
            (None, Some(environment)) => {
                let class = environment.class(name).map_err(|error| broken(cx, &error))?;
                if let Some(class) = class.as_ref().filter(|class| !class.types_checked.load(Relaxed)) {
                    Compiler::check_types(cx, &environment.read_for(name))?;
                    class.types_checked.fetch_or(!state(cx).checks_types, Relaxed);
                }
                Ok(class)
            }
            (known, _) => Ok(known),
        }
    }

    /// The defined type of a name, which is in lower case.
    pub(crate) fn define(cx: &mut Evaluator, name: &str) -> Eval<Option<Arc<DefineDefinition>>> {
        let name = absolute(name);
        let known = Symbol::find(name).and_then(|name| state(cx).definitions.defines.get(&name).cloned());
        match (known, state(cx).environment.clone()) {
            (None, Some(environment)) => {
                let define = environment.define(name).map_err(|error| broken(cx, &error))?;
                if let Some(define) = define.as_ref().filter(|define| !define.types_checked.load(Relaxed)) {
                    Compiler::check_types(cx, &environment.read_for(name))?;
                    define.types_checked.fetch_or(!state(cx).checks_types, Relaxed);
                }
                Ok(define)
            }
            (known, _) => Ok(known),
        }
    }

    /// Looks at the types of the parameters of classes and defined types: they must exist, even where nothing declares
    /// what they belong to.
    pub(crate) fn check_types(cx: &mut Evaluator, definitions: &[Definition]) -> Eval<()> {
        // A type may be a defined type of the same file.
        if std::mem::replace(&mut state(cx).checks_types, true) {
            return Ok(());
        }
        let checked = definitions.iter().try_for_each(|definition| Compiler::check_types_of(cx, definition));
        state(cx).checks_types = false;
        checked
    }

    fn check_types_of(cx: &mut Evaluator, definition: &Definition) -> Eval<()> {
        let (body, checked) = match definition {
            Definition::Class(class) => (&class.body, &class.types_checked),
            Definition::Define(define) => (&define.body, &define.types_checked),
            _ => return Ok(()),
        };
        let types = body.params.iter().filter_map(|param| param.ty);
        let mut types = types.filter(|ty| matches!(ty, Operand::Expr(_))).peekable();
        if checked.load(Relaxed) || types.peek().is_none() {
            return Ok(());
        }
        cx.detached(body, |cx| types.try_for_each(|ty| cx.eval(body, ty).map(|_| ())))
    }

    /// The function of a name.
    pub(crate) fn function_definition(
        cx: &mut Evaluator,
        name: Symbol,
    ) -> Eval<Option<Arc<FunctionDefinition>>> {
        let known = state(cx).definitions.functions.get(&name).cloned();
        match (known, state(cx).environment.clone()) {
            (None, Some(environment)) => {
                environment.function(name.as_str()).map_err(|error| broken(cx, &error))
            }
            (known, _) => Ok(known),
        }
    }

    /// The type alias of a name, which is in lower case.
    pub(crate) fn alias_definition(cx: &mut Evaluator, name: &str) -> Eval<Option<Arc<AliasDefinition>>> {
        let known = state(cx).definitions.aliases.get(name).cloned();
        match (known, state(cx).environment.clone()) {
            (None, Some(environment)) => environment.alias(name).map_err(|error| broken(cx, &error)),
            (known, _) => Ok(known),
        }
    }

    /// Whether there is a resource type of that name, built in, defined, or written in Ruby by a module.
    pub(crate) fn is_resource_type(cx: &mut Evaluator, lower: &str) -> Eval<bool> {
        Ok(Compiler::description(cx, lower)?.is_some()
            || Compiler::define(cx, lower)?.is_some()
            || Compiler::is_foreign_type(cx, lower))
    }

    /// The description of a resource type that is no defined type, which an environment may have loaded.
    pub(crate) fn description(cx: &mut Evaluator, lower: &str) -> Eval<Option<Description>> {
        // Such types have no namespaces.
        if lower.contains(':') {
            return Ok(None);
        }
        let Some(environment) = state(cx).environment.clone() else {
            return Ok(ResourceType::find(lower).map(Description::Static));
        };
        let generated = environment.resource_type(lower).map_err(|error| broken(cx, &error))?;
        Ok(match generated {
            Some(generated) => Some(Description::Loaded(generated)),
            None => Compiler::foreign_type(cx, &environment, lower)
                .or_else(|| ResourceType::find(lower).map(Description::Static)),
        })
    }

    /// Whether a module defines a resource type in Ruby that cannot be read.
    pub(crate) fn is_foreign_type(cx: &mut Evaluator, lower: &str) -> bool {
        state(cx).foreign_types.get(lower).is_some_and(Option::is_none)
    }

    /// The description of a type that a module defines in Ruby. If there is one that cannot be read, that is said once.
    fn foreign_type(cx: &mut Evaluator, environment: &Environment, lower: &str) -> Option<Description> {
        let path = environment.foreign_type(lower)?;
        if let Some(known) = state(cx).foreign_types.get(lower) {
            return known.clone();
        }
        let description = match crate::ruby::resource_type(cx, environment, lower)? {
            Ok(ty) => Some(Description::Loaded(ty)),
            // What is built in is as good.
            Err(_) if ResourceType::find(lower).is_some() => None,
            Err(error) => {
                let line =
                    error.trace.first().map_or(String::new(), |(file, line)| format!(" ({file}:{line})"));
                let message = format!(
                    "the resource type `{lower}` of {} cannot be read, so that its attributes are not checked: {}{line}",
                    path.display(),
                    error.message
                );
                let warning = Diagnostic::warning(bunraku_diag::codes::FOREIGN_TYPE, message);
                cx.log.push(LogEntry::Diagnostic(warning));
                None
            }
        };
        let state = state(cx);
        let added = description.iter().flat_map(|ty| &ty.metaparameters);
        state.metaparameters.extend(added.map(|name| Str::from(&**name)));
        state.foreign_types.insert(lower.to_owned(), description.clone());
        description
    }
}

/// The failure that a broken file is: the first of its errors.
fn broken(cx: &mut Evaluator, error: &LoadError) -> Box<Unwind> {
    let first = error.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let mut diagnostic = first.cloned().unwrap_or_else(|| {
        Diagnostic::error(
            bunraku_diag::codes::UNREADABLE_FILE,
            format!("{} cannot be used", error.source.name()),
        )
    });
    let mut move_here = |label: &mut Label| {
        let span: Span = cx.span_in(&error.source, label.span.range);
        label.span = span;
    };
    diagnostic.primary.iter_mut().for_each(&mut move_here);
    diagnostic.labels.iter_mut().for_each(&mut move_here);
    Box::new(Unwind::Failure(diagnostic))
}
