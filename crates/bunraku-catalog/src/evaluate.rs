//! Running classes, defined types and nodes.

use std::sync::Arc;

use bunraku_diag::{Label, Source, TextRange, codes, nearest};
use bunraku_eval::{
    Eval, Evaluator, Scope, ScopeId, ScopeKind, Unwind, first_line, parameter_place, with_advice, with_place,
};
use bunraku_ir::{Body, ClassDefinition, HostMatch, NodeDefinition, ResourceForm};
use bunraku_pcore::{Str, Value};

use crate::{
    compiler::{Compiler, ScopeInfo, state},
    declare::{Declaration, with_help},
    message::{name_place, shown_reference, suggestion},
    resource::{Kind, OriginId, Param, ResourceId},
    types::capitalized,
};

impl Compiler {
    /// `include name`: declares a class without parameters and runs it, unless that has been done.
    pub(crate) fn include(cx: &mut Evaluator, body: &Body, range: TextRange, name: &str) -> Eval<ResourceId> {
        let class = Compiler::find_class(cx, body, range, name)?;
        let id = Compiler::ensure_class(cx, body, range, &class)?;
        Compiler::evaluate_class(cx, body, range, id, &class)?;
        Ok(id)
    }

    /// `class { 'name': ... }`.
    pub(crate) fn declare_class(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        title: &str,
        params: Vec<Param>,
        declaration: &Declaration,
    ) -> Eval<ResourceId> {
        let class = Compiler::find_class(cx, body, range, title)?;
        Compiler::ensure_parent(cx, body, range, &class)?;
        let title = capitalized(class.name.as_str());
        let mut resource = Compiler::new_resource(cx, Kind::Class, "Class", &title, declaration);
        resource.kind_text = "class";
        for param in params {
            resource.set(param);
        }
        Compiler::apply_defaults(cx, &mut resource);
        let tags = resource.tags.clone();
        let id = Compiler::add(cx, body, range, resource)?;
        state(cx).tags.merge(&tags);
        Compiler::evaluate_class(cx, body, range, id, &class)?;
        Ok(id)
    }

    /// The class of a name, which may start with `::`.
    pub(crate) fn find_class(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        name: &str,
    ) -> Eval<Arc<ClassDefinition>> {
        let lower = name.strip_prefix("::").unwrap_or(name).to_lowercase();
        if let Some(class) = Compiler::class(cx, &lower)? {
            return Ok(class);
        }
        Err(Compiler::unknown_class(cx, body, range, None, &lower))
    }

    /// There is no class of a name in lower case; `part` is where an expression names it.
    #[cold]
    pub(crate) fn unknown_class(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        part: Option<TextRange>,
        lower: &str,
    ) -> Box<Unwind> {
        let known: Vec<&'static str> =
            state(cx).definitions.classes.keys().map(|name| name.as_str()).collect();
        let message = format!("there is no class `{lower}`");
        let error = cx.error_about(codes::UNKNOWN_CLASS, &body.source, range, part, message, "not defined");
        let define = bunraku_intern::Symbol::find(lower)
            .is_some_and(|name| state(cx).definitions.defines.contains_key(&name));
        match nearest(lower, known) {
            _ if define => {
                with_help(error, format!("it is a defined type: write `{lower} {{ 'title': ... }}`"))
            }
            Some(similar) => with_help(error, format!("did you mean `{similar}`?")),
            None => error,
        }
    }

    /// The resource of a class, declared without parameters if it is not there.
    fn ensure_class(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        class: &Arc<ClassDefinition>,
    ) -> Eval<ResourceId> {
        let title = capitalized(class.name.as_str());
        if let Some(id) = state(cx).find("Class", &title) {
            return Ok(id);
        }
        Compiler::ensure_parent(cx, body, range, class)?;
        let declaration = Declaration { form: ResourceForm::Regular, place: None };
        let mut resource = Compiler::new_resource(cx, Kind::Class, "Class", &title, &declaration);
        resource.kind_text = "unknown";
        Compiler::apply_defaults(cx, &mut resource);
        resource.origin = Compiler::class_origin(cx, class);
        let tags = resource.tags.clone();
        let id = Compiler::add(cx, body, range, resource)?;
        state(cx).tags.merge(&tags);
        Ok(id)
    }

