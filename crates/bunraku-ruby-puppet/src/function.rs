//! Functions that modules write in Ruby: loads them, selects a dispatch, and calls them.

mod load;

use std::{rc::Rc, sync::Arc};

use bunraku_edition::PUPPET8;
use bunraku_intern::Symbol;
use bunraku_pcore::{
    Size, Type, Value,
    assignable::assignable,
    format::ruby_text,
    types::{CallableType, TupleType},
};
use bunraku_ruby::{
    Args, Code, R, Unwind,
    value::{ProcBody, RProc, Val},
};

use crate::{
    binding::Cx,
    convert::from_puppet,
    misuse::Misuse,
    scope::SCOPE,
    signature::{self, BlockParam, Dispatch, fits},
};

const ARGUMENT_ERROR: &str = "ArgumentError";

/// A loaded function.
pub(crate) enum Loaded {
    /// A function of the current API, `Puppet::Functions`.
    Modern {
        /// The object that has the methods of the dispatches.
        instance: Val,
        /// The signatures with their methods.
        dispatches: Vec<Dispatch>,
    },
    /// A function of the Puppet 3 API, `Puppet::Parser::Functions`.
    Legacy {
        /// Whether it returns a value (`:type => :rvalue`).
        gives: bool,
        /// The number of arguments. `-n - 1` means at least `n`.
        arity: i64,
        /// The code, which receives the arguments as an array.
        block: Rc<RProc>,
    },
}

impl Cx<'_, '_> {
    /// Calls the function that the code of a file defines. `lambda` says whether the call has a lambda.
    ///
    /// # Errors
    /// The code raised an exception, or the arguments do not match.
    pub(crate) fn call_ruby_function(
        &mut self,
        name: &str,
        code: &Code,
        args: &[Value],
        lambda: bool,
    ) -> R<Value> {
        let function = self.load_function(name, code)?;
        let block = lambda.then(|| {
            let tag = self.ruby().new_id();
            Rc::new(RProc { body: ProcBody::Host(0), lambda: true, tag })
        });
        match &*function {
            Loaded::Modern { instance, dispatches } => {
                let list: Vec<Val> = args.iter().map(|arg| self.passed_from_puppet(arg)).collect();
                let value = match self.own_call(instance) {
                    true => self.call_own(instance, list, block)?,
                    false => self.call_modern(name, instance, dispatches, args, list, block)?,
                };
                self.write_back()?;
                self.puppet_value_of(&value)
            }
            Loaded::Legacy { gives, arity, block: body } => {
                let list = args.iter().map(|arg| self.legacy_argument(arg)).collect();
                let value = self.call_legacy(name, *gives, *arity, body, list)?;
                self.puppet_value_of(&value)
            }
        }
    }

    /// Calls a function from Ruby code, if it is written in Ruby for the current API. Nothing is converted: symbols stay
    /// symbols, an object that the function changes is the caller's, and the block may be any.
    pub(crate) fn call_in_ruby(&mut self, name: &str, list: &[Val], block: Option<&Rc<RProc>>) -> Option<R> {
        let code = match self.host().modern_function(name)? {
            Ok(code) => code,
            Err(error) => return Some(Err(Box::new(Unwind::Fatal(Box::new(error.copy()))))),
        };
        let function = match self.load_function(name, &code) {
            Ok(function) => function,
            Err(unwind) => return Some(Err(unwind)),
        };
        let Loaded::Modern { instance, .. } = &*function else { return None };
        Some(match self.own_call(instance) {
            true => self.call_own(instance, list.to_vec(), block.cloned()),
            false => self.dispatch_loaded(name, list.to_vec(), block.cloned()),
        })
    }

    /// Whether a function defines its own `call`, which receives the scope as its first argument.
    fn own_call(&mut self, instance: &Val) -> bool {
        self.ruby().responds(instance, "call")
    }

    fn call_own(&mut self, instance: &Val, list: Vec<Val>, block: Option<Rc<RProc>>) -> R {
        let mut with_scope = vec![self.scope_object()];
        with_scope.extend(list);
        self.ruby().send(
            instance,
            Symbol::new("call"),
            Args { list: with_scope.into(), keywords: false, block },
        )
    }

