//! Overrides of resources, which may be declared before or after the override.

use std::rc::Rc;

use bunraku_catalog::{Cause, OriginId, Param, Replaced, ResourceId, flatten};
use bunraku_check::Strict;
use bunraku_diag::{Diagnostic, Span, TextRange, capitalized, codes};
use bunraku_eval::{Eval, LogEntry, ScopeId, Unwind};
use bunraku_ir::Body;
use bunraku_pcore::{Str, Type, Value};

use crate::{compiler::Compiler, declare::with_help};

/// A change to a resource.
#[derive(Clone)]
pub(crate) struct Override {
    /// The attributes, which are shared by all resources that the same code changes.
    pub(crate) params: Rc<[Param]>,
    pub(crate) origin: OriginId,
    pub(crate) place: Option<Span>,
}

impl Compiler<'_> {
    /// Evaluates `Type['title'] { ... }`.
    pub(crate) fn override_resources(&mut self, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(change) = body.overrides.get(index as usize) else { return Ok(Value::Undef) };
        let subject = self.eval(body, change.subject)?;
        if let Value::Type(Type::Class(_)) = &subject {
            let message = "the parameters of a class cannot be overridden";
            let error = self.error(codes::INVALID_REFERENCE, body, range, message);
            return Err(with_help(error, "set them where the class is declared, or in Hiera"));
        }
        let mut params = Vec::new();
        for attribute in &change.attributes {
            let cause = |place| Cause::Override { place, replaced: None };
            self.attribute(body, attribute, &mut params, cause)?;
        }
        let place = self.span(body, body.range(change.subject).unwrap_or(range));
        let change = Override { params: params.into(), origin: self.running_origin(), place: Some(place) };
        for key in references(self, body, range, &subject)? {
            self.add_override(key, change.clone())?;
        }
        Ok(subject)
    }

    /// Applies an override, or keeps it until the resource exists.
    pub(crate) fn add_override(&mut self, key: (Str, Str), change: Override) -> Eval<()> {
        match self.catalog().find(&key.0, &key.1) {
            Some(id) => self.merge(id, &change),
            None => {
                self.state().overrides.push((key, change));
                Ok(())
            }
        }
    }

    /// Applies an override. Only the class that declared the resource and classes that inherit from it may do so.
    pub(crate) fn merge(&mut self, id: ResourceId, change: &Override) -> Eval<()> {
        let Some(resource) = self.catalog().get(id) else { return Ok(()) };
        let (owner, evaluated, declared) = (resource.origin, resource.evaluated, resource.place);
        if owner != change.origin && !self.state().is_heir(change.origin, owner) {
            let reference = self.shown_resource(id);
            let (theirs, ours) = (self.state().owner(owner), self.state().owner(change.origin));
            let message = format!("{reference} is declared in {theirs} and cannot be overridden from {ours}");
            let help = "override it in a class that inherits from there, or with a collector; or change it where it \
                 is declared";
            let first = declared.map(|place| (place, "declared here"));
            return Err(self.forbidden(message, change.place, "overridden here", first, help));
        }
        if evaluated {
            let reference = self.shown_resource(id);
            let message = format!("{reference} is already evaluated and can no longer be overridden");
            match self.settings.strict {
                Strict::Error => {
                    let help = "override it before it is evaluated, or set the value where it is declared";
                    let first = declared.map(|place| (place, "declared here"));
                    return Err(self.forbidden(message, change.place, "too late here", first, help));
                }
                Strict::Warning => {
                    let mut warning = Diagnostic::warning(codes::FORBIDDEN_OVERRIDE, message);
                    if let Some(place) = change.place {
                        warning = warning.at(self.first_line(place), "");
                    }
                    self.log.push(LogEntry::Diagnostic(warning));
                }
                Strict::Off => {}
            }
        }
        for param in &*change.params {
            self.override_param(id, param)?;
        }
        Ok(())
    }

    fn override_param(&mut self, id: ResourceId, param: &Param) -> Eval<()> {
        let Some(resource) = self.catalog().get(id) else { return Ok(()) };
        let (type_name, scope) = (resource.type_name.clone(), ScopeId(resource.scope));
        let Some(current) = resource.param(&param.name).cloned() else {
            self.catalog().set(id, param.clone());
            return Ok(());
        };
        if self.is_default(scope, &type_name, &param.name, &param.value) {
            return Ok(());
        }
        let heir = self.state().is_heir(param.origin, current.origin);
        let replaces_default =
            param.origin == current.origin && self.is_default(scope, &type_name, &param.name, &current.value);
        if !heir && !replaces_default {
            let message = format!("`{}` of {} is already set", param.name, self.shown_resource(id));
            let help = "set it in one place only; a class that inherits from this one may override it";
            let first = self.place_of_param(&current).map(|place| (place, "first set here"));
            let place = self.place_of_param(param);
            return Err(self.forbidden(message, place, "set again here", first, help));
        }
        let mut param = param.clone();
        if param.append {
            param.value = Value::array(flatten(&current.value).into_iter().chain(flatten(&param.value)));
        }
        let replaced = Replaced { value: current.value, cause: current.cause };
        param.cause = self.catalog().replacing(param.cause, replaced);
        self.catalog().set(id, param);
        Ok(())
    }

    /// The failure for a forbidden override, with the place of what it would change.
    #[cold]
    fn forbidden(
        &self,
        message: String,
        place: Option<Span>,
        label: &str,
        other: Option<(Span, &str)>,
        help: &str,
    ) -> Box<Unwind> {
        let diagnostic = Diagnostic::error(codes::FORBIDDEN_OVERRIDE, message).help(help);
        let mut diagnostic = self.located(diagnostic, place, label);
        if let Some((other, text)) = other {
            diagnostic = diagnostic.label(self.first_line(other), text);
        }
        Box::new(Unwind::Failure(diagnostic))
    }

    /// Whether a value is the resource default for an attribute in a scope or an enclosing one.
    fn is_default(&mut self, scope: ScopeId, type_name: &Str, name: &Str, value: &Value) -> bool {
        let mut at = Some(scope);
        while let Some(scope) = at {
            let Some(info) = self.info(scope) else { return false };
            let default = info
                .defaults
                .get(type_name)
                .and_then(|params| params.iter().find(|param| param.name == *name));
            if default.is_some_and(|default| default.value == *value) {
                return true;
            }
            at = info.dynamic;
        }
        false
    }
}