    fn ensure_parent(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        class: &Arc<ClassDefinition>,
    ) -> Eval<()> {
        let Some((parent, place)) = class.parent else { return Ok(()) };
        let mut seen = vec![class.name];
        let mut at = Some(parent);
        let mut last: Option<(Arc<Body>, TextRange)> = None;
        while let Some(name) = at {
            if seen.contains(&name) {
                let by: Vec<String> = seen.iter().skip(1).map(|name| format!("`{name}`")).collect();
                let message = match by.as_slice() {
                    [] => format!("the class `{}` inherits from itself", class.name),
                    by => {
                        format!("the class `{}` inherits from itself by way of {}", class.name, by.join(", "))
                    }
                };
                let error = cx.error(codes::CYCLIC_INHERITANCE, &class.body, place, message);
                let error = match last {
                    Some((other, place)) => {
                        let span = cx.span(&other, place);
                        with_place(error, span, "and back again here")
                    }
                    None => error,
                };
                return Err(with_help(
                    error,
                    "remove one `inherits`: a class is only above or below another",
                ));
            }
            seen.push(name);
            let found = Compiler::class(cx, name.as_str())?;
            at = found.as_ref().and_then(|class| class.parent).map(|(parent, _)| parent);
            last = found.and_then(|class| Some((Arc::clone(&class.body), class.parent?.1)));
        }
        let parent = Compiler::find_class(cx, &class.body, place, parent.as_str())?;
        Compiler::ensure_class(cx, body, range, &parent)?;
        Ok(())
    }

    /// Whose right a class acts in; it is an heir of its parent.
    fn class_origin(cx: &mut Evaluator, class: &ClassDefinition) -> OriginId {
        let parent = class.parent.and_then(|(parent, _)| Compiler::class(cx, parent.as_str()).ok().flatten());
        let parent = parent
            .filter(|parent| parent.name != class.name)
            .map(|parent| Compiler::class_origin(cx, &parent));
        state(cx).origin(Kind::Class, class.name.as_str(), parent)
    }

    /// Runs a class, once.
    pub(crate) fn evaluate_class(
        cx: &mut Evaluator,
        caller: &Body,
        range: TextRange,
        id: ResourceId,
        class: &Arc<ClassDefinition>,
    ) -> Eval<()> {
        if !Compiler::start(cx, id) {
            return Ok(());
        }
        let declared_in = state(cx).get(id).map_or(ScopeId::TOP, |resource| resource.scope);
        let mut inherited = None;
        if let Some((parent, place)) = class.parent {
            let parent = Compiler::find_class(cx, &class.body, place, parent.as_str())?;
            let parent_id = Compiler::ensure_class(cx, caller, range, &parent)?;
            Compiler::evaluate_class(cx, caller, range, parent_id, &parent)?;
            inherited = cx.class_scope(parent.name);
        }
        let origin = Compiler::class_origin(cx, class);
        let names = inherited.unwrap_or_else(|| Compiler::enclosing(cx, declared_in));
        let dynamic = inherited.unwrap_or(declared_in);
        let scope = Compiler::open_scope(cx, ScopeKind::Class(class.name), names, dynamic, id, origin);
        let name = class.name.as_str();
        state(cx).classes.push(name.to_owned());
        state(cx).tags.add(name);
        Compiler::give_module(cx, scope, name);
        Compiler::give_attributes(cx, scope, id, &class.body);
        Compiler::give(cx, scope, "title", Value::str(name));
        Compiler::give(cx, scope, "name", Value::str(name));
        let captures = cx.save_captures();
        let body = Arc::clone(&class.body);
        let result = cx.run_prepared(&body, scope, |cx, _| {
            Compiler::bind(cx, &class.body, id, &caller.source, range)?;
            Compiler::add_to_stage(cx, caller, range, id)
        });
        cx.restore_captures(captures);
        ended(result).map_err(|mut unwind| {
            if let Unwind::Failure(diagnostic) = unwind.as_mut() {
                diagnostic.called_from(format!("class `{name}`"), cx.span(caller, range));
            }
            unwind
        })
    }

