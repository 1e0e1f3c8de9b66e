//! Resource expressions and resource defaults.

use bunraku_catalog::{Cause, Kind, OriginId, Param, Params, Resource, ResourceId, Tags};
use bunraku_diag::{Diagnostic, Span, TextRange, codes};
use bunraku_eval::{Eval, LogEntry, Machine, Unwind, first_line, with_advice, with_place};
use bunraku_ir::{Body, ResourceBody, ResourceForm};
use bunraku_pcore::{Str, Type, Value, format, lowercase};
use bunraku_resources::ResourceType;

use crate::{
    compiler::Compiler,
    message::{head, type_place},
    titles::{SeenTitles, titles},
    types::absolute,
};

/// Where and how a resource is declared.
pub(crate) struct Declaration {
    pub(crate) form: ResourceForm,
    /// The place written to the catalog.
    pub(crate) place: Option<Span>,
    /// The code that declares the resource; `None` for resources that every catalog has.
    pub(crate) at: Option<Span>,
}

/// A body of a resource expression after evaluation.
struct EvaluatedBody {
    titles: Vec<Str>,
    /// Whether `default` is among its titles.
    is_default: bool,
    params: Params,
}

/// The title as a string. For a collection that a function returns, this is Ruby's `to_s`.
pub(crate) fn title_text(cx: &Machine, title: &Value) -> Str {
    match title {
        Value::Str(title) => title.clone(),
        Value::Hash(_) | Value::Array(_) => Str::from(format::ruby_text(&cx.edition.types, title)),
        title => Str::from(cx.text(title)),
    }
}

