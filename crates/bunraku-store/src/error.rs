//! Errors of a store.

use std::{error, fmt};

use bunraku_world::StoreError;

/// Why a store failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The kind of failure, which determines the HTTP status.
    pub kind: ErrorKind,
    /// What went wrong, as a sentence without a full stop.
    pub message: String,
}

/// The kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The query or command is invalid; retrying does not help.
    Invalid,
    /// The requested object does not exist.
    Missing,
    /// The query exceeds its time limit.
    TooSlow,
    /// The database is broken, locked, full, read-only or gone.
    Unavailable,
    /// Another server changed the same rows at the same time; the store retries by itself.
    Conflict,
    /// A newer version of bunraku has written the database.
    TooNew,
}

impl Error {
    /// The error for an invalid query or command.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Invalid, message: message.into() }
    }

    /// The error for a store that cannot be used at the moment.
    pub fn unavailable(message: impl Into<String>) -> Error {
        Error { kind: ErrorKind::Unavailable, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        use rusqlite::ErrorCode;
        let (kind, message) = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => (ErrorKind::Unavailable, "the disk is full".to_owned()),
            Some(ErrorCode::ReadOnly) => (ErrorKind::Unavailable, "the database is read-only".to_owned()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                (ErrorKind::Unavailable, "another program has locked the database".to_owned())
            }
            Some(ErrorCode::OperationInterrupted) => {
                (ErrorKind::TooSlow, "the query took longer than the time limit".to_owned())
            }
            Some(ErrorCode::NotADatabase) => {
                (ErrorKind::Unavailable, "the file is not an SQLite database".to_owned())
            }
            Some(ErrorCode::DatabaseCorrupt) => {
                (ErrorKind::Unavailable, "the database is damaged".to_owned())
            }
            Some(ErrorCode::CannotOpen) => {
                (ErrorKind::Unavailable, "the database cannot be opened".to_owned())
            }
            _ => match regexp_problem(&error) {
                Some(problem) => (ErrorKind::Invalid, problem),
                None => (ErrorKind::Unavailable, format!("the database failed: {error}")),
            },
        };
        Error { kind, message }
    }
}

/// The message of the regular expression function about a pattern.
fn regexp_problem(error: &rusqlite::Error) -> Option<String> {
    let text = error.to_string();
    text.contains("regular expression").then_some(text)
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        StoreError { message: error.message }
    }
}