    /// Runs an instance of a defined type.
    pub(crate) fn evaluate_define(cx: &mut Evaluator, id: ResourceId) -> Eval<()> {
        let Some(resource) = state(cx).get(id) else { return Ok(()) };
        let (type_name, title, place) =
            (resource.type_name.clone(), resource.title.clone(), resource.place.clone());
        let reference = shown_reference(&resource.type_name, &resource.title);
        let declared_in = resource.scope;
        let name = resource.get("name").cloned().unwrap_or_else(|| Value::Str(title.clone()));
        let lower = type_name.to_lowercase();
        let Some(define) = Compiler::define(cx, &lower)? else { return Ok(()) };
        if !Compiler::start(cx, id) {
            return Ok(());
        }
        let origin = state(cx).origin(Kind::Define, &lower, None);
        let names = Compiler::enclosing(cx, declared_in);
        let scope = Compiler::open_scope(cx, ScopeKind::Define, names, declared_in, id, origin);
        Compiler::give_module(cx, scope, &lower);
        Compiler::give_attributes(cx, scope, id, &define.body);
        Compiler::give(cx, scope, "title", Value::Str(title));
        Compiler::give(cx, scope, "name", name);
        let captures = cx.clear_captures();
        let body = Arc::clone(&define.body);
        let declared = place.as_ref().map_or(TextRange::default(), |place| place.range);
        // Errors about parameters are at the resource.
        let caller =
            place.as_ref().map_or_else(|| Arc::clone(&define.body.source), |place| Arc::clone(&place.source));
        let result =
            cx.run_prepared(&body, scope, |cx, _| Compiler::bind(cx, &define.body, id, &caller, declared));
        // Nobody can name the variables of a define once it has run.
        if let Some(scope) = cx.scopes.get_mut(scope.0 as usize) {
            scope.frames = Vec::new();
            scope.given = Default::default();
        }
        cx.restore_captures(captures);
        match result {
            Err(unwind) if matches!(*unwind, Unwind::Next(..)) => Ok(()),
            Err(mut unwind) => {
                // The names that come with a define are reported where it is declared.
                if let (Unwind::Failure(diagnostic), Some(place)) = (unwind.as_mut(), &place)
                    && diagnostic.code == codes::REASSIGNMENT
                    && ["`$title`", "`$name`"].iter().any(|name| diagnostic.message.contains(name))
                {
                    move_to(diagnostic, place.span);
                }
                if let (Unwind::Failure(diagnostic), Some(place)) = (unwind.as_mut(), &place) {
                    diagnostic.called_from(reference, place.span);
                }
                ended(Err(unwind))
            }
            result => ended(result),
        }
    }

    /// Runs the node definition for a node, if there are any.
    pub(crate) fn evaluate_node(cx: &mut Evaluator, node_name: &str) -> Eval<Option<ScopeId>> {
        let definitions = Arc::clone(&state(cx).definitions);
        if definitions.nodes.is_empty() {
            return Ok(None);
        }
        let lower = node_name.to_lowercase();
        let Some((node, title)) = matching_node(&definitions.nodes, &lower) else {
            let diagnostic = bunraku_diag::Diagnostic::error(
                codes::NO_NODE,
                format!("no node definition is for `{node_name}`, and there is no `default`"),
            );
            return Err(Box::new(Unwind::Failure(diagnostic.help("add `node default { }`"))));
        };
        let origin = state(cx).origin(Kind::Node, &title, None);
        let declaration = Declaration { form: ResourceForm::Regular, place: None };
        let mut resource = Compiler::new_resource(cx, Kind::Node, "Node", &title, &declaration);
        resource.kind_text = "unknown";
        resource.origin = origin;
        let tags = resource.tags.clone();
        let id = Compiler::add(cx, &node.body, node.range, resource)?;
        state(cx).tags.merge(&tags);
        if let Some(main) = state(cx).find("Class", "main") {
            state(cx).add_edge(main, id);
        }
        Compiler::start(cx, id);
        let scope = Compiler::open_scope(cx, ScopeKind::Node, ScopeId::TOP, ScopeId::TOP, id, origin);
        state(cx).node_scope = Some(scope);
        state(cx).classes.push(title.clone());
        state(cx).tags.add(&title);
        Compiler::give(cx, scope, "title", Value::str(title.as_str()));
        Compiler::give(cx, scope, "name", Value::str(title.as_str()));
        let captures = cx.clear_captures();
        let body = Arc::clone(&node.body);
        let result = cx.run_prepared(&body, scope, |cx, _| {
            for matcher in &node.matches {
                if let HostMatch::Regexp(regexp) = matcher
                    && cx.match_node(&node.body, &lower, regexp)?
                {
                    break;
                }
            }
            Ok(())
        });
        cx.restore_captures(captures);
        result?;
        Ok(Some(scope))
    }

