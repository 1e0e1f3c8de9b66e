//! Errors of lookups, with the place in the data or configuration.

use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use bunraku_formats::{Error, Position, yaml::Flaw};
use bunraku_pcore::watch::Ended;
use bunraku_world::Refused;

/// The kind of an error; [`ErrorKind::code`] is its diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A data file cannot be read, or a value in it cannot be used.
    InvalidData,
    /// A `hiera.yaml` is invalid, or has an unsupported version.
    InvalidConfig,
    /// The interpolation of a value leads back to itself.
    Recursion,
    /// A key is malformed, or selects a part of a value that has none.
    InvalidKey,
    /// An interpolation `%{...}` is invalid or uses an unknown variable.
    Interpolation,
    /// A `hiera.yaml` uses an unknown variable where Puppet needs its value.
    ConfigVariable,
    /// Values of several levels cannot be merged with the selected strategy.
    Merge,
    /// A data function failed or cannot be called.
    DataFunction,
    /// A value cannot be converted with `convert_to`.
    Conversion,
    /// None of the keys has a value.
    NotFound,
    /// The policy does not allow reading a file that a hierarchy or data file names.
    NotAllowed,
    /// There is not enough time or memory left to read a data file.
    Ended,
    /// There is no time left to resolve interpolations or to search for files.
    TooSlow,
    /// There is not enough memory left for what interpolations insert.
    TooMuchMemory,
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
            ErrorKind::TooSlow => "too-slow",
            ErrorKind::TooMuchMemory => "too-much-memory",
            _ => "lookup-failed",
        }
    }
}

/// Why a lookup failed. A single pointer, to keep the results of successful lookups small; see [`ErrorDetails`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupError(Box<ErrorDetails>);

/// The parts of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The kind, from which the diagnostic's code follows.
    pub kind: ErrorKind,
    /// What is wrong, as a sentence without the place.
    pub message: String,
    /// The data or configuration file, if the error is in one.
    pub file: Option<PathBuf>,
    /// The position in that file.
    pub position: Option<Position>,
    /// How to fix it, if that is clear.
    pub help: Option<String>,
    /// The unknown variable that an interpolation uses.
    pub variable: Option<String>,
    /// Whether the file cannot be parsed, whatever is looked up.
    pub is_unparsed: bool,
}

impl LookupError {
    /// Creates an error without a place.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> LookupError {
        LookupError(Box::new(ErrorDetails {
            kind,
            message: message.into(),
            file: None,
            position: None,
            help: None,
            variable: None,
            is_unparsed: false,
        }))
    }

    /// The error for an interpolation that uses an unknown variable.
    pub(crate) fn unknown_variable(name: &str, message: String) -> LookupError {
        let mut error = LookupError::new(ErrorKind::Interpolation, message);
        error.0.variable = Some(name.to_owned());
        error
    }

    /// The same for an interpolation in the text of a configuration: the error is on the first line with it.
    #[must_use]
    pub(crate) fn in_config(mut self, file: &Path, text: &str) -> LookupError {
        let Some(name) = self.0.variable.take() else { return self };
        let forms = ["", "'", "\""].map(|quote| format!("%{{{quote}{name}{quote}}}"));
        let found = text.lines().enumerate().find_map(|(at, line)| {
            let column = forms.iter().find_map(|form| uncommented(line).find(form))?;
            let column = line[..column].chars().count() as u32 + 1;
            Some(Position { line: at as u32 + 1, column })
        });
        self.0.kind = ErrorKind::ConfigVariable;
        self.in_file(file, found)
    }

    /// Adds the file and position, unless the error already has a file.
    #[must_use]
    pub fn in_file(mut self, file: impl AsRef<Path>, position: Option<Position>) -> LookupError {
        if self.file.is_none() {
            self.0.file = Some(file.as_ref().to_path_buf());
            self.0.position = position;
        }
        self
    }

    /// Adds a help text.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> LookupError {
        self.0.help = Some(help.into());
        self
    }

    /// The error for something that the policy forbids.
    pub(crate) fn refused(refused: &Refused) -> LookupError {
        LookupError::new(ErrorKind::NotAllowed, refused.to_string()).with_help(refused.help())
    }

    /// The error for interpolations that take more than is left.
    pub(crate) fn ended(ended: Ended) -> LookupError {
        let (kind, message) = match ended {
            Ended::Time => (ErrorKind::TooSlow, "resolving this value takes longer than the time limit"),
            Ended::Cancelled => (ErrorKind::TooSlow, "resolving this value was cancelled"),
            Ended::Memory => {
                (ErrorKind::TooMuchMemory, "resolving this value takes more memory than the limit")
            }
        };
        LookupError::new(kind, message)
    }

    /// The error for a document that cannot be parsed.
    pub(crate) fn unreadable(kind: ErrorKind, file: &Path, error: &Error) -> LookupError {
        let position = (error.position != Position::default()).then_some(error.position);
        let kind = if error.kind == bunraku_formats::ErrorKind::Ended { ErrorKind::Ended } else { kind };
        let mut unreadable = LookupError::new(kind, error.message.clone()).in_file(file, position);
        unreadable.0.is_unparsed = true;
        unreadable
    }

    /// The error for a value that data cannot contain.
    pub(crate) fn flawed(kind: ErrorKind, file: &Path, flaw: &Flaw) -> LookupError {
        LookupError::new(kind, flaw.message.clone()).in_file(file, Some(flaw.position))
    }
}

/// A line of a configuration without its comment. As in Puppet, a `#` in quotes does not begin one.
fn uncommented(line: &str) -> &str {
    let mut quote = None;
    for (at, char) in line.char_indices() {
        match char {
            '"' | '\'' if quote == Some(char) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(char),
            '#' if quote.is_none() => return &line[..at],
            _ => {}
        }
    }
    line
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
