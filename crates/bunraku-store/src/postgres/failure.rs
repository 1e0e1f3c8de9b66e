//! Converts errors of PostgreSQL.

use std::{error::Error as _, io};

use postgres::{Config, config::Host, error::SqlState};

use crate::{Error, ErrorKind};

/// Converts the error of a statement.
pub fn of(error: postgres::Error) -> Error {
    let reason = reason(&error);
    let Some(state) = error.code() else {
        return Error::unavailable(format!("the connection to PostgreSQL broke: {reason}"));
    };
    let (kind, message) = match *state {
        SqlState::T_R_SERIALIZATION_FAILURE
        | SqlState::T_R_DEADLOCK_DETECTED
        | SqlState::UNIQUE_VIOLATION
        | SqlState::DUPLICATE_TABLE => {
            (ErrorKind::Conflict, format!("another server changed the same rows: {reason}"))
        }
        SqlState::QUERY_CANCELED => {
            (ErrorKind::TooSlow, "the query took longer than the time limit".to_owned())
        }
        SqlState::INVALID_REGULAR_EXPRESSION => (ErrorKind::Invalid, reason),
        SqlState::DISK_FULL => (ErrorKind::Unavailable, "the disk of PostgreSQL is full".to_owned()),
        SqlState::READ_ONLY_SQL_TRANSACTION => {
            (ErrorKind::Unavailable, "the database is read-only".to_owned())
        }
        _ => (ErrorKind::Unavailable, format!("PostgreSQL failed: {reason}")),
    };
    Error { kind, message }
}

/// The error for a connection that cannot be opened.
pub fn connecting(config: &Config, error: &postgres::Error) -> Error {
    let host = config.get_hosts().first().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) => path.display().to_string(),
    });
    let host = host.unwrap_or_else(|| "localhost".to_owned());
    let port = config.get_ports().first().copied().unwrap_or(5432);
    Error::unavailable(format!("cannot connect to PostgreSQL at {host}:{port}: {}", reason(error)))
}

/// The innermost cause, which is the most specific.
pub fn reason(error: &postgres::Error) -> String {
    if let Some(database) = error.as_db_error() {
        return database.message().to_owned();
    }
    let mut reason = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        reason = match inner.downcast_ref::<io::Error>() {
            Some(error) => bunraku_world::reason(error),
            None => inner.to_string(),
        };
        source = inner.source();
    }
    reason
}
