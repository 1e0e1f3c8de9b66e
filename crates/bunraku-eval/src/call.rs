//! Calls: arguments, dispatch of built-in functions, functions written in the language.

mod bytes;
mod mismatch;

pub(crate) use mismatch::rest_type;

use bunraku_diag::{TextRange, codes};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, CallSite, Callee, FunctionDefinition, Lambda, Operand, Param};
use bunraku_pcore::{Type, Value, instance::instance};
use smallvec::SmallVec;

use crate::{
    Builtin, Enumeration, Eval, Evaluator, ScopeId, Unwind,
    collection::is_splat,
    evaluator::{place, with_help},
    function::{ForeignFunction, Function},
    signature::LambdaShape,
};

type Arguments = SmallVec<[Value; 4]>;

/// A lambda that a function was called with.
#[derive(Clone, Copy)]
pub struct Block<'c> {
    /// The body it is part of.
    pub body: &'c Body,
    /// The lambda.
    pub lambda: &'c Lambda,
    /// The place of the call that has it.
    pub range: TextRange,
    pub(crate) base: usize,
    pub(crate) scope: ScopeId,
}

/// A call of a built-in function, as the function sees it.
pub struct Call<'c> {
    /// The evaluator.
    pub cx: &'c mut Evaluator,
    /// The arguments, which fit the signature.
    pub args: &'c [Value],
    /// The lambda, if there is one.
    pub block: Option<Block<'c>>,
    /// The name of the function.
    pub name: &'static str,
    /// The body that the call is in.
    pub body: &'c Body,
    /// The place of the call.
    pub range: TextRange,
}

