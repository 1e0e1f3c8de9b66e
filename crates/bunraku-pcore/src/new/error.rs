//! The errors of [`new`](super::new).

use crate::format::FormatError;

/// Why a value could not be created.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NewError {
    /// Values of the type cannot be created with `new`.
    Unsupported {
        /// The notation of the type.
        ty: String,
    },
    /// The argument cannot be converted.
    Convert {
        /// The argument, as a phrase such as "the string 'x'".
        from: String,
        /// The name of the type.
        to: String,
    },
    /// The type does not accept the arguments.
    Arguments {
        /// The name of the type.
        ty: String,
        /// What is wrong, as a sentence without a period.
        problem: String,
    },
    /// The value cannot be converted to a string in the given format.
    Format(FormatError),
    /// A value was created, but it is not an instance of the type.
    Result {
        /// What is wrong with it, one sentence each.
        problems: Vec<String>,
    },
}

impl std::fmt::Display for NewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NewError::Unsupported { ty } => write!(f, "cannot create a value of type {ty}"),
            NewError::Convert { from, to } => write!(f, "cannot convert {from} to {to}"),
            NewError::Arguments { ty, problem } => write!(f, "cannot create a value of type {ty}: {problem}"),
            NewError::Format(error) => error.fmt(f),
            NewError::Result { problems } => f.write_str(&problems.join("; ")),
        }
    }
}

impl std::error::Error for NewError {}