    /// Selects a dispatch of a loaded function for arguments from Ruby code, which may include the scope.
    pub(crate) fn dispatch_loaded(&mut self, name: &str, list: Vec<Val>, block: Option<Rc<RProc>>) -> R {
        let Some(function) = self.loaded_function(name) else {
            return Err(self.ruby().argument_error(format!("the function `{name}` is not loaded")));
        };
        let Loaded::Modern { instance, dispatches } = &*function else {
            return Err(self.ruby().argument_error(format!("the function `{name}` has no dispatches")));
        };
        let mut values = Vec::with_capacity(list.len());
        for val in &list {
            // A scope or a class is not a Puppet value. `undef` stands in for it, which matches parameters that accept
            // anything.
            let stands_in = self.is_scope(val) || matches!(val, Val::Class(_));
            values.push(if stands_in { Value::Undef } else { self.puppet_value_of(val)? });
        }
        self.call_modern(name, instance, dispatches, &values, list, block)
    }

    /// Calls `function_NAME`: the function of the Puppet 3 API, even if there is also one of the current API with this
    /// name.
    pub(crate) fn call_legacy_function(&mut self, name: &str, list: &[Val]) -> R {
        let key = format!("function_{name}");
        let function = match self.loaded_function(&key) {
            Some(function) => function,
            None => {
                let code = match self.host().legacy_function(name) {
                    Some(Ok(code)) => code,
                    Some(Err(error)) => return Err(Box::new(Unwind::Fatal(Box::new(error.copy())))),
                    None => return self.call_puppet(name, list),
                };
                self.run_function_file(&code)?;
                let Some(loaded) = self.created_legacy(name)? else {
                    return Err(self.defines_nothing(name, &code));
                };
                let loaded = Rc::new(loaded);
                self.memory().common.functions.borrow_mut().insert(key, Rc::clone(&loaded));
                loaded
            }
        };
        let Loaded::Legacy { gives, arity, block } = &*function else { return Ok(Val::Nil) };
        // Arguments from Ruby code are passed on unchanged.
        self.call_legacy(name, *gives, *arity, block, list.to_vec())
    }

    /// Calls a function that [`Cx::created_legacy`] has found. Arguments from Ruby code are passed on unchanged.
    pub(crate) fn call_defined(&mut self, name: &str, function: &Loaded, list: &[Val]) -> R {
        match function {
            Loaded::Legacy { gives, arity, block } => {
                self.call_legacy(name, *gives, *arity, block, list.to_vec())
            }
            Loaded::Modern { .. } => Ok(Val::Nil),
        }
    }

    fn call_modern(
        &mut self,
        name: &str,
        this: &Val,
        dispatches: &[Dispatch],
        args: &[Value],
        values: Vec<Val>,
        block: Option<Rc<RProc>>,
    ) -> R {
        let mut fitting = dispatches.iter().filter(|dispatch| dispatch.takes(args));
        let Some(dispatch) = fitting.find(|dispatch| self.block_fits(dispatch, block.as_ref())) else {
            return Err(self.no_dispatch(name, dispatches, args));
        };
        let mut list = Vec::with_capacity(args.len() + 1);
        let scope = dispatch.scope.then(|| self.scope_object());
        list.extend(scope.clone());
        list.extend(values);
        let value =
            self.ruby().send(this, dispatch.method, Args { list: list.into(), keywords: false, block })?;
        if let Some(scope) = &scope {
            self.keep_methods_of_scope(scope);
        }
        if dispatch.reports {
            let message = self.ruby().to_s(&value)?;
            let text = format!("`{name}`: {message}");
            return Err(self.misuse(ARGUMENT_ERROR, name, Misuse::Explained(&message), text));
        }
        if let Some(declared) = &dispatch.returns {
            let returned = self.puppet_value_of(&value)?;
            if !fits(declared, &returned) {
                let message =
                    format!("the function `{name}` returned a value that does not match its return type");
                let misuse = Misuse::Result { declared, value: &returned };
                return Err(self.misuse("TypeError", name, misuse, message));
            }
        }
        Ok(value)
    }

    fn block_fits(&mut self, dispatch: &Dispatch, block: Option<&Rc<RProc>>) -> bool {
        match (&dispatch.block, block) {
            (BlockParam::None, block) => block.is_none(),
            (BlockParam::Optional(_), None) => true,
            (BlockParam::Required(_), None) => false,
            (BlockParam::Optional(text) | BlockParam::Required(text), Some(block)) => match block.body {
                ProcBody::Host(_) => self.host().lambda_fits(text),
                ProcBody::Code { .. } => self.ruby_block_fits(text, block),
                _ => true,
            },
        }
    }