impl Compiler<'_> {
    /// Evaluates a resource expression: the titles and attributes of all bodies, then the resources. Calls `declared`
    /// for each resource.
    pub(crate) fn declare(
        &mut self,
        body: &Body,
        index: u32,
        range: TextRange,
        declared: &mut dyn FnMut(ResourceId),
    ) -> Eval<()> {
        let Some(resource) = body.resources.get(index as usize) else { return Ok(()) };
        let type_name = self.resource_type_name(body, resource, range)?;
        if resource.form == ResourceForm::Exported && self.world.store().is_none() {
            let message = "no resource store is configured: this exported resource is not stored";
            let warning = Diagnostic::warning(codes::NO_STORE, message);
            let span = self.span(body, first_line(&body.source, range));
            self.log.push(LogEntry::Diagnostic(warning.at(span, "no other node will find it")));
        }
        let mut known = SeenTitles::default();
        if let [part] = resource.bodies.as_slice() {
            let evaluated = self.resource_body(body, part, range, &type_name, &mut known)?;
            return self.create_each(body, range, (resource, part), &type_name, evaluated, declared);
        }
        let mut bodies: Vec<EvaluatedBody> = Vec::with_capacity(resource.bodies.len());
        for part in &resource.bodies {
            bodies.push(self.resource_body(body, part, range, &type_name, &mut known)?);
        }
        let defaults: Vec<Param> =
            bodies.iter().filter(|body| body.is_default).flat_map(|body| body.params.to_vec()).collect();
        for (mut evaluated, part) in bodies.into_iter().zip(&resource.bodies) {
            if !defaults.is_empty() {
                evaluated.params = with_defaults(&defaults, evaluated.params);
            }
            self.create_each(body, range, (resource, part), &type_name, evaluated, declared)?;
        }
        Ok(())
    }

    /// Evaluates the titles and attributes of a body.
    fn resource_body(
        &mut self,
        body: &Body,
        part: &ResourceBody,
        range: TextRange,
        type_name: &str,
        known: &mut SeenTitles,
    ) -> Eval<EvaluatedBody> {
        let title = self.eval(body, part.title)?;
        let (titles, is_default) = titles(self, body, part.range, range, title, known)?;
        let mut params = Params::default();
        params.reserve(part.attributes.len());
        for attribute in &part.attributes {
            if let Some(name) = &attribute.name {
                let param = self.named_attribute(body, attribute, name, Cause::Attribute)?;
                self.add_once(body, range, &mut params, param)?;
                continue;
            }
            let mut of_hash = Vec::new();
            self.attribute(body, attribute, &mut of_hash, Cause::Attribute)?;
            for param in of_hash {
                self.add_once(body, range, &mut params, param)?;
            }
        }
        // A class or defined type gets its own copies: Ruby code may change its parameters in place, or the values they
        // were copied from.
        let is_collection = |param: &Param| matches!(param.value, Value::Array(_) | Value::Hash(_));
        if params.iter().any(is_collection)
            && (type_name == "class" || self.description(type_name)?.is_none())
        {
            params.iter_mut().for_each(|param| param.value = param.value.to_own());
        }
        Ok(EvaluatedBody { titles, is_default, params })
    }

    fn add_once(&mut self, body: &Body, range: TextRange, params: &mut Params, param: Param) -> Eval<()> {
        if let Some(known) = params.named(&param.name) {
            return Err(self.duplicate_attribute(body, range, known, &param));
        }
        params.push(param);
        Ok(())
    }

    /// Declares the resources of a body.
    fn create_each(
        &mut self,
        body: &Body,
        range: TextRange,
        (resource, part): (&bunraku_ir::Resource, &ResourceBody),
        type_name: &str,
        EvaluatedBody { titles, mut params, .. }: EvaluatedBody,
        declared: &mut dyn FnMut(ResourceId),
    ) -> Eval<()> {
        let range = head(&body.source, range, part.range);
        let at = self.span(body, range);
        let declaration = Declaration { form: resource.form, place: Some(at), at: Some(at) };
        let last = titles.len();
        for (number, title) in (1..).zip(titles) {
            let own = if number == last { std::mem::take(&mut params) } else { params.clone() };
            declared(self.create(body, range, type_name, &Value::Str(title), own, &declaration)?);
        }
        Ok(())
    }

    /// The type of a resource expression, in lowercase.
    fn resource_type_name(
        &mut self,
        body: &Body,
        resource: &bunraku_ir::Resource,
        range: TextRange,
    ) -> Eval<Str> {
        let bad = |cx: &mut Self, what: &str, help: Option<String>| {
            let message = format!("expected a resource type before the `{{`, got {what}");
            let (code, source) = (codes::UNKNOWN_RESOURCE_TYPE, &body.source);
            let part = Some(type_place(source, range));
            let error = cx.error_about(code, source, range, part, message, "not a resource type");
            Err(with_advice(error, help))
        };
        if let bunraku_ir::Operand::Const(id) = resource.ty
            && let Value::Str(name) = body.constant(id)
        {
            return Ok(lowercase(name));
        }
        let ty = self.eval(body, resource.ty)?;
        match &ty {
            Value::Type(Type::Class(class)) if class.name.is_none() => Ok("class".into()),
            Value::Type(Type::Resource(reference)) if reference.title.is_none() => {
                Ok(reference.type_name.as_deref().unwrap_or("").to_lowercase().into())
            }
            other => {
                let what = self.kind_of(other);
                let quoted = type_place(&body.source, range).of(body.source.text()).starts_with(['\'', '"']);
                let name = other.as_str().filter(|_| quoted);
                bad(self, &what, name.map(|name| format!("write the type without quotes: `{name}`")))
            }
        }
    }

    pub(crate) fn running_origin(&mut self) -> OriginId {
        let scope = self.scope;
        self.info(scope).map_or(OriginId(0), |info| info.origin)
    }

    /// Declares one resource. A class is evaluated immediately.
    pub(crate) fn create(
        &mut self,
        body: &Body,
        range: TextRange,
        type_name: &str,
        title: &Value,
        params: Params,
        declaration: &Declaration,
    ) -> Eval<ResourceId> {
        let raw_title = Some(title).filter(|title| !matches!(title, Value::Str(_))).cloned();
        let title = title_text(self, title);
        // The title is copied to indexes, tags, edges and references, about sixteen times.
        self.count_walk(title.len() as u64 / 4, body, range)?;
        if type_name == "class" {
            return self.declare_class(body, range, &title, params, declaration);
        }
        let ty = self.description(type_name)?;
        let define = if ty.is_none() { self.define(type_name) } else { Ok(None) };
        let define = define.map_err(|unwind| self.at_use(unwind, &body.source, range))?;
        let kind = match ty {
            Some(_) => Kind::Builtin,
            None if define.is_some() => Kind::Define,
            None if self.is_foreign_type(type_name) => Kind::Builtin,
            None => {
                return Err(self.unknown_resource_type(body, range, type_name));
            }
        };
        let type_name = absolute(type_name);
        if let Some(stage) = params.iter().find(|param| param.name == "stage" && !param.value.is_undef()) {
            let message = "only classes can have a `stage`";
            let (source, place) = (&body.source, self.name_place(stage));
            let error =
                self.error_about(codes::UNKNOWN_ATTRIBUTE, source, range, place, message, "not allowed here");
            return Err(with_help(error, "set the stage on the class that contains this resource"));
        }
        let mut resource = self.new_resource(kind, type_name, title, declaration);
        resource.ty = ty;
        if raw_title.is_some() {
            resource.tags = self.state().type_name(type_name).tags.clone();
        }
        resource.raw_title = raw_title;
        resource.kind_text = if kind == Kind::Define { "defined_type" } else { "compilable_type" };
        for param in params.iter().filter(|param| param.name == "tag") {
            self.count_walk(param.value.measure().weight().saturating_mul(8), body, range)?;
            if let Some(bad) = tag_first(&mut resource, &param.value) {
                let source = &body.source;
                let place = self.value_place(source, param);
                let message = format!("'{bad}' is not a valid tag");
                let error = self.error_about(codes::INVALID_TAG, source, range, place, message, "");
                return Err(with_help(error, TAG_FORM));
            }
        }
        let params = self.with_scope_defaults((body, range), &resource.type_name, params)?;
        let id = self.add(body, range, resource, params)?;
        let scope = self.scope;
        if type_name != "stage"
            && let Some(container) = self.info(scope).map(|info| info.resource)
        {
            self.catalog().add_edge(container, id);
        }
        Ok(id)
    }

    #[cold]
    fn duplicate_attribute(
        &mut self,
        body: &Body,
        range: TextRange,
        first: &Param,
        again: &Param,
    ) -> Box<Unwind> {
        let message = format!("duplicate attribute `{}`", again.name);
        let (source, place) = (&body.source, self.name_place(again));
        let error = self.error_about(
            codes::DUPLICATE_ATTRIBUTE,
            source,
            range,
            place,
            message,
            "declared again here",
        );
        let error = match self.name_place(first).map(|first| self.span(body, first)) {
            Some(first) => with_place(error, first, "first declared here"),
            None => error,
        };
        with_help(error, "remove one of them")
    }

    #[cold]
    pub(crate) fn unknown_resource_type(&mut self, body: &Body, range: TextRange, name: &str) -> Box<Unwind> {
        let message = format!("unknown resource type `{name}`");
        let source = &body.source;
        let place = type_place(source, range);
        // A function such as `create_resources` has the name of the type as an argument.
        let written = place.of(source.text()).trim_start_matches("::");
        let place = match written.eq_ignore_ascii_case(name) {
            true => place,
            false => self.argument_places(body, range, written).first().copied().unwrap_or(place),
        };
        let code = codes::UNKNOWN_RESOURCE_TYPE;
        let error = self.error_about(code, source, range, Some(place), message, "not found");
        let defined: Vec<&'static str> =
            self.state().definitions.defines.keys().map(|name| name.as_str()).collect();
        let known = ResourceType::all().iter().map(|ty| &*ty.name).chain(defined);
        let environment = self.state().environment.clone();
        let loadable = environment.as_ref().map(|environment| environment.manifest_names(name));
        let loadable = loadable.unwrap_or_default();
        let known: Vec<&str> = known.chain(loadable.iter().map(String::as_str)).collect();
        if let Some(environment) = &environment
            && let Some(path) = environment.misplaced("manifests", name)
        {
            let file = name.rsplit_once("::").map_or("init", |(_, last)| last);
            let help = format!("it is defined in {}: rename that file to `{file}.pp`", path.display());
            return with_help(error, help);
        }
        let similar = bunraku_diag::nearest(name, known.iter().copied()).map(str::to_owned);
        if let Some(relative) = self.relative(name, |cx, name| matches!(cx.define(name), Ok(Some(_)))) {
            return with_help(error, format!("the names of defined types are absolute: write `{relative}`"));
        }
        // A manifest may contain a class, or nothing of its name.
        if let Some(class) = similar.as_deref().filter(|similar| loadable.iter().any(|name| name == similar))
            && !matches!(self.define(class), Ok(Some(_)))
        {
            let is_class = matches!(self.class(class), Ok(Some(_)));
            let help = is_class.then(|| format!("`{class}` is a class: write `include {class}`"));
            let help = help.or_else(|| self.missing_module(name));
            return with_advice(error, help);
        }
        let last = |known: &&&str| known.rsplit_once("::").is_some_and(|(_, last)| last == name);
        let qualified = known.iter().find(last).map(|known| (*known).to_owned());
        let class = bunraku_intern::Symbol::find(name)
            .is_some_and(|name| self.state().definitions.classes.contains_key(&name));
        match similar {
            _ if class => with_help(error, format!("it is a class: write `class {{ '{name}': ... }}`")),
            Some(similar) => with_help(error, format!("did you mean `{similar}`?")),
            None => {
                let qualified = qualified.map(|name| format!("did you mean `{name}`?"));
                // A name without a namespace may be a type in Ruby of any module.
                let searched = name.contains("::") || self.state().environment.is_none();
                let missing = if searched { self.missing_module(name) } else { self.undefined_type(name) };
                with_advice(error, qualified.or(missing))
            }
        }
    }

    /// Creates a resource without attributes, tagged with its type and title. The name of the type is in lowercase.
    pub(crate) fn new_resource(
        &mut self,
        kind: Kind,
        type_name: &str,
        title: Str,
        declaration: &Declaration,
    ) -> Resource {
        let mut tags = Tags::default();
        let known = self.state().type_name(type_name);
        let type_name = known.shown.clone();
        tags.merge(&known.tags);
        tags.add(&title);
        let origin = self.running_origin();
        let scope = self.scope;
        let container = self.info(scope).map(|info| info.resource);
        Resource {
            type_name,
            title,
            raw_title: None,
            kind,
            ty: None,
            title_values: Vec::new(),
            kind_text: "compilable_type",
            params: Params::default(),
            tags,
            place: declaration.place,
            declared_at: declaration.at,
            declared_by: container,
            is_virtual: declaration.form != ResourceForm::Regular,
            realized_at: None,
            exported: declaration.form == ResourceForm::Exported,
            scope: self.scope.0,
            origin,
            evaluated: false,
            has_container_tags: false,
            sensitive: Vec::new(),
        }
    }
}

