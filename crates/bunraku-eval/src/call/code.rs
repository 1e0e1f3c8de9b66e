//! Calls to functions written in Puppet.

use bunraku_diag::{TextRange, codes};
use bunraku_ir::{Body, CallSite, FunctionDefinition, Operand, Param};
use bunraku_pcore::{Type, Value, instance::instance};

use super::as_array;
use crate::{Eval, Evaluator, Machine, ScopeId, Unwind, collection::is_splat, machine::place};

impl Evaluator<'_> {
    /// Calls a function written in Puppet. Its arguments are evaluated directly into its frame.
    pub(super) fn call_code(
        &mut self,
        body: &Body,
        site: &CallSite,
        receiver: Option<Value>,
        function: &FunctionDefinition,
        at: Operand,
    ) -> Eval<Value> {
        if site.lambda.is_some() {
            let message = format!("the function `{}` takes no lambda", function.name);
            return Err(self.error(codes::ARGUMENT_MISMATCH, body, site.name_range, message));
        }
        let base = self.stack.len();
        let known = usize::from(receiver.is_some());
        let mut count = known;
        self.stack.extend(receiver.map(Some));
        for operand in body.list(site.arguments).iter().skip(known) {
            let value = self.eval(body, *operand).inspect_err(|_| self.stack.truncate(base))?;
            if site.splat
                && is_splat(body, *operand)
                && let Value::Array(elements) = value
            {
                count += elements.len();
                self.stack.extend(elements.iter().cloned().map(Some));
            } else {
                count += 1;
                self.stack.push(Some(value));
            }
        }
        self.run_code(body, place(body, at), function, base, count)
    }

    /// Runs a function whose `count` arguments are on the stack, starting at `base`.
    pub(super) fn run_code(
        &mut self,
        caller: &Body,
        range: TextRange,
        function: &FunctionDefinition,
        base: usize,
        count: usize,
    ) -> Eval<Value> {
        let outer = (self.base, self.scope, self.lambda.take(), self.captures.take(), self.template.take());
        let result = self.enter(caller, range).and_then(|()| {
            self.base = base;
            self.scope = ScopeId::TOP;
            let result = self
                .bind(caller, range, function, count)
                .and_then(|()| self.eval_own(&function.body, function.body.root));
            self.depth -= 1;
            result
        });
        self.stack.truncate(base);
        (self.base, self.scope, self.lambda, self.captures, self.template) = outer;
        let value = match result {
            Ok(value) => value,
            Err(unwind) => match *unwind {
                Unwind::Next(value, _) => value,
                // As in Puppet, the value given to `return` is not checked.
                Unwind::Return(value, _) => return Ok(value),
                mut other => {
                    if let Unwind::Failure(diagnostic) = &mut other {
                        diagnostic
                            .called_from(format!("function `{}`", function.name), self.span(caller, range));
                    }
                    return Err(Box::new(other));
                }
            },
        };
        self.check_returned(caller, range, function, value)
    }

    /// Sets the parameters: from arguments, then from defaults in their order. Then checks their types.
    fn bind(
        &mut self,
        caller: &Body,
        range: TextRange,
        function: &FunctionDefinition,
        count: usize,
    ) -> Eval<()> {
        let body = &*function.body;
        if let Some(param) = misplaced(&body.params) {
            return Err(self.misplaced_parameter(body, param));
        }
        let rest = body.params.last().is_some_and(|param| param.rest);
        if rest && count >= body.params.len() {
            let from = self.base + body.params.len() - 1;
            let values: Vec<Value> = self.stack.drain(from..).map(Option::unwrap_or_default).collect();
            let values = Value::array(values);
            self.check_value(&values, caller, range)?;
            self.stack.push(Some(values));
        } else if !rest && count > body.params.len() {
            return Err(self.argument_count(caller, range, function, count));
        }
        let given = count.min(body.params.len());
        let end = self.base + body.slots as usize;
        self.stack.resize_with(end, || None);
        for (index, param) in body.params.iter().enumerate() {
            if index >= given || self.stands_for_default(param) {
                let value = match param.default {
                    Some(default) if param.rest => as_array(self.eval(body, default)?),
                    Some(default) => self
                        .default(body, default)
                        .map_err(|unwind| self.at_caller(unwind, caller, range, body))?,
                    None if param.rest => Value::array([]),
                    None => return Err(self.argument_count(caller, range, function, count)),
                };
                self.set_local(param.slot, value);
            }
            let Some(ty) = param.ty else { continue };
            let ty = self.declared_type(body, ty)?;
            let (Value::Type(ty), Some(value)) = (ty, self.local(param.slot)) else { continue };
            if !param_accepts(self, &ty, value, param.rest) {
                let value = value.clone();
                let argument = (index < given).then_some(index);
                return Err(self.wrong_argument(caller, range, function, param, &ty, &value, argument, count));
            }
        }
        match body.params.iter().find(|param| param.reserved) {
            Some(param) => Err(self.reserved_parameter(&caller.source, range, body, param)),
            None => Ok(()),
        }
    }

    /// Evaluates the default of a parameter. Match variables that it sets are not visible to later ones.
    pub fn default(&mut self, body: &Body, default: Operand) -> Eval<Value> {
        let captures = self.save_captures();
        let value = self.eval_own(body, default);
        self.restore_captures(captures);
        value
    }

    fn check_returned(
        &mut self,
        caller: &Body,
        range: TextRange,
        function: &FunctionDefinition,
        value: Value,
    ) -> Eval<Value> {
        let Some(returns) = function.body.returns else { return Ok(value) };
        let ty = self.declared_type(&function.body, returns)?;
        let Value::Type(ty) = ty else { return Ok(value) };
        if instance(&self.edition.types, &ty, &value) {
            return Ok(value);
        }
        Err(self.wrong_result(caller, range, function, returns, &ty, &value))
    }
}

impl Machine {
    /// Whether a rest parameter has a default and received only `undef`.
    fn stands_for_default(&self, param: &Param) -> bool {
        param.rest
            && param.default.is_some()
            && matches!(self.local(param.slot), Some(Value::Array(values)) if matches!(values.as_slice(), [Value::Undef]))
    }
}

/// The first required parameter that follows an optional one.
pub(super) fn misplaced(params: &[Param]) -> Option<&Param> {
    let optional = |param: &Param| param.default.is_some() || param.rest;
    let first = params.iter().position(optional)?;
    params.get(first..)?.iter().find(|param| !optional(param))
}

/// Whether a parameter accepts a value. The type of a rest parameter is that of an element, or of an array of them.
fn param_accepts(cx: &Machine, ty: &Type, value: &Value, rest: bool) -> bool {
    let types = &cx.edition.types;
    match value {
        Value::Array(values) if rest => {
            if matches!(ty, Type::Array(_)) {
                return instance(types, ty, value);
            }
            values.iter().all(|value| instance(types, ty, value))
        }
        _ => instance(types, ty, value),
    }
}
