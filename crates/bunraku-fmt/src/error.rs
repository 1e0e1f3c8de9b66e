//! Why a source was not formatted.

use std::fmt;

use bunraku_diag::TextRange;
use bunraku_syntax::SyntaxError;

/// Why a source was not formatted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatError {
    /// The source has syntax errors, at least one.
    Syntax(Vec<SyntaxError>),
    /// The result would not be the same program: a bug in the formatter.
    Different {
        /// The range of the source where the two differ.
        range: TextRange,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Syntax(errors) => {
                let first = errors.first().map_or("it has syntax errors", |error| error.message.as_str());
                f.write_str(first)
            }
            FormatError::Different { .. } => {
                f.write_str("formatting would change the program: this is a bug in the formatter")
            }
        }
    }
}

impl std::error::Error for FormatError {}