/// The resources that a value refers to.
pub(crate) fn references(
    cx: &mut Compiler<'_>,
    body: &Body,
    range: TextRange,
    value: &Value,
) -> Eval<Vec<(Str, Str)>> {
    match value {
        Value::Array(values) => {
            let mut keys = Vec::new();
            for value in values {
                keys.extend(references(cx, body, range, value)?);
            }
            Ok(keys)
        }
        Value::Type(Type::Resource(reference)) => match (&reference.type_name, &reference.title) {
            (Some(type_name), Some(title)) => Ok(vec![(type_name.clone(), title.clone())]),
            _ => {
                let message = "this is a type, not a resource";
                let error = cx.error(codes::INVALID_REFERENCE, body, range, message);
                Err(with_help(error, "add the title: `Type['title']`"))
            }
        },
        Value::Type(Type::Class(class)) => match &class.name {
            Some(name) => Ok(vec![("Class".into(), capitalized(name).into())]),
            None => {
                let error = cx.error(codes::INVALID_REFERENCE, body, range, "this does not name a class");
                Err(with_help(error, "add its name: `Class['name']`"))
            }
        },
        other => {
            let message = format!("expected a resource reference, got {}", cx.kind_of(other));
            let error = cx.error(codes::INVALID_REFERENCE, body, range, message);
            Err(with_help(error, "write it as `Type['title']`"))
        }
    }
}
