//! Declaring classes: `include`, `class { }`, and the classes they inherit from.

use std::sync::Arc;

use bunraku_diag::{TextRange, codes, nearest};
use bunraku_eval::{Eval, Evaluator, Unwind, with_place};
use bunraku_ir::{Body, ClassDefinition, ResourceForm};

use crate::{
    compiler::{Compiler, state},
    declare::{Declaration, with_help},
    resource::{Kind, OriginId, Param, ResourceId},
    types::capitalized,
};

impl Compiler {
    /// `include names`: declares classes without parameters, all of them before the first runs, and runs them, unless
    /// that has been done.
    pub(crate) fn include(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        classes: &[Arc<ClassDefinition>],
    ) -> Eval<Vec<ResourceId>> {
        let mut ids = Vec::with_capacity(classes.len());
        for class in classes {
            ids.push(Compiler::ensure_class(cx, body, range, class)?);
        }
        for (id, class) in ids.iter().zip(classes) {
            Compiler::evaluate_class(cx, body, range, *id, class)?;
        }
        Ok(ids)
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
        let environment = state(cx).environment.clone();
        if let Some(reason) = environment.as_ref().and_then(|environment| environment.why_missing(lower)) {
            return with_help(error, reason);
        }
        let loadable = environment.map(|environment| environment.manifest_names(lower)).unwrap_or_default();
        let known = known.into_iter().chain(loadable.iter().map(String::as_str));
        match nearest(lower, known) {
            _ if define => {
                with_help(error, format!("it is a defined type: write `{lower} {{ 'title': ... }}`"))
            }
            Some(similar) => with_help(error, format!("did you mean `{similar}`?")),
            None => error,
        }
    }

    /// The resource of a class, declared without parameters if it is not there.
    pub(crate) fn ensure_class(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        class: &Arc<ClassDefinition>,
    ) -> Eval<ResourceId> {
        let title = capitalized(class.name.as_str());
        if let Some(id) = state(cx).find("Class", &title) {
            return Ok(id);
        }
        Compiler::new_class(cx, body, range, class, Vec::new())
    }

    /// Declares a class that has no place in the code.
    pub(crate) fn new_class(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        class: &Arc<ClassDefinition>,
        params: Vec<Param>,
    ) -> Eval<ResourceId> {
        Compiler::ensure_parent(cx, body, range, class)?;
        let title = capitalized(class.name.as_str());
        let declaration = Declaration { form: ResourceForm::Regular, place: None };
        let mut resource = Compiler::new_resource(cx, Kind::Class, "Class", &title, &declaration);
        resource.kind_text = "unknown";
        for param in params {
            resource.set(param);
        }
        Compiler::apply_defaults(cx, &mut resource);
        resource.origin = Compiler::class_origin(cx, class);
        let tags = resource.tags.clone();
        let id = Compiler::add(cx, body, range, resource)?;
        state(cx).tags.merge(&tags);
        Ok(id)
    }

    pub(crate) fn ensure_parent(
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
    pub(crate) fn class_origin(cx: &mut Evaluator, class: &ClassDefinition) -> OriginId {
        let parent = class.parent.and_then(|(parent, _)| Compiler::class(cx, parent.as_str()).ok().flatten());
        let parent = parent
            .filter(|parent| parent.name != class.name)
            .map(|parent| Compiler::class_origin(cx, &parent));
        state(cx).origin(Kind::Class, class.name.as_str(), parent)
    }
}
