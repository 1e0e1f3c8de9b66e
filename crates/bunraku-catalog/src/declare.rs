//! Resource expressions and resource defaults.

use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, Evaluator, Unwind, with_advice, with_place};
use bunraku_ir::{Body, ResourceAttribute, ResourceForm};
use bunraku_pcore::{Str, Type, Value};
use bunraku_resources::{ResourceType, is_metaparameter};

use crate::{
    compiler::{Compiler, state},
    message::{head, name_place, shown_reference, suggestion, type_place},
    resource::{Kind, OriginId, Param, Place, Resource, ResourceId},
    tags::Tags,
    types::capitalized,
};

/// Where and how a resource is declared.
pub(crate) struct Declaration {
    pub(crate) form: ResourceForm,
    pub(crate) place: Option<Place>,
}

impl Compiler {
    /// A resource expression: titles and attributes of all bodies first, then the resources.
    pub(crate) fn declare(cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(resource) = body.resources.get(index as usize) else { return Ok(Value::Undef) };
        let type_name = Compiler::resource_type_name(cx, body, resource, range)?;
        let mut bodies: Vec<(Vec<Str>, bool, Vec<Param>)> = Vec::new();
        for part in &resource.bodies {
            let title = cx.eval(body, part.title)?;
            let (titles, default) = titles(cx, body, part.range, range, title, &bodies)?;
            let mut params = Vec::new();
            for attribute in &part.attributes {
                for param in Compiler::attribute(cx, body, attribute)? {
                    if let Some(known) = params.iter().find(|known: &&Param| known.name == param.name) {
                        let message = format!("the attribute `{}` is given twice", param.name);
                        let first = name_place(known).map(|first| cx.span(body, first));
                        let (source, again) = (&body.source, name_place(&param));
                        let code = codes::DUPLICATE_ATTRIBUTE;
                        let error = cx.error_about(code, source, range, again, message, "again here");
                        let error = match first {
                            Some(first) => with_place(error, first, "the first one"),
                            None => error,
                        };
                        return Err(with_help(error, "remove one of them"));
                    }
                    params.push(param);
                }
            }
            bodies.push((titles, default, params));
        }
        let defaults: Vec<Param> = bodies
            .iter()
            .filter(|(_, default, _)| *default)
            .flat_map(|(_, _, params)| params.clone())
            .collect();
        let mut references = Vec::new();
        for ((titles, _, params), part) in bodies.into_iter().zip(&resource.bodies) {
            let range = head(&body.source, range, part.range);
            let declaration =
                Declaration { form: resource.form, place: Some(Compiler::place(cx, body, range)) };
            let mut all: Vec<Param> = defaults.clone();
            for param in params {
                match all.iter_mut().find(|known| known.name == param.name) {
                    Some(known) => *known = param,
                    None => all.push(param),
                }
            }
            for title in titles {
                let id = Compiler::create(cx, body, range, &type_name, &title, all.clone(), &declaration)?;
                references.extend(state(cx).get(id).map(|resource| Value::Type(resource.as_type())));
            }
        }
        Ok(Value::array(references))
    }

    /// The type of a resource expression, in lower case.
    fn resource_type_name(
        cx: &mut Evaluator,
        body: &Body,
        resource: &bunraku_ir::Resource,
        range: TextRange,
    ) -> Eval<String> {
        let bad = |cx: &mut Evaluator, what: &str| {
            let message = format!("a resource type is needed before the `{{`, not {what}");
            Err(cx.error(codes::UNKNOWN_RESOURCE_TYPE, body, range, message))
        };
        if let bunraku_ir::Operand::Const(id) = resource.ty
            && let Value::Str(name) = body.constant(id)
        {
            let name = name.strip_prefix("::").unwrap_or(name);
            return Ok(name.to_lowercase());
        }
        let ty = cx.eval(body, resource.ty)?;
        match &ty {
            Value::Type(Type::Class(class)) if class.name.is_none() => Ok("class".to_owned()),
            Value::Type(Type::Resource(reference)) if reference.title.is_none() => {
                Ok(reference.type_name.as_deref().unwrap_or("").to_lowercase())
            }
            other => {
                let what = cx.kind_of(other);
                bad(cx, &what)
            }
        }
    }

