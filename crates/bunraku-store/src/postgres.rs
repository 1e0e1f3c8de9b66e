//! PostgreSQL, which several servers can share. Only plain SQL and transactions are used, so that databases with a
//! compatible protocol work as well.

mod cell;
mod failure;

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use postgres::{Client, Config, NoTls, Statement, fallible_iterator::FallibleIterator, types::ToSql};

use crate::{
    Change, Error, ErrorKind,
    engine::{Engine, Question},
    identity,
    query::{Dialect, Postgres as PostgresDialect},
    schema,
    session::{Cell, EachRow, Insert, Row, Session, number},
    writer::{self, Done, Writer, Written},
};

/// How often a transaction is tried in case of conflicts with other servers.
const ATTEMPTS: u32 = 8;

/// How many prepared statements a connection caches.
const STATEMENTS: usize = 128;

/// How many rows are inserted by one statement.
const ROWS: usize = 100;

/// A database of PostgreSQL.
pub struct Postgres {
    config: Config,
    /// Idle connections for reading.
    idle: Mutex<Vec<Connection>>,
    writer: Writer,
    limit: Duration,
}

impl Postgres {
    /// Connects, and migrates the schema.
    pub fn connect(url: &str, limit: Duration) -> Result<Postgres, Error> {
        let mut config: Config = url.parse().map_err(|error: postgres::Error| {
            let reason = failure::reason(&error);
            Error::invalid(format!("expected postgres://user@host:port/database: {reason}"))
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(5));
        }
        if config.get_application_name().is_none() {
            config.application_name("bunraku");
        }
        let mut connection = Connection::open(&config)?;
        migrate(&mut connection)?;
        let writer = Writer::start(Writing { config: config.clone(), connection: Some(connection) })?;
        Ok(Postgres { config, idle: Mutex::new(Vec::new()), writer, limit })
    }

    fn reading(&self) -> Result<Connection, Error> {
        let mut connection = Connection::open(&self.config)?;
        connection.batch(&format!(
            "set statement_timeout = {}; set default_transaction_read_only = on",
            self.limit.as_millis()
        ))?;
        Ok(connection)
    }
}

impl Engine for Postgres {
    fn read(&self, question: &mut Question<'_>) -> Result<(), Error> {
        let kept = locked(&self.idle).pop();
        if let Some(mut connection) = kept {
            let answer = question(&mut connection);
            if !connection.client.is_closed() {
                locked(&self.idle).push(connection);
                return answer;
            }
            // The database has been restarted: the other idle connections are as dead as this one.
            locked(&self.idle).clear();
        }
        let mut connection = self.reading()?;
        let answer = question(&mut connection);
        if !connection.client.is_closed() {
            locked(&self.idle).push(connection);
        }
        answer
    }

    fn write(&self, change: Change) -> Done {
        self.writer.keep(change)
    }

    /// PostgreSQL checks its own pages as it reads them.
    fn check(&self, session: &mut dyn Session) -> Result<(), Error> {
        number(session, "select 1", &[]).map(drop)
    }
}

/// Migrates the schema. If several servers start at the same time, one does it and the others find it done.
fn migrate(connection: &mut Connection) -> Result<(), Error> {
    let mut attempt = 0;
    loop {
        match schema::migrate(connection) {
            Err(error) if error.kind == ErrorKind::Conflict && attempt < ATTEMPTS => {
                attempt += 1;
                thread::sleep(Duration::from_millis(50) * attempt);
            }
            done => return done,
        }
    }
}

/// The connection for writing, which is reopened when it breaks.
struct Writing {
    config: Config,
    connection: Option<Connection>,
}

impl Written for Writing {
    fn write(&mut self, changes: &[&Change]) -> Result<Vec<Done>, Error> {
        match self.attempts(changes) {
            // A change that conflicts is found by writing each separately.
            Err(error) if error.kind == ErrorKind::Conflict && changes.len() > 1 => {
                let alone = |change: &&Change| {
                    let mut outcome = self.attempts(&[change])?;
                    outcome.pop().unwrap_or_else(|| Err(Error::unavailable("nothing was written")))
                };
                Ok(changes.iter().map(alone).collect())
            }
            done => done,
        }
    }
}

