//! Declaring classes: `include`, `class { }`, and the classes they inherit from.

use std::{collections::HashSet, sync::Arc};

use bunraku_catalog::{Kind, OriginId, Params, ResourceId};
use bunraku_diag::{TextRange, capitalized, codes, nearest};
use bunraku_eval::{Eval, ScopeKind, Unwind, with_advice, with_place};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, ClassDefinition, ResourceForm};

use crate::{
    compiler::Compiler,
    declare::{Declaration, tag_first, with_help},
};

impl Compiler<'_> {
    /// `include names`: declares classes without parameters, all of them before the first is evaluated, then evaluates
    /// those that have not been evaluated yet.
    pub(crate) fn include(
        &mut self,
        body: &Body,
        range: TextRange,
        classes: &[Arc<ClassDefinition>],
    ) -> Eval<Vec<ResourceId>> {
        let mut ids = Vec::with_capacity(classes.len());
        for class in classes {
            ids.push(self.ensure_class(body, range, class)?);
        }
        for (id, class) in ids.iter().zip(classes) {
            self.evaluate_class(body, range, *id, class)?;
        }
        Ok(ids)
    }

    /// `class { 'name': ... }`.
    pub(crate) fn declare_class(
        &mut self,
        body: &Body,
        range: TextRange,
        title: &str,
        params: Params,
        declaration: &Declaration,
    ) -> Eval<ResourceId> {
        let class = self.find_class(body, range, title)?;
        self.ensure_parent(body, range, &class)?;
        let title = capitalized(class.name.as_str());
        let mut resource = self.new_resource(Kind::Class, "class", title.into(), declaration);
        resource.kind_text = "class";
        for param in params.iter().filter(|param| param.name == "tag") {
            tag_first(&mut resource, &param.value);
        }
        let params = self.with_scope_defaults((body, range), &resource.type_name, params)?;
        let id = self.add(body, range, resource, params)?;
        self.catalog().tag_catalog(id);
        self.evaluate_class(body, range, id, &class)?;
        Ok(id)
    }

    /// Finds a class by name, with or without a leading `::`.
    pub(crate) fn find_class(
        &mut self,
        body: &Body,
        range: TextRange,
        name: &str,
    ) -> Eval<Arc<ClassDefinition>> {
        let lower = name.strip_prefix("::").unwrap_or(name).to_lowercase();
        match self.class(&lower) {
            Ok(Some(class)) => return Ok(class),
            Ok(None) => {}
            Err(unwind) => return Err(self.at_use(unwind, &body.source, range)),
        }
        Err(self.unknown_class(body, range, None, &lower))
    }

    /// The failure for a class that does not exist. `lower` is the name in lowercase; `part` is where the expression
    /// names it.
    #[cold]
    pub(crate) fn unknown_class(
        &mut self,
        body: &Body,
        range: TextRange,
        part: Option<TextRange>,
        lower: &str,
    ) -> Box<Unwind> {
        let known: Vec<&'static str> =
            self.state().definitions.classes.keys().map(|name| name.as_str()).collect();
        let message = format!("class `{lower}` not found");
        let error = self.error_about(codes::UNKNOWN_CLASS, &body.source, range, part, message, "not found");
        let define = bunraku_intern::Symbol::find(lower)
            .is_some_and(|name| self.state().definitions.defines.contains_key(&name));
        let environment = self.state().environment.clone();
        if let Some(reason) = environment.as_ref().and_then(|environment| environment.why_missing(lower)) {
            return with_help(error, reason);
        }
        if define {
            return with_help(error, format!("it is a defined type: write `{lower} {{ 'title': ... }}`"));
        }
        let exists = |cx: &mut Self, name: &str| matches!(cx.class(name), Ok(Some(_)));
        let inherited = inheriting(body, part.unwrap_or(range));
        let inherited = inherited.and_then(|class| self.within(class, lower, exists));
        if let Some(relative) = inherited.or_else(|| self.relative(lower, exists)) {
            return with_help(error, format!("class names are absolute: write `{relative}`"));
        }
        if let Some(environment) = &environment
            && let Some(path) = environment.misplaced("manifests", lower)
        {
            let file = lower.rsplit_once("::").map_or("init", |(_, last)| last);
            let shown = path.display();
            return with_help(error, format!("it is defined in {shown}: rename that file to `{file}.pp`"));
        }
        let loadable = environment.as_ref().map(|environment| environment.manifest_names(lower));
        let loadable = loadable.unwrap_or_default();
        let known: Vec<&str> = known.into_iter().chain(loadable.iter().map(String::as_str)).collect();
        // A file does not have to define the class it is named after, so only suggest classes that can be loaded.
        let alike = known.iter().copied().filter(|name| same_segments(name, lower)).take(MOST_ALIKE);
        let candidates: Vec<&str> = nearest(lower, known.iter().copied()).into_iter().chain(alike).collect();
        let similar = candidates.into_iter().find(|name| matches!(self.class(name), Ok(Some(_))));
        if let Some(similar) = similar {
            return with_help(error, format!("did you mean `{similar}`?"));
        }
        with_advice(error, self.missing_module(lower))
    }

    /// Finds a definition relative to the namespace of the running class or defined type, as Puppet 3 did.
    pub(crate) fn relative(
        &mut self,
        lower: &str,
        exists: impl Fn(&mut Self, &str) -> bool,
    ) -> Option<String> {
        let scope = self.scopes.get(self.scope.0 as usize)?;
        let around = match &scope.kind {
            ScopeKind::Class(around) => around.as_str().to_owned(),
            ScopeKind::Define => {
                let origin = self.running_origin();
                self.state().origins.get(origin.0)?.name.as_str().to_lowercase()
            }
            _ => return None,
        };
        self.within(&around, lower, exists)
    }

    /// Finds a definition in a namespace, or in one around it.
    fn within(
        &mut self,
        mut namespace: &str,
        lower: &str,
        exists: impl Fn(&mut Self, &str) -> bool,
    ) -> Option<String> {
        loop {
            let name = format!("{namespace}::{lower}");
            if exists(self, &name) {
                return Some(name);
            }
            namespace = namespace.rsplit_once("::")?.0;
        }
    }

    /// Returns the resource of a class, which is declared without parameters if it does not exist yet.
    pub(crate) fn ensure_class(
        &mut self,
        body: &Body,
        range: TextRange,
        class: &Arc<ClassDefinition>,
    ) -> Eval<ResourceId> {
        let title = capitalized(class.name.as_str());
        if let Some(id) = self.catalog().find("Class", &title) {
            return Ok(id);
        }
        self.new_class(body, range, class, Params::default())
    }

    /// Declares a class that does not exist in the catalog yet.
    pub(crate) fn new_class(
        &mut self,
        body: &Body,
        range: TextRange,
        class: &Arc<ClassDefinition>,
        params: Params,
    ) -> Eval<ResourceId> {
        self.ensure_parent(body, range, class)?;
        let title = capitalized(class.name.as_str());
        let at = Some(self.span(body, range));
        let declaration = Declaration { form: ResourceForm::Regular, place: None, at };
        let mut resource = self.new_resource(Kind::Class, "class", title.into(), &declaration);
        resource.kind_text = "unknown";
        resource.origin = self.class_origin(class);
        let params = self.with_scope_defaults((body, range), &resource.type_name, params)?;
        let id = self.add(body, range, resource, params)?;
        self.catalog().tag_catalog(id);
        Ok(id)
    }

    pub(crate) fn ensure_parent(
        &mut self,
        body: &Body,
        range: TextRange,
        class: &Arc<ClassDefinition>,
    ) -> Eval<()> {
        let Some((parent, place)) = class.parent else { return Ok(()) };
        let mut seen = vec![class.name];
        let mut known: HashSet<Symbol> = HashSet::from([class.name]);
        let mut at = Some(parent);
        let mut last: Option<(Arc<Body>, TextRange)> = None;
        while let Some(name) = at {
            if !known.insert(name) {
                let by: Vec<String> = seen.iter().skip(1).map(|name| format!("`{name}`")).collect();
                let message = match by.as_slice() {
                    [] => format!("the class `{}` inherits from itself", class.name),
                    by => {
                        format!("the class `{}` inherits from itself through {}", class.name, by.join(", "))
                    }
                };
                let error = self.error(codes::CYCLIC_INHERITANCE, &class.body, place, message);
                let error = match last {
                    Some((other, place)) => {
                        let span = self.span(&other, place);
                        with_place(error, span, "and back again here")
                    }
                    None => error,
                };
                return Err(with_help(error, "remove one of the `inherits`"));
            }
            seen.push(name);
            if seen.len() as u64 > u64::from(self.limits.depth) {
                let message =
                    format!("classes inherit from each other more than {} levels deep", self.limits.depth);
                return Err(self.error(codes::TOO_DEEP, &class.body, place, message));
            }
            let found = self.class(name.as_str())?;
            at = found.as_ref().and_then(|class| class.parent).map(|(parent, _)| parent);
            last = found.and_then(|class| Some((Arc::clone(&class.body), class.parent?.1)));
        }
        let parent = self.find_class(&class.body, place, parent.as_str())?;
        self.ensure_class(body, range, &parent)?;
        Ok(())
    }

    /// The origin of a class, which inherits from the origin of its parent class.
    pub(crate) fn class_origin(&mut self, class: &ClassDefinition) -> OriginId {
        let parent = class.parent.and_then(|(parent, _)| self.class(parent.as_str()).ok().flatten());
        let parent =
            parent.filter(|parent| parent.name != class.name).map(|parent| self.class_origin(&parent));
        self.state().origin(Kind::Class, class.name.as_str(), parent)
    }
}

/// How many classes with a similar name are tried.
const MOST_ALIKE: usize = 20;

/// Whether two names of classes have the same segments in another order, or the same first and last one.
fn same_segments(one: &str, other: &str) -> bool {
    let split = |name: &str| name.split("::").map(str::to_owned).collect::<Vec<String>>();
    let (mut one, mut other) = (split(one), split(other));
    if one.len() < 2 || other.len() < 2 || one == other {
        return false;
    }
    if one.first() == other.first() && one.last() == other.last() {
        return true;
    }
    one.sort();
    other.sort();
    one == other
}

/// The class whose parent is named at a place: `class NAME inherits PARENT`.
fn inheriting(body: &Body, place: TextRange) -> Option<&str> {
    let before = body.source.text().get(..place.start as usize)?.trim_end();
    let definition = before.strip_suffix("inherits")?.trim_end();
    let (_, name) = definition.rsplit_once("class")?;
    Some(name.split(['(', '{']).next()?.trim()).filter(|name| !name.is_empty())
}