/// Adds the tags in an attribute of the declaration. In Puppet's order they precede the tags of the type and title, and
/// those precede the tags from defaults. Returns the first value that is not a valid tag.
pub(crate) fn tag_first(resource: &mut Resource, value: &Value) -> Option<String> {
    let own = std::mem::take(&mut resource.tags);
    let bad = resource.tags.add_value(value);
    resource.tags.merge(&own);
    bad
}

/// Adds the attributes of the `default` body that a body does not set itself.
fn with_defaults(defaults: &[Param], params: Params) -> Params {
    defaults.iter().cloned().chain(params).collect()
}

/// The value of a resource expression for a resource. For a class, Puppet returns a reference to a resource of the type
/// `Class`, which is not equal to the reference that programs write.
pub(crate) fn reference(resource: &Resource) -> Value {
    Value::Type(Type::resource(resource.type_name.clone(), Some(resource.title.clone())))
}

/// The form of a tag, for help texts.
pub(crate) const TAG_FORM: &str =
    "a tag starts with a letter, digit or `_`; the rest may also contain `:`, `.` and `-`";

/// Adds a help text to a failure.
pub(crate) fn with_help(mut unwind: Box<Unwind>, help: impl Into<String>) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut() {
        diagnostic.help = Some(help.into());
    }
    unwind
}