impl Writing {
    /// Writes changes. This is idempotent, so a transaction with an unknown outcome is retried.
    fn attempts(&mut self, changes: &[&Change]) -> Result<Vec<Done>, Error> {
        let mut is_new = self.connection.is_none();
        let mut attempt = 0;
        loop {
            let mut connection = match self.connection.take() {
                Some(connection) => connection,
                None => Connection::open(&self.config)?,
            };
            let error = match writer::write(&mut connection, changes) {
                Ok(outcomes) => {
                    self.connection = Some(connection);
                    return Ok(outcomes);
                }
                Err(error) => error,
            };
            if connection.client.is_closed() {
                if is_new {
                    return Err(error);
                }
                is_new = true;
                continue;
            }
            self.connection = Some(connection);
            attempt += 1;
            if error.kind != ErrorKind::Conflict || attempt == ATTEMPTS {
                return Err(error);
            }
            // Equal numbers may have been the reason.
            identity::renew();
            let pause = u64::from(attempt * attempt) * 4;
            thread::sleep(Duration::from_millis(pause + u64::from(std::process::id()) % 7));
        }
    }
}

/// A connection with its prepared statements.
struct Connection {
    client: Client,
    statements: HashMap<String, Statement>,
}

impl Connection {
    fn open(config: &Config) -> Result<Connection, Error> {
        let client = config.connect(NoTls).map_err(|error| failure::connecting(config, &error))?;
        Ok(Connection { client, statements: HashMap::new() })
    }

    fn prepared(&mut self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        if self.statements.len() == STATEMENTS {
            self.statements.clear();
        }
        let statement = self.client.prepare(&sql.replace('?', "$")).map_err(failure::of)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

impl Session for Connection {
    fn dialect(&self) -> &'static dyn Dialect {
        &PostgresDialect
    }

    fn execute(&mut self, sql: &str, values: &[Cell]) -> Result<usize, Error> {
        let statement = self.prepared(sql)?;
        let changed = self.client.execute(&statement, &bound(values)).map_err(failure::of)?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    fn query(&mut self, sql: &str, values: &[Cell], each: &mut EachRow<'_>) -> Result<(), Error> {
        let statement = self.prepared(sql)?;
        let mut rows = self.client.query_raw(&statement, bound(values)).map_err(failure::of)?;
        while let Some(row) = rows.next().map_err(failure::of)? {
            let cells = (0..row.len()).map(|column| row.try_get::<_, Cell>(column));
            each(cells.collect::<Result<_, _>>().map_err(failure::of)?)?;
        }
        Ok(())
    }

    fn insert(&mut self, into: &Insert<'_>, rows: &[Row<'_>]) -> Result<(), Error> {
        for rows in rows.chunks(ROWS) {
            let sql = into.statement(rows.len(), &|number| format!("?{number}"));
            let values: Vec<&(dyn ToSql + Sync)> =
                rows.iter().flat_map(Row::cells).map(|cell| cell as &(dyn ToSql + Sync)).collect();
            let statement = self.prepared(&sql)?;
            self.client.execute(&statement, &values).map_err(failure::of)?;
        }
        Ok(())
    }

    fn batch(&mut self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).map_err(failure::of)
    }
}

fn bound(values: &[Cell]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|cell| cell as &(dyn ToSql + Sync)).collect()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use bunraku_corpus::postgres::Server;

    use super::*;
    use crate::session::rows;

    /// The columns and indexes of all tables.
    fn tables(connection: &mut Connection) -> Vec<Vec<Cell>> {
        let sql = "select table_name::text || '.' || column_name::text || ' ' || data_type::text as shape \
             from information_schema.columns where table_schema = current_schema() \
             union all select indexdef::text from pg_indexes where schemaname = current_schema() order by shape";
        rows(connection, sql, &[]).unwrap()
    }

    #[test]
    fn every_earlier_version_becomes_the_newest() {
        let Some(server) = Server::start("migrations") else { return };
        let open = || Connection::open(&server.database().parse().unwrap()).unwrap();
        let mut fresh = open();
        migrate(&mut fresh).unwrap();
        let newest = tables(&mut fresh);
        assert!(newest.len() > 50, "{newest:?}");
        for start in 0..=schema::MIGRATIONS.len() {
            let mut connection = open();
            schema::migrate_to(&mut connection, start).unwrap();
            if start > 0 {
                connection.batch("insert into node (id, certname) values (1, 'a')").unwrap();
            }
            migrate(&mut connection).unwrap();
            assert_eq!(tables(&mut connection), newest, "from version {start}");
            let kept = number(&mut connection, "select count(*) from node", &[]).unwrap();
            assert_eq!(kept, i64::from(start > 0));
        }
    }
}
