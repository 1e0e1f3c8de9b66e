//! Converts Puppet values to Ruby values and back, and calls Puppet from Ruby.

use std::{borrow::Cow, rc::Rc, sync::Arc};

use bunraku_intern::Symbol;
use bunraku_pcore::{
    Hash, Str, Value, bytes,
    values::{RuntimeObject, Uri},
};
use bunraku_ruby::{
    Args, R,
    value::{ProcBody, RProc, Val},
};

use crate::{
    binding::Cx,
    shared::Remembered,
    value::{puppet_value, wrap},
};

/// How deeply a value may be nested when it is converted back.
const MAX_DEPTH: usize = 200;

/// Converts a Puppet value to Ruby: `undef` becomes `nil`, and `default` a symbol. A value that has no counterpart in
/// Ruby is wrapped.
pub(crate) fn from_puppet(value: &Value) -> Val {
    match value {
        Value::Undef => Val::Nil,
        Value::Default => Val::sym("default"),
        Value::Bool(bool) => Val::Bool(*bool),
        Value::Int(number) => Val::Int(*number),
        Value::Big(number) => Val::integer((**number).clone()),
        Value::Float(number) => Val::Float(*number),
        // A template that wrote bytes gives a string that holds them.
        Value::Str(text) => match bytes::of_str(text) {
            Cow::Owned(bytes) if bytes.len() != text.len() => Val::bytes(&bytes),
            _ => Val::str(text.as_str()),
        },
        Value::ByteStr(text) => Val::bytes(&bytes::of_str(text)),
        Value::Array(array) => Val::array(array.iter().map(from_puppet).collect()),
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| (from_puppet(key), from_puppet(value)));
            Val::hash(entries.collect::<Vec<_>>())
        }
        Value::Regexp(regexp) => Val::Regexp(Rc::new(regexp.clone())),
        Value::Runtime(object) if object.as_symbol().is_some() => Val::Sym(object.text().clone()),
        other => wrap(other.clone()),
    }
}

/// What symbols of Ruby become.
#[derive(Clone, Copy)]
enum Symbols {
    /// Values of `Runtime`, as in Puppet.
    Objects,
    Strings,
}

/// Converts a value that may be missing, which becomes `nil`.
pub(crate) fn optional(value: Option<Value>) -> Val {
    value.as_ref().map_or(Val::Nil, from_puppet)
}

impl Cx<'_, '_> {
    /// Converts the value of a variable. An array or hash is converted only once, so that all code shares the same
    /// object.
    pub(crate) fn shared_from_puppet(&mut self, value: &Value) -> Val {
        self.memory().shared.to_ruby(value, Remembered::ForGood)
    }

    /// Converts an argument or a result. The same array or hash is the same object while Ruby code runs.
    pub(crate) fn passed_from_puppet(&mut self, value: &Value) -> Val {
        self.memory().shared.to_ruby(value, Remembered::WhileRunning)
    }

    /// Converts a Ruby value to Puppet: `nil` and `:undef` become `undef`, and other symbols values of `Runtime`.
    pub(crate) fn puppet_value_of(&mut self, value: &Val) -> R<Value> {
        self.puppet_value_at(value, Symbols::Objects, 0)
    }

    /// The same for what libraries and resource types say: symbols become strings.
    pub(crate) fn data_of(&mut self, value: &Val) -> R<Value> {
        self.puppet_value_at(value, Symbols::Strings, 0)
    }

    fn puppet_value_at(&mut self, value: &Val, symbols: Symbols, depth: usize) -> R<Value> {
        if depth > MAX_DEPTH {
            return Err(self.ruby().argument_error("a value that contains itself cannot be returned"));
        }
        if let Some(value) = self.memory().shared.value_of(value) {
            return Ok(value);
        }
        Ok(match value {
            Val::Nil => Value::Undef,
            Val::Bool(bool) => Value::Bool(*bool),
            Val::Int(number) => Value::Int(*number),
            Val::Float(number) => Value::Float(*number),
            Val::Sym(name) => match name.as_str() {
                "undef" => Value::Undef,
                "default" => Value::Default,
                _ => match symbols {
                    Symbols::Objects => Value::Runtime(RuntimeObject::symbol(name.clone())),
                    Symbols::Strings => Value::Str(name.clone()),
                },
            },
            Val::Str(text) if text.is_binary() => Value::ByteStr(bytes::to_str(&text.to_bytes())),
            Val::Str(text) => Value::Str(Str::from(text.get().as_str())),
            Val::Array(array) => {
                let mut items = Vec::with_capacity(array.len());
                for item in array.to_vec() {
                    self.ruby().step()?;
                    items.push(self.puppet_value_at(&item, symbols, depth + 1)?);
                }
                Value::array(items)
            }
            Val::Hash(hash) => {
                if let Some(origin) = hash.origin() {
                    return Ok(Value::Hash(origin));
                }
                let mut result = Hash::with_capacity(hash.len());
                for (key, value) in hash.entries() {
                    self.ruby().step()?;
                    let key = self.puppet_value_at(&key, symbols, depth + 1)?;
                    result.insert(key, self.puppet_value_at(&value, symbols, depth + 1)?);
                }
                Value::Hash(result)
            }
            Val::Regexp(regexp) => Value::Regexp((**regexp).clone()),
            Val::Big(number) => Value::Big(Arc::new((**number).clone())),
            other => match self.puppet_object(other)? {
                Some(value) => value,
                None => self.runtime_object(other)?,
            },
        })
    }