    /// Marks a resource as evaluated and gives it the tags of what contains it; `false` if that was done before.
    fn start(cx: &mut Evaluator, id: ResourceId) -> bool {
        let state = state(cx);
        match state.get_mut(id) {
            Some(resource) if !resource.evaluated => resource.evaluated = true,
            _ => return false,
        }
        Compiler::add_scope_tags(cx, id);
        true
    }

    /// Gives a resource the tags that what contains it has now, once.
    pub(crate) fn add_scope_tags(cx: &mut Evaluator, id: ResourceId) {
        let state = state(cx);
        let Some(resource) = state.get_mut(id) else { return };
        if std::mem::replace(&mut resource.scope_tags, true) {
            return;
        }
        let scope = resource.scope;
        let container = state.scopes.get(scope.0 as usize).map(|info| info.resource);
        let Some(container) = container.filter(|container| *container != id) else { return };
        let tags = state.get(container).map(|container| container.tags.clone());
        if let (Some(tags), Some(resource)) = (tags, state.get_mut(id)) {
            resource.tags.merge(&tags);
        }
    }

    /// The nearest scope up the dynamic chain that is the top or a node: what a class or define sees.
    fn enclosing(cx: &mut Evaluator, scope: ScopeId) -> ScopeId {
        let mut at = Some(scope);
        while let Some(id) = at {
            let kind = cx.scopes.get(id.0 as usize).map(|scope| scope.kind.clone());
            if matches!(kind, Some(ScopeKind::Top | ScopeKind::Node)) {
                return id;
            }
            at = Compiler::info(cx, id).and_then(|info| info.dynamic);
        }
        ScopeId::TOP
    }

    pub(crate) fn open_scope(
        cx: &mut Evaluator,
        kind: ScopeKind,
        names: ScopeId,
        dynamic: ScopeId,
        resource: ResourceId,
        origin: OriginId,
    ) -> ScopeId {
        let id = ScopeId(cx.scopes.len() as u32);
        if let ScopeKind::Class(name) = kind {
            cx.class_scopes.insert(name, id);
        }
        cx.scopes.push(Scope::new(kind, Some(names)));
        let info = ScopeInfo { resource, dynamic: Some(dynamic), origin, defaults: Default::default() };
        state(cx).scopes.push(info);
        id
    }

    /// The module that a class or define is part of, by its name.
    fn give_module(cx: &mut Evaluator, scope: ScopeId, name: &str) {
        let module = name.split("::").next().unwrap_or(name);
        let environment = state(cx).environment.clone();
        if environment.is_some_and(|environment| environment.module(module).is_some()) {
            Compiler::give(cx, scope, "module_name", Value::str(module));
        }
        // The module of the code that the declaration stands in.
        let caller = Compiler::info(cx, scope).and_then(|info| info.dynamic);
        let caller =
            caller.and_then(|caller| cx.scopes.get(caller.0 as usize)?.given.get("module_name").cloned());
        if let Some(module) = caller {
            Compiler::give(cx, scope, "caller_module_name", module);
        }
    }

    /// Metaparameters that are set are variables, too.
    fn give_attributes(cx: &mut Evaluator, scope: ScopeId, id: ResourceId, body: &Body) {
        let given: Vec<(Str, Value)> = state(cx).get(id).map_or(Vec::new(), |resource| {
            let own = |name: &str| body.params.iter().any(|param| param.name.as_str() == name);
            let others = resource.params.iter().filter(|param| !own(&param.name));
            others.map(|param| (param.name.clone(), param.value.clone())).collect()
        });
        for (name, value) in given {
            Compiler::give(cx, scope, &name, value);
        }
    }

    pub(crate) fn give(cx: &mut Evaluator, scope: ScopeId, name: &str, value: Value) {
        if let Some(scope) = cx.scopes.get_mut(scope.0 as usize) {
            scope.given.insert(Str::from(name), value);
        }
    }

