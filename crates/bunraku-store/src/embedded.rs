//! The embedded store: an SQLite database in one file, or in memory.

use std::{path::Path, time::Duration};

use bunraku_pcore::Value;
use bunraku_world::{Exported, ExportedQuery, Store, StoreError};

use crate::{
    Change, Error, ErrorKind,
    database::{self, Readers},
    keep::Kept,
    query::{self, Answer, Paging, Select},
    time,
    writer::{self, Writer},
};

/// A store in one file. Threads share it: it reads on connections of their own and writes on one thread.
pub struct Embedded {
    readers: Readers,
    /// Nothing for a database in memory, which is written in place.
    writer: Option<Writer>,
}

/// How a store is opened.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether a file that does not exist is made.
    pub create: bool,
    /// The longest time that a query may take.
    pub query_limit: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options { create: true, query_limit: Duration::from_secs(20) }
    }
}

/// What is removed by age; nothing stays for ever.
#[derive(Debug, Clone)]
pub struct Retention {
    /// Reports that are older are removed.
    pub reports: Duration,
    /// Nodes that were not heard of for so long expire; never without it.
    pub expire: Option<Duration>,
    /// Nodes that are inactive for so long are removed.
    pub purge: Duration,
}

impl Default for Retention {
    fn default() -> Retention {
        let days = |days: u64| Duration::from_secs(days * 86_400);
        Retention { reports: days(14), expire: Some(days(7)), purge: days(14) }
    }
}

/// Numbers about a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// The version of the database.
    pub version: usize,
    /// Active nodes.
    pub nodes: u64,
    /// Nodes that are deactivated or have expired.
    pub inactive: u64,
    /// Facts of all nodes.
    pub facts: u64,
    /// Resources of all nodes.
    pub resources: u64,
    /// Resources that are exported.
    pub exported: u64,
    /// Reports of all nodes.
    pub reports: u64,
    /// The size of the database in bytes.
    pub bytes: u64,
}

/// What retention has removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Removed {
    /// Reports.
    pub reports: usize,
    /// Nodes that expired now.
    pub expired: usize,
    /// Nodes that were removed.
    pub nodes: usize,
}

impl Embedded {
    /// Opens a store, and brings it up to date.
    pub fn open(path: &Path, options: &Options) -> Result<Embedded, Error> {
        let writer = Writer::start(database::writer(path, options.create)?)?;
        Ok(Embedded { readers: Readers::of_file(path, options.query_limit), writer: Some(writer) })
    }

    /// An empty store in memory, which ends with this value.
    pub fn in_memory() -> Result<Embedded, Error> {
        Ok(Embedded { readers: Readers::in_memory(Options::default().query_limit)?, writer: None })
    }

    /// Keeps something; when this returns it is committed.
    pub fn keep(&self, change: Change) -> Result<Kept, Error> {
        self.change(change).map(|(kept, _)| kept)
    }

    /// Answers a query, which is PQL or an AST that names its entity with `from`.
    pub fn ask(&self, query: &Value, paging: &Paging) -> Result<Answer, Error> {
        self.answer(&query::read(query)?.paged(paging)?, paging.include_total)
    }

    /// Answers a query about an entity: an AST without `from`, or nothing for all of it.
    pub fn ask_about(&self, entity: &str, query: Option<&Value>, paging: &Paging) -> Result<Answer, Error> {
        self.answer(&query::read_about(entity, query)?.paged(paging)?, paging.include_total)
    }

    pub(crate) fn answer(&self, select: &Select, include_total: bool) -> Result<Answer, Error> {
        self.readers.ask(|connection| query::run(connection, select, include_total))
    }

    /// Removes what is old. Reports go in small parts, so that others can write in between.
    pub fn collect_garbage(&self, retention: &Retention) -> Result<Removed, Error> {
        const PART: usize = 500;
        let now = time::now();
        let before = |age: Duration| now.saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX));
        let mut removed = Removed::default();
        loop {
            let (_, count) = self.change(Change::RemoveReports(before(retention.reports), PART))?;
            removed.reports += count;
            if count < PART {
                break;
            }
        }
        if let Some(age) = retention.expire {
            removed.expired = self.change(Change::Expire(before(age)))?.1;
        }
        removed.nodes = self.change(Change::Purge(before(retention.purge)))?.1;
        Ok(removed)
    }

    /// Numbers about the store.
    pub fn status(&self) -> Result<Status, Error> {
        self.readers.ask(|connection| {
            let count = |sql: &str| -> Result<u64, Error> {
                let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
                Ok(u64::try_from(count).unwrap_or_default())
            };
            Ok(Status {
                version: crate::schema::version(connection)?,
                nodes: count("select count(*) from node where deactivated is null and expired is null")?,
                inactive: count(
                    "select count(*) from node where deactivated is not null or expired is not null",
                )?,
                facts: count("select count(*) from fact")?,
                resources: count("select count(*) from resource")?,
                exported: count("select count(*) from resource where exported = 1")?,
                reports: count("select count(*) from report")?,
                bytes: count("select page_count * page_size from pragma_page_count, pragma_page_size")?,
            })
        })
    }

    /// Whether the database is sound: SQLite's own check of all pages and indexes.
    pub fn check(&self) -> Result<(), Error> {
        let found: String = self
            .readers
            .ask(|connection| Ok(connection.query_row("pragma integrity_check", [], |row| row.get(0))?))?;
        if found == "ok" {
            Ok(())
        } else {
            Err(Error::unavailable(format!("the database is damaged: {found}")))
        }
    }

    fn change(&self, change: Change) -> writer::Done {
        match &self.writer {
            Some(writer) => writer.keep(change),
            None => {
                let Some(mut connection) = self.readers.memory() else {
                    return Err(Error::unavailable("the store cannot be written"));
                };
                let mut outcomes = writer::write(&mut connection, std::iter::once(&change))?;
                outcomes.pop().unwrap_or(Ok((Kept::Written, 0)))
            }
        }
    }
}

impl Store for Embedded {
    fn exported(&self, query: &ExportedQuery<'_>) -> Result<Vec<Exported>, StoreError> {
        let answer = self.ask_about("resources", Some(&query.to_ast()), &Paging::default())?;
        answer.rows.iter().map(|row| exported(row).map_err(StoreError::from)).collect()
    }

    fn query(&self, query: &Value) -> Result<Value, StoreError> {
        let answer = self.ask(query, &Paging::default())?;
        Ok(Value::array(answer.rows))
    }
}

/// A row about a resource as what a collector finds.
fn exported(row: &Value) -> Result<Exported, Error> {
    let broken =
        || Error { kind: ErrorKind::Unavailable, message: "the store gave a row without a title".into() };
    let Value::Hash(row) = row else { return Err(broken()) };
    let text = |name: &str| row.get_str(name).and_then(Value::as_str).map(str::to_owned);
    let parameters = match row.get_str("parameters") {
        Some(Value::Hash(parameters)) => parameters
            .iter()
            .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone())))
            .collect(),
        _ => Vec::new(),
    };
    let tags = match row.get_str("tags") {
        Some(Value::Array(tags)) => tags.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let line = row.get_str("line").and_then(Value::as_int).and_then(|line| u32::try_from(line).ok());
    Ok(Exported {
        ty: text("type").ok_or_else(broken)?,
        title: text("title").ok_or_else(broken)?,
        parameters,
        tags,
        certname: text("certname").ok_or_else(broken)?,
        place: text("file").zip(line),
    })
}