    /// The attributes that an attribute of the text stands for: one, or those of a hash.
    pub(crate) fn attribute(
        cx: &mut Evaluator,
        body: &Body,
        attribute: &ResourceAttribute,
    ) -> Eval<Vec<Param>> {
        let value = cx.eval(body, attribute.value)?;
        let origin = Compiler::running_origin(cx);
        let place = Some(Compiler::place(cx, body, attribute.range));
        let append = attribute.append;
        if let Some(name) = &attribute.name {
            return Ok(vec![Param { name: name.clone(), value, origin, append, place }]);
        }
        let Value::Hash(hash) = value else {
            let message = format!("`* =>` takes attributes from a Hash, not from {}", cx.type_text(&value));
            return Err(cx.error(codes::INVALID_OPERAND, body, attribute.range, message));
        };
        let mut params = Vec::with_capacity(hash.len());
        for (name, value) in hash.iter() {
            let name = Str::from(cx.text(name));
            params.push(Param { name, value: value.clone(), origin, append, place: place.clone() });
        }
        Ok(params)
    }

    pub(crate) fn running_origin(cx: &mut Evaluator) -> OriginId {
        let scope = cx.scope;
        Compiler::info(cx, scope).map_or(OriginId(0), |info| info.origin)
    }

    /// Declares one resource; a class is evaluated at once.
    pub(crate) fn create(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        type_name: &str,
        title: &str,
        params: Vec<Param>,
        declaration: &Declaration,
    ) -> Eval<ResourceId> {
        if type_name == "class" {
            return Compiler::declare_class(cx, body, range, title, params, declaration);
        }
        let kind = match ResourceType::find(type_name) {
            Some(_) => Kind::Builtin,
            None if Compiler::define(cx, type_name)?.is_some() => Kind::Define,
            None if Compiler::is_foreign_type(cx, type_name) => Kind::Builtin,
            None => {
                return Err(Compiler::unknown_resource_type(cx, body, range, type_name));
            }
        };
        if kind == Kind::Define {
            Compiler::check_define_attributes(cx, body, range, type_name, title, &params)?;
        }
        if let Some(stage) = params.iter().find(|param| param.name == "stage" && !param.value.is_undef()) {
            let message = "only a class has a `stage`";
            let (source, place) = (&body.source, name_place(stage));
            let error = cx.error_about(codes::UNKNOWN_ATTRIBUTE, source, range, place, message, "not here");
            return Err(with_help(error, "give the class around this resource the stage"));
        }
        let mut resource = Compiler::new_resource(cx, kind, &capitalized(type_name), title, declaration);
        resource.kind_text = if kind == Kind::Define { "defined_type" } else { "compilable_type" };
        for param in params {
            if param.name == "tag"
                && let Some(bad) = Tags::default().add_value(&param.value)
            {
                let (source, place) = (&body.source, name_place(&param));
                let message = format!("'{bad}' cannot be a tag");
                let error = cx.error_about(codes::INVALID_TAG, source, range, place, message, "given here");
                return Err(with_help(error, TAG_FORM));
            }
            resource.set(param);
        }
        Compiler::apply_defaults(cx, &mut resource);
        let id = Compiler::add(cx, body, range, resource)?;
        let scope = cx.scope;
        if type_name != "stage"
            && let Some(container) = Compiler::info(cx, scope).map(|info| info.resource)
        {
            state(cx).add_edge(container, id);
        }
        Ok(id)
    }

    #[cold]
    pub(crate) fn unknown_resource_type(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        name: &str,
    ) -> Box<Unwind> {
        let message = format!("there is no resource type `{name}`");
        let place = type_place(&body.source, range);
        let source = &body.source;
        let code = codes::UNKNOWN_RESOURCE_TYPE;
        let error = cx.error_about(code, source, range, Some(place), message, "neither built in nor defined");
        let defined: Vec<&'static str> =
            state(cx).definitions.defines.keys().map(|name| name.as_str()).collect();
        let known = ResourceType::all().iter().map(|ty| ty.name).chain(defined);
        let similar = bunraku_diag::nearest(name, known);
        let class = bunraku_intern::Symbol::find(name)
            .is_some_and(|name| state(cx).definitions.classes.contains_key(&name));
        match similar {
            _ if class => with_help(error, format!("it is a class: write `class {{ '{name}': ... }}`")),
            Some(similar) => with_help(error, format!("did you mean `{similar}`?")),
            None => error,
        }
    }

