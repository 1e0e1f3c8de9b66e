//! The order of a compilation. Logs, failures and the catalog depend on it.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::{Eval, Evaluator, ScopeId, ScopeKind, Unwind};
use bunraku_intern::{FastMap, Symbol};
use bunraku_ir::{Body, Definition, ResourceForm};
use bunraku_pcore::{Str, Value};
use bunraku_resources::{Description, ResourceType};

use crate::{
    Definitions,
    compiler::{Compiler, ScopeInfo, state},
    declare::Declaration,
    message::{at_attribute, located},
    overrides::Override,
    resource::{Kind, ResourceId},
    tags::Tags,
};

/// The rounds of collectors and waiting definitions after which a compilation is given up.
const MAX_ROUNDS: usize = 1_000;

impl Compiler {
    /// Makes the catalog of a node. Its variables (facts and their kind) are in the top scope already.
    pub fn compile(
        cx: &mut Evaluator,
        definitions: Arc<Definitions>,
        main: &[Arc<Body>],
        node_name: &str,
    ) -> Eval<Value> {
        state(cx).definitions = definitions;
        Compiler::announce_assigned(cx)?;
        Compiler::prepare(cx);
        Compiler::check_site_types(cx)?;
        let value = Compiler::evaluate_main(cx, main)?;
        let node_scope = Compiler::evaluate_node(cx, node_name)?;
        Compiler::declare_assigned(cx, node_scope)?;
        Compiler::evaluate_generators(cx)?;
        Compiler::finish(cx)?;
        Compiler::leftovers(cx)?;
        Compiler::check_relationships(cx)?;
        Ok(value)
    }

    /// Begins a catalog to which code is added piece by piece with [`Compiler::proceed`], as in a conversation.
    pub fn begin(cx: &mut Evaluator) {
        Compiler::prepare(cx);
        state(cx).add_edge(ResourceId(0), ResourceId(2));
    }

    /// Runs one more body in the top scope, then the collectors and definitions that wait.
    ///
    /// What fails is not tried again with the next body.
    pub fn proceed(cx: &mut Evaluator, body: &Arc<Body>) -> Eval<Value> {
        let value = cx.run(body, ScopeId::TOP)?;
        let generated = Compiler::evaluate_generators(cx);
        if generated.is_err() {
            let defines = state(cx).resources.iter_mut().filter(|resource| resource.kind == Kind::Define);
            for resource in defines.filter(|resource| !resource.is_virtual) {
                resource.evaluated = true;
            }
        }
        generated.map(|()| value)
    }

    /// The stage `main`, the settings, and the class `main`.
    fn prepare(cx: &mut Evaluator) {
        let main_origin = state(cx).origin(Kind::Class, "", None);
        let declaration = Declaration { form: ResourceForm::Regular, place: None };
        let mut stage = Compiler::new_resource(cx, Kind::Builtin, "Stage", "main", &declaration);
        stage.ty = ResourceType::find("stage").map(Description::Static);
        stage.scope_tags = true;
        stage.tags = Tags::default();
        stage.tags.add("stage");
        stage.title_values = vec![("name".into(), Value::str("main"))];
        let mut settings = Compiler::new_resource(cx, Kind::Class, "Class", "Settings", &declaration);
        settings.kind_text = "unknown";
        settings.evaluated = true;
        // It is apart from what the code declares: the tags of the top do not come to it.
        settings.scope_tags = true;
        let mut main = Compiler::new_resource(cx, Kind::Class, "Class", "main", &declaration);
        main.kind_text = "unknown";
        main.evaluated = true;
        main.tags = Tags::default();
        main.tags.add("class");
        let state = state(cx);
        state.tags.add("settings");
        state.classes.push("settings".to_owned());
        for (index, resource) in [stage, settings, main].into_iter().enumerate() {
            let key = (resource.type_name.clone(), resource.title.clone());
            state.by_type.entry(key.0.clone()).or_default().push(ResourceId(index));
            state.index.insert(key, ResourceId(index));
            state.resources.push(resource);
        }
        state.add_edge(ResourceId(0), ResourceId(1));
        state.scopes.push(ScopeInfo {
            resource: ResourceId(2),
            dynamic: None,
            origin: main_origin,
            defaults: Default::default(),
        });
        Compiler::open_settings(cx);
        Compiler::give(cx, ScopeId::TOP, "title", Value::str("main"));
        Compiler::give(cx, ScopeId::TOP, "name", Value::str("main"));
        Compiler::give(cx, ScopeId::TOP, "module_name", Value::str(""));
    }

