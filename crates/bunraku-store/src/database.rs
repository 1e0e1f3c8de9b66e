//! A store in a database: SQLite in a file or in memory, or PostgreSQL, which several servers can share.

use std::{path::Path, time::Duration};

use bunraku_ca::tls::HostFiles;
use bunraku_pcore::Value;
use bunraku_world::{Exported, ExportedQuery, Store, StoreError};

use crate::{
    Change, Command, Error, ErrorKind, Facts, Sent, SentCatalog, SentFacts,
    api::{self, Response},
    backend::{Backend, collected},
    engine::{self, Engine},
    keep::{Catalog, ChangeResult, mark, outline},
    postgres::Postgres,
    query::{self, Paging, QueryResult, Select},
    remembered::Remembered,
    session::{Cell, number, row},
    sqlite::Sqlite,
    time,
};

/// A store in a database. Shared by threads: each reads on its own connection, and one thread writes.
pub struct Database {
    engine: Box<dyn Engine>,
    remembered: Remembered,
}

/// Options for opening a store.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether to create a file that does not exist.
    pub create: bool,
    /// The time limit of a query.
    pub query_limit: Duration,
    /// The certificates for a PuppetDB: the own one, and those of the authority that it must have.
    pub certificates: Option<HostFiles>,
    /// How long to wait until a PuppetDB has processed a command; without it, a command is done when PuppetDB has
    /// received it.
    pub wait: Option<Duration>,
}

impl Default for Options {
    fn default() -> Options {
        Options { create: true, query_limit: Duration::from_secs(20), certificates: None, wait: None }
    }
}

/// How long data is kept.
#[derive(Debug, Clone)]
pub struct Retention {
    /// Older reports are removed.
    pub reports: Duration,
    /// Nodes that have sent nothing for this long expire; never if it is `None`.
    pub expire: Option<Duration>,
    /// Nodes that have been inactive for this long are removed.
    pub purge: Duration,
}

impl Default for Retention {
    fn default() -> Retention {
        let days = |days: u64| Duration::from_secs(days * 86_400);
        Retention { reports: days(14), expire: Some(days(7)), purge: days(14) }
    }
}

/// Statistics of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// The version of the database schema.
    pub version: usize,
    /// The number of active nodes.
    pub nodes: u64,
    /// The number of nodes that are deactivated or have expired.
    pub inactive: u64,
    /// The number of facts of all nodes.
    pub facts: u64,
    /// The number of resources of all nodes.
    pub resources: u64,
    /// The number of exported resources.
    pub exported: u64,
    /// The number of reports of all nodes.
    pub reports: u64,
    /// The size of the database in bytes.
    pub bytes: u64,
}

/// The number of rows that retention has removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Removed {
    /// Removed reports.
    pub reports: usize,
    /// Nodes that have just expired.
    pub expired: usize,
    /// Removed nodes.
    pub nodes: usize,
}

impl Database {
    /// Opens an SQLite database, and migrates it to the current schema.
    pub fn open(path: &Path, options: &Options) -> Result<Database, Error> {
        let sqlite = Sqlite::open(path, options.create, options.query_limit)?;
        Ok(Database::on(sqlite))
    }

    /// An empty store in memory, which exists as long as this value.
    pub fn in_memory() -> Result<Database, Error> {
        let sqlite = Sqlite::in_memory(Options::default().query_limit)?;
        Ok(Database::on(sqlite))
    }

    /// Connects to PostgreSQL, as `postgres://user:password@host:port/database`, and migrates the schema.
    pub fn connect(url: &str, options: &Options) -> Result<Database, Error> {
        Ok(Database::on(Postgres::connect(url, options.query_limit)?))
    }

    fn on(engine: impl Engine + 'static) -> Database {
        Database { engine: Box::new(engine), remembered: Remembered::default() }
    }

    /// Writes a change. When this returns, it is committed.
    pub fn keep(&self, change: Change) -> Result<ChangeResult, Error> {
        self.engine.write(change).map(|(kept, _)| kept)
    }

    /// Stores the document of a catalog. Returns the outcome, and the mark of the document, if it has one.
    fn keep_catalog(&self, certname: &str, document: &str) -> Result<(ChangeResult, Option<String>), Error> {
        if let Some(known) = self.mark(certname)?
            && let Some(outline) = outline(document, &known, time::now())
            && outline.certname == certname
            && let Some(kept) = self.touch(outline)?
        {
            return Ok((kept, Some(known)));
        }
        let mark = mark(document);
        let mut change = Command::ReplaceCatalog.read(Some(certname), document)?;
        if let Change::Catalog(catalog) = &mut change {
            catalog.document.clone_from(&mark);
        }
        Ok((self.keep(change)?, mark))
    }

