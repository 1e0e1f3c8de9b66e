//! Calls: what is called, with which arguments.

mod bytes;
mod code;
mod mismatch;
mod site;

pub(crate) use mismatch::rest_type;
pub use site::{Block, Call};

use code::misplaced;

use bunraku_diag::{TextRange, codes};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, CallSite, Callee, Lambda, Operand, Param};
use bunraku_pcore::{Type, Value};
use smallvec::SmallVec;

use crate::{
    Builtin, Eval, Evaluator, Unwind,
    collection::is_splat,
    evaluator::place,
    function::{ForeignFunction, Function},
    signature::LambdaShape,
};

type Arguments = SmallVec<[Value; 4]>;

impl Evaluator {
    pub(crate) fn call(&mut self, body: &Body, index: u32, at: Operand) -> Eval<Value> {
        let Some(site) = body.calls.get(index as usize) else { return Ok(Value::Undef) };
        match site.callee {
            Callee::New(operand) => {
                let mut arguments = Arguments::new();
                arguments.push(self.eval(body, operand)?);
                self.arguments(body, site, None, &mut arguments)?;
                match self.functions.get(Symbol::new("new")) {
                    Some(builtin) => self.call_builtin(body, site, builtin, &mut arguments, at),
                    None => Err(self.unknown_function(body, site.name_range, "new")),
                }
            }
            Callee::Function(name) => {
                let receiver = self.receiver(body, site)?;
                if let Some(receiver @ (Value::Object(_) | Value::Uri(_))) = &receiver
                    && let Some(value) = self.member(body, site, receiver, name, at)?
                {
                    return Ok(value);
                }
                if let Some(builtin) = self.functions.get(name) {
                    let mut arguments = Arguments::new();
                    self.arguments(body, site, receiver, &mut arguments)?;
                    return self.call_builtin(body, site, builtin, &mut arguments, at);
                }
                match self.host_function(body, site, name)? {
                    Some(Function::Code(function)) => self.call_code(body, site, receiver, &function, at),
                    Some(Function::Builtin(builtin)) => {
                        let mut arguments = Arguments::new();
                        self.arguments(body, site, receiver, &mut arguments)?;
                        self.call_builtin(body, site, builtin, &mut arguments, at)
                    }
                    Some(Function::Foreign(function)) => {
                        let mut arguments = Arguments::new();
                        self.arguments(body, site, receiver, &mut arguments)?;
                        arguments
                            .iter_mut()
                            .for_each(|argument| *argument = std::mem::take(argument).plain());
                        self.call_foreign(body, site, &*function, &arguments, at)
                    }
                    None => {
                        // Arguments come first: what they log and how they fail is seen before.
                        self.arguments(body, site, receiver, &mut Arguments::new())?;
                        Err(self.unknown_function(body, site.name_range, name.as_str()))
                    }
                }
            }
        }
    }

