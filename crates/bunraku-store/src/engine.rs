//! A database with its connections: who reads on which, and who writes.

use crate::{Change, Error, session::Session, writer::Done};

/// A database. Threads share it.
pub trait Engine: Send + Sync {
    /// Asks something on a connection that only reads, with a limit of time.
    fn read(&self, question: &mut Question<'_>) -> Result<(), Error>;

    /// Has a change written, and waits until it is committed.
    fn write(&self, change: Change) -> Done;

    /// Whether the database is sound, as far as it can tell itself.
    fn check(&self, session: &mut dyn Session) -> Result<(), Error>;
}

/// What is asked on a connection.
pub type Question<'q> = dyn FnMut(&mut dyn Session) -> Result<(), Error> + 'q;

/// Asks something that has an answer.
pub fn ask<T>(
    engine: &dyn Engine,
    mut question: impl FnMut(&mut dyn Session) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut answer = None;
    engine.read(&mut |session| {
        answer = Some(question(session)?);
        Ok(())
    })?;
    answer.ok_or_else(|| Error::unavailable("the database was not asked"))
}
