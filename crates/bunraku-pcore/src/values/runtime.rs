//! Objects of Ruby that are no values of the language.

use std::sync::Arc;

use crate::{Str, Type, types::RuntimeType};

/// The class of symbols.
const SYMBOL: &str = "Symbol";

/// An object that code in Ruby returned, such as a set, a range or a class. Puppet code can store it, compare it, print
/// it and pass it to code in Ruby, which receives the same object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RuntimeObject(Arc<Parts>);

#[derive(PartialEq, Eq, Hash, Debug)]
struct Parts {
    class: Str,
    text: Str,
}

impl RuntimeObject {
    /// An object of a class, with the result of its `to_s`.
    pub fn new(class: impl Into<Str>, text: impl Into<Str>) -> RuntimeObject {
        RuntimeObject(Arc::new(Parts { class: class.into(), text: text.into() }))
    }

    /// A symbol of Ruby. Symbols with the same name are equal.
    pub fn symbol(name: impl Into<Str>) -> RuntimeObject {
        RuntimeObject::new(SYMBOL, name)
    }

    /// The name of a symbol.
    pub fn as_symbol(&self) -> Option<&Str> {
        (*self.0.class == *SYMBOL).then_some(&self.0.text)
    }

    /// The name of its class.
    pub fn class(&self) -> &str {
        &self.0.class
    }

    /// How it is printed.
    pub fn text(&self) -> &Str {
        &self.0.text
    }

    /// Its type: `Runtime[ruby, 'Set']`.
    pub fn runtime_type(&self) -> Type {
        let name = Some(self.0.class.clone());
        Type::Runtime(Arc::new(RuntimeType { runtime: Some("ruby".into()), name, pattern: None }))
    }

    /// Where it is stored, which distinguishes equal objects.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}
