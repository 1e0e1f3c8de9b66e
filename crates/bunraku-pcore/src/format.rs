//! Values as strings in a chosen format: the function `sprintf`, and the formats of `String.new`.

mod convert;
mod directive;
mod inspect;
mod map;
pub mod number;
mod sprintf;

pub use convert::convert;
pub use directive::Directive;
pub use inspect::{inspect, to_s as ruby_text};
pub(crate) use sprintf::float_to_integer;
pub use sprintf::sprintf;

/// Why a value cannot be formatted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// The string is not a format, or has a directive that does not exist.
    Malformed {
        /// The format, or the part of it that is wrong.
        format: String,
    },
    /// The directive cannot be used for values of this type.
    Directive {
        /// The name of the type of the value.
        ty: String,
        /// The letter of the directive.
        letter: char,
        /// The letters that can be used.
        allowed: &'static str,
    },
    /// A value cannot be converted to what the directive needs.
    Value {
        /// What is needed, as a phrase such as "an integer".
        expected: &'static str,
        /// The value as a string.
        value: String,
    },
    /// There are fewer values than directives.
    TooFew,
    /// The format refers to values in more than one way: by order, by position or by name.
    Mixed,
    /// The format refers to a name for which there is no value.
    Name {
        /// The name in the format.
        name: String,
    },
    /// The result would take more time or memory than is left.
    TooLarge,
    /// The map of formats is not valid.
    Map {
        /// What is wrong, as a sentence without a period.
        problem: String,
    },
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FormatError::Malformed { format } => {
                write!(
                    f,
                    "'{format}' is not a valid format: write `%s` for a string, `%d` for an integer, `%f` for a float"
                )
            }
            FormatError::Directive { ty, letter, allowed } => {
                write!(
                    f,
                    "the format '{letter}' does not apply to a value of type {ty}, which accepts '{allowed}'"
                )
            }
            FormatError::Value { expected, value } => write!(f, "the format needs {expected}, got {value}"),
            FormatError::TooFew => f.write_str("too few values for the format"),
            FormatError::Mixed => {
                f.write_str("the format mixes values by position, by `1$` and by name: use only one of them")
            }
            FormatError::Name { name } => write!(f, "no value for '{name}' in the format"),
            FormatError::TooLarge => f.write_str("the result would take more memory than the limit"),
            FormatError::Map { problem } => f.write_str(problem),
        }
    }
}

impl std::error::Error for FormatError {}
