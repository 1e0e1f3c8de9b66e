//! Why a type cannot be constructed.

use crate::Str;

/// What is wrong with the parameters of a type.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstructError {
    /// The index of the wrong parameter. `None` if their number is wrong, or if the type has no parameters.
    pub key: Option<usize>,
    /// What is wrong with it.
    pub problem: Problem,
}

/// The ways in which parameters can be wrong.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The type has no parameters.
    NoParameters {
        /// The name of the type.
        name: Str,
    },
    /// There are too many or too few parameters.
    Count {
        /// The name of the type.
        name: Str,
        /// The lowest number of parameters.
        min: usize,
        /// The highest number of parameters. `None` if there is no limit.
        max: Option<usize>,
        /// How many parameters there are.
        actual: usize,
    },
    /// A parameter has the wrong type.
    Kind {
        /// The name of the type that is constructed.
        name: Str,
        /// What the parameter may be, as a phrase such as "an integer or default".
        expected: &'static str,
        /// The type of the parameter.
        actual: String,
    },
    /// The first bound is greater than the second.
    Descending {
        /// The first bound.
        from: String,
        /// The second bound.
        to: String,
    },
    /// A parameter is a string that the type cannot use.
    Text {
        /// What the string should be, as a phrase such as "a regular expression".
        expected: &'static str,
        /// The string.
        text: Str,
    },
    /// A key of a `Struct` or of a definition is wrong.
    Member {
        /// What is wrong with it, as a sentence without its subject, such as "needs a type".
        problem: String,
        /// The key.
        member: Str,
    },
}

impl std::fmt::Display for ConstructError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.problem {
            Problem::NoParameters { name } => write!(f, "{name} takes no parameters"),
            Problem::Count { name, min, max, actual } => {
                let plural = if *max == Some(1) || max.is_none() && *min == 1 { "" } else { "s" };
                match max {
                    None => write!(f, "{name} takes at least {min} parameter{plural}, got {actual}"),
                    Some(max) if max == min => {
                        write!(f, "{name} takes {min} parameter{plural}, got {actual}")
                    }
                    Some(max) => write!(f, "{name} takes {min} to {max} parameters, got {actual}"),
                }
            }
            Problem::Kind { name, expected, actual } => {
                write!(f, "{name} expects {expected} as a parameter, got {actual}")
            }
            Problem::Descending { from, to } => {
                write!(f, "the range is reversed: {from} to {to}")
            }
            Problem::Text { expected, text: string } => write!(f, "expected {expected}, got '{string}'"),
            Problem::Member { problem, member } => write!(f, "'{member}' {problem}"),
        }
    }
}

impl std::error::Error for ConstructError {}
