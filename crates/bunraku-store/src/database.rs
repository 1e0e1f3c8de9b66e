//! Connections to the database: how they are opened, and who may use which.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags};

use crate::{Error, functions, schema};

/// How many steps of SQLite's machine pass between two looks at the clock.
const STEPS: std::os::raw::c_int = 10_000;

/// The connections that read.
pub struct Readers {
    place: Place,
    /// The longest time that a query may take.
    pub limit: Duration,
}

enum Place {
    /// Connections to a file that nobody uses now.
    File(PathBuf, Mutex<Vec<Connection>>),
    /// The one connection to a database in memory, which reads and writes.
    Memory(Mutex<Connection>),
}

impl Readers {
    /// Readers of a file.
    pub fn of_file(path: &Path, limit: Duration) -> Readers {
        Readers { place: Place::File(path.to_owned(), Mutex::new(Vec::new())), limit }
    }

    /// A database in memory.
    pub fn in_memory(limit: Duration) -> Result<Readers, Error> {
        let mut connection = Connection::open_in_memory()?;
        connection.execute_batch("pragma foreign_keys = on")?;
        functions::register(&connection)?;
        schema::migrate(&mut connection)?;
        Ok(Readers { place: Place::Memory(Mutex::new(connection)), limit })
    }

    /// Asks something, with a limit of time.
    pub fn ask<T>(&self, question: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        match &self.place {
            Place::Memory(connection) => limited(&mut locked(connection), self.limit, question),
            Place::File(path, idle) => {
                let kept = locked(idle).pop();
                let mut connection = match kept {
                    Some(connection) => connection,
                    None => reader(path)?,
                };
                let answer = limited(&mut connection, self.limit, question);
                // A connection that failed may belong to a file that is gone.
                if answer.as_ref().is_ok_and(|_| path.exists()) {
                    locked(idle).push(connection);
                }
                answer
            }
        }
    }

    /// The connection to a database in memory, to write.
    pub fn memory(&self) -> Option<MutexGuard<'_, Connection>> {
        match &self.place {
            Place::Memory(connection) => Some(locked(connection)),
            Place::File(..) => None,
        }
    }
}

/// Opens the connection that writes, and brings the database up to date.
pub fn writer(path: &Path, create: bool) -> Result<Connection, Error> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let named = |error: Error| Error { message: format!("{}: {}", path.display(), error.message), ..error };
    let open = || -> Result<Connection, Error> {
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.execute_batch(
            "pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; \
             pragma temp_store = memory; pragma journal_size_limit = 67108864",
        )?;
        connection.set_prepared_statement_cache_capacity(64);
        functions::register(&connection)?;
        schema::migrate(&mut connection)?;
        Ok(connection)
    };
    open().map_err(named)
}

fn reader(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| Error::unavailable(format!("{}: {}", path.display(), Error::from(error))))?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection
        .execute_batch("pragma temp_store = memory; pragma mmap_size = 268435456; pragma query_only = on")?;
    functions::register(&connection)?;
    Ok(connection)
}

fn limited<T>(
    connection: &mut Connection,
    limit: Duration,
    question: impl FnOnce(&Connection) -> Result<T, Error>,
) -> Result<T, Error> {
    let start = Instant::now();
    connection.progress_handler(STEPS, Some(move || start.elapsed() > limit))?;
    let answer = question(connection);
    connection.progress_handler(0, None::<fn() -> bool>)?;
    answer
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