    /// Gives the parameters of a class or define their values: attributes, then defaults in their order; then checks
    /// their types. What a default gives becomes an attribute, too.
    fn bind(
        cx: &mut Evaluator,
        body: &Body,
        id: ResourceId,
        caller: &Arc<Source>,
        range: TextRange,
    ) -> Eval<()> {
        Compiler::bind_data(cx, body, id, range)?;
        for param in &body.params {
            let name = param.name.as_str();
            let given =
                state(cx).get(id).and_then(|resource| resource.param(name)).map(|param| param.value.clone());
            let value = match (given, param.default) {
                (Some(value), _) if !value.is_undef() => value,
                (_, Some(default)) => {
                    let value =
                        cx.eval(body, default).map_err(|unwind| at_caller(cx, unwind, caller, range))?;
                    let origin = state(cx).get(id).map_or(OriginId(0), |resource| resource.origin);
                    let set = Param {
                        name: Str::from(name),
                        value: value.clone(),
                        origin,
                        append: false,
                        place: None,
                    };
                    if let Some(resource) = state(cx).get_mut(id) {
                        resource.set(set);
                    }
                    value
                }
                (Some(undef), None) => undef,
                (None, None) => continue,
            };
            cx.bind_param(param.slot, value);
        }
        Compiler::check_params(cx, body, id, caller, range)
    }

    /// Sets parameters of a class that are not given from the data of the environment.
    fn bind_data(cx: &mut Evaluator, body: &Body, id: ResourceId, range: TextRange) -> Eval<()> {
        let Some(resource) = state(cx).get(id).filter(|resource| resource.kind == Kind::Class) else {
            return Ok(());
        };
        let (class, origin) = (resource.title.to_lowercase(), resource.origin);
        for param in &body.params {
            let name = param.name.as_str();
            if state(cx).get(id).is_some_and(|resource| resource.get(name).is_some()) {
                continue;
            }
            let Some(value) = Compiler::bound_parameter(cx, body, range, &class, name)? else { continue };
            if value.is_undef() && param.default.is_some() {
                continue;
            }
            if let Some(resource) = state(cx).get_mut(id) {
                resource.set(Param { name: Str::from(name), value, origin, append: false, place: None });
            }
        }
        Ok(())
    }

    fn check_params(
        cx: &mut Evaluator,
        body: &Body,
        id: ResourceId,
        caller: &Arc<Source>,
        range: TextRange,
    ) -> Eval<()> {
        let Some(resource) = state(cx).get(id) else { return Ok(()) };
        let reference = resource.shown();
        let unknown = resource.params.iter().find(|given| {
            let known = body.params.iter().any(|param| param.name.as_str() == given.name);
            !known && !bunraku_resources::is_metaparameter(&given.name) && given.name != "name"
        });
        if let Some(given) = unknown {
            let message = format!("{reference} has no parameter `{}`", given.name);
            let help = suggestion(&given.name, body.params.iter().map(|known| known.name.as_str()));
            let part = part_in(given, caller).and_then(|_| name_place(given));
            let code = codes::UNKNOWN_ATTRIBUTE;
            let error = cx.error_about(code, caller, range, part, message, "no such parameter");
            return Err(with_advice(error, help));
        }
        for param in &body.params {
            let Some(value) = cx.param_value(param.slot) else {
                let message = format!("{reference} needs a value for its parameter `{}`", param.name);
                let declared = cx.span(body, parameter_place(body, param));
                let label = format!("no value for `{}`", param.name);
                let error = cx.error_about(codes::ARGUMENT_MISMATCH, caller, range, None, message, label);
                let error = with_place(error, declared, "the parameter, which has no default");
                let class = state(cx).get(id).filter(|resource| resource.place.is_none());
                let class = class.map(|resource| resource.title.to_lowercase());
                let give = |class| format!("give it one: `class {{ '{class}': {} => ... }}`", param.name);
                return Err(with_advice(error, class.map(give)));
            };
            let Some(ty) = param.ty else { continue };
            let Value::Type(ty) = cx.eval(body, ty)? else { continue };
            if !bunraku_pcore::instance::instance(&cx.edition.types, &ty, &value) {
                let misfit = cx.misfit(&reference, param.name.as_str(), &ty, &value);
                let given = state(cx).get(id).and_then(|resource| resource.param(param.name.as_str()));
                let part = given.and_then(|given| given.place.as_ref());
                let part = part.filter(|place| Arc::ptr_eq(&place.source, caller)).map(|place| place.range);
                let part = part.map(|part| cx.place_of(&misfit, caller, part));
                let declared = cx.span(body, parameter_place(body, param));
                let (code, message) = (codes::ARGUMENT_MISMATCH, misfit.message);
                let error = cx.error_about(code, caller, range, part, message, misfit.shown);
                let what =
                    if part.is_some() { "the parameter" } else { "the parameter, which got its default" };
                return Err(with_advice(with_place(error, declared, what), misfit.help));
            }
        }
        Ok(())
    }