impl Call<'_> {
    /// The argument at a position; `undef` if it was left out.
    pub fn arg(&self, index: usize) -> &Value {
        static UNDEF: Value = Value::Undef;
        self.args.get(index).unwrap_or(&UNDEF)
    }

    /// A failure of the function.
    #[cold]
    pub fn fail(&mut self, message: impl Into<String>) -> Box<Unwind> {
        let (body, range) = (self.body, self.range);
        self.cx.error(codes::FUNCTION_FAILED, body, range, message)
    }

    /// All elements of a sequence, unless that would be a value that is too large.
    pub fn gather(&mut self, items: impl Iterator<Item = Value>) -> Eval<Vec<Value>> {
        let limit = self.cx.limits.size;
        let values: Vec<Value> = items.take(limit.saturating_add(1)).collect();
        if values.len() > limit { Err(self.too_large()) } else { Ok(values) }
    }

    /// Refuses a value that would have more parts than values may have.
    #[cold]
    pub fn too_large(&mut self) -> Box<Unwind> {
        let (body, range, limit) = (self.body, self.range, self.cx.limits.size);
        self.cx.error(codes::TOO_LARGE, body, range, format!("this value would have more than {limit} parts"))
    }

    /// Counts a step of work that no expression of the program counts.
    pub fn step(&mut self) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.count_step(body, range)
    }

    /// Calls the lambda with values.
    pub fn yield_values<const N: usize>(&mut self, values: [Value; N]) -> Eval<Value> {
        match self.block {
            Some(block) => self.cx.call_lambda(block, values),
            None => Ok(Value::Undef),
        }
    }

    /// Whether the lambda may end the iteration with `break`, by itself or in a function that it calls. If not, the
    /// value before a step need not be kept.
    pub fn may_break(&self) -> bool {
        let Some(block) = self.block else { return false };
        block.body.calls.iter().any(|site| match site.callee {
            Callee::Function(name) => name.as_str() == "break" || self.cx.functions.get(name).is_none(),
            Callee::New(_) => false,
        })
    }

    /// The elements of an argument for a function that searches or folds.
    pub fn enumerate(&mut self, index: usize) -> Eval<Enumeration> {
        match self.cx.enumerate(self.arg(index)) {
            Some(enumeration) => Ok(enumeration),
            None => {
                let message = format!("`{}` cannot go through what `tree_each` gives", self.name);
                Err(with_help(self.fail(message), "make an array of it first: `Array($tree)`"))
            }
        }
    }

    /// Calls the lambda with any number of values.
    pub fn yield_all(&mut self, values: impl IntoIterator<Item = Value>) -> Eval<Value> {
        match self.block {
            Some(block) => self.cx.call_lambda_with(block, values.into_iter()),
            None => Ok(Value::Undef),
        }
    }

    /// Whether the lambda says yes.
    pub fn test<const N: usize>(&mut self, values: [Value; N]) -> Eval<bool> {
        let value = self.yield_values(values)?;
        Ok(self.cx.is_true(&value))
    }
}

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

    /// A function written in the language: its arguments go straight into its frame.
    fn call_code(
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

    /// Runs a function whose `count` arguments are on the stack from `base` on.
    fn run_code(
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
                .and_then(|()| self.eval(&function.body, function.body.root));
            self.depth -= 1;
            result
        });
        self.stack.truncate(base);
        (self.base, self.scope, self.lambda, self.captures, self.template) = outer;
        let value = match result {
            Ok(value) => value,
            Err(unwind) => match *unwind {
                Unwind::Next(value, _) => value,
                // What `return` is given is not checked, as in Puppet.
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

    /// Gives the parameters their values: arguments, then defaults in their order; checks their types.
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
            self.stack.push(Some(Value::array(values)));
        } else if !rest && count > body.params.len() {
            return Err(self.argument_count(caller, range, function, count));
        }
        let given = count.min(body.params.len());
        self.stack.resize_with(self.base + body.slots as usize, || None);
        for (index, param) in body.params.iter().enumerate() {
            if index >= given || self.stands_for_default(param) {
                let value = match param.default {
                    Some(default) if param.rest => as_array(self.eval(body, default)?),
                    Some(default) => self.eval(body, default)?,
                    None if param.rest => Value::array([]),
                    None => return Err(self.argument_count(caller, range, function, count)),
                };
                self.set_local(param.slot, value);
            }
            let Some(ty) = param.ty else { continue };
            let ty = self.eval(body, ty)?;
            let (Value::Type(ty), Some(value)) = (ty, self.local(param.slot)) else { continue };
            if !param_accepts(self, &ty, value, param.rest) {
                let value = value.clone();
                let argument = (index < given).then_some(index);
                return Err(self.wrong_argument(caller, range, function, param, &ty, &value, argument, count));
            }
        }
        Ok(())
    }

    /// Whether a parameter for the rest has a default and got nothing but `undef`.
    fn stands_for_default(&self, param: &Param) -> bool {
        param.rest
            && param.default.is_some()
            && matches!(self.local(param.slot), Some(Value::Array(values)) if matches!(values.as_slice(), [Value::Undef]))
    }

    fn check_returned(
        &mut self,
        caller: &Body,
        range: TextRange,
        function: &FunctionDefinition,
        value: Value,
    ) -> Eval<Value> {
        let Some(returns) = function.body.returns else { return Ok(value) };
        let ty = self.eval(&function.body, returns)?;
        let Value::Type(ty) = ty else { return Ok(value) };
        if instance(&self.edition.types, &ty, &value) {
            return Ok(value);
        }
        Err(self.wrong_result(caller, range, function, returns, &ty, &value))
    }
}

/// The first parameter that must be given and stands after one that need not be.
fn misplaced(params: &[Param]) -> Option<&Param> {
    let optional = |param: &Param| param.default.is_some() || param.rest;
    let first = params.iter().position(optional)?;
    params.get(first..)?.iter().find(|param| !optional(param))
}

/// An array as it is, and of any other value one.
pub(crate) fn as_array(value: Value) -> Value {
    match value {
        Value::Array(_) => value,
        other => Value::array([other]),
    }
}

/// Whether a parameter takes a value; that of the rest has the type of each element, or of an array of them.
fn param_accepts(cx: &Evaluator, ty: &Type, value: &Value, rest: bool) -> bool {
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