    /// Whether a block of Ruby takes as many arguments as a function passes. What a block does not get is `nil`.
    fn ruby_block_fits(&mut self, text: &str, block: &Rc<RProc>) -> bool {
        let ProcBody::Code { code, .. } = &block.body else { return true };
        let Ok(wanted) = self.host().parse_type(text) else { return true };
        let params = &code.params;
        let fixed = (params.required.len() + params.post.len()) as u64;
        let size = Size {
            min: if block.lambda { fixed } else { 0 },
            max: params.rest.is_none().then_some(fixed + params.optional.len() as u64),
        };
        let params = TupleType { types: vec![Type::Any], size: Some(size) };
        let given =
            Type::Callable(Some(Arc::new(CallableType { params: Some(params), block: None, returns: None })));
        assignable(&PUPPET8.types, &wanted, &given)
    }

    /// The error for arguments that match no dispatch, which shows how the function can be called.
    fn no_dispatch(&mut self, name: &str, dispatches: &[Dispatch], args: &[Value]) -> Box<Unwind> {
        let forms: Vec<String> =
            dispatches.iter().filter(|each| !each.reports).take(2).map(|each| each.usage(name)).collect();
        let mut tried = Vec::new();
        for dispatch in dispatches.iter().filter(|each| !each.reports) {
            tried.push((dispatch, self.block_type(dispatch)));
        }
        let wrong = signature::describe(&tried, args);
        let message = format!("`{name}`: {wrong}; usage: {}", forms.join(" or "));
        let signatures = tried.iter().map(|(dispatch, _)| dispatch.described()).collect();
        self.misuse(ARGUMENT_ERROR, name, Misuse::Arguments { signatures, arguments: args }, message)
    }

    /// The type of the block that a dispatch accepts.
    fn block_type(&mut self, dispatch: &Dispatch) -> Option<Type> {
        let string = match &dispatch.block {
            BlockParam::None => return None,
            BlockParam::Required(string) => string.clone(),
            BlockParam::Optional(string) => format!("Optional[{string}]"),
        };
        self.host().parse_type(&string).ok()
    }

    fn call_legacy(&mut self, name: &str, gives: bool, arity: i64, block: &Rc<RProc>, list: Vec<Val>) -> R {
        let count = list.len() as i64;
        let fits = if arity >= 0 { count == arity } else { count >= -arity - 1 };
        if !fits {
            let least = if arity >= 0 { arity } else { -arity - 1 };
            let word = if arity >= 0 { "exactly" } else { "at least" };
            let message = format!("`{name}` takes {word} {least} arguments, got {count}");
            let least = least.max(0) as usize;
            let most = (arity >= 0).then_some(least);
            let misuse = Misuse::Count { least, most, count: list.len() };
            return Err(self.misuse(ARGUMENT_ERROR, name, misuse, message));
        }
        let scope = self.scope_object();
        let method = (Symbol::new(name), self.class(SCOPE.name));
        let value =
            self.ruby().call_proc_as(block, &scope, Some(method), Args::new(vec![Val::array(list)]))?;
        self.keep_methods_of_scope(&scope);
        Ok(if gives { value } else { Val::Nil })
    }

    /// Converts an argument for the Puppet 3 API, which has no `undef` but an empty string, and receives strings for
    /// values that Puppet 3 did not have.
    fn legacy_argument(&mut self, value: &Value) -> Val {
        match value {
            Value::Undef => Val::str(""),
            _ => self.legacy_value(value),
        }
    }

    fn legacy_value(&mut self, value: &Value) -> Val {
        match value {
            Value::Array(array) => {
                let items = array.iter().map(|item| self.legacy_value(item)).collect();
                Val::array(items)
            }
            Value::Hash(hash) => {
                let entries: Vec<(Val, Val)> = hash
                    .iter()
                    .map(|(key, value)| (self.legacy_value(key), self.legacy_value(value)))
                    .collect();
                Val::hash(entries)
            }
            Value::Regexp(_) => {
                let regexp = from_puppet(value);
                Val::str(self.ruby().inspect(&regexp).unwrap_or_default())
            }
            Value::Type(reference @ (Type::Resource(_) | Type::Class(_))) => {
                self.resource_object(reference.clone()).unwrap_or_else(|_| from_puppet(value))
            }
            Value::Version(_)
            | Value::VersionRange(_)
            | Value::Binary(_)
            | Value::Timespan(_)
            | Value::Timestamp(_) => Val::str(ruby_text(&PUPPET8.types, value)),
            _ => from_puppet(value),
        }
    }
}
