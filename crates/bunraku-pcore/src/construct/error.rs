//! Why a type cannot be built.

use crate::Str;

/// What is wrong with the parameters of a type.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstructError {
    /// The index of the parameter that must change; `None` if it is their number or the type itself.
    pub key: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

/// The ways in which parameters can be wrong.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The type takes no parameters.
    NoParameters {
        /// The name of the type.
        name: Str,
    },
    /// There are too many or too few.
    Count {
        /// The name of the type.
        name: Str,
        /// The least number.
        min: usize,
        /// The greatest number; `None` is no limit.
        max: Option<usize>,
        /// How many there are.
        actual: usize,
    },
    /// A parameter is of the wrong type.
    Kind {
        /// The name of the type.
        name: Str,
        /// What may stand there, as a phrase.
        expected: &'static str,
        /// The type of what stands there.
        actual: String,
    },
    /// The first bound is greater than the second.
    Descending {
        /// The first bound.
        from: String,
        /// The second bound.
        to: String,
    },
    /// A text is not what the type needs.
    Text {
        /// What it should be, as a phrase.
        expected: &'static str,
        /// The text.
        text: Str,
    },
    /// A key of a `Struct` or of a definition is wrong.
    Member {
        /// What is wrong with it, as a sentence without its subject.
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
                write!(f, "a range goes from the lesser to the greater end, got {from} to {to}")
            }
            Problem::Text { expected, text } => write!(f, "expected {expected}, got '{text}'"),
            Problem::Member { problem, member } => write!(f, "'{member}' {problem}"),
        }
    }
}

impl std::error::Error for ConstructError {}
