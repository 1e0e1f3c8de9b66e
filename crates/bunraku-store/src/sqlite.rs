//! SQLite: a database in one file, or in memory.

mod functions;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rusqlite::{
    Connection, OpenFlags, ToSql, params_from_iter,
    types::{ToSqlOutput, ValueRef},
};

use crate::{
    Change, Error,
    engine::{Engine, Question},
    query::{Dialect, Sqlite as SqliteDialect},
    schema,
    session::{Cell, EachRow, Insert, Row, Session},
    writer::{self, Done, Writer, Written},
};

/// The number of SQLite steps between two checks of the clock: few, because one of them may be a pattern match.
const STEPS: std::os::raw::c_int = 500;

/// A database of SQLite.
pub struct Sqlite {
    storage: Storage,
    /// The time limit of a query.
    limit: Duration,
}

/// Where the database is.
enum Storage {
    /// The path, idle connections, and the writer.
    File(PathBuf, Mutex<Vec<Connection>>, Writer),
    /// The only connection to a database in memory, for reading and writing.
    Memory(Mutex<Connection>),
}

impl Sqlite {
    /// Opens a file, and migrates the schema.
    pub fn open(path: &Path, create: bool, limit: Duration) -> Result<Sqlite, Error> {
        let writer = Writer::start(writing(path, create)?)?;
        Ok(Sqlite { storage: Storage::File(path.to_owned(), Mutex::new(Vec::new()), writer), limit })
    }

    /// A database in memory.
    pub fn in_memory(limit: Duration) -> Result<Sqlite, Error> {
        let mut connection = Connection::open_in_memory()?;
        connection.execute_batch("pragma foreign_keys = on")?;
        functions::register(&connection)?;
        schema::migrate(&mut connection)?;
        Ok(Sqlite { storage: Storage::Memory(Mutex::new(connection)), limit })
    }
}

impl Engine for Sqlite {
    fn read(&self, question: &mut Question<'_>) -> Result<(), Error> {
        match &self.storage {
            Storage::Memory(connection) => limited(&mut locked(connection), self.limit, question),
            Storage::File(path, idle, _) => {
                let kept = locked(idle).pop();
                let mut connection = match kept {
                    Some(connection) => connection,
                    None => reading(path)?,
                };
                let answer = limited(&mut connection, self.limit, question);
                // A failed connection may belong to a file that is gone.
                if answer.is_ok() && path.exists() {
                    locked(idle).push(connection);
                }
                answer
            }
        }
    }

    fn write(&self, change: Change) -> Done {
        match &self.storage {
            Storage::File(_, _, writer) => writer.keep(change),
            Storage::Memory(connection) => {
                let mut outcomes = writer::write(&mut *locked(connection), &[&change])?;
                outcomes.pop().unwrap_or_else(|| Err(Error::unavailable("nothing was written")))
            }
        }
    }

    /// Runs SQLite's own check of all pages and indexes.
    fn check(&self, session: &mut dyn Session) -> Result<(), Error> {
        let found = crate::session::row(session, "pragma integrity_check", &[])?;
        match found.and_then(|row| row.into_iter().next()).and_then(Cell::into_text) {
            Some(found) if found == "ok" => Ok(()),
            found => {
                let found = found.unwrap_or_default();
                Err(Error::unavailable(format!("the database is damaged: {found}")))
            }
        }
    }
}

/// The connection for writing.
impl Written for Connection {
    fn write(&mut self, changes: &[&Change]) -> Result<Vec<Done>, Error> {
        writer::write(self, changes)
    }

    /// Brings the write-ahead log to the disk, and from there to the database. Here it costs less than within commits,
    /// because many of them change the same pages. An error will occur again when something is written.
    fn settle(&mut self) {
        let _ = self.execute_batch("pragma wal_checkpoint(passive)");
    }

    /// Moves the contents of the write-ahead log to the database, so that a copy of the file is complete.
    fn finish(&mut self) {
        let _ = self.execute_batch("pragma optimize; pragma wal_checkpoint(truncate)");
    }
}

impl Session for Connection {
    fn dialect(&self) -> &'static dyn Dialect {
        &SqliteDialect
    }

    fn execute(&mut self, sql: &str, values: &[Cell]) -> Result<usize, Error> {
        Ok(self.prepare_cached(sql)?.execute(params_from_iter(values))?)
    }

    fn query(&mut self, sql: &str, values: &[Cell], each: &mut EachRow<'_>) -> Result<(), Error> {
        let mut prepared = self.prepare_cached(sql)?;
        let width = prepared.column_count();
        let mut rows = prepared.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            let mut cells = Vec::with_capacity(width);
            for column in 0..width {
                cells.push(cell(row.get_ref(column)?)?);
            }
            each(cells)?;
        }
        Ok(())
    }

    fn insert(&mut self, into: &Insert<'_>, rows: &[Row<'_>]) -> Result<(), Error> {
        if rows.is_empty() {
            return Ok(());
        }
        let mut prepared = self.prepare_cached(&into.statement(1, &|number| format!("?{number}")))?;
        for row in rows {
            prepared.execute(params_from_iter(row.cells()))?;
        }
        Ok(())
    }

    fn batch(&mut self, sql: &str) -> Result<(), Error> {
        Ok(self.execute_batch(sql)?)
    }
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Cell::Null => Ok(ToSqlOutput::Borrowed(ValueRef::Null)),
            Cell::Int(number) => number.to_sql(),
            Cell::Real(number) => number.to_sql(),
            Cell::Text(text) | Cell::Json(text) => text.to_sql(),
        }
    }
}

fn cell(value: ValueRef<'_>) -> Result<Cell, Error> {
    Ok(match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Int(number),
        ValueRef::Real(number) => Cell::Real(number),
        ValueRef::Text(text) => match std::str::from_utf8(text) {
            Ok(text) => Cell::Text(text.to_owned()),
            Err(_) => {
                return Err(Error::unavailable("the database contains a string that is not valid UTF-8"));
            }
        },
        ValueRef::Blob(_) => {
            return Err(Error::unavailable("the database contains bytes instead of a string"));
        }
    })
}

/// Opens the connection for writing, and migrates the schema.
fn writing(path: &Path, create: bool) -> Result<Connection, Error> {
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
             pragma temp_store = memory; pragma journal_size_limit = 67108864; pragma cache_size = -16384; \
             pragma wal_autocheckpoint = 4096",
        )?;
        connection.set_prepared_statement_cache_capacity(64);
        functions::register(&connection)?;
        schema::migrate(&mut connection)?;
        // What a process that was killed left in the log would be read again by each that opens the file.
        connection.settle();
        // Another process may be writing; it is also done every hour.
        let _ = connection.execute_batch(SqliteDialect.measure());
        Ok(connection)
    };
    open().map_err(named)
}

fn reading(path: &Path) -> Result<Connection, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| Error::unavailable(format!("{}: {}", path.display(), Error::from(error))))?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection
        .execute_batch("pragma temp_store = memory; pragma mmap_size = 268435456; pragma query_only = on")?;
    functions::register(&connection)?;
    Ok(connection)
}

fn limited(connection: &mut Connection, limit: Duration, question: &mut Question<'_>) -> Result<(), Error> {
    let start = Instant::now();
    connection.progress_handler(STEPS, Some(move || start.elapsed() > limit))?;
    let answer = question(connection);
    connection.progress_handler(0, None::<fn() -> bool>)?;
    answer
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
