//! Variables: reading them, and assigning them once.

use std::sync::Arc;

use bunraku_check::Strict;
use bunraku_diag::{Source, Span, TextRange, codes, nearest};
use bunraku_intern::{FastMap, Symbol};
use bunraku_ir::{Body, Expr, Operand, Param, RESERVED_NAMES, Slot, Target, Variable};
use bunraku_pcore::{Str, Type, Value, notation::literal};

use crate::{
    Eval, Evaluator, Machine, Unwind,
    advice::{hyphenated, in_lambda, last_resort},
    machine::{place, with_help},
    message::{first_line, parameter_place, with_place},
    scope::{ScopeId, ScopeKind},
};

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

impl Evaluator<'_> {
    pub(crate) fn assign(
        &mut self,
        body: &Body,
        slot: Slot,
        name: Symbol,
        value: Operand,
        at: Operand,
    ) -> Eval<Value> {
        let value = self.eval_own(body, value)?;
        self.assign_value(body, slot, name, value.clone(), place(body, at))?;
        Ok(value)
    }

    pub(crate) fn assign_many(
        &mut self,
        body: &Body,
        target: u32,
        value: Operand,
        at: Operand,
    ) -> Eval<Value> {
        let value = self.eval(body, value)?;
        if let Some(target) = body.targets.get(target as usize) {
            self.destructure(body, target, &value, at)?;
        }
        Ok(value)
    }

    /// `$x += value` and `$x -= value`: starts from the value of an outer variable of this name; the result is the
    /// right side.
    pub(crate) fn append_assign(
        &mut self,
        body: &Body,
        slot: Slot,
        outer: u32,
        delete: bool,
        value: Operand,
        at: Operand,
    ) -> Eval<Value> {
        let Some(variable) = body.variables.get(outer as usize) else { return Ok(Value::Undef) };
        let right = self.eval(body, value)?;
        let own = self.local(slot).is_some();
        let old = if own { None } else { self.find_variable(body, variable)? };
        let new = match old {
            None if delete => Value::Undef,
            None => right.clone(),
            Some(old @ (Value::Array(_) | Value::Hash(_))) if delete => self.delete(body, old, &right, at)?,
            Some(old @ (Value::Array(_) | Value::Hash(_))) => {
                self.concatenate(body, old, right.clone(), at)?
            }
            Some(_) => {
                let message =
                    format!("`${}` of the outer scope is neither an array nor a hash", variable.name);
                return Err(self.error_at(codes::INVALID_ASSIGNMENT, body, at, message));
            }
        };
        self.assign_value(body, slot, variable.name, new, variable.range)?;
        Ok(right)
    }
}

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
                return Err(with_help(
                    error,
                    "defaults see only the parameters before them: change their order",
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
        let id = self.scope_of_namespace(namespace)?;
        let mut scope = self.scopes.get(id.0 as usize)?;
        loop {
            if let Some(value) = scope.get(name, &self.stack) {
                return Some(value.clone());
            }
            // Inherited variables can be named as the class's own, but not those of enclosing scopes.
            let parent = self.scopes.get(scope.parent?.0 as usize)?;
            scope = match parent.kind {
                ScopeKind::Class(_) => parent,
                _ => return None,
            };
        }
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
            let namespace = match namespace.trim_start_matches("::") {
                "" => Symbol::new(""),
                namespace => Symbol::find(namespace)?,
            };
            return match Symbol::find(simple) {
                Some(simple) => self.lookup_qualified(namespace, simple),
                None => self.given_in(self.scope_of_namespace(namespace)?, simple),
            };
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

    /// Reports an unset variable that other code reads by name, according to the settings.
    pub fn missing_variable(&mut self, body: &Body, range: TextRange, name: &str) -> Eval<()> {
        if BUILT_IN.contains(&name) {
            return Ok(());
        }
        let message = format!("unknown variable `${name}`");
        self.by_strict(self.settings.strict, codes::UNKNOWN_VARIABLE, body, range, message)
    }

    #[cold]
    fn unknown_variable(&mut self, body: &Body, variable: &Variable) -> Eval<()> {
        if BUILT_IN.contains(&variable.name.as_str()) {
            return Ok(());
        }
        let strict = if self.settings.strict_variables { Strict::Error } else { self.settings.strict };
        let name = variable.name.as_str();
        let message = format!("unknown variable `${name}`");
        let result = self.by_strict(strict, codes::UNKNOWN_VARIABLE, body, variable.range, message);
        result.map_err(|error| self.about_unknown(error, body, variable))
    }

    /// Adds to an error about an unknown variable: where it was looked up, where it is set too late, and a similar
    /// name.
    fn about_unknown(&mut self, mut error: Box<Unwind>, body: &Body, variable: &Variable) -> Box<Unwind> {
        let name = variable.name.as_str();
        if let Unwind::Failure(diagnostic) = error.as_mut()
            && let Some(primary) = &mut diagnostic.primary
        {
            primary.text = self.searched(body, variable);
        }
        if let Some(place) = set_in(body, variable.name.as_str(), None) {
            let later = place.start > variable.range.start;
            let (label, help) = match later {
                _ if self.in_own_value(body, variable) => {
                    ("set here, after its value is computed", "a variable cannot be used in its own value")
                }
                true => ("set here, which runs later", "move the assignment before this line"),
                false if in_lambda(body, variable) => (
                    "set here, inside a lambda",
                    "a variable set in a lambda is only visible there: return values with `map` or `reduce`",
                ),
                false => ("set here, which was not run", "assign it in every branch"),
            };
            let span = self.span(body, place);
            return with_help(with_place(error, span, label), help);
        }
        if let Some(help) = self.elsewhere(variable) {
            return with_help(error, help);
        }
        if let Some(help) = self.unknown_fact(name).or_else(|| hyphenated(body, variable.range)) {
            return with_help(error, help);
        }
        let Some(similar) = self.similar_variable(body, name) else {
            return crate::with_advice(error, last_resort(body, variable));
        };
        let place = set_in(body, &similar, None);
        let error = match place {
            Some(place) => {
                let span = self.span(body, place);
                with_place(error, span, "a variable with a similar name is set here")
            }
            None => error,
        };
        with_help(error, format!("did you mean `${similar}`?"))
    }

    /// Where a variable was looked up.
    fn searched(&self, body: &Body, variable: &Variable) -> String {
        if let Some(namespace) = variable.namespace.filter(|namespace| !namespace.as_str().is_empty()) {
            return match self.class_scope(namespace) {
                Some(_) => format!("the class `{namespace}` does not set it"),
                None => format!("class `{namespace}` is not declared yet"),
            };
        }
        if variable.namespace.is_some() {
            return "not set in the top scope".to_owned();
        }
        if !self.runs_in_scope(body) && self.template.is_none() {
            return "not set here or in the top scope".to_owned();
        }
        let mut places = Vec::new();
        let mut at = Some(self.scope);
        while let Some(scope) = at.and_then(|id| self.scopes.get(id.0 as usize)) {
            places.push(match &scope.kind {
                ScopeKind::Top => "the top scope".to_owned(),
                ScopeKind::Node => "the node".to_owned(),
                ScopeKind::Class(name) => format!("class `{name}`"),
                ScopeKind::Define => "this defined type".to_owned(),
                ScopeKind::Function => "this function".to_owned(),
            });
            at = scope.parent;
        }
        match places.split_last() {
            Some((last, [])) => format!("not set in {last}"),
            Some((last, before)) => format!("not set in {} or {last}", before.join(", ")),
            None => String::new(),
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

    /// The failure for a parameter whose name is reserved.
    #[cold]
    pub fn reserved_parameter(
        &mut self,
        source: &Arc<Source>,
        range: TextRange,
        body: &Body,
        param: &Param,
    ) -> Box<Unwind> {
        let message = format!("`${}` cannot be a parameter", param.name);
        let label = "given a value here";
        let error = self.error_about(codes::REASSIGNMENT, source, range, None, message, label);
        let declared = self.span(body, parameter_place(body, param));
        let error = with_place(error, declared, "this name is reserved by the language");
        with_help(error, "choose another name")
    }

    fn similar_variable(&self, body: &Body, name: &str) -> Option<String> {
        let own = body.names.iter().map(|named| named.name.as_str());
        let facts = self.scopes.iter().flat_map(|scope| scope.given.keys().map(|name| name.as_str()));
        let others = self.scopes.iter().flat_map(|scope| &scope.frames).flat_map(|(body, _)| {
            body.names.iter().filter(|named| named.lambda.is_none()).map(|named| named.name.as_str())
        });
        let candidates: Vec<&str> = own.chain(facts).chain(others).filter(|other| *other != name).collect();
        nearest(name, candidates).map(str::to_owned)
    }

    fn assign_value(
        &mut self,
        body: &Body,
        slot: Slot,
        name: Symbol,
        value: Value,
        range: TextRange,
    ) -> Eval<()> {
        if self.local(slot).is_some() || self.is_taken(body, name) {
            return Err(self.reassignment(body, name.as_str(), range));
        }
        self.set_local(slot, value);
        Ok(())
    }

    #[cold]
    fn reassignment(&mut self, body: &Body, name: &str, range: TextRange) -> Box<Unwind> {
        let message = format!("cannot reassign variable `${name}`");
        let place = set_range(range, name);
        let first = set_in(body, name, Some(place)).map(|first| self.span(body, first));
        let label = match name {
            _ if first.is_some() => "assigned again here",
            word if RESERVED_NAMES.contains(&word) => "this name is reserved by the language",
            "title" | "name" => "this name is always set in classes and defined types",
            _ => "already set outside this code, for example as a fact",
        };
        let error = self.error_about(codes::REASSIGNMENT, &body.source, place, None, message, label);
        let mut error = match first {
            Some(first) => with_place(error, first, "first assigned here"),
            None => error,
        };
        // Puppet reports these where the instance is declared, even if they are set in a function that it calls.
        if matches!(name, "title" | "name")
            && let (Unwind::Failure(diagnostic), Some(declared)) = (error.as_mut(), self.instance)
        {
            let source = self.sources.get(declared.file);
            let range = source.map_or(declared.range, |source| first_line(source, declared.range));
            diagnostic.move_to(Span { range, ..declared });
        }
        with_help(error, "variables cannot be changed: choose another name")
    }

    /// Whether a name is already set in the running scope by other means: as a fact, by another file, or because it is
    /// reserved.
    fn is_taken(&self, body: &Body, name: Symbol) -> bool {
        if self.lambda.is_some() {
            return RESERVED_NAMES.contains(&name.as_str());
        }
        if self.template.as_ref().is_some_and(|names| names.is_given(name)) {
            return true;
        }
        let reserved = RESERVED_NAMES.contains(&name.as_str());
        let scope = self.scopes.get(self.scope.0 as usize);
        // The variables of a function are not part of a scope.
        reserved
            || self.runs_in_scope(body) && scope.is_some_and(|scope| scope.get(name, &self.stack).is_some())
    }

    fn destructure(&mut self, body: &Body, target: &Target, value: &Value, at: Operand) -> Eval<()> {
        let targets = match target {
            Target::Variable { slot, name, range } => {
                return self.assign_value(body, *slot, *name, value.clone(), *range);
            }
            Target::List(targets) => targets,
        };
        match value {
            Value::Hash(hash) => {
                for target in targets {
                    let key = key_of(target);
                    let Some(value) = hash.get(&key).cloned() else {
                        let message = format!("the hash has no key {}", literal(&self.edition.types, &key));
                        return Err(self.error_at(codes::INVALID_ASSIGNMENT, body, at, message));
                    };
                    self.destructure(body, target, &value, at)?;
                }
                Ok(())
            }
            Value::Type(Type::Class(class)) => {
                let class = class.name.clone();
                for target in targets {
                    let Target::Variable { name, .. } = target else { continue };
                    let namespace = class.as_deref().and_then(Symbol::find);
                    let value = namespace.and_then(|namespace| self.lookup_qualified(namespace, *name));
                    let Some(value) = value else {
                        let message = format!("the class has no variable `${name}`");
                        return Err(self.error_at(codes::INVALID_ASSIGNMENT, body, at, message));
                    };
                    self.destructure(body, target, &value, at)?;
                }
                Ok(())
            }
            other => {
                let values: Vec<Value> = match other {
                    Value::Array(values) => values.to_vec(),
                    single => vec![single.clone()],
                };
                if values.len() != targets.len() {
                    let message =
                        format!("expected {} values to assign, got {}", targets.len(), values.len());
                    return Err(self.error_at(codes::INVALID_ASSIGNMENT, body, at, message));
                }
                for (target, value) in targets.iter().zip(&values) {
                    self.destructure(body, target, value, at)?;
                }
                Ok(())
            }
        }
    }
}

/// The keys for destructuring a hash: the name of a variable, or an array of the names of variables.
fn key_of(target: &Target) -> Value {
    match target {
        Target::Variable { name, .. } => Value::str(name.as_str()),
        Target::List(targets) => Value::array(targets.iter().map(key_of)),
    }
}

/// Where a body sets a name, as a parameter or by an assignment other than the one at `except`.
fn set_in(body: &Body, name: &str, except: Option<TextRange>) -> Option<TextRange> {
    let params = body.params.iter().chain(body.lambdas.iter().flat_map(|lambda| &lambda.params));
    let param = params.filter(|param| param.name.as_str() == name).map(|param| parameter_place(body, param));
    let assigned = body.exprs.iter().zip(&body.ranges).filter_map(|(expr, range)| match expr {
        Expr::Assign { name: other, .. } if other.as_str() == name => Some(set_range(*range, name)),
        _ => None,
    });
    param.chain(assigned).find(|range| Some(*range) != except)
}

/// The variable at the start of an assignment.
fn set_range(assignment: TextRange, name: &str) -> TextRange {
    let end = assignment.start + 1 + name.len() as u32;
    TextRange::new(assignment.start, end.min(assignment.end))
}

/// Names that always exist, possibly without a value.
const BUILT_IN: [&str; 2] = ["module_name", "caller_module_name"];

/// Whether the language sets this name itself.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED_NAMES.contains(&name)
}