    /// An object without a counterpart, which is the same object again when Puppet code passes it back.
    fn runtime_object(&mut self, object: &Val) -> R<Value> {
        let class = self.ruby().class_of(object).name();
        let text = self.ruby().to_s(object)?;
        let value = Value::Runtime(RuntimeObject::new(class.as_str(), text));
        self.memory().shared.keep(&value, object);
        Ok(value)
    }

    /// The Puppet value that an object stands for: the wrapped one, the reference of a `Puppet::Resource`, or a URI.
    fn puppet_object(&mut self, value: &Val) -> R<Option<Value>> {
        let Val::Object(object) = value else { return Ok(puppet_value(value).cloned()) };
        if let Some(reference) = self.reference_of(object) {
            return Ok(Some(puppet_value(&reference).cloned().unwrap_or(Value::Undef)));
        }
        let ancestors = object.class().ancestors();
        match self.ruby().class_named("URI::Generic") {
            Some(uri) if ancestors.iter().any(|each| Rc::ptr_eq(each, &uri)) => {
                let text = self.ruby().to_s(value)?;
                Ok(Uri::parse(&text).map(Value::Uri))
            }
            _ => Ok(None),
        }
    }

    fn puppet_values(&mut self, values: &[Val]) -> R<Vec<Value>> {
        values.iter().map(|value| self.puppet_value_of(value)).collect()
    }

    /// Calls a Puppet function.
    pub(crate) fn call_puppet(&mut self, name: &str, args: &[Val]) -> R {
        self.call_puppet_with(name, args, None)
    }

    /// Calls a Puppet function with a block. A function that is not written in Ruby can take only a block that is a
    /// Puppet lambda.
    pub(crate) fn call_puppet_with(&mut self, name: &str, args: &[Val], block: Option<&Rc<RProc>>) -> R {
        if let Some(result) = self.call_in_ruby(name, args, block) {
            return result;
        }
        if block.is_some_and(|block| !matches!(block.body, ProcBody::Host(_))) {
            return self.call_with_block(name, args, block);
        }
        if !self.host().has_function(name)
            && let Some(function) = self.created_legacy(name)?
        {
            return self.call_defined(name, &function, args);
        }
        self.write_back()?;
        let values = self.puppet_values(args)?;
        match self.host().call_function(name, values, block.is_some()) {
            Ok(value) => Ok(self.passed_from_puppet(&value)),
            Err(error) => Err(self.host_error(error)),
        }
    }

    /// Calls an iteration function with a Ruby block, by the Ruby method that does the same.
    fn call_with_block(&mut self, name: &str, args: &[Val], block: Option<&Rc<RProc>>) -> R {
        const SAME: [&str; 9] = ["each", "map", "filter", "reduce", "any", "all", "with", "find", "group_by"];
        let (Some((first, rest)), true) = (args.split_first(), SAME.contains(&name)) else {
            let message = format!("Ruby code cannot call the function `{name}` with a block here");
            return Err(self.run.refuse(&message, "write the loop in Ruby"));
        };
        let method = match name {
            "any" => "any?",
            "all" => "all?",
            "with" => "then",
            name => name,
        };
        let args = Args { list: rest.into(), keywords: false, block: block.cloned() };
        self.ruby().send(first, Symbol::new(method), args)
    }

    /// Calls a Puppet lambda.
    pub(crate) fn call_lambda(&mut self, number: usize, args: &Args) -> R {
        self.write_back()?;
        let values = self.puppet_values(&args.list)?;
        match self.host().call_lambda(number, values) {
            Ok(value) => Ok(self.passed_from_puppet(&value)),
            Err(error) => Err(self.host_error(error)),
        }
    }
}
