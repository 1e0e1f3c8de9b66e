//! A database with its connections for reading and writing.

use crate::{Change, Error, session::Session, writer::Done};

/// A database. Shared by threads.
pub trait Engine: Send + Sync {
    /// Runs a question on a read-only connection, with a time limit.
    fn read(&self, question: &mut Question<'_>) -> Result<(), Error>;

    /// Writes a change, and waits until it is committed.
    fn write(&self, change: Change) -> Done;

    /// Checks the integrity of the database, as far as it can do so itself.
    fn check(&self, session: &mut dyn Session) -> Result<(), Error>;
}

/// Code that runs on a connection.
pub type Question<'q> = dyn FnMut(&mut dyn Session) -> Result<(), Error> + 'q;

/// Runs a question that returns a result.
pub fn ask<T>(
    engine: &dyn Engine,
    mut question: impl FnMut(&mut dyn Session) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut answer = None;
    engine.read(&mut |session| {
        answer = Some(question(session)?);
        Ok(())
    })?;
    answer.ok_or_else(|| Error::unavailable("the database was not queried"))
}
