//! What can go wrong in a lookup, with the place in the data or configuration.

use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use bunraku_formats::{Error, Position, yaml::Flaw};
use bunraku_world::Refused;

/// Which kind of thing went wrong; the name of its diagnostic is [`ErrorKind::code`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A data file cannot be read, or a value in it cannot be used.
    InvalidData,
    /// A `hiera.yaml` is wrong, or of a version that is not supported.
    InvalidConfig,
    /// A value leads back to itself by interpolation.
    Recursion,
    /// A key is not written correctly, or goes into a value that has no parts.
    InvalidKey,
    /// An interpolation `%{...}` is wrong or names a variable that does not exist.
    Interpolation,
    /// Values of several levels cannot be merged as asked.
    Merge,
    /// A data function failed or cannot be called.
    DataFunction,
    /// A value cannot be converted as `convert_to` asks.
    Conversion,
    /// No name has a value.
    NotFound,
    /// The policy does not allow to read what a hierarchy or a data file names.
    NotAllowed,
    /// There is not enough time or memory left to read a data file.
    Ended,
}

impl ErrorKind {
    /// The name of the diagnostic for this kind.
    pub fn code(self) -> &'static str {
        match self {
            ErrorKind::InvalidData => "invalid-data",
            ErrorKind::InvalidConfig => "invalid-hiera-config",
            ErrorKind::Recursion => "data-recursion",
            ErrorKind::NotAllowed => "not-allowed",
            ErrorKind::Ended => "file-too-large",
            _ => "lookup-failed",
        }
    }
}

/// Why a lookup failed. One pointer, so that the way to success carries little; its parts are those of
/// [`ErrorDetails`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupError(Box<ErrorDetails>);

/// The parts of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorDetails {
    /// Which kind of thing went wrong.
    pub kind: ErrorKind,
    /// What is wrong, as a sentence without the place.
    pub message: String,
    /// The data or configuration file in which it is.
    pub file: Option<PathBuf>,
    /// The place in that file.
    pub position: Option<Position>,
    /// What to do about it, if that is clear.
    pub help: Option<String>,
}

impl LookupError {
    /// An error without a place.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> LookupError {
        LookupError(Box::new(ErrorDetails {
            kind,
            message: message.into(),
            file: None,
            position: None,
            help: None,
        }))
    }

    /// The same error in a file; a file that is known already stays.
    #[must_use]
    pub fn in_file(mut self, file: impl AsRef<Path>, position: Option<Position>) -> LookupError {
        if self.file.is_none() {
            self.0.file = Some(file.as_ref().to_path_buf());
            self.0.position = position;
        }
        self
    }

    /// The same error with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> LookupError {
        self.0.help = Some(help.into());
        self
    }

    /// Something that the policy does not allow.
    pub(crate) fn refused(refused: &Refused) -> LookupError {
        LookupError::new(ErrorKind::NotAllowed, refused.to_string()).with_help(refused.help())
    }

    /// A string that cannot be parsed.
    pub(crate) fn unreadable(kind: ErrorKind, file: &Path, error: &Error) -> LookupError {
        let position = (error.position != Position::default()).then_some(error.position);
        let kind = if error.kind == bunraku_formats::ErrorKind::Ended { ErrorKind::Ended } else { kind };
        LookupError::new(kind, error.message.clone()).in_file(file, position)
    }

    /// A value that data cannot hold.
    pub(crate) fn flawed(kind: ErrorKind, file: &Path, flaw: &Flaw) -> LookupError {
        LookupError::new(kind, flaw.message.clone()).in_file(file, Some(flaw.position))
    }
}

impl Deref for LookupError {
    type Target = ErrorDetails;

    fn deref(&self) -> &ErrorDetails {
        &self.0
    }
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(file) = &self.file {
            write!(f, " ({}", file.display())?;
            if let Some(position) = self.position {
                write!(f, ":{}:{}", position.line, position.column)?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

impl std::error::Error for LookupError {}
