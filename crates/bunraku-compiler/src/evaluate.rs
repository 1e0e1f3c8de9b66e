//! Evaluates classes and defined types, each in a scope of its own.

use std::sync::Arc;

use bunraku_catalog::{Cause, Kind, OriginId, Param, ResourceId, shown_reference};
use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, Scope, ScopeId, ScopeKind, Unwind};
use bunraku_ir::{Body, ClassDefinition};
use bunraku_pcore::{Str, Value, lowercase};

use crate::{
    compiler::{Compiler, ScopeInfo},
    declare::with_help,
};

impl Compiler<'_> {
    /// Evaluates a class, once.
    pub(crate) fn evaluate_class(
        &mut self,
        caller: &Body,
        range: TextRange,
        id: ResourceId,
        class: &Arc<ClassDefinition>,
    ) -> Eval<()> {
        if !self.start(id) {
            return Ok(());
        }
        let declared_in = self.catalog().get(id).map_or(ScopeId::TOP, |resource| ScopeId(resource.scope));
        let mut inherited = None;
        if let Some((parent, place)) = class.parent {
            let parent = self.find_class(&class.body, place, parent.as_str())?;
            let parent_id = self.ensure_class(caller, range, &parent)?;
            self.evaluate_class(caller, range, parent_id, &parent)?;
            inherited = self.class_scope(parent.name);
        }
        let origin = self.class_origin(class);
        let names = inherited.unwrap_or_else(|| self.enclosing(declared_in));
        let dynamic = inherited.unwrap_or(declared_in);
        let scope = self.open_scope(ScopeKind::Class(class.name), names, dynamic, id, origin);
        let name = class.name.as_str();
        self.catalog().add_class(name);
        self.give_module(scope, name);
        self.give_attributes(scope, id, &class.body);
        self.give(scope, "title", Value::str(name));
        self.give(scope, "name", Value::str(name));
        let captures = self.save_captures();
        let body = Arc::clone(&class.body);
        let result = self.run_prepared(&body, scope, |compiler| {
            compiler.bind(&class.body, id, class.range, &caller.source, range)?;
            compiler.add_to_stage(caller, range, id)
        });
        self.restore_captures(captures);
        ended(result).map_err(|mut unwind| {
            if let Unwind::Failure(diagnostic) = unwind.as_mut() {
                diagnostic.called_from(format!("class `{name}`"), self.span(caller, range));
            }
            unwind
        })
    }

    /// Evaluates an instance of a defined type.
    pub(crate) fn evaluate_define(&mut self, id: ResourceId) -> Eval<()> {
        let Some(resource) = self.catalog().get(id) else { return Ok(()) };
        let (type_name, title, place) = (resource.type_name.clone(), resource.title.clone(), resource.place);
        let declared_in = ScopeId(resource.scope);
        let title_value = resource.raw_title.clone().unwrap_or_else(|| Value::Str(title.clone()));
        let name = resource.get("name").cloned().unwrap_or_else(|| title_value.clone());
        let lower = lowercase(&type_name);
        let Some(define) = self.define(&lower)? else { return Ok(()) };
        if !self.start(id) {
            return Ok(());
        }
        let origin = self.state().origin(Kind::Define, &lower, None);
        let names = self.enclosing(declared_in);
        let scope = self.open_scope(ScopeKind::Define, names, declared_in, id, origin);
        self.give_module(scope, &lower);
        self.give_attributes(scope, id, &define.body);
        self.give(scope, "title", title_value);
        self.give(scope, "name", name);
        let captures = self.clear_captures();
        let body = Arc::clone(&define.body);
        let outer = std::mem::replace(&mut self.instance, place);
        let declared = place.map_or(TextRange::default(), |place| place.range);
        // Errors about parameters point to the declaration of the resource.
        let caller = place.and_then(|place| self.source_of(place));
        let caller = caller.unwrap_or_else(|| Arc::clone(&define.body.source));
        let result = self.run_prepared(&body, scope, |compiler| {
            compiler.bind(&define.body, id, define.range, &caller, declared)
        });
        // The variables of a defined type cannot be named from elsewhere once it has run, so they are freed.
        if let Some(scope) = self.scopes.get_mut(scope.0 as usize) {
            scope.frames = Vec::new();
            scope.given = Default::default();
        }
        self.restore_captures(captures);
        self.instance = outer;
        match result {
            Err(unwind) if matches!(*unwind, Unwind::Next(..)) => Ok(()),
            Err(mut unwind) => {
                if let (Unwind::Failure(diagnostic), Some(place)) = (unwind.as_mut(), place) {
                    let place = self.first_line(place);
                    diagnostic.called_from(shown_reference(&type_name, &title), place);
                }
                ended(Err(unwind))
            }
            result => ended(result),
        }
    }

    /// Runs a body in a scope that keeps its variables, after a preparation such as setting parameters.
    pub(crate) fn run_prepared(
        &mut self,
        body: &Arc<Body>,
        scope: ScopeId,
        prepare: impl FnOnce(&mut Self) -> Eval<()>,
    ) -> Eval<()> {
        let opened = self.open_body(body, scope)?;
        let result = prepare(self).and_then(|()| self.evaluator().statement(body, body.root));
        self.close_body(opened);
        result
    }

    /// Marks a resource as evaluated and adds the tags of its container. Returns `false` if that has been done before.
    pub(crate) fn start(&mut self, id: ResourceId) -> bool {
        let first = self.catalog().mark_evaluated(id);
        if first {
            let _ = self.catalog().add_container_tags(id);
        }
        first
    }

    /// The nearest scope up the dynamic chain that is the top or a node scope: what a class or defined type sees.
    pub(crate) fn enclosing(&mut self, scope: ScopeId) -> ScopeId {
        let mut at = Some(scope);
        while let Some(id) = at {
            let kind = self.scopes.get(id.0 as usize).map(|scope| scope.kind.clone());
            if matches!(kind, Some(ScopeKind::Top | ScopeKind::Node)) {
                return id;
            }
            at = self.info(id).and_then(|info| info.dynamic);
        }
        ScopeId::TOP
    }

    pub(crate) fn open_scope(
        &mut self,
        kind: ScopeKind,
        names: ScopeId,
        dynamic: ScopeId,
        resource: ResourceId,
        origin: OriginId,
    ) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        if let ScopeKind::Class(name) = kind {
            self.class_scopes.insert(name, id);
        }
        self.scopes.push(Scope::new(kind, Some(names)));
        let (defaults, own_lookup) = (Default::default(), false);
        let info = ScopeInfo { resource, dynamic: Some(dynamic), origin, defaults, own_lookup };
        self.state().scopes.push(info);
        id
    }

    /// Sets `$module_name` and `$caller_module_name`, derived from the name of a class or defined type.
    pub(crate) fn give_module(&mut self, scope: ScopeId, name: &str) {
        let module = self.module_of(name);
        // Room for the two module names, the title, the name and a few metaparameters.
        if let Some(scope) = self.scopes.get_mut(scope.0 as usize) {
            scope.given.reserve(7);
        }
        self.give(scope, "module_name", module);
        // The module of the code that contains the declaration. Its scope may be gone, since a defined type may have
        // finished.
        let caller = self.info(scope).and_then(|info| info.dynamic);
        let origin = caller.and_then(|caller| self.info(caller)).map(|info| info.origin);
        let name = origin.and_then(|origin| Some(self.state().origins.get(origin.0)?.name.clone()));
        let module = self.module_of(&name.unwrap_or_default());
        self.give(scope, "caller_module_name", module);
    }

    /// The name of the module that a class or defined type belongs to; empty if it does not belong to one.
    fn module_of(&mut self, name: &str) -> Value {
        let module = name.split(':').next().unwrap_or("");
        let environment = self.state().environment.as_ref();
        let known = environment.is_some_and(|environment| environment.module(module).is_some());
        Value::str(if known { module } else { "" })
    }

    /// Makes variables of the metaparameters that are set.
    pub(crate) fn give_attributes(&mut self, scope: ScopeId, id: ResourceId, body: &Body) {
        let given: Vec<(Str, Value)> = self.catalog().get(id).map_or(Vec::new(), |resource| {
            let others = resource.params.iter().filter(|param| body.param_index(&param.name).is_none());
            others.map(|param| (param.name.clone(), param.value.clone())).collect()
        });
        for (name, value) in given {
            self.give(scope, &name, value);
        }
    }

    pub(crate) fn give(&mut self, scope: ScopeId, name: &str, value: Value) {
        if let Some(scope) = self.scopes.get_mut(scope.0 as usize) {
            scope.given.insert(Str::from(name), value);
        }
    }

    /// Adds a class to its stage: the one it names, that of the class that declares it, or `main`.
    pub(crate) fn add_to_stage(&mut self, caller: &Body, range: TextRange, id: ResourceId) -> Eval<()> {
        let catalog = self.catalog();
        let Some(resource) = catalog.get(id) else { return Ok(()) };
        let container = resource.declared_by;
        let own = resource.get("stage").cloned();
        let outer = container.and_then(|container| catalog.get(container)?.get("stage").cloned());
        let stage = own.clone().or(outer);
        let title = match &stage {
            None => "main".to_owned(),
            Some(Value::Str(title)) => title.to_string(),
            Some(other) => bunraku_pcore::text::to_text(&bunraku_edition::PUPPET8.types, other),
        };
        let Some(stage_id) = catalog.find("Stage", &title) else {
            let message = format!("unknown stage `{title}`");
            let given = self.catalog().get(id).and_then(|resource| resource.param("stage")).cloned();
            let part = given.and_then(|given| self.part_in(&given, &caller.source));
            let error =
                self.error_about(codes::UNKNOWN_STAGE, &caller.source, range, part, message, "not declared");
            return Err(with_help(
                error,
                format!("declare it first: `stage {{ '{title}': before => Stage['main'] }}`"),
            ));
        };
        if own.is_none() && title != "main" {
            let origin = catalog.get(id).map_or(OriginId(0), |resource| resource.origin);
            let cause = catalog.cause(Cause::Stage(container.unwrap_or(id)));
            let value = Value::str(title.as_str());
            catalog.set(id, Param { name: "stage".into(), value, origin, append: false, cause });
        }
        catalog.add_edge(stage_id, id);
        Ok(())
    }
}

/// `return` and `next` end a class or defined type; other results are passed on.
fn ended(result: Eval<()>) -> Eval<()> {
    match result {
        Err(unwind) if matches!(*unwind, Unwind::Return(..) | Unwind::Next(..)) => Ok(()),
        result => result,
    }
}