    #[cold]
    fn duplicate_resource(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        resource: &Resource,
        known: ResourceId,
        key: &(Str, Str),
    ) -> Box<Unwind> {
        let (shown, class) = (resource.shown(), resource.kind == Kind::Class);
        let first = state(cx).get(known).map(|known| (known.shown(), known.place.clone()));
        let (first_shown, first) = first.unwrap_or_default();
        let same = first_shown == shown;
        let message = if same {
            format!("{shown} is declared already")
        } else {
            format!("{shown} is the same thing as {first_shown}: both are named '{}'", key.1)
        };
        let error =
            cx.error_about(codes::DUPLICATE_RESOURCE, &body.source, range, None, message, "again here");
        let error = match first {
            Some(first) => with_place(error, first.span, "the first one"),
            None => error,
        };
        let help = match (class, same) {
            (true, _) => "give parameters where the class is named first, before any `include` of it",
            (false, true) => "declare it once, in a class that both places include",
            (false, false) => "declare it once, or give one of them another name",
        };
        with_help(error, help)
    }

    fn check_define_attributes(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        type_name: &str,
        title: &str,
        params: &[Param],
    ) -> Eval<()> {
        let Some(define) = Compiler::define(cx, type_name)? else { return Ok(()) };
        for param in params {
            let own = define.body.params.iter().any(|known| known.name.as_str() == param.name);
            if !own && !is_metaparameter(&param.name) && param.name != "name" {
                let shown = shown_reference(&capitalized(type_name), title);
                let message = format!("{shown} has no parameter `{}`", param.name);
                let (source, place) = (&body.source, name_place(param));
                let code = codes::UNKNOWN_ATTRIBUTE;
                let error = cx.error_about(code, source, range, place, message, "no such parameter");
                let known = define.body.params.iter().map(|known| known.name.as_str());
                let defined = cx.span(&define.body, define.range);
                let error = with_place(error, defined, "defined here");
                return Err(with_advice(error, suggestion(&param.name, known)));
            }
        }
        Ok(())
    }

    /// A resource without attributes, tagged with its type and title.
    pub(crate) fn new_resource(
        cx: &mut Evaluator,
        kind: Kind,
        type_name: &str,
        title: &str,
        declaration: &Declaration,
    ) -> Resource {
        let mut tags = Tags::default();
        tags.add(type_name);
        tags.add(title);
        let origin = Compiler::running_origin(cx);
        Resource {
            type_name: Str::from(type_name),
            title: Str::from(title),
            kind,
            kind_text: "compilable_type",
            params: Vec::new(),
            tags,
            place: declaration.place.clone(),
            is_virtual: declaration.form != ResourceForm::Regular,
            exported: declaration.form == ResourceForm::Exported,
            scope: cx.scope,
            origin,
            evaluated: false,
            scope_tags: false,
            sensitive: Vec::new(),
        }
    }

    /// Gives a resource the defaults in force for attributes that are not set, not even to `undef`.
    pub(crate) fn apply_defaults(cx: &mut Evaluator, resource: &mut Resource) {
        let defaults = Compiler::defaults_for(cx, &resource.type_name);
        for param in defaults {
            if resource.param(&param.name).is_none() {
                resource.set(param);
            }
        }
    }

    /// The defaults of a type as seen from the running scope.
    pub(crate) fn defaults_for(cx: &mut Evaluator, type_name: &Str) -> Vec<Param> {
        let mut found: Vec<Param> = Vec::new();
        let mut at = Some(cx.scope);
        while let Some(scope) = at {
            let Some(info) = Compiler::info(cx, scope) else { break };
            for param in info.defaults.get(type_name).into_iter().flatten() {
                if !found.iter().any(|known| known.name == param.name) {
                    found.push(param.clone());
                }
            }
            at = info.dynamic;
        }
        found
    }

