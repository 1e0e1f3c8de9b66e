//! Function calls: finding the function and evaluating the arguments.

mod bytes;
mod code;
mod mismatch;
mod site;

pub use bytes::Bytes;
pub(crate) use mismatch::rest_type;
pub use site::{Arguments, Block, Call, Context};

use code::misplaced;

use bunraku_diag::{Label, TextRange, codes};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, CallSite, Callee, Lambda, Operand, Param};
use bunraku_pcore::{Type, Value};
use smallvec::SmallVec;

use crate::{
    Eval, Evaluator, Unwind,
    collection::is_splat,
    function::{About, Attention, Function, Hosted, Native},
    machine::place,
    signature::LambdaShape,
};

type Values = SmallVec<[Value; 4]>;

/// The code that calls a function.
#[derive(Clone, Copy)]
struct Site<'c> {
    body: &'c Body,
    range: TextRange,
    /// The place of the function's name, where arguments that do not fit are reported.
    name_range: TextRange,
    block: Option<Block<'c>>,
}

impl Evaluator<'_> {
    /// Evaluates a call in the code.
    pub(crate) fn call(&mut self, body: &Body, index: u32, at: Operand) -> Eval<Value> {
        let Some(site) = body.calls.get(index as usize) else { return Ok(Value::Undef) };
        let (name, receiver) = match site.callee {
            Callee::New(operand) => (Symbol::new("new"), Some(self.eval(body, operand)?)),
            Callee::Function(name) => (name, self.receiver(body, site)?),
        };
        if let Some(receiver @ (Value::Object(_) | Value::Uri(_))) = &receiver
            && let Some(value) = self.member(body, site, receiver, name, at)?
        {
            return Ok(value);
        }
        let found = self.find_function(name).map_err(|unwind| self.at_name(body, site, unwind))?;
        if let Some(Function::Code(function)) = &found {
            return self.call_code(body, site, receiver, function, at);
        }
        let mut values = Values::new();
        // Puppet evaluates arguments before it looks for the function, so their logs and failures come first.
        self.arguments(body, site, receiver, &mut values)?;
        match found {
            Some(function) => {
                let called = self.site(body, site, at);
                self.invoke(&function, &mut values, called)
            }
            None => Err(self.unknown_function(body, site.name_range, name.as_str())),
        }
    }

    /// Calls a function by name, as other functions, templates, data and Ruby code do.
    pub fn call_function(
        &mut self,
        body: &Body,
        range: TextRange,
        name: &str,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Value> {
        match self.find_function_named(name)? {
            Some(function) => {
                let mut values: Values = arguments.iter().cloned().collect();
                self.invoke(&function, &mut values, Site { body, range, name_range: range, block })
            }
            None => Err(self.unknown_function(body, range, name)),
        }
    }

    /// Calls a method of a host object, as code in other languages does; `None` if the object does not have it.
    pub fn call_method(
        &mut self,
        body: &Body,
        range: TextRange,
        object: &Value,
        name: &str,
        arguments: &[Value],
    ) -> Option<Eval<Value>> {
        let Value::Object(target) = object else { return None };
        let method = self.host.method(target, Symbol::find(name)?)?;
        let mut values: Values = std::iter::once(object).chain(arguments).cloned().collect();
        let site = Site { body, range, name_range: range, block: None };
        Some(self.invoke(&Function::Native(Native::Hosted(method)), &mut values, site))
    }

    /// Calls a function. All callers end up here.
    fn invoke(&mut self, function: &Function, values: &mut [Value], site: Site<'_>) -> Eval<Value> {
        match function {
            Function::Native(Native::Builtin(builtin)) => {
                let about = builtin.about();
                self.checked(about, values, site, |cx, index, arguments| {
                    match builtin.dispatches.get(index) {
                        Some(dispatch) => (dispatch.run)(&mut Call::new(cx.reborrow(), arguments)),
                        None => Ok(Value::Undef),
                    }
                })
            }
            Function::Native(Native::Hosted(hosted)) => match hosted.about {
                Some(about) => self.checked(about, values, site, |cx, index, arguments| {
                    cx.host.call(cx.machine, *hosted, index, arguments)
                }),
                None => self.call_foreign(*hosted, values, site),
            },
            Function::Code(function) if site.block.is_some() => {
                let message = format!("the function `{}` takes no lambda", function.name);
                Err(self.error(codes::ARGUMENT_MISMATCH, site.body, site.name_range, message))
            }
            Function::Code(function) => {
                let (base, count) = (self.stack.len(), values.len());
                self.stack.extend(values.iter_mut().map(|value| Some(std::mem::take(value))));
                self.run_code(site.body, site.range, function, base, count)
            }
        }
    }

    /// Selects the first signature that accepts the arguments, and runs its implementation.
    fn checked(
        &mut self,
        about: &About,
        values: &mut [Value],
        site: Site<'_>,
        run: impl FnOnce(&mut Self, usize, Arguments<'_>) -> Eval<Value>,
    ) -> Eval<Value> {
        let high = |value: &Value| matches!(value, Value::ByteStr(text) if !text.is_ascii());
        let bytes = values.iter().any(|value| matches!(value, Value::ByteStr(_))).then(|| {
            let effect = about.bytes.for_arguments(values);
            let ascii = !values.iter().any(high);
            bytes::prepare(effect, values);
            (effect, ascii)
        });
        let Site { body, range, name_range, block } = site;
        if about.attention != Attention::Glance {
            let weight = values.iter().map(|value| about.attention.weight(value)).sum();
            self.count_walk(weight, body, range)?;
        }
        let lambda = block.map(|block| block.lambda);
        let shape = self.lambda_shape(block.map_or(body, |block| block.body), about, lambda)?;
        let signatures = about.signatures();
        let fitting = signatures.iter().position(|signature| signature.accepts(values, shape.as_ref()));
        let Some(index) = fitting else {
            return Err(self.no_dispatch(body, name_range, about.name, about.signatures(), values, lambda));
        };
        let value = run(self, index, Arguments { args: values, block, name: about.name, body, range })?;
        self.count_searches(body, range)?;
        self.check_value(&value, body, range)?;
        Ok(match bytes {
            Some((effect, ascii)) => bytes::finish(effect, ascii, value),
            None => value,
        })
    }

    /// Calls a function in another language, which checks its arguments itself and has byte strings of its own.
    fn call_foreign(&mut self, function: Hosted, values: &mut [Value], site: Site<'_>) -> Eval<Value> {
        let Site { body, range, block, .. } = site;
        // The arguments are copied to values of the other language.
        let weight = values.iter().map(|value| Attention::Thorough.weight(value)).sum();
        self.count_walk(weight, body, range)?;
        self.enter(body, range)?;
        let arguments = Arguments { args: values, block, name: function.name, body, range };
        let result = self.host.call(self.machine, function, 0, arguments);
        self.depth -= 1;
        let value = result?;
        self.check_value(&value, body, range)?;
        Ok(value)
    }

    /// Whether a function of this name exists.
    pub fn has_function(&mut self, name: &str) -> bool {
        matches!(self.find_function_named(name), Ok(Some(_)))
    }

    /// Finds a function in another language, which has no declaration here.
    pub fn foreign_function(&mut self, name: &str) -> Option<Hosted> {
        match self.find_function_named(name) {
            Ok(Some(Function::Native(Native::Hosted(hosted)))) if hosted.about.is_none() => Some(hosted),
            _ => None,
        }
    }

    /// Finds a function: built in, or of the host.
    fn find_function(&mut self, name: Symbol) -> Eval<Option<Function>> {
        match self.functions.get(name) {
            Some(native) => Ok(Some(Function::Native(native))),
            None => self.host.function(self.machine, name),
        }
    }

    /// Like `find_function`, for a name that may come from data.
    fn find_function_named(&mut self, name: &str) -> Eval<Option<Function>> {
        match Symbol::find(name) {
            Some(name) => self.find_function(name),
            // Every built-in function has a symbol, so a name without one can only be the host's.
            None => self.host.function_named(self.machine, name),
        }
    }

    /// Returns the site for a call in the code.
    fn site<'c>(&self, body: &'c Body, site: &CallSite, at: Operand) -> Site<'c> {
        let lambda = site.lambda.and_then(|index| body.lambdas.get(index as usize));
        let (base, scope, range) = (self.base, self.scope, place(body, at));
        let block = lambda.map(|lambda| Block { body, lambda, range, base, scope });
        Site { body, range, name_range: site.name_range, block }
    }

    /// Evaluates the receiver of a method call, unless it is splatted into several arguments.
    fn receiver(&mut self, body: &Body, site: &CallSite) -> Eval<Option<Value>> {
        match body.list(site.arguments).first() {
            Some(operand) if site.method && !(site.splat && is_splat(body, *operand)) => {
                self.eval(body, *operand).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Reads an attribute or calls a function of an object, or reads a component of a URI; `None` if there is no such
    /// member.
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
        let mut values = Values::new();
        let computed = is_function || object.get(name.as_str()).is_none();
        if computed && let Some(method) = self.host.method(object, name) {
            self.arguments(body, site, Some(receiver.clone()), &mut values)?;
            let called = self.site(body, site, at);
            return self.invoke(&Function::Native(Native::Hosted(method)), &mut values, called).map(Some);
        }
        self.arguments(body, site, Some(Value::Undef), &mut values)?;
        if values.len() > 1 || site.lambda.is_some() {
            let message = format!("`{name}` of {} takes no arguments", ty.label());
            return Err(self.error(codes::ARGUMENT_MISMATCH, body, site.name_range, message));
        }
        // Functions of objects have no code here, except `message` of an error, which reads `msg`.
        let attribute = if is_function && name.as_str() == "message" { "msg" } else { name.as_str() };
        match object.get(attribute) {
            Some(value) => Ok(Some(value.clone())),
            None => {
                let message = format!("`{name}` of {} is declared but not implemented", ty.label());
                Err(self.error_at(codes::NOT_SUPPORTED, body, at, message))
            }
        }
    }

    /// Evaluates the arguments, without the receiver if it has been evaluated already.
    fn arguments(
        &mut self,
        body: &Body,
        site: &CallSite,
        receiver: Option<Value>,
        values: &mut Values,
    ) -> Eval<()> {
        // The type in `Type(...)` is the receiver, but not part of the list.
        let known = usize::from(receiver.is_some() && matches!(site.callee, Callee::Function(_)));
        values.extend(receiver);
        for operand in body.list(site.arguments).iter().skip(known) {
            let value = self.eval(body, *operand)?;
            if site.splat
                && is_splat(body, *operand)
                && let Value::Array(elements) = value
            {
                values.extend(elements.iter().cloned());
            } else {
                values.push(value);
            }
        }
        Ok(())
    }

    /// What selecting a signature requires to know about a lambda.
    fn lambda_shape<'b>(
        &mut self,
        body: &'b Body,
        about: &About,
        lambda: Option<&'b Lambda>,
    ) -> Eval<Option<LambdaShape<'b>>> {
        let Some(lambda) = lambda else { return Ok(None) };
        if let Some(param) = misplaced(&lambda.params) {
            return Err(self.misplaced_parameter(body, param));
        }
        let mut types = Vec::new();
        let mut rest = None;
        // A type that is not a constant may fail, and then fails even if the lambda is never called.
        let constant = |param: &Param| !param.rest && !matches!(param.ty, Some(Operand::Expr(_)));
        if about.asks_for_lambda_types() || !lambda.params.iter().all(constant) {
            for param in &lambda.params {
                let ty = param.ty.map(|ty| self.declared_type(body, ty)).transpose()?;
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

    /// Reports a failure to load a function at its name, unless it has a place.
    #[cold]
    fn at_name(&mut self, body: &Body, site: &CallSite, mut unwind: Box<Unwind>) -> Box<Unwind> {
        if let Unwind::Failure(diagnostic) = unwind.as_mut()
            && diagnostic.primary.is_none()
        {
            let span = self.span(body, site.name_range);
            diagnostic.primary = Some(Label { span, text: String::new() });
        }
        unwind
    }
}

/// Returns an array as it is, and wraps any other value in one.
pub(crate) fn as_array(value: Value) -> Value {
    match value {
        Value::Array(_) => value,
        other => Value::array([other]),
    }
}
