//! Values as text in a chosen format: `sprintf` and the formats of `String.new`.

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
    /// The text is no format, or has a directive that does not exist.
    Malformed {
        /// The format or the part of it that is wrong.
        format: String,
    },
    /// The directive does not apply to such a value.
    Directive {
        /// The name of the type of the value.
        ty: String,
        /// The letter.
        letter: char,
        /// The letters that apply.
        allowed: &'static str,
    },
    /// A value is not of the kind that a directive needs.
    Value {
        /// What is needed, as a phrase.
        expected: &'static str,
        /// The value as a text.
        value: String,
    },
    /// There are fewer values than directives.
    TooFew,
    /// Values are referred to in more than one way: by their order, their positions, their names.
    Mixed,
    /// There is no value of that name.
    Name {
        /// The name.
        name: String,
    },
    /// The map of formats is not one.
    Map {
        /// What is wrong, as a sentence without a period.
        problem: String,
    },
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FormatError::Malformed { format } => {
                write!(f, "'{format}' is no format: expected '%', flags, a width, a precision and a letter")
            }
            FormatError::Directive { ty, letter, allowed } => {
                write!(
                    f,
                    "the format '{letter}' does not apply to a value of type {ty}, which takes one of '{allowed}'"
                )
            }
            FormatError::Value { expected, value } => write!(f, "the format needs {expected}, got {value}"),
            FormatError::TooFew => f.write_str("there are fewer values than the format needs"),
            FormatError::Mixed => f.write_str(
                "the format takes values in more than one way: in order, by `1$` or by name; choose one",
            ),
            FormatError::Name { name } => write!(f, "the format names '{name}', for which there is no value"),
            FormatError::Map { problem } => f.write_str(problem),
        }
    }
}

impl std::error::Error for FormatError {}
