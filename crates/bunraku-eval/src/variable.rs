//! Variables: reading them by slot, by symbol and by name.

mod assign;
mod unknown;

use bunraku_diag::{TextRange, codes};
use bunraku_intern::{FastMap, Symbol};
use bunraku_ir::{Body, Variable};
use bunraku_pcore::{Str, Value};

pub(crate) use assign::is_reserved;

use crate::{
    Eval, Machine,
    machine::with_help,
    scope::{ScopeId, ScopeKind},
};

impl Machine {
    /// Reads a variable that is not known to be set.
    pub(crate) fn variable(&mut self, body: &Body, index: u32) -> Eval<Value> {
        let Some(variable) = body.variables.get(index as usize) else { return Ok(Value::Undef) };
        if let Some(value) = self.find_variable(body, variable)? {
            return Ok(value);
        }
        self.unknown_variable(body, variable)?;
        Ok(Value::Undef)
    }

    fn find_variable(&mut self, body: &Body, variable: &Variable) -> Eval<Option<Value>> {
        for &(slot, parameter) in &variable.slots {
            if let Some(value) = self.local(slot) {
                return Ok(Some(value.clone()));
            }
            if parameter {
                let name = variable.name;
                let message = format!("the parameter `${name}` has no value yet");
                let error = self.error(codes::UNSET_PARAMETER, body, variable.range, message);
                let own = body.params.iter().find(|param| param.name == name);
                let default = own.and_then(|own| body.range(own.default?));
                let of_itself = default.is_some_and(|default| default.contains(variable.range));
                return Err(with_help(
                    error,
                    match of_itself {
                        true => "the default of a parameter cannot use the parameter itself",
                        false => {
                            "a default can only use parameters that are declared before it: change their order"
                        }
                    },
                ));
            }
        }
        Ok(match variable.namespace {
            None => self.lookup(variable.name),
            Some(namespace) => self.lookup_qualified(namespace, variable.simple),
        })
    }

    /// Looks up an unqualified name, from the running scope outwards.
    pub fn lookup(&self, name: Symbol) -> Option<Value> {
        if let Some(value) = self.template.as_ref().and_then(|names| names.get(name)) {
            return Some(value.clone());
        }
        let mut at = Some(self.scope);
        while let Some(id) = at {
            let scope = self.scopes.get(id.0 as usize)?;
            if let Some(value) = scope.get(name, &self.stack) {
                return Some(value.clone());
            }
            at = scope.parent;
        }
        None
    }

    /// Looks up `$namespace::name` in a class or those it inherits from. An empty namespace is the top scope.
    pub fn lookup_qualified(&self, namespace: Symbol, name: Symbol) -> Option<Value> {
        let scope = self.scope_of_namespace(namespace).and_then(|id| self.scopes.get(id.0 as usize));
        if let Some(value) = scope.and_then(|scope| scope.get(name, &self.stack)) {
            return Some(value.clone());
        }
        if self.has_qualified_facts()
            && let Some(value) =
                self.given_in(ScopeId::TOP, &format!("{}::{}", namespace.as_str(), name.as_str()))
        {
            return Some(value);
        }
        let mut scope = scope?;
        loop {
            // Inherited variables can be named as the class's own, but not those of enclosing scopes.
            let parent = self.scopes.get(scope.parent?.0 as usize)?;
            scope = match parent.kind {
                ScopeKind::Class(_) => parent,
                _ => return None,
            };
            if let Some(value) = scope.get(name, &self.stack) {
                return Some(value.clone());
            }
        }
    }

    /// Whether a fact has a qualified name. It is the variable of this name until a class sets it.
    fn has_qualified_facts(&self) -> bool {
        *self.qualified_facts.get_or_init(|| {
            self.scopes.first().is_some_and(|top| top.given.keys().any(|name| name.contains("::")))
        })
    }

    fn scope_of_namespace(&self, namespace: Symbol) -> Option<ScopeId> {
        if namespace.as_str().is_empty() { Some(ScopeId::TOP) } else { self.class_scope(namespace) }
    }

    /// The scope of a declared class.
    pub fn class_scope(&self, name: Symbol) -> Option<ScopeId> {
        self.class_scopes.get(&name).copied()
    }

    /// Looks up a name as code at this place sees it, including variables of lambdas. For access by name.
    pub fn lookup_text(&self, body: &Body, name: &str) -> Option<Value> {
        if name.as_bytes().contains(&b':')
            && let Some((namespace, simple)) = name.rsplit_once("::")
        {
            let namespace = namespace.trim_start_matches("::");
            return self.lookup_qualified_text(namespace, simple).or_else(|| {
                // It may be a fact although no code has these words.
                let facts = !namespace.is_empty() && self.has_qualified_facts();
                facts.then(|| self.given_in(ScopeId::TOP, &format!("{namespace}::{simple}")))?
            });
        }
        if name.starts_with(|first: char| first.is_ascii_digit())
            && let Ok(number) = name.parse::<u32>()
        {
            return Some(self.match_variable(number));
        }
        let Some(symbol) = Symbol::find(name) else { return self.given(name) };
        let mut lambda = self.lambda;
        loop {
            if let Some(value) = body.slot_of(symbol, lambda).and_then(|slot| self.local(slot)) {
                return Some(value.clone());
            }
            match lambda {
                Some(index) => lambda = body.lambdas.get(index as usize).and_then(|lambda| lambda.parent),
                None => return self.lookup(symbol),
            }
        }
    }

    /// Whether a name is set as `defined` sees it: facts with qualified names do not count.
    pub fn is_set(&self, body: &Body, name: &str) -> bool {
        let value = self.lookup_text(body, name);
        let name = name.trim_start_matches("::");
        let fact = || name.contains("::") && self.has_qualified_facts() && self.is_value_of_fact(name);
        value.is_some() && !fact()
    }

