//! Calls: arguments, dispatch of built-in functions, functions written in the language.

use bunraku_diag::{TextRange, codes, nearest};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, CallSite, Callee, FunctionDefinition, Lambda, Operand};
use bunraku_pcore::{Value, instance::instance, notation};
use smallvec::SmallVec;

use crate::{
    Builtin, Enumeration, Eval, Evaluator, ScopeId, Unwind,
    arithmetic::article,
    collection::is_splat,
    evaluator::{place, with_help},
    function::Function,
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
                self.arguments(body, site, &mut arguments)?;
                match self.functions.get(Symbol::new("new")) {
                    Some(builtin) => self.call_builtin(body, site, builtin, &arguments, at),
                    None => Err(self.unknown_function(body, site, "new")),
                }
            }
            Callee::Function(name) => {
                if let Some(builtin) = self.functions.get(name) {
                    let mut arguments = Arguments::new();
                    self.arguments(body, site, &mut arguments)?;
                    return self.call_builtin(body, site, builtin, &arguments, at);
                }
                match self.host.function(self, name)? {
                    Some(Function::Code(function)) => self.call_code(body, site, &function, at),
                    Some(Function::Builtin(builtin)) => {
                        let mut arguments = Arguments::new();
                        self.arguments(body, site, &mut arguments)?;
                        self.call_builtin(body, site, builtin, &arguments, at)
                    }
                    None => {
                        // Arguments come first: what they log and how they fail is seen before.
                        self.arguments(body, site, &mut Arguments::new())?;
                        Err(self.unknown_function(body, site, name.as_str()))
                    }
                }
            }
        }
    }

    fn arguments(&mut self, body: &Body, site: &CallSite, arguments: &mut Arguments) -> Eval<()> {
        for operand in body.list(site.arguments) {
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
        arguments: &[Value],
        at: Operand,
    ) -> Eval<Value> {
        let lambda = site.lambda.and_then(|index| body.lambdas.get(index as usize));
        let shape = self.lambda_shape(body, builtin, lambda)?;
        let signatures = builtin.signatures();
        let fitting = signatures.iter().position(|signature| signature.accepts(arguments, shape.as_ref()));
        let Some(dispatch) = fitting.and_then(|index| builtin.dispatches.get(index)) else {
            return Err(self.no_dispatch(body, site, builtin, arguments, lambda));
        };
        let (base, scope) = (self.base, self.scope);
        let block = lambda.map(|lambda| Block { body, lambda, base, scope });
        let range = place(body, at);
        let mut call = Call { cx: self, args: arguments, block, name: builtin.name, body, range };
        (dispatch.run)(&mut call)
    }

    /// What a function has to know of a lambda to choose a signature.
    fn lambda_shape<'b>(
        &mut self,
        body: &'b Body,
        builtin: &Builtin,
        lambda: Option<&'b Lambda>,
    ) -> Eval<Option<LambdaShape<'b>>> {
        let Some(lambda) = lambda else { return Ok(None) };
        let mut types = Vec::new();
        if builtin.asks_for_lambda_types() {
            for param in &lambda.params {
                let ty = param.ty.map(|ty| self.eval(body, ty)).transpose()?;
                types.push(ty.and_then(|ty| ty.as_type().cloned()));
            }
        }
        Ok(Some(LambdaShape { lambda, types }))
    }

    /// Calls a function by its name with values, as other functions do.
    pub fn call_function(&mut self, body: &Body, range: TextRange, name: &str, arguments: &[Value], block: Option<Block<'_>>) -> Eval<Value> {
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
                let fitting = signatures.iter().position(|signature| signature.accepts(arguments, shape.as_ref()));
                let Some(dispatch) = fitting.and_then(|index| builtin.dispatches.get(index)) else {
                    let message = self.mismatch(builtin, arguments, lambda);
                    return Err(self.error(codes::ARGUMENT_MISMATCH, body, range, message));
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
            None => Err(self.error(codes::UNKNOWN_FUNCTION, body, range, format!("there is no function `{name}`"))),
        }
    }

    /// A function written in the language: its arguments go straight into its frame.
    fn call_code(&mut self, body: &Body, site: &CallSite, function: &FunctionDefinition, at: Operand) -> Eval<Value> {
        if site.lambda.is_some() {
            let message = format!("the function `{}` takes no lambda", function.name);
            return Err(self.error(codes::ARGUMENT_MISMATCH, body, site.name_range, message));
        }
        let base = self.stack.len();
        let mut count = 0;
        for operand in body.list(site.arguments) {
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
                Unwind::Return(value, _) | Unwind::Next(value, _) => value,
                other => return Err(Box::new(other)),
            },
        };
        self.check_returned(function, value)
    }

    /// Gives the parameters their values: arguments, then defaults in their order; checks their types.
    fn bind(&mut self, caller: &Body, range: TextRange, function: &FunctionDefinition, count: usize) -> Eval<()> {
        let body = &*function.body;
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
            if index >= given {
                let value = match param.default {
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
                let message = format!(
                    "parameter '{}' of `{}` expects {}, got {}",
                    param.name,
                    function.name,
                    article(&notation::notation(&self.edition.types, &ty)),
                    article(&self.type_text(&value))
                );
                let declared = self.span(body, param.range);
                let mut error = self.error(codes::ARGUMENT_MISMATCH, caller, range, message);
                if let Unwind::Failure(diagnostic) = error.as_mut() {
                    diagnostic.labels.push(bunraku_diag::Label { span: declared, text: "declared here".to_owned() });
                }
                return Err(error);
            }
        }
        Ok(())
    }

    fn check_returned(&mut self, function: &FunctionDefinition, value: Value) -> Eval<Value> {
        let Some(returns) = function.body.returns else { return Ok(value) };
        let ty = self.eval(&function.body, returns)?;
        let Value::Type(ty) = ty else { return Ok(value) };
        if instance(&self.edition.types, &ty, &value) {
            return Ok(value);
        }
        let message = format!(
            "`{}` must return {}, not {}",
            function.name,
            article(&notation::notation(&self.edition.types, &ty)),
            article(&self.type_text(&value))
        );
        Err(self.error(codes::RETURN_MISMATCH, &function.body, function.range, message))
    }

    #[cold]
    fn argument_count(&mut self, caller: &Body, range: TextRange, function: &FunctionDefinition, count: usize) -> Box<Unwind> {
        let params = &function.body.params;
        let least = params.iter().filter(|param| param.default.is_none() && !param.rest).count();
        let expected = match (params.last().is_some_and(|param| param.rest), params.len()) {
            (true, _) => format!("at least {least}"),
            (false, most) if most == least => least.to_string(),
            (false, most) => format!("{least} to {most}"),
        };
        let message = format!("`{}` takes {expected} arguments, got {count}", function.name);
        let declared = self.span(&function.body, function.range);
        let mut error = self.error(codes::ARGUMENT_MISMATCH, caller, range, message);
        if let Unwind::Failure(diagnostic) = error.as_mut() {
            diagnostic.labels.push(bunraku_diag::Label { span: declared, text: "defined here".to_owned() });
        }
        error
    }

    #[cold]
    fn unknown_function(&mut self, body: &Body, site: &CallSite, name: &str) -> Box<Unwind> {
        let error =
            self.error(codes::UNKNOWN_FUNCTION, body, site.name_range, format!("there is no function `{name}`"));
        match nearest(name, self.functions.names()) {
            Some(similar) => with_help(error, format!("did you mean `{similar}`?")),
            None => error,
        }
    }

    #[cold]
    fn no_dispatch(
        &mut self,
        body: &Body,
        site: &CallSite,
        builtin: &'static Builtin,
        arguments: &[Value],
        lambda: Option<&Lambda>,
    ) -> Box<Unwind> {
        let message = self.mismatch(builtin, arguments, lambda);
        let error = self.error(codes::ARGUMENT_MISMATCH, body, site.name_range, message);
        let signatures: Vec<String> =
            builtin.dispatches.iter().map(|dispatch| format!("`{}({})`", builtin.name, dispatch.signature)).collect();
        with_help(error, format!("it is called as {}", signatures.join(" or ")))
    }

    /// Why no signature fits: what the one that comes closest expects.
    fn mismatch(&mut self, builtin: &'static Builtin, arguments: &[Value], lambda: Option<&Lambda>) -> String {
        let name = builtin.name;
        let counts: Vec<(usize, Option<usize>)> =
            builtin.signatures().iter().map(crate::Signature::arity).collect();
        let count = arguments.len();
        let fits = |(least, most): &(usize, Option<usize>)| count >= *least && most.is_none_or(|most| count <= most);
        if !counts.iter().any(fits) {
            let least = counts.iter().map(|(least, _)| *least).min().unwrap_or(0);
            let most = counts.iter().map(|(_, most)| most.unwrap_or(usize::MAX)).max().unwrap_or(0);
            let expected = match (least, most) {
                (least, usize::MAX) => format!("at least {least}"),
                (least, most) if least == most => least.to_string(),
                (least, most) => format!("{least} to {most}"),
            };
            let noun = if expected == "1" { "argument" } else { "arguments" };
            return format!("`{name}` takes {expected} {noun}, got {count}");
        }
        for signature in builtin.signatures().iter().filter(|signature| fits(&signature.arity())) {
            for (index, value) in arguments.iter().enumerate() {
                let Some(param) = signature.params.get(index).or(signature.params.last()) else { continue };
                if !instance(&bunraku_edition::PUPPET8.types, &param.ty, value) {
                    let expected = notation::notation(&self.edition.types, &param.ty);
                    let actual = self.type_text(value);
                    return format!(
                        "parameter '{}' of `{name}` expects {}, got {}",
                        param.name,
                        article(&expected),
                        article(&actual)
                    );
                }
            }
        }
        match (lambda, builtin.signatures().iter().any(|signature| signature.block.is_some())) {
            (None, _) => format!("`{name}` needs a lambda"),
            (Some(_), false) => format!("`{name}` takes no lambda"),
            (Some(lambda), true) => {
                format!("`{name}` cannot call a lambda with {} parameters", lambda.params.len())
            }
        }
    }
}

/// Whether a parameter takes a value; that of the rest has the type of each element, or of an array of them.
fn param_accepts(cx: &Evaluator, ty: &bunraku_pcore::Type, value: &Value, rest: bool) -> bool {
    let types = &cx.edition.types;
    match value {
        Value::Array(values) if rest => {
            if matches!(ty, bunraku_pcore::Type::Array(_)) {
                return instance(types, ty, value);
            }
            values.iter().all(|value| instance(types, ty, value))
        }
        _ => instance(types, ty, value),
    }
}