    /// The mark of the last catalog of a node.
    fn mark(&self, certname: &str) -> Result<Option<String>, Error> {
        let find = "select catalog_document from node where certname = ?1";
        let found = engine::ask(&*self.engine, |session| row(session, find, &[Cell::from(certname)]))?;
        Ok(found.and_then(|row| row.into_iter().next()).and_then(Cell::into_text))
    }

    /// Writes the small parts of a catalog; `None` if the resources and edges in the database differ.
    fn touch(&self, outline: Catalog) -> Result<Option<ChangeResult>, Error> {
        match self.keep(Change::Touch(Box::new(outline))) {
            Err(error) if error.kind == ErrorKind::Missing => Ok(None),
            done => done.map(Some),
        }
    }

    pub(crate) fn answer(&self, select: &Select, include_total: bool) -> Result<QueryResult, Error> {
        engine::ask(&*self.engine, |session| query::run(session, select, include_total))
    }
}

impl Backend for Database {
    fn submit(&self, command: Command, certname: &str, document: &str) -> Result<ChangeResult, Error> {
        match command {
            Command::ReplaceCatalog => self.keep_catalog(certname, document).map(|(kept, _)| kept),
            _ => self.keep(command.read(Some(certname), document)?),
        }
    }

    fn replace_facts(&self, facts: &SentFacts<'_>) -> Result<ChangeResult, Error> {
        let mut kept = Facts::new(facts.certname, Some(facts.environment), facts.time, facts.values);
        kept.producer = Some(facts.producer.to_owned());
        self.keep(Change::Facts(kept))
    }

    fn replace_catalog(&self, catalog: &SentCatalog<'_>) -> Result<ChangeResult, Error> {
        let number = self.remembered.number(&catalog.content);
        if let Some(mark) = self.remembered.mark(catalog.certname, number)
            && let Some(kept) = self.touch(Catalog::outlined(catalog, mark))?
        {
            return Ok(kept);
        }
        let (kept, mark) = self.keep_catalog(catalog.certname, &catalog.document())?;
        if let Some(mark) = mark {
            self.remembered.note(catalog.certname, number, mark);
        }
        Ok(kept)
    }

    fn ask(&self, query: &Value, paging: &Paging) -> Result<QueryResult, Error> {
        self.answer(&query::read(query)?.paged(paging)?, paging.include_total)
    }

    fn ask_about(&self, entity: &str, query: Option<&Value>, paging: &Paging) -> Result<QueryResult, Error> {
        self.answer(&query::read_about(entity, query)?.paged(paging)?, paging.include_total)
    }

    fn respond(&self, method: &str, path: &str, query: &str, body: &str) -> Response {
        api::answer(self, method, path, query, body)
    }

    /// Removes old data. Reports are removed in small batches, so that others can write in between.
    fn collect_garbage(&self, retention: &Retention) -> Result<Removed, Error> {
        const PART: usize = 500;
        let now = time::now();
        let before = |age: Duration| now.saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX));
        let mut removed = Removed::default();
        loop {
            let (_, count) = self.engine.write(Change::RemoveReports(before(retention.reports), PART))?;
            removed.reports += count;
            if count < PART {
                break;
            }
        }
        if let Some(age) = retention.expire {
            removed.expired = self.engine.write(Change::Expire(before(age)))?.1;
        }
        removed.nodes = self.engine.write(Change::Purge(before(retention.purge)))?.1;
        self.engine.write(Change::Measure)?;
        Ok(removed)
    }

    fn status(&self) -> Result<Status, Error> {
        engine::ask(&*self.engine, |session| {
            let bytes = session.dialect().size();
            let mut count = |sql: &str| -> Result<u64, Error> {
                Ok(u64::try_from(number(session, sql, &[])?).unwrap_or_default())
            };
            let version = count("select coalesce(max(version), 0) from schema_version")?;
            Ok(Status {
                version: usize::try_from(version).unwrap_or(usize::MAX),
                nodes: count("select count(*) from node where deactivated is null and expired is null")?,
                inactive: count(
                    "select count(*) from node where deactivated is not null or expired is not null",
                )?,
                facts: count("select count(*) from fact")?,
                resources: count("select count(*) from resource")?,
                exported: count("select count(*) from resource where exported = 1")?,
                reports: count("select count(*) from report")?,
                bytes: count(bytes)?,
            })
        })
    }

    fn check(&self) -> Result<(), Error> {
        engine::ask(&*self.engine, |session| self.engine.check(session))
    }
}

impl Store for Database {
    fn exported(&self, query: &ExportedQuery<'_>) -> Result<Vec<Exported>, StoreError> {
        Ok(collected(self, query)?)
    }

    fn query(&self, query: &Value) -> Result<Value, StoreError> {
        let answer = self.ask(query, &Paging::default())?;
        Ok(Value::array(answer.rows))
    }
}
