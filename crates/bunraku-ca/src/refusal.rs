//! Errors of an authority.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;

/// A rejected request, as the response of a server: `text/plain` with a status.
///
/// The messages are those of puppetserver where agents, tools or people who search the web know them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status code.
    pub status: u16,
    /// The body of the response.
    pub message: String,
}

impl Refusal {
    /// Creates a refusal with a status and a message.
    pub fn new(status: u16, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into() }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Refusal {
        Refusal::new(400, message)
    }

    pub(crate) fn missing(message: impl Into<String>) -> Refusal {
        Refusal::new(404, message)
    }

    pub(crate) fn conflict(message: impl Into<String>) -> Refusal {
        Refusal::new(409, message)
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// A failure of the authority itself: a file that cannot be read or written, a key that does not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure(message.into())
    }

    pub(crate) fn read(path: &Path, error: &io::Error) -> Failure {
        Failure(format!("cannot read `{}`: {error}", path.display()))
    }

    pub(crate) fn write(path: &Path, error: &io::Error) -> Failure {
        Failure(format!("cannot write `{}`: {error}", path.display()))
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl From<Failure> for Refusal {
    /// The response of a server that cannot work.
    fn from(failure: Failure) -> Refusal {
        Refusal::new(500, failure.0)
    }
}
