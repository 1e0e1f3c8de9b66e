//! Assignments: a variable is set once, alone or together with others.

use std::sync::Arc;

use bunraku_diag::{Source, Span, TextRange, codes};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, Expr, Operand, Param, RESERVED_NAMES, Slot, Target};
use bunraku_pcore::{Type, Value, notation::literal};

use crate::{
    Eval, Evaluator, Machine, Unwind,
    machine::{place, with_help},
    message::{first_line, parameter_place, with_place},
};

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
    pub(super) fn reassignment(&mut self, body: &Body, name: &str, range: TextRange) -> Box<Unwind> {
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
}

/// The keys for destructuring a hash: the name of a variable, or an array of the names of variables.
fn key_of(target: &Target) -> Value {
    match target {
        Target::Variable { name, .. } => Value::str(name.as_str()),
        Target::List(targets) => Value::array(targets.iter().map(key_of)),
    }
}

/// Where a body sets a name, as a parameter or by an assignment other than the one at `except`.
pub(super) fn set_in(body: &Body, name: &str, except: Option<TextRange>) -> Option<TextRange> {
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

/// Whether the language sets this name itself.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED_NAMES.contains(&name)
}