    /// The settings are the variables of a class.
    fn open_settings(cx: &mut Evaluator) {
        let variables = Arc::clone(&state(cx).settings);
        if variables.is_empty() {
            return;
        }
        let origin = state(cx).origin(Kind::Class, "settings", None);
        let kind = ScopeKind::Class(Symbol::new("settings"));
        let scope = Compiler::open_scope(cx, kind, ScopeId::TOP, ScopeId::TOP, ResourceId(1), origin);
        for (name, value) in variables.iter() {
            Compiler::give(cx, scope, name, value.clone());
        }
    }

    /// The types of parameters in the site's manifests, once for all nodes that have these.
    fn check_site_types(cx: &mut Evaluator) -> Eval<()> {
        let definitions = Arc::clone(&state(cx).definitions);
        let classes = definitions.classes.values().filter(|class| !class.types_checked.load(Relaxed));
        let classes = classes.map(|class| Definition::Class(Arc::clone(class)));
        let defines = definitions.defines.values().filter(|define| !define.types_checked.load(Relaxed));
        let mut all: Vec<Definition> =
            classes.chain(defines.map(|define| Definition::Define(Arc::clone(define)))).collect();
        // In the order of the text, so that the first mistake is the one that is told.
        all.sort_by_key(|definition| match definition {
            Definition::Class(class) => (class.body.source.name().to_owned(), class.range.start),
            Definition::Define(define) => (define.body.source.name().to_owned(), define.range.start),
            _ => Default::default(),
        });
        Compiler::check_types(cx, &all)?;
        for definition in &all {
            match definition {
                Definition::Class(class) => class.types_checked.store(true, Relaxed),
                Definition::Define(define) => define.types_checked.store(true, Relaxed),
                _ => {}
            }
        }
        Ok(())
    }

    fn evaluate_main(cx: &mut Evaluator, main: &[Arc<Body>]) -> Eval<Value> {
        state(cx).add_edge(ResourceId(0), ResourceId(2));
        let mut value = Value::Undef;
        for body in main {
            value = cx.run(body, ScopeId::TOP)?;
        }
        Ok(value)
    }

    /// Rounds of collectors and of definitions that wait, until one changes nothing.
    fn evaluate_generators(cx: &mut Evaluator) -> Eval<()> {
        for _ in 0..=MAX_ROUNDS {
            let collected = Compiler::run_collectors(cx)?;
            let evaluated = Compiler::evaluate_waiting(cx)?;
            if !collected && !evaluated {
                return Ok(());
            }
        }
        let message = format!("defined types still declare others after {MAX_ROUNDS} rounds");
        let waiting = state(cx)
            .resources
            .iter()
            .find(|resource| resource.kind == Kind::Define && !resource.evaluated && !resource.is_virtual);
        let diagnostic = Diagnostic::error(codes::TOO_DEEP, message);
        let place = waiting.and_then(|resource| resource.place.as_ref());
        let diagnostic = located(diagnostic, place, "the last to be declared");
        Err(Box::new(Unwind::Failure(
            diagnostic.help("a defined type that declares itself needs a case in which it does not"),
        )))
    }

    /// Runs a snapshot of the instances that wait and are real, in the order of declaration.
    fn evaluate_waiting(cx: &mut Evaluator) -> Eval<bool> {
        let state_ref = state(cx);
        let is_real = |id: &ResourceId| state_ref.get(*id).is_some_and(|resource| !resource.is_virtual);
        let waiting: Vec<ResourceId> = state_ref.waiting.iter().copied().filter(is_real).collect();
        for id in &waiting {
            state(cx).waiting.remove(id);
        }
        for id in &waiting {
            match state(cx).get(*id).map(|resource| resource.kind) {
                Some(Kind::Class) => Compiler::evaluate_assigned(cx, *id)?,
                _ => Compiler::evaluate_define(cx, *id)?,
            }
        }
        Ok(!waiting.is_empty())
    }

