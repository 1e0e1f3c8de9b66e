//! What is known of a class, defined type, function or resource type: its parameters with their types.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use bunraku_pcore::Type;

/// A parameter of a class, defined type, function or template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, without `$`.
    pub name: String,
    /// Its type; `Any` where it has none or the type cannot be known.
    pub ty: Type,
    /// Its type as it is written.
    pub written: String,
    /// Whether it has a default.
    pub has_default: bool,
    /// Whether it takes all arguments that are left.
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
pub struct ClassInfo {
    /// Its full name.
    pub name: String,
    /// Its parameters, in the order of the text.
    pub parameters: Vec<Parameter>,
    /// The class that it inherits from, by its full name.
    pub parent: Option<String>,
    /// The variables that its body sets somewhere, without those of lambdas.
    pub variables: HashSet<String>,
    /// The file that defines it.
    pub path: Arc<PathBuf>,
    /// Whether the comment above it says `@api private`.
    pub private: bool,
}

impl ClassInfo {
    /// The parameter of a name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}

/// One way to call a function.
#[derive(Debug, Clone)]
pub struct CallSignature {
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// Whether it takes a lambda: `Some(true)` if it must be given, `Some(false)` if it may be, `None` if it must not.
    pub block: Option<bool>,
    /// The least and the greatest number of values that the lambda is called with, where that is known.
    pub block_arity: Option<(u64, u64)>,
}

impl CallSignature {
    /// The least and the greatest number of arguments.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let least = self.parameters.iter().filter(|parameter| parameter.is_required()).count();
        let repeated = self.parameters.last().is_some_and(|parameter| parameter.repeated);
        (least, (!repeated).then_some(self.parameters.len()))
    }

    /// The parameter that an argument goes to.
    pub fn parameter(&self, index: usize) -> Option<&Parameter> {
        self.parameters.get(index).or_else(|| self.parameters.last().filter(|last| last.repeated))
    }
}

/// A function.
#[derive(Debug, Clone)]
pub struct FunctionInfo {
    /// Its full name.
    pub name: String,
    /// The ways to call it; `None` if they cannot be known.
    pub signatures: Option<Vec<CallSignature>>,
    /// The type of its results; `Any` if it is not declared.
    pub returns: Type,
    /// What its file says about being deprecated: nothing, or what to use instead, which may be empty.
    pub deprecated: Option<String>,
    /// Whether it is built into Puppet.
    pub built_in: bool,
}

/// A resource type that is written in Ruby.
#[derive(Debug, Clone)]
pub struct ResourceInfo {
    /// Its name.
    pub name: String,
    /// All its attributes; `None` if they cannot be known.
    pub attributes: Option<HashSet<String>>,
    /// The values that attributes accept, for those that accept nothing else.
    pub values: HashMap<String, Vec<String>>,
}