    /// A class is contained by its stage: its own, that of the class it is declared in, or `main`.
    fn add_to_stage(cx: &mut Evaluator, caller: &Body, range: TextRange, id: ResourceId) -> Eval<()> {
        let state_ref = state(cx);
        let Some(resource) = state_ref.get(id) else { return Ok(()) };
        let container = state_ref.scopes.get(resource.scope.0 as usize).map(|info| info.resource);
        let own = resource.get("stage").cloned();
        let outer = container.and_then(|container| state_ref.get(container)?.get("stage").cloned());
        let stage = own.clone().or(outer);
        let title = match &stage {
            None => "main".to_owned(),
            Some(Value::Str(title)) => title.to_string(),
            Some(other) => bunraku_pcore::text::to_text(&bunraku_edition::PUPPET8.types, other),
        };
        let Some(stage_id) = state_ref.find("Stage", &title) else {
            let message = format!("there is no stage `{title}`");
            let given = state(cx).get(id).and_then(|resource| resource.param("stage"));
            let part = given.and_then(|given| part_in(given, &caller.source));
            let error =
                cx.error_about(codes::UNKNOWN_STAGE, &caller.source, range, part, message, "not declared");
            return Err(with_help(
                error,
                format!("declare it first: `stage {{ '{title}': before => Stage['main'] }}`"),
            ));
        };
        if own.is_none() && title != "main" {
            let origin = state_ref.get(id).map_or(OriginId(0), |resource| resource.origin);
            let param = Param {
                name: "stage".into(),
                value: Value::str(title.as_str()),
                origin,
                append: false,
                place: None,
            };
            if let Some(resource) = state_ref.get_mut(id) {
                resource.set(param);
            }
        }
        state_ref.add_edge(stage_id, id);
        Ok(())
    }
}

/// The definition for a node, and what it is called: a name that is the node's, a pattern that matches, `default`.
fn matching_node(nodes: &[Arc<NodeDefinition>], name: &str) -> Option<(Arc<NodeDefinition>, String)> {
    let find = |accept: &dyn Fn(&HostMatch) -> Option<String>| {
        nodes.iter().find_map(|node| {
            let title = node.matches.iter().find_map(accept)?;
            Some((Arc::clone(node), title))
        })
    };
    find(&|matcher| match matcher {
        HostMatch::Name(known) if known == name => Some(known.clone()),
        _ => None,
    })
    .or_else(|| {
        find(&|matcher| match matcher {
            HostMatch::Regexp(regexp) if regexp.is_match(name).unwrap_or(false) => {
                Some(regexp_title(regexp.source()))
            }
            _ => None,
        })
    })
    .or_else(|| {
        find(&|matcher| match matcher {
            HostMatch::Default => Some("default".to_owned()),
            _ => None,
        })
    })
}

/// The name of a node that is defined by a pattern.
fn regexp_title(source: &str) -> String {
    let kept: String = source
        .to_lowercase()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'))
        .collect();
    format!("__node_regexp__{}", kept.trim_start_matches('.'))
}

/// A default that asks for a parameter without a value is reported where the class or define is declared.
fn at_caller(
    cx: &mut Evaluator,
    mut unwind: Box<Unwind>,
    caller: &Arc<Source>,
    range: TextRange,
) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut()
        && diagnostic.code == codes::UNSET_PARAMETER
    {
        move_to(diagnostic, cx.span_in(caller, range));
    }
    unwind
}

/// Makes another place the main one; the old one stays as a label.
fn move_to(diagnostic: &mut bunraku_diag::Diagnostic, span: bunraku_diag::Span) {
    let old = diagnostic.primary.replace(Label { span, text: String::new() });
    diagnostic.labels.extend(old.map(|old| {
        let text = if old.text.is_empty() { "needed here".to_owned() } else { old.text };
        Label { text, ..old }
    }));
}

/// `return` and `next` end a class or define; anything else is what it was.
fn ended(result: Eval<Value>) -> Eval<()> {
    match result {
        Err(unwind) if matches!(*unwind, Unwind::Return(..) | Unwind::Next(..)) => Ok(()),
        Err(unwind) => Err(unwind),
        Ok(_) => Ok(()),
    }
}

/// Where an attribute is given, if that is in the file of the declaration.
fn part_in(given: &Param, caller: &Arc<Source>) -> Option<TextRange> {
    let place = given.place.as_ref().filter(|place| Arc::ptr_eq(&place.source, caller))?;
    Some(first_line(&place.source, place.range))
}