    /// Arrows; then each resource in turn: overrides that waited, tags, sensitive values, names of attributes; then
    /// what flows down from what contains it.
    fn finish(cx: &mut Evaluator) -> Eval<()> {
        Compiler::finish_relationships(cx)?;
        let mut overrides = Compiler::waiting_overrides(cx);
        let mut index = 0;
        while index < state(cx).resources.len() {
            let id = ResourceId(index);
            index += 1;
            for change in overrides.remove(&id).unwrap_or_default() {
                Compiler::merge(cx, id, change)?;
            }
            Compiler::add_scope_tags(cx, id);
            Compiler::check_unused(cx, id)?;
            Compiler::mark_sensitive(cx, id);
            Compiler::check_attributes(cx, id)?;
        }
        Compiler::flow_down(cx);
        Ok(())
    }

    /// The overrides that have waited for resources that are there now.
    fn waiting_overrides(cx: &mut Evaluator) -> FastMap<ResourceId, Vec<Override>> {
        let state = state(cx);
        let mut found: FastMap<ResourceId, Vec<Override>> = FastMap::default();
        for (key, change) in std::mem::take(&mut state.overrides) {
            // It waits for that title, and for no alias of another one.
            let id = state.index.get(&key).copied();
            match id.filter(|id| state.get(*id).is_some_and(|resource| resource.title == key.1)) {
                Some(id) => found.entry(id).or_default().push(change),
                None => state.overrides.push((key, change)),
            }
        }
        found
    }

    /// A sensitive value is stored as it is; its name is noted.
    fn mark_sensitive(cx: &mut Evaluator, id: ResourceId) {
        let Some(resource) = state(cx).get_mut(id) else { return };
        let mut names: Vec<Str> = Vec::new();
        for param in &mut resource.params {
            if let Value::Sensitive(sensitive) = &param.value {
                names.push(param.name.clone());
                param.value = sensitive.unwrap().clone();
            }
        }
        resource.sensitive.extend(names);
    }

    fn check_attributes(cx: &mut Evaluator, id: ResourceId) -> Eval<()> {
        let state = &*state(cx);
        let Some(resource) = state.get(id) else { return Ok(()) };
        if resource.kind != Kind::Builtin {
            return Ok(());
        }
        let Some(ty) = &resource.ty else { return Ok(()) };
        let unknown =
            resource.params.iter().find(|param| !ty.has(&param.name) && !state.is_metaparameter(&param.name));
        let Some(param) = unknown else { return Ok(()) };
        let message = format!("{} has no attribute `{}`", resource.shown(), param.name);
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_ATTRIBUTE, message);
        diagnostic = at_attribute(diagnostic, resource.place.as_ref(), param, "no such attribute");
        if let Some(similar) = bunraku_diag::nearest(&param.name, ty.attributes.iter().map(|name| &**name)) {
            diagnostic = diagnostic.help(format!("did you mean `{similar}`?"));
        }
        Err(Box::new(Unwind::Failure(diagnostic)))
    }

    /// An instance of a defined type that stays virtual never runs, but must be given what one that does is given. Its
    /// defaults are not computed.
    fn check_unused(cx: &mut Evaluator, id: ResourceId) -> Eval<()> {
        let Some(resource) = state(cx).get(id) else { return Ok(()) };
        let (Kind::Define, false, Some(place)) = (resource.kind, resource.evaluated, resource.place.clone())
        else {
            return Ok(());
        };
        let name = resource.type_name.to_lowercase();
        let Some(define) = Compiler::define(cx, &name)? else { return Ok(()) };
        let body = &define.body;
        cx.detached(body, |cx| {
            for param in &body.params {
                let given = state(cx).get(id).and_then(|resource| resource.param(param.name.as_str()));
                if let Some(value) = given.map(|given| given.value.clone()) {
                    cx.bind_param(param.slot, value);
                }
            }
            Compiler::check_params(cx, body, id, &place.source, place.range)
        })
    }
}