    /// Adds a resource to the catalog; two with one reference or one name are an error.
    pub(crate) fn add(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        resource: Resource,
    ) -> Eval<ResourceId> {
        let id = ResourceId(state(cx).resources.len());
        let mut keys = vec![(resource.type_name.clone(), resource.title.clone())];
        match resource.get("alias") {
            Some(Value::Array(aliases)) => {
                keys.extend(
                    aliases
                        .iter()
                        .filter_map(Value::as_str)
                        .map(|alias| (resource.type_name.clone(), Str::from(alias))),
                );
            }
            Some(Value::Str(alias)) => keys.push((resource.type_name.clone(), alias.clone())),
            _ => {}
        }
        if let Some(ty) = ResourceType::find(&resource.type_name.to_lowercase()).filter(|ty| ty.isomorphic) {
            let name = resource.get(ty.namevar).or_else(|| resource.get("name")).and_then(Value::as_str);
            let name = name.unwrap_or_else(|| ty.name_of(&resource.title));
            keys.push((resource.type_name.clone(), Str::from(ty.name_of(name))));
        }
        keys.dedup();
        for key in &keys {
            if let Some(known) = state(cx).index.get(key).copied() {
                return Err(Compiler::duplicate_resource(cx, body, range, &resource, known, key));
            }
        }
        let state = state(cx);
        for key in keys {
            state.index.entry(key).or_insert(id);
        }
        state.by_type.entry(resource.type_name.clone()).or_default().push(id);
        if resource.kind == Kind::Define {
            state.waiting.insert(id);
        }
        state.resources.push(resource);
        Ok(id)
    }

    /// `Type { ... }`.
    pub(crate) fn set_defaults(cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(defaults) = body.overrides.get(index as usize) else { return Ok(Value::Undef) };
        let subject = cx.eval(body, defaults.subject)?;
        let Value::Type(Type::Resource(reference)) = &subject else {
            let message = format!("defaults are for a resource type, not for {}", cx.type_text(&subject));
            return Err(cx.error(codes::UNKNOWN_RESOURCE_TYPE, body, range, message));
        };
        let (Some(type_name), None) = (reference.type_name.clone(), &reference.title) else {
            let message = "defaults are for a resource type";
            return Err(cx.error(codes::UNKNOWN_RESOURCE_TYPE, body, range, message));
        };
        let mut params = Vec::new();
        for attribute in &defaults.attributes {
            params.extend(Compiler::attribute(cx, body, attribute)?);
        }
        let scope = cx.scope;
        let Some(info) = Compiler::info(cx, scope) else { return Ok(subject) };
        let known = info.defaults.entry(type_name.clone()).or_default();
        for param in params {
            if known.iter().any(|known| known.name == param.name) {
                let message = format!("the default of `{}` for {type_name} is set already", param.name);
                let first = known.iter().find(|known| known.name == param.name);
                let first = first.and_then(|first| Some((name_place(first)?, first.place.clone()?)));
                let (source, place) = (&body.source, name_place(&param));
                let code = codes::DUPLICATE_ATTRIBUTE;
                let error = cx.error_about(code, source, range, place, message, "again here");
                let error = match first {
                    Some((range, first)) => {
                        let span = cx.span_in(&first.source, range);
                        with_place(error, span, "the first one")
                    }
                    None => error,
                };
                return Err(with_help(
                    error,
                    "a scope sets each default once; give the value to the resource",
                ));
            }
            known.push(param);
        }
        Ok(subject)
    }

