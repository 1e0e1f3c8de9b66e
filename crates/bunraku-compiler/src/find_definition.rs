//! Finds definitions by name, in the site's manifests and then in modules.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, Severity, Source, Span, TextRange, codes};
use bunraku_edition::AbsoluteType;
use bunraku_eval::{Eval, LogEntry, Unwind};
use bunraku_intern::Symbol;
use bunraku_ir::{
    AliasDefinition, Body, ClassDefinition, DefineDefinition, Definition, FunctionDefinition, Operand, Param,
};
use bunraku_loader::{Environment, LoadError};
use bunraku_pcore::Str;
use bunraku_resources::{Description, ResourceType, is_metaparameter};

use crate::{compiler::Compiler, declare::with_help, foreign::NO_RUBY, pcore, types::absolute};

impl Compiler<'_> {
    /// Finds a class by its name in lowercase, without a leading `::`.
    pub(crate) fn class(&mut self, name: &str) -> Eval<Option<Arc<ClassDefinition>>> {
        let state = self.state();
        let known = Symbol::find(name).and_then(|name| {
            state.definitions.classes.get(&name).or_else(|| state.loaded.classes.get(&name)).cloned()
        });
        match (known, &state.environment) {
            (None, Some(environment)) => {
                let environment = Arc::clone(environment);
                let class = environment.class(name).map_err(|error| broken(self, &error))?;
                self.show_warnings(&environment, class.as_ref().map(|class| &class.body.source));
                let place = class.as_ref().map(|class| class.body.source.span(class.range));
                self.check_types_around(&environment, name, place)?;
                // A running check of types must find this class again, because it still has to check it.
                if !self.state().checks_types
                    && let Some(class) = &class
                {
                    self.state().loaded.classes.insert(class.name, Arc::clone(class));
                }
                Ok(class)
            }
            (known, _) => Ok(known),
        }
    }

    /// Finds a defined type by its name in lowercase.
    pub(crate) fn define(&mut self, name: &str) -> Eval<Option<Arc<DefineDefinition>>> {
        let name = absolute(name);
        let state = self.state();
        let known = Symbol::find(name).and_then(|name| {
            state.definitions.defines.get(&name).or_else(|| state.loaded.defines.get(&name)).cloned()
        });
        match (known, &state.environment) {
            (None, Some(environment)) => {
                let environment = Arc::clone(environment);
                let define = environment.define(name).map_err(|error| broken(self, &error))?;
                self.show_warnings(&environment, define.as_ref().map(|define| &define.body.source));
                let place = define.as_ref().map(|define| define.body.source.span(define.range));
                self.check_types_around(&environment, name, place)?;
                if !self.state().checks_types
                    && let Some(define) = &define
                {
                    self.state().loaded.defines.insert(define.name, Arc::clone(define));
                }
                Ok(define)
            }
            (known, _) => Ok(known),
        }
    }

    /// Logs the warnings about a module's file when something in it is first used. From then on the file is among the
    /// sources of the compilation, which show what a change of the file can affect.
    fn show_warnings(&mut self, environment: &Environment, source: Option<&Arc<Source>>) {
        let Some(source) = source.filter(|source| self.state().files_used.insert(source.id())) else {
            return;
        };
        self.sources.add(Arc::clone(source));
        let warnings = environment.warnings(source);
        self.log.extend(warnings.into_iter().map(LogEntry::Diagnostic));
    }

    /// Checks the types in the files that are read for a class or defined type, unless that has been done.
    fn check_types_around(
        &mut self,
        environment: &Environment,
        name: &str,
        definition: Option<Span>,
    ) -> Eval<()> {
        let Some(definition) = definition.filter(|definition| !self.are_types_checked(*definition)) else {
            return Ok(());
        };
        self.check_types(&environment.read_for(name))?;
        // Definitions that a running check leads to are checked later.
        if !self.state().checks_types {
            self.note_types_checked(definition);
        }
        Ok(())
    }

    pub(crate) fn are_types_checked(&mut self, definition: Span) -> bool {
        let state = self.state();
        if state.types_checked.contains(&definition) {
            return true;
        }
        let checked =
            state.environment.as_ref().is_some_and(|environment| environment.are_types_checked(definition));
        if checked {
            state.types_checked.insert(definition);
        }
        checked
    }

    pub(crate) fn note_types_checked(&mut self, definition: Span) {
        let state = self.state();
        state.types_checked.insert(definition);
        if let Some(environment) = &state.environment {
            environment.note_types_checked(definition);
        }
    }

    /// Checks the types of the parameters of classes and defined types. They must exist even if nothing declares the
    /// class or defined type.
    pub(crate) fn check_types(&mut self, definitions: &[Definition]) -> Eval<()> {
        // A type may be a defined type of the same file, which leads back here.
        if std::mem::replace(&mut self.state().checks_types, true) {
            return Ok(());
        }
        let checked = definitions.iter().try_for_each(|definition| self.check_types_of(definition));
        self.state().checks_types = false;
        checked
    }

    fn check_types_of(&mut self, definition: &Definition) -> Eval<()> {
        let (body, range) = match definition {
            Definition::Class(class) => (&class.body, class.range),
            Definition::Define(define) => (&define.body, define.range),
            _ => return Ok(()),
        };
        self.check_parameter_names(body)?;
        let types = body.params.iter().filter_map(|param| param.ty);
        let mut types = types.filter(|ty| matches!(ty, Operand::Expr(_))).peekable();
        if types.peek().is_none() || self.are_types_checked(body.source.span(range)) {
            return Ok(());
        }
        let opened = self.open_detached(body)?;
        let result = types.try_for_each(|ty| self.eval(body, ty).map(|_| ()));
        self.close_body(opened);
        result
    }

    /// Rejects parameters without a default that have the name of a metaparameter.
    fn check_parameter_names(&mut self, body: &Body) -> Eval<()> {
        let taken = |param: &&Param| param.default.is_none() && is_metaparameter(param.name.as_str());
        let Some(param) = body.params.iter().find(taken) else { return Ok(()) };
        let message =
            format!("the parameter `${}` has the name of a metaparameter and no default", param.name);
        let error = self.error(codes::METAPARAMETER, body, param.range, message);
        Err(with_help(error, "choose another name"))
    }

    /// Moves the failure of a definition whose parameters cannot have their names to where the definition is used: this
    /// is where Puppet reads it.
    pub(crate) fn at_use(
        &mut self,
        mut unwind: Box<Unwind>,
        source: &Arc<Source>,
        range: TextRange,
    ) -> Box<Unwind> {
        if let Unwind::Failure(diagnostic) = unwind.as_mut()
            && diagnostic.code == codes::METAPARAMETER
        {
            diagnostic.move_to(self.span_in(source, range));
        }
        unwind
    }

    /// Finds a function written in Puppet.
    pub(crate) fn function_definition(&mut self, name: Symbol) -> Eval<Option<Arc<FunctionDefinition>>> {
        let known = self.state().definitions.functions.get(&name).cloned();
        match (known, self.state().environment.clone()) {
            (None, Some(environment)) => {
                let function = environment.function(name.as_str()).map_err(|error| broken(self, &error))?;
                self.show_warnings(&environment, function.as_ref().map(|function| &function.body.source));
                Ok(function)
            }
            (known, _) => Ok(known),
        }
    }

    /// Finds a type alias by its name in lowercase.
    pub(crate) fn alias_definition(&mut self, name: &str) -> Eval<Option<Arc<AliasDefinition>>> {
        if let Some(known) = self.state().definitions.aliases.get(name) {
            return Ok(Some(Arc::clone(known)));
        }
        if let Some(built_in) = pcore::definition(self.edition, name) {
            return Ok(Some(built_in));
        }
        let Some(environment) = self.state().environment.clone() else { return Ok(None) };
        let alias = environment.alias(name).map_err(|error| broken(self, &error))?;
        self.show_warnings(&environment, alias.as_ref().map(|alias| &alias.body.source));
        Ok(alias)
    }

    /// Whether a resource type of this name exists: built in, defined, or written in Ruby in a module.
    pub(crate) fn is_resource_type(&mut self, lower: &str) -> Eval<bool> {
        Ok(self.description(lower)?.is_some() || self.define(lower)?.is_some() || self.is_foreign_type(lower))
    }

    /// The description of a resource type that is not a defined type. It may come from the environment.
    pub(crate) fn description(&mut self, lower: &str) -> Eval<Option<Description>> {
        let lower = match self.edition.eval.absolute_type {
            AbsoluteType::Any => absolute(lower),
            AbsoluteType::Defined => lower,
        };
        if let Some(known) = self.state().descriptions.get(lower) {
            return Ok(known.clone());
        }
        let found = self.find_description(lower)?;
        self.state().descriptions.insert(Str::from(lower), found.clone());
        Ok(found)
    }

    fn find_description(&mut self, lower: &str) -> Eval<Option<Description>> {
        // Types written in Ruby have no namespaces.
        if lower.contains(':') {
            return Ok(None);
        }
        let Some(environment) = self.state().environment.clone() else {
            return Ok(ResourceType::find(lower).map(Description::Static));
        };
        let generated = environment.resource_type(lower).map_err(|error| broken(self, &error))?;
        Ok(match generated {
            Some(generated) => Some(Description::Loaded(generated)),
            None => self
                .foreign_type(&environment, lower)?
                .or_else(|| ResourceType::find(lower).map(Description::Static)),
        })
    }

    /// Whether a module defines a resource type in Ruby that cannot be read.
    pub(crate) fn is_foreign_type(&mut self, lower: &str) -> bool {
        self.state().foreign_types.get(lower).is_some_and(Option::is_none)
    }

    /// The description of a type that a module defines in Ruby. One that cannot be read here is reported once.
    fn foreign_type(&mut self, environment: &Environment, lower: &str) -> Eval<Option<Description>> {
        let Some(file) = environment.foreign_type(lower) else { return Ok(None) };
        if let Some(known) = self.state().foreign_types.get(lower) {
            return Ok(known.clone());
        }
        let read = match self.state().foreign.clone() {
            Some(foreign) => foreign.resource_type(self, environment, lower),
            None => {
                let message = format!(
                    "the resource type `{lower}` of {} cannot be loaded, so its attributes are not checked: {NO_RUBY}",
                    file.display()
                );
                Some(Err(Diagnostic::warning(codes::FOREIGN_TYPE, message)))
            }
        };
        let description = match read {
            None => return Ok(None),
            Some(Ok(ty)) => Some(Description::Loaded(ty)),
            Some(Err(error)) if error.severity == Severity::Error => {
                return Err(Box::new(Unwind::Failure(error)));
            }
            // The built-in description is as good.
            Some(Err(_)) if ResourceType::find(lower).is_some() => None,
            Some(Err(warning)) => {
                self.log.push(LogEntry::Diagnostic(warning));
                None
            }
        };
        let state = self.state();
        let added = description.iter().flat_map(|ty| &ty.metaparameters);
        state.metaparameters.extend(added.map(|name| Str::from(&**name)));
        state.foreign_types.insert(lower.to_owned(), description.clone());
        Ok(description)
    }
}

/// Reports a file that cannot be loaded: the first of its errors.
pub(crate) fn broken(cx: &mut Compiler<'_>, error: &LoadError) -> Box<Unwind> {
    let first = error.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    let diagnostic = first.cloned().unwrap_or_else(|| {
        Diagnostic::error(codes::UNREADABLE_FILE, format!("{} cannot be used", error.source.name()))
    });
    cx.sources.add(Arc::clone(&error.source));
    Box::new(Unwind::Failure(diagnostic))
}
