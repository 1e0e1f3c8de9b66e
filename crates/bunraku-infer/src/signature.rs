//! The signatures of classes, defined types, functions and resource types: their parameters with types.

use std::path::PathBuf;
use std::sync::Arc;

use bunraku_intern::{FastMap, FastSet};
use bunraku_pcore::Type;

/// A parameter of a class, defined type, function or template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name, without `$`.
    pub name: String,
    /// The type; `Any` if it has none or the type is unknown.
    pub ty: Type,
    /// The type as written; empty if it has none.
    pub written: String,
    /// Whether it has a default.
    pub has_default: bool,
    /// Whether it takes all remaining arguments.
    pub repeated: bool,
}

impl Parameter {
    /// Whether a value must be given.
    pub fn is_required(&self) -> bool {
        !self.has_default && !self.repeated
    }
}

/// A class or defined type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassInfo {
    /// The full name.
    pub name: String,
    /// The parameters, in source order.
    pub parameters: Vec<Parameter>,
    /// The full name of the class that it inherits from.
    pub parent: Option<String>,
    /// The variables that its body sets, without those of lambdas.
    pub variables: FastSet<String>,
    /// The file that defines it.
    pub path: Arc<PathBuf>,
    /// Whether the comment above it contains `@api private`.
    pub private: bool,
}

impl ClassInfo {
    /// Finds a parameter by name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}

/// One signature of a function.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CallSignature {
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// Whether it accepts a lambda: `Some(true)` if it is required, `Some(false)` if it is optional, `None` if it is
    /// not allowed.
    pub block: Option<bool>,
    /// The minimum and maximum number of values that the lambda is called with, if they are known.
    pub block_arity: Option<(u64, u64)>,
}

impl CallSignature {
    /// The minimum and maximum number of arguments.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let least = self.parameters.iter().filter(|parameter| parameter.is_required()).count();
        let repeated = self.parameters.last().is_some_and(|parameter| parameter.repeated);
        (least, (!repeated).then_some(self.parameters.len()))
    }

    /// The parameter for an argument.
    pub fn parameter(&self, index: usize) -> Option<&Parameter> {
        self.parameters.get(index).or_else(|| self.parameters.last().filter(|last| last.repeated))
    }
}

/// A function.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FunctionInfo {
    /// The full name.
    pub name: String,
    /// The signatures; `None` if they are unknown.
    pub signatures: Option<Vec<CallSignature>>,
    /// The return type; `Any` if it is not declared.
    pub returns: Type,
    /// The deprecation notice in its file: what to use instead, which may be empty.
    pub deprecated: Option<String>,
    /// Whether it is built into Puppet.
    pub built_in: bool,
}

/// A resource type written in Ruby.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ResourceInfo {
    /// The name, in lowercase.
    pub name: String,
    /// All attributes; `None` if they are unknown.
    pub attributes: Option<FastSet<String>>,
    /// The allowed values of attributes that accept nothing else.
    pub values: FastMap<String, Vec<String>>,
}