    /// `Type['title']['parameter']`.
    pub(crate) fn parameter_value(cx: &mut Evaluator, reference: &Type, key: &str) -> Option<Value> {
        let (type_name, title) = match reference {
            Type::Class(class) => ("Class".to_owned(), capitalized(class.name.as_deref()?)),
            Type::Resource(resource) => {
                (resource.type_name.as_deref()?.to_owned(), resource.title.as_deref()?.to_owned())
            }
            _ => return None,
        };
        let id = state(cx).find(&type_name, &title)?;
        if let Some(value) = state(cx).get(id)?.get(key) {
            return Some(value.clone());
        }
        // A default of the scope counts for what is not set.
        let resource_type = Str::from(type_name.as_str());
        let default = Compiler::defaults_for(cx, &resource_type).into_iter().find(|param| param.name == key);
        if let Some(default) = default {
            return Some(default.value);
        }
        let resource = state(cx).get(id)?;
        let lower = type_name.to_lowercase();
        let known = match resource.kind {
            Kind::Builtin => ResourceType::find(&lower).is_some_and(|ty| ty.has(key)),
            Kind::Class => {
                let name = resource.title.to_lowercase();
                let class = Compiler::class(cx, &name).ok().flatten();
                class.is_some_and(|class| class.body.params.iter().any(|param| param.name.as_str() == key))
            }
            _ => {
                let define = Compiler::define(cx, &lower).ok().flatten();
                define.is_some_and(|define| define.body.params.iter().any(|param| param.name.as_str() == key))
            }
        };
        (known || is_metaparameter(key)).then_some(Value::Undef)
    }
}

/// The titles that a value stands for, and whether `default` is among them. One that is given twice is reported for
/// the whole expression.
fn titles(
    cx: &mut Evaluator,
    body: &Body,
    range: TextRange,
    whole: TextRange,
    value: Value,
    others: &[(Vec<Str>, bool, Vec<Param>)],
) -> Eval<(Vec<Str>, bool)> {
    let mut result = Vec::new();
    let mut default = false;
    let mut rest = vec![value];
    while let Some(title) = rest.pop() {
        match title {
            Value::Array(titles) => rest.extend(titles.iter().rev().cloned()),
            Value::Default => {
                if default || others.iter().any(|(_, default, _)| *default) {
                    let message = "there is a `default` already";
                    let error = cx.error_about(
                        codes::INVALID_TITLE,
                        &body.source,
                        whole,
                        Some(range),
                        message,
                        "again here",
                    );
                    return Err(with_help(error, "put all the defaults into one body"));
                }
                default = true;
            }
            Value::Str(title) if title.is_empty() => {
                let message = "a title cannot be empty";
                let error =
                    cx.error_about(codes::INVALID_TITLE, &body.source, range, None, message, "this is `''`");
                return Err(with_help(error, "name the thing that the resource is about"));
            }
            Value::Str(title) => {
                if result.contains(&title) || others.iter().any(|(titles, _, _)| titles.contains(&title)) {
                    let message = format!("the title '{title}' is given twice");
                    let error =
                        cx.error_about(codes::INVALID_TITLE, &body.source, whole, Some(range), message, "");
                    return Err(with_help(error, "remove one of them: each title is a resource of its own"));
                }
                result.push(title);
            }
            Value::Undef => {
                let message = "a title cannot be undef";
                let error =
                    cx.error_about(codes::INVALID_TITLE, &body.source, range, None, message, "this is undef");
                return Err(with_help(error, "set it before, or leave the resource out with `if`"));
            }
            other => {
                let message = format!("a title is a String, not {}", cx.kind_of(&other));
                let shown = cx.shown(&other);
                let label = if shown.is_empty() { shown } else { format!("this is {shown}") };
                let error = cx.error_about(codes::INVALID_TITLE, &body.source, range, None, message, label);
                return Err(match other {
                    Value::Int(_) | Value::Float(_) => {
                        let text = cx.text(&other);
                        with_help(error, format!("titles are strings: `'{text}'`"))
                    }
                    _ => error,
                });
            }
        }
    }
    Ok((result, default))
}

/// What a tag may look like, for a help.
pub(crate) const TAG_FORM: &str = "a tag starts with a letter, a digit or `_`, and has also `:`, `.` and `-`";

/// A failure with one thing to do.
pub(crate) fn with_help(mut unwind: Box<Unwind>, help: impl Into<String>) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut() {
        diagnostic.help = Some(help.into());
    }
    unwind
}