    /// The receiver of a method call, unless it is spread over several arguments.
    fn receiver(&mut self, body: &Body, site: &CallSite) -> Eval<Option<Value>> {
        match body.list(site.arguments).first() {
            Some(operand) if site.method && !(site.splat && is_splat(body, *operand)) => {
                self.eval(body, *operand).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The attribute or function of an object or the part of a URI that a method call names; nothing if there is none.
    fn member(
        &mut self,
        body: &Body,
        site: &CallSite,
        receiver: &Value,
        name: Symbol,
        at: Operand,
    ) -> Eval<Option<Value>> {
        let object = match receiver {
            Value::Uri(uri) => return Ok(uri.part(name.as_str())),
            Value::Object(object) => object,
            _ => return Ok(None),
        };
        let ty = object.object_type();
        let is_function = ty.function(name.as_str()).is_some();
        if ty.attribute(name.as_str()).is_none() && !is_function {
            return Ok(None);
        }
        let mut arguments = Arguments::new();
        if is_function && let Some(builtin) = self.host.method(object, name) {
            self.arguments(body, site, Some(receiver.clone()), &mut arguments)?;
            return self.call_builtin(body, site, builtin, &mut arguments, at).map(Some);
        }
        self.arguments(body, site, Some(Value::Undef), &mut arguments)?;
        if arguments.len() > 1 || site.lambda.is_some() {
            let message = format!("`{name}` of {} takes no arguments", ty.label());
            return Err(self.error(codes::ARGUMENT_MISMATCH, body, site.name_range, message));
        }
        // The message of an error is the only other function that has code.
        let attribute = if is_function && name.as_str() == "message" { "msg" } else { name.as_str() };
        match object.get(attribute) {
            Some(value) => Ok(Some(value.clone())),
            None => {
                let message =
                    format!("`{name}` of {} is declared, but nothing says what it does", ty.label());
                Err(self.error_at(codes::NOT_SUPPORTED, body, at, message))
            }
        }
    }

    /// Evaluates the arguments, without the receiver if it is given.
    fn arguments(
        &mut self,
        body: &Body,
        site: &CallSite,
        receiver: Option<Value>,
        arguments: &mut Arguments,
    ) -> Eval<()> {
        let known = usize::from(receiver.is_some());
        arguments.extend(receiver);
        for operand in body.list(site.arguments).iter().skip(known) {
            let value = self.eval(body, *operand)?;
            if site.splat
                && is_splat(body, *operand)
                && let Value::Array(elements) = value
            {
                arguments.extend(elements.iter().cloned());
            } else {
                arguments.push(value);
            }
        }
        Ok(())
    }

    fn call_builtin(
        &mut self,
        body: &Body,
        site: &CallSite,
        builtin: &'static Builtin,
        arguments: &mut [Value],
        at: Operand,
    ) -> Eval<Value> {
        if !arguments.iter().any(|argument| matches!(argument, Value::ByteStr(_))) {
            return self.dispatch(body, site, builtin, arguments, at);
        }
        let effect = bytes::effect(builtin.name, arguments);
        let is_high = |argument: &Value| matches!(argument, Value::ByteStr(text) if !text.is_ascii());
        let ascii = !arguments.iter().any(is_high);
        bytes::prepare(effect, arguments);
        let value = self.dispatch(body, site, builtin, arguments, at)?;
        Ok(bytes::finish(effect, ascii, value))
    }

    fn dispatch(
        &mut self,
        body: &Body,
        site: &CallSite,
        builtin: &'static Builtin,
        arguments: &[Value],
        at: Operand,
    ) -> Eval<Value> {
        let lambda = site.lambda.and_then(|index| body.lambdas.get(index as usize));
        let shape = self.lambda_shape(body, builtin, lambda)?;
        let signatures = builtin.signatures();
        let fitting = signatures.iter().position(|signature| signature.accepts(arguments, shape.as_ref()));
        let Some(dispatch) = fitting.and_then(|index| builtin.dispatches.get(index)) else {
            return Err(self.no_dispatch(body, site.name_range, builtin, arguments, lambda));
        };
        let (base, scope) = (self.base, self.scope);
        let range = place(body, at);
        let block = lambda.map(|lambda| Block { body, lambda, range, base, scope });
        let mut call = Call { cx: self, args: arguments, block, name: builtin.name, body, range };
        let value = (dispatch.run)(&mut call)?;
        self.check_size(body, &value, at)?;
        Ok(value)
    }

    fn call_foreign(
        &mut self,
        body: &Body,
        site: &CallSite,
        function: &dyn ForeignFunction,
        arguments: &[Value],
        at: Operand,
    ) -> Eval<Value> {
        let lambda = site.lambda.and_then(|index| body.lambdas.get(index as usize));
        let (base, scope) = (self.base, self.scope);
        let range = place(body, at);
        let block = lambda.map(|lambda| Block { body, lambda, range, base, scope });
        self.run_foreign(body, range, function, arguments, block)
    }

    fn run_foreign(
        &mut self,
        body: &Body,
        range: TextRange,
        function: &dyn ForeignFunction,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Value> {
        self.enter(body, range)?;
        let name = function.name().as_str();
        let mut call = Call { cx: self, args: arguments, block, name, body, range };
        let result = function.run(&mut call);
        self.depth -= 1;
        result
    }

    /// What a function has to know of a lambda to choose a signature.
    fn lambda_shape<'b>(
        &mut self,
        body: &'b Body,
        builtin: &Builtin,
        lambda: Option<&'b Lambda>,
    ) -> Eval<Option<LambdaShape<'b>>> {
        let Some(lambda) = lambda else { return Ok(None) };
        if let Some(param) = misplaced(&lambda.params) {
            return Err(self.misplaced_parameter(body, param));
        }
        let mut types = Vec::new();
        let mut rest = None;
        // A type that is no constant may fail, and does so even if the lambda is never called.
        let constant = |param: &Param| !param.rest && !matches!(param.ty, Some(Operand::Expr(_)));
        if builtin.asks_for_lambda_types() || !lambda.params.iter().all(constant) {
            for param in &lambda.params {
                let ty = param.ty.map(|ty| self.eval(body, ty)).transpose()?;
                types.push(match ty {
                    Some(Value::Type(Type::Array(array))) if param.rest => {
                        rest = array.size;
                        Some(array.element.clone())
                    }
                    Some(Value::Type(ty)) => Some(ty),
                    _ => None,
                });
            }
        }
        Ok(Some(LambdaShape { lambda, types, rest }))
    }

    /// A function of the host; what it cannot give is reported at the name.
    fn host_function(&mut self, body: &Body, site: &CallSite, name: Symbol) -> Eval<Option<Function>> {
        self.host.function(self, name).map_err(|mut unwind| {
            if let Unwind::Failure(diagnostic) = unwind.as_mut()
                && diagnostic.primary.is_none()
            {
                let span = self.span(body, site.name_range);
                diagnostic.primary = Some(bunraku_diag::Label { span, text: String::new() });
            }
            unwind
        })
    }

    /// Calls a function by its name with values, as other functions do.
    pub fn call_function(
        &mut self,
        body: &Body,
        range: TextRange,
        name: &str,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Value> {
        let symbol = Symbol::find(name);
        let builtin = symbol.and_then(|name| self.functions.get(name));
        let function = match (builtin, symbol) {
            (Some(builtin), _) => Some(Function::Builtin(builtin)),
            (None, symbol) => {
                let symbol = symbol.unwrap_or_else(|| Symbol::new(name));
                self.host.function(self, symbol)?
            }
        };
        match function {
            Some(Function::Builtin(builtin)) => {
                let lambda = block.map(|block| block.lambda);
                let shape = self.lambda_shape(block.map_or(body, |block| block.body), builtin, lambda)?;
                let signatures = builtin.signatures();
                let fitting =
                    signatures.iter().position(|signature| signature.accepts(arguments, shape.as_ref()));
                let Some(dispatch) = fitting.and_then(|index| builtin.dispatches.get(index)) else {
                    return Err(self.no_dispatch(body, range, builtin, arguments, lambda));
                };
                let mut call = Call { cx: self, args: arguments, block, name: builtin.name, body, range };
                (dispatch.run)(&mut call)
            }
            Some(Function::Code(_)) if block.is_some() => {
                let message = format!("the function `{name}` takes no lambda");
                Err(self.error(codes::ARGUMENT_MISMATCH, body, range, message))
            }
            Some(Function::Code(function)) => {
                let base = self.stack.len();
                self.stack.extend(arguments.iter().cloned().map(Some));
                self.run_code(body, range, &function, base, arguments.len())
            }
            Some(Function::Foreign(function)) => self.run_foreign(body, range, &*function, arguments, block),
            None => Err(self.unknown_function(body, range, name)),
        }
    }
}

/// An array as it is, and of any other value one.
pub(crate) fn as_array(value: Value) -> Value {
    match value {
        Value::Array(_) => value,
        other => Value::array([other]),
    }
}
