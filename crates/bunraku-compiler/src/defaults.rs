//! Resource defaults (`Type { ... }`) and how they apply to resources.

use bunraku_catalog::{Cause, Param, Params};
use bunraku_diag::{Span, TextRange, codes};
use bunraku_eval::{Arguments, Eval, ScopeId, Unwind, with_place};
use bunraku_ir::Body;
use bunraku_pcore::{Str, Type, Value};

use crate::{
    compiler::{CatalogCall, Compiler},
    declare::with_help,
};

impl Compiler<'_> {
    /// Evaluates `Type { ... }`.
    pub(crate) fn set_defaults(&mut self, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(defaults) = body.overrides.get(index as usize) else { return Ok(Value::Undef) };
        let subject = self.eval(body, defaults.subject)?;
        let Value::Type(Type::Resource(reference)) = &subject else {
            let message =
                format!("expected a resource type before the defaults, got {}", self.type_text(&subject));
            return Err(self.error(codes::UNKNOWN_RESOURCE_TYPE, body, range, message));
        };
        let (Some(type_name), None) = (reference.type_name.clone(), &reference.title) else {
            let message = "expected a resource type before the defaults";
            return Err(self.error(codes::UNKNOWN_RESOURCE_TYPE, body, range, message));
        };
        let mut params = Vec::new();
        for attribute in &defaults.attributes {
            self.attribute(body, attribute, &mut params, Cause::ResourceDefault)?;
        }
        let scope = self.scope;
        for param in params {
            let Some(info) = self.info(scope) else { return Ok(subject) };
            let known = info.defaults.entry(type_name.clone()).or_default();
            if let Some(first) = known.iter().find(|known| known.name == param.name).cloned() {
                return Err(self.duplicate_default(body, range, &type_name, &first, &param));
            }
            known.push(param);
        }
        Ok(subject)
    }

    #[cold]
    fn duplicate_default(
        &mut self,
        body: &Body,
        range: TextRange,
        type_name: &str,
        first: &Param,
        again: &Param,
    ) -> Box<Unwind> {
        let message = format!("the default of `{}` for {type_name} is already set", again.name);
        let (source, place) = (&body.source, self.name_place(again).unwrap_or(range));
        let error =
            self.error_about(codes::DUPLICATE_ATTRIBUTE, source, place, None, message, "declared again here");
        let first = self.place_of_param(first).zip(self.name_place(first));
        let error = match first {
            Some((place, range)) => {
                with_place(error, Span { file: place.file, range }, "first declared here")
            }
            None => error,
        };
        with_help(error, "each default can be set once per scope: set the attribute on the resource instead")
    }

    /// Adds the resource defaults in force for attributes that are not set. An attribute set to `undef` counts as set.
    pub(crate) fn with_scope_defaults(
        &mut self,
        place: (&Body, TextRange),
        type_name: &Str,
        mut params: Params,
    ) -> Eval<Params> {
        if self.state().own_lookups {
            self.look_up_defaults(place, type_name)?;
        }
        let add = |param: &Param| {
            if params.named(&param.name).is_none() {
                params.push(param.clone());
            }
        };
        match self.scopes_with_defaults(type_name) {
            (None, _) => {}
            // Most types have defaults in one scope at most.
            (Some(only), false) => self.own_defaults(only, type_name).iter().for_each(add),
            (Some(_), true) => self.defaults_for(type_name).iter().for_each(add),
        }
        Ok(params)
    }

    /// Asks Ruby code for the defaults of the scopes for which it names them, outermost first. What it returns becomes
    /// the defaults of that scope, since it contains those in force there.
    #[cold]
    fn look_up_defaults(&mut self, (body, range): (&Body, TextRange), type_name: &Str) -> Eval<()> {
        let mut scopes = Vec::new();
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            let Some(info) = self.info(scope) else { break };
            at = info.dynamic;
            if info.own_lookup {
                scopes.push(scope);
            }
        }
        let place = self.span(body, range);
        let cause = self.catalog().cause(Cause::Foreign { place, replaced: None });
        let origin = self.running_origin();
        for scope in scopes.into_iter().rev() {
            let foreign = self.foreign(body, range)?;
            let running = std::mem::replace(&mut self.scope, scope);
            let cx = Compiler { machine: &mut *self.machine, state: &mut *self.state };
            let call = Arguments { args: &[], block: None, name: "lookupdefaults", body, range };
            let found = foreign.scope_defaults(&mut CatalogCall::new(cx, call), type_name);
            self.scope = running;
            let known = self.own_defaults(scope, type_name).to_vec();
            let params = found?.into_iter().map(|(name, value)| {
                match known.iter().find(|param| param.name == name && param.value == value) {
                    Some(param) => param.clone(),
                    None => Param { name, value, origin, append: false, cause },
                }
            });
            let params: Vec<Param> = params.collect();
            if let Some(info) = self.info(scope) {
                info.defaults.insert(type_name.clone(), params);
            }
        }
        Ok(())
    }

    /// The resource defaults of a type as seen from the running scope.
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
        // Attributes are ordered as in the outermost scope that names them, with the value of the innermost.
        let mut found: Vec<Param> = Vec::new();
        for scope in scopes.into_iter().rev() {
            for param in self.own_defaults(scope, type_name) {
                match found.iter_mut().find(|known| known.name == param.name) {
                    Some(known) => *known = param.clone(),
                    None => found.push(param.clone()),
                }
            }
        }
        found
    }

    /// The innermost scope with defaults for a type, and whether there are others.
    fn scopes_with_defaults(&mut self, type_name: &Str) -> (Option<ScopeId>, bool) {
        let mut first = None;
        let mut at = Some(self.scope);
        while let Some(scope) = at {
            let Some(info) = self.info(scope) else { break };
            at = info.dynamic;
            if info.defaults.contains_key(type_name) {
                if first.is_some() {
                    return (first, true);
                }
                first = Some(scope);
            }
        }
        (first, false)
    }

    /// The defaults that a scope itself sets for a type.
    fn own_defaults(&mut self, scope: ScopeId, type_name: &Str) -> &[Param] {
        self.info(scope).and_then(|info| info.defaults.get(type_name)).map_or(&[], Vec::as_slice)
    }
}
