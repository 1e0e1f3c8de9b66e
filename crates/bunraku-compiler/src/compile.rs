//! The order of a compilation, which determines logs, failures and the catalog.

use std::sync::Arc;

use bunraku_catalog::{Kind, Params, ResourceId, Tags};
use bunraku_diag::{Diagnostic, Span, codes};
use bunraku_eval::{Eval, ScopeId, ScopeKind, Unwind};
use bunraku_intern::Symbol;
use bunraku_ir::{AliasDefinition, Body, Definition, ResourceForm};
use bunraku_pcore::{Str, Value, construct};
use bunraku_resources::{Description, ResourceType};

use crate::{
    Definitions,
    compiler::{Compiler, ScopeInfo},
    declare::{Declaration, with_help},
};

/// How many rounds of collectors and waiting definitions may run before a compilation fails.
const MAX_ROUNDS: usize = 1_000;

/// The resources that every catalog begins with, in this order: see [`Compiler::prepare`].
const STAGE_MAIN: ResourceId = ResourceId(0);
const CLASS_SETTINGS: ResourceId = ResourceId(1);
const CLASS_MAIN: ResourceId = ResourceId(2);

impl Compiler<'_> {
    /// Compiles the catalog of a node. The top scope already contains its variables, such as facts.
    pub fn compile(
        &mut self,
        definitions: Arc<Definitions>,
        main: &[Arc<Body>],
        node_name: &str,
    ) -> Eval<Value> {
        self.functions.leave_out(definitions.functions.keys().copied());
        self.state().definitions = definitions;
        self.state().node_name = Some(Str::from(node_name));
        self.announce_assigned()?;
        self.prepare();
        self.check_alias_names()?;
        self.check_site_types()?;
        let value = self.evaluate_main(main)?;
        let node_scope = self.evaluate_node(node_name)?;
        self.declare_assigned(node_scope)?;
        self.evaluate_generators()?;
        self.finish()?;
        self.leftovers()?;
        self.check_relationships()?;
        self.check_output()?;
        Ok(value)
    }

    /// Begins a catalog to which code is added piece by piece with [`Compiler::proceed`], as in a REPL.
    pub fn begin(&mut self) {
        self.prepare();
        self.catalog().add_edge(STAGE_MAIN, CLASS_MAIN);
    }

    /// Runs one more body in the top scope, then the collectors and definitions that are waiting.
    ///
    /// Whatever fails is not retried with the next body.
    pub fn proceed(&mut self, body: &Arc<Body>) -> Eval<Value> {
        let value = self.run(body, ScopeId::TOP)?;
        let generated = self.evaluate_generators();
        if generated.is_err() {
            self.catalog().give_up_defines();
        }
        generated.map(|()| value)
    }

    /// Adds the resources that every catalog has: the stage `main`, the class `settings` and the class `main`.
    fn prepare(&mut self) {
        let main_origin = self.state().origin(Kind::Class, "", None);
        let declaration = Declaration { form: ResourceForm::Regular, place: None, at: None };
        let mut stage = self.new_resource(Kind::Builtin, "stage", "main".into(), &declaration);
        stage.ty = ResourceType::find("stage").map(Description::Static);
        stage.has_container_tags = true;
        stage.tags = Tags::default();
        stage.tags.add("stage");
        stage.title_values = vec![("name".into(), Value::str("main"))];
        let mut settings = self.new_resource(Kind::Class, "class", "Settings".into(), &declaration);
        settings.kind_text = "unknown";
        settings.evaluated = true;
        // It is separate from what the code declares and does not inherit the tags of the top scope.
        settings.has_container_tags = true;
        let mut main = self.new_resource(Kind::Class, "class", "main".into(), &declaration);
        main.kind_text = "unknown";
        main.evaluated = true;
        main.tags = Tags::default();
        main.tags.add("class");
        for resource in [&mut stage, &mut settings] {
            resource.declared_by = Some(CLASS_MAIN);
        }
        let state = self.state();
        state.catalog.add_class("settings");
        for resource in [stage, settings, main] {
            // The first resources cannot clash with any other.
            let _ = state.catalog.add(resource, Params::default());
        }
        state.catalog.add_edge(STAGE_MAIN, CLASS_SETTINGS);
        state.scopes.push(ScopeInfo {
            resource: CLASS_MAIN,
            dynamic: None,
            origin: main_origin,
            defaults: Default::default(),
            own_lookup: false,
        });
        self.open_settings();
        self.give(ScopeId::TOP, "title", Value::str("main"));
        self.give(ScopeId::TOP, "name", Value::str("main"));
        self.give(ScopeId::TOP, "module_name", Value::str(""));
    }

    /// Opens the scope of the class `settings`, whose variables are the settings.
    fn open_settings(&mut self) {
        let variables = Arc::clone(&self.state().settings);
        let environment = self.state().environment.clone();
        let origin = self.state().origin(Kind::Class, "settings", None);
        let kind = ScopeKind::Class(Symbol::new("settings"));
        let scope = self.open_scope(kind, ScopeId::TOP, ScopeId::TOP, CLASS_SETTINGS, origin);
        if let Some(scope) = self.scopes.get_mut(scope.0 as usize) {
            scope.shared = Some(variables);
        }
        self.give(scope, "title", Value::str("settings"));
        self.give(scope, "name", Value::str("settings"));
        // Code sees the settings that the compilation really uses, wherever they come from.
        let settings = self.settings;
        self.give(scope, "strict", Value::str(settings.strict.name()));
        self.give(scope, "strict_variables", Value::Bool(settings.strict_variables));
        for (name, value) in environment.iter().flat_map(|environment| &environment.setting_values) {
            self.give(scope, name, Value::str(value.as_str()));
        }
    }

    /// Rejects type aliases with the name of a type that is built in in this edition.
    fn check_alias_names(&mut self) -> Eval<()> {
        let definitions = Arc::clone(&self.state().definitions);
        let rules = &self.edition.types;
        let taken = |alias: &&Arc<AliasDefinition>| construct::named(rules, alias.name.as_str()).is_some();
        // Report the first one in the source.
        let Some(alias) = definitions.aliases.values().filter(taken).min_by_key(|alias| alias.range.start)
        else {
            return Ok(());
        };
        let message = format!("type `{}` is already defined", alias.name);
        let error = self.error(codes::DUPLICATE_DEFINITION, &alias.body, alias.range, message);
        Err(with_help(error, "it is built in: choose another name"))
    }

    /// Checks the types of parameters in the site's manifests, once for all nodes that share these manifests.
    fn check_site_types(&mut self) -> Eval<()> {
        let definitions = Arc::clone(&self.state().definitions);
        let classes = definitions.classes.values();
        let classes =
            classes.map(|class| (class.body.source.span(class.range), Definition::Class(Arc::clone(class))));
        let defines = definitions.defines.values();
        let defines = defines
            .map(|define| (define.body.source.span(define.range), Definition::Define(Arc::clone(define))));
        let mut all: Vec<(Span, Definition)> =
            classes.chain(defines).filter(|(place, _)| !self.are_types_checked(*place)).collect();
        // In source order, so that the first mistake is the one that is reported.
        all.sort_by_key(|(place, definition)| match definition {
            Definition::Class(class) => (class.body.source.name().to_owned(), place.range.start),
            Definition::Define(define) => (define.body.source.name().to_owned(), place.range.start),
            _ => Default::default(),
        });
        let (places, all): (Vec<Span>, Vec<Definition>) = all.into_iter().unzip();
        self.check_types(&all)?;
        places.into_iter().for_each(|place| self.note_types_checked(place));
        Ok(())
    }

    fn evaluate_main(&mut self, main: &[Arc<Body>]) -> Eval<Value> {
        self.catalog().add_edge(STAGE_MAIN, CLASS_MAIN);
        let mut value = Value::Undef;
        for body in main {
            value = self.run(body, ScopeId::TOP)?;
        }
        Ok(value)
    }

    /// Alternates between collectors and waiting definitions until a round changes nothing.
    fn evaluate_generators(&mut self) -> Eval<()> {
        for _ in 0..=MAX_ROUNDS {
            let collected = self.run_collectors()?;
            let evaluated = self.evaluate_waiting()?;
            if !collected && !evaluated {
                return Ok(());
            }
        }
        let message = format!("defined types are still declaring resources after {MAX_ROUNDS} rounds");
        let waiting =
            self.catalog().resources().iter().find(|resource| {
                resource.kind == Kind::Define && !resource.evaluated && !resource.is_virtual
            });
        let diagnostic = Diagnostic::error(codes::TOO_DEEP, message);
        let place = waiting.and_then(|resource| resource.place);
        let diagnostic = self.located(diagnostic, place, "declared last");
        Err(Box::new(Unwind::Failure(
            diagnostic.help("a recursive defined type needs a case in which it does not declare itself"),
        )))
    }

    /// Evaluates a snapshot of the waiting instances that are not virtual, in the order of declaration. Returns whether
    /// there were any.
    fn evaluate_waiting(&mut self) -> Eval<bool> {
        let waiting = self.catalog().take_waiting();
        for id in &waiting {
            match self.catalog().get(*id).map(|resource| resource.kind) {
                Some(Kind::Class) => self.evaluate_assigned(*id)?,
                _ => self.evaluate_define(*id)?,
            }
        }
        Ok(!waiting.is_empty())
    }
}
