//! Calling a lambda: its slots are part of the frame around it.

use bunraku_diag::codes;
use bunraku_pcore::{Value, instance::instance, notation};

use crate::{Block, Eval, Evaluator, Unwind, arithmetic::article};

impl Evaluator {
    /// Calls a lambda with values. More than it has parameters for are ignored.
    pub fn call_lambda<const N: usize>(&mut self, block: Block<'_>, values: [Value; N]) -> Eval<Value> {
        self.call_lambda_with(block, values.into_iter())
    }

    /// As [`Evaluator::call_lambda`], with any number of values.
    pub fn call_lambda_with(&mut self, block: Block<'_>, values: impl Iterator<Item = Value>) -> Eval<Value> {
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
        // Each entry starts with nothing set.
        for slot in lambda.slots.clone() {
            if let Some(place) = self.stack.get_mut(block.base + slot as usize) {
                *place = None;
            }
        }
        for param in &lambda.params {
            let value = if param.rest {
                Value::array(values.by_ref())
            } else {
                match (values.next(), param.default) {
                    (Some(value), _) => value,
                    (None, Some(default)) => self.eval(body, default)?,
                    (None, None) => {
                        let message = format!("the lambda's parameter `${}` gets no value", param.name);
                        return Err(self.error(codes::ARGUMENT_MISMATCH, body, param.range, message));
                    }
                }
            };
            self.set_local(param.slot, value);
            let Some(ty) = param.ty else { continue };
            let ty = self.eval(body, ty)?;
            let (Value::Type(ty), Some(value)) = (ty, self.local(param.slot)) else { continue };
            let fits = match value {
                Value::Array(values) if param.rest && !matches!(ty, bunraku_pcore::Type::Array(_)) => {
                    values.iter().all(|value| instance(&self.edition.types, &ty, value))
                }
                value => instance(&self.edition.types, &ty, value),
            };
            if !fits {
                let value = value.clone();
                let message = format!(
                    "the lambda's parameter '{}' expects {}, got {}",
                    param.name,
                    article(&notation::notation(&self.edition.types, &ty)),
                    article(&self.type_text(&value))
                );
                return Err(self.error(codes::ARGUMENT_MISMATCH, body, param.range, message));
            }
        }
        self.eval(body, lambda.root)
    }

    fn check_lambda_result(&mut self, block: Block<'_>, value: Value) -> Eval<Value> {
        let Some(returns) = block.lambda.returns else { return Ok(value) };
        let ty = self.eval(block.body, returns)?;
        let Value::Type(ty) = ty else { return Ok(value) };
        if instance(&self.edition.types, &ty, &value) {
            return Ok(value);
        }
        let message = format!(
            "this lambda must return {}, not {}",
            article(&notation::notation(&self.edition.types, &ty)),
            article(&self.type_text(&value))
        );
        Err(self.error(codes::RETURN_MISMATCH, block.body, block.lambda.range, message))
    }
}
