//! What a policy does not allow.

use std::{error::Error, fmt, io};

/// Something is possible but not allowed here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// What is not allowed, as the beginning of a sentence: "to run commands".
    pub what: String,
    /// The option that would allow it, with its dashes.
    pub flag: &'static str,
}

impl Refused {
    /// Commands must not run.
    pub fn commands() -> Refused {
        Refused { what: "to run commands".to_owned(), flag: "--allow-commands" }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is not allowed {}; `{}` allows it", self.what, self.flag)
    }
}

impl Error for Refused {}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        io::Error::new(io::ErrorKind::PermissionDenied, refused)
    }
}
