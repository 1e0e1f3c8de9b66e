//! Resource defaults: `Type { ... }`, and what they give to resources.

use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, with_place};
use bunraku_ir::Body;
use bunraku_pcore::{Str, Type, Value};

use crate::{
    compiler::Compiler,
    declare::with_help,
    message::name_place,
    resource::{Param, Resource},
};

impl Compiler<'_> {
    /// `Type { ... }`.
    pub(crate) fn set_defaults(&mut self, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(defaults) = body.overrides.get(index as usize) else { return Ok(Value::Undef) };
        let subject = self.eval(body, defaults.subject)?;
        let Value::Type(Type::Resource(reference)) = &subject else {
            let message = format!("defaults are for a resource type, not for {}", self.type_text(&subject));
            return Err(self.error(codes::UNKNOWN_RESOURCE_TYPE, body, range, message));
        };
        let (Some(type_name), None) = (reference.type_name.clone(), &reference.title) else {
            let message = "defaults are for a resource type";
            return Err(self.error(codes::UNKNOWN_RESOURCE_TYPE, body, range, message));
        };
        let mut params = Vec::new();
        for attribute in &defaults.attributes {
            self.attribute(body, attribute, &mut params)?;
        }
        let scope = self.scope;
        let Some(info) = self.info(scope) else { return Ok(subject) };
        let known = info.defaults.entry(type_name.clone()).or_default();
        for param in params {
            if known.iter().any(|known| known.name == param.name) {
                let message = format!("the default of `{}` for {type_name} is set already", param.name);
                let first = known.iter().find(|known| known.name == param.name);
                let first = first.and_then(|first| Some((name_place(first)?, first.place.clone()?)));
                let (source, place) = (&body.source, name_place(&param));
                let code = codes::DUPLICATE_ATTRIBUTE;
                let error = self.error_about(code, source, range, place, message, "again here");
                let error = match first {
                    Some((range, first)) => {
                        let span = self.span_in(&first.source, range);
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

    /// Gives a resource the defaults in force for attributes that are not set, not even to `undef`.
    pub(crate) fn apply_defaults(&mut self, resource: &mut Resource) {
        let defaults = self.defaults_for(&resource.type_name);
        for param in defaults {
            if resource.param(&param.name).is_none() {
                resource.set(param);
            }
        }
    }

    /// The defaults of a type as seen from the running scope.
    pub(crate) fn defaults_for(&mut self, type_name: &Str) -> Vec<Param> {
        let mut scopes = Vec::new();
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            let Some(info) = self.info(scope) else { break };
            if info.defaults.contains_key(type_name) {
                scopes.push(scope);
            }
            at = info.dynamic;
        }
        // Attributes are in the order of the outermost scope that names them, with the value of the innermost.
        let mut found: Vec<Param> = Vec::new();
        for scope in scopes.into_iter().rev() {
            let Some(info) = self.info(scope) else { continue };
            for param in info.defaults.get(type_name).into_iter().flatten() {
                match found.iter_mut().find(|known| known.name == param.name) {
                    Some(known) => *known = param.clone(),
                    None => found.push(param.clone()),
                }
            }
        }
        found
    }
}