    /// Whether a qualified name is that of a fact, and no class has a variable of this name.
    fn is_value_of_fact(&self, name: &str) -> bool {
        let Some((namespace, simple)) = name.rsplit_once("::") else { return false };
        let class = Symbol::find(namespace).and_then(|namespace| self.class_scope(namespace));
        let scope = class.and_then(|id| self.scopes.get(id.0 as usize));
        let own = scope.is_some_and(|scope| scope.get_by_name(simple, &self.stack).is_some());
        !own && self.given_in(ScopeId::TOP, name).is_some()
    }

    fn lookup_qualified_text(&self, namespace: &str, simple: &str) -> Option<Value> {
        let namespace = if namespace.is_empty() { Symbol::new("") } else { Symbol::find(namespace)? };
        match Symbol::find(simple) {
            Some(simple) => self.lookup_qualified(namespace, simple),
            None => self.given_in(self.scope_of_namespace(namespace)?, simple),
        }
    }

    /// Looks up an unqualified name that does not occur in any code. It may still be a fact, or given to a class.
    fn given(&self, name: &str) -> Option<Value> {
        let mut at = Some(self.scope);
        while let Some(id) = at {
            if let Some(value) = self.given_in(id, name) {
                return Some(value);
            }
            at = self.scopes.get(id.0 as usize)?.parent;
        }
        None
    }

    fn given_in(&self, scope: ScopeId, name: &str) -> Option<Value> {
        self.scopes.get(scope.0 as usize)?.given_by_name(name).cloned()
    }

    /// All variables that code at this place sees by unqualified names, including those of lambdas: outermost first,
    /// and each name once.
    pub fn visible_variables(&self, body: &Body) -> Vec<(Str, Value)> {
        let mut chain = Vec::new();
        let mut at = Some(self.scope);
        while let Some(scope) = at.and_then(|id| self.scopes.get(id.0 as usize)) {
            chain.push(scope);
            at = scope.parent;
        }
        // From the outermost scope to the innermost lambda: a name keeps its position and gets the innermost value.
        let mut seen = Visible::default();
        for scope in chain.iter().rev() {
            let mut given: Vec<(&Str, &Value)> = scope.given.iter().collect();
            given.sort_by_key(|(name, _)| *name);
            given.into_iter().for_each(|(name, value)| seen.set(name, value));
            for (body, frame) in &scope.frames {
                for named in body.names.iter().filter(|named| named.lambda.is_none()) {
                    if let Some(value) = frame.get(named.slot, &self.stack) {
                        seen.set(named.name.as_str(), value);
                    }
                }
            }
        }
        for (name, value) in self.template.iter().flat_map(|names| names.all()) {
            seen.set(name, value);
        }
        let mut lambdas = vec![None];
        let mut lambda = self.lambda;
        while let Some(index) = lambda {
            lambdas.insert(1, lambda);
            lambda = body.lambdas.get(index as usize).and_then(|lambda| lambda.parent);
        }
        for lambda in lambdas {
            for named in body.names.iter().filter(|named| named.lambda == lambda) {
                if let Some(value) = self.local(named.slot) {
                    seen.set(named.name.as_str(), value);
                }
            }
        }
        seen.all
    }

    /// Sets a variable of the running scope by name, for code in another language.
    pub fn set_by_name(&mut self, body: &Body, range: TextRange, name: &str, value: Value) -> Eval<()> {
        let scope = self.scopes.get(self.scope.0 as usize);
        if is_reserved(name) || scope.is_some_and(|scope| scope.get_by_name(name, &self.stack).is_some()) {
            return Err(self.reassignment(body, name, range));
        }
        if let Some(scope) = self.scopes.get_mut(self.scope.0 as usize) {
            scope.given.insert(Str::from(name), value);
        }
        Ok(())
    }

    /// Replaces the value of a variable of the running scope, because Ruby code changed it in place.
    pub fn replace_variable(&mut self, name: &str, value: Value) {
        let Some(name) = Symbol::find(name) else { return };
        let Some(scope) = self.scopes.get_mut(self.scope.0 as usize) else { return };
        for (body, frame) in &mut scope.frames {
            let Some(slot) = body.slot_of(name, None).map(|slot| slot.0 as usize) else { continue };
            let place = match frame {
                crate::Frame::Running(base) => self.stack.get_mut(*base + slot),
                crate::Frame::Kept(values) => values.get_mut(slot),
            };
            if let Some(place) = place.filter(|place| place.is_some()) {
                *place = Some(value);
                return;
            }
        }
    }

    /// Whether the running code is that of a class, defined type, node or file, rather than of a function.
    fn runs_in_scope(&self, body: &Body) -> bool {
        let running =
            |frame: &crate::Frame| matches!(frame, crate::Frame::Running(base) if *base == self.base);
        self.scopes.get(self.scope.0 as usize).is_some_and(|scope| {
            // A function called while the stack is empty begins at the same index as its caller.
            scope.frames.iter().any(|(known, frame)| running(frame) && std::ptr::eq(&**known, body))
        })
    }
}

/// Variables in the order in which their names were first seen.
#[derive(Default)]
struct Visible {
    all: Vec<(Str, Value)>,
    places: FastMap<Str, usize>,
}

impl Visible {
    fn set(&mut self, name: &str, value: &Value) {
        if let Some((_, known)) = self.places.get(name).and_then(|place| self.all.get_mut(*place)) {
            *known = value.clone();
            return;
        }
        self.places.insert(Str::from(name), self.all.len());
        self.all.push((Str::from(name), value.clone()));
    }
}
