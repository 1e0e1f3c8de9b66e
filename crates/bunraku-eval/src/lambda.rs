//! Calls to lambdas, whose slots are part of the enclosing frame.

use bunraku_diag::codes;
use bunraku_pcore::{Value, instance::instance};

use crate::{
    Block, Eval, Evaluator, Unwind,
    call::{as_array, rest_type},
    message::{parameter_place, with_advice},
};

impl Evaluator<'_> {
    /// Calls a lambda. Values beyond its parameters are ignored.
    pub fn call_lambda<const N: usize>(&mut self, block: Block<'_>, values: [Value; N]) -> Eval<Value> {
        self.call_lambda_with(block, values.into_iter())
    }

    /// Like [`Evaluator::call_lambda`], with any number of values.
    pub fn call_lambda_with(&mut self, block: Block<'_>, values: impl Iterator<Item = Value>) -> Eval<Value> {
        // The body of a lambda may be a constant, which takes no step by itself.
        self.count_step(block.body, block.lambda.range)?;
        self.enter(block.body, block.lambda.range)?;
        let outer = (self.base, self.scope, self.lambda, self.captures.clone());
        (self.base, self.scope, self.lambda) = (block.base, block.scope, Some(block.lambda.index));
        let result = self.run_lambda(block, values);
        (self.base, self.scope, self.lambda, self.captures) = outer;
        self.depth -= 1;
        match result {
            Err(unwind) => match *unwind {
                Unwind::Next(value, _) => self.check_lambda_result(block, value),
                other => Err(Box::new(other)),
            },
            Ok(value) => self.check_lambda_result(block, value),
        }
    }

    fn run_lambda(&mut self, block: Block<'_>, mut values: impl Iterator<Item = Value>) -> Eval<Value> {
        let (body, lambda) = (block.body, block.lambda);
        // Variables are unset each time the lambda is entered.
        for slot in lambda.slots.clone() {
            if let Some(place) = self.stack.get_mut(block.base + slot as usize) {
                *place = None;
            }
        }
        for param in &lambda.params {
            let value = if param.rest {
                let rest: Vec<Value> = values.by_ref().collect();
                match (rest.as_slice(), param.default) {
                    ([] | [Value::Undef], Some(default)) => as_array(self.eval(body, default)?),
                    _ => {
                        let rest = Value::array(rest);
                        self.check_value(&rest, body, param.range)?;
                        rest
                    }
                }
            } else {
                match (values.next(), param.default) {
                    (Some(value), _) => value,
                    (None, Some(default)) => self.eval_own(body, default)?,
                    (None, None) => {
                        let message = format!("missing value for the lambda's parameter `${}`", param.name);
                        return Err(self.error(codes::ARGUMENT_MISMATCH, body, param.range, message));
                    }
                }
            };
            self.set_local(param.slot, value);
            let Some(ty) = param.ty else { continue };
            let ty = self.declared_type(body, ty)?;
            let (Value::Type(ty), Some(value)) = (ty, self.local(param.slot)) else { continue };
            let fits = match value {
                Value::Array(values) if param.rest && !matches!(ty, bunraku_pcore::Type::Array(_)) => {
                    values.iter().all(|value| instance(&self.edition.types, &ty, value))
                }
                value => instance(&self.edition.types, &ty, value),
            };
            if !fits {
                let value = value.clone();
                let misfit = self.misfit("the lambda", param.name.as_str(), &rest_type(param, &ty), &value);
                let declared = parameter_place(body, param);
                let (message, shown) = (misfit.message, misfit.shown);
                let source = &body.source;
                let error = self.error_about(
                    codes::ARGUMENT_MISMATCH,
                    source,
                    block.range,
                    Some(declared),
                    message,
                    shown,
                );
                // The function passes what was written somewhere, such as a string, or what it has counted.
                let help = misfit.help.filter(|_| matches!(value, Value::Str(_)));
                return Err(with_advice(error, help));
            }
        }
        if let Some(param) = lambda.params.iter().find(|param| param.reserved) {
            return Err(self.reserved_parameter(&body.source, block.range, body, param));
        }
        self.eval_own(body, lambda.root)
    }

    fn check_lambda_result(&mut self, block: Block<'_>, value: Value) -> Eval<Value> {
        let Some(returns) = block.lambda.returns else { return Ok(value) };
        let ty = self.declared_type(block.body, returns)?;
        let Value::Type(ty) = ty else { return Ok(value) };
        if instance(&self.edition.types, &ty, &value) {
            return Ok(value);
        }
        let misfit = self.misfit_of_result("the lambda", &ty, &value);
        let declared = block.body.range(returns).unwrap_or(block.lambda.range);
        let (message, shown) = (misfit.message, misfit.shown);
        let source = &block.body.source;
        Err(self.error_about(codes::RETURN_MISMATCH, source, block.range, Some(declared), message, shown))
    }
}
