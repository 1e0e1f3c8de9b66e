//! Calls of functions in Ruby whose arguments or result do not match what the function declares.

use bunraku_pcore::{Type, Value};
use bunraku_ruby::Unwind;

use crate::{binding::Cx, host::HostError};

/// What does not match.
pub enum Misuse<'a> {
    /// No signature takes the arguments.
    Arguments {
        /// The signatures, in the order in which they are tried.
        signatures: Vec<FunctionSignature>,
        /// The arguments.
        arguments: &'a [Value],
    },
    /// There are too few or too many arguments for a function of the Puppet 3 API, which declares only their number.
    Count {
        /// The smallest number of arguments.
        least: usize,
        /// The largest number of arguments, if there is one.
        most: Option<usize>,
        /// The number of arguments of the call.
        count: usize,
    },
    /// The function itself says what is wrong with the arguments (`argument_mismatch`).
    Explained(&'a str),
    /// The result is not of the declared type.
    Result {
        /// The declared type.
        declared: &'a Type,
        /// The result.
        value: &'a Value,
    },
}

/// A signature of a function.
pub struct FunctionSignature {
    /// The parameters in Puppet's notation.
    pub text: String,
    /// The parameters without the block.
    pub params: Vec<FunctionParam>,
    /// The type of the block in Puppet's notation, if the function takes one. `Optional` if it may be missing.
    pub block: Option<String>,
}

/// A parameter of a signature.
pub struct FunctionParam {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether it takes all remaining arguments.
    pub repeated: bool,
}

impl Cx<'_, '_> {
    /// The exception for a misuse, of a class by name. If no code rescues it, the host reports it in its own words.
    pub(crate) fn misuse(
        &mut self,
        class: &str,
        name: &str,
        misuse: Misuse<'_>,
        message: String,
    ) -> Box<Unwind> {
        match self.host().misuse(name, misuse, &message) {
            Some(HostError { error, fatal: false, .. }) => self.ruby().host_error(class, message, error),
            Some(fatal) => self.host_error(fatal),
            None => self.ruby().error(class, message),
        }
    }
}
