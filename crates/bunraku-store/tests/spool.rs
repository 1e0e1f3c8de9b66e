//! The spool: accepted documents reach the store, whatever happens to the store and to the process.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests use folders of their own and wait, and what fails fails its test"
)]

mod support;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bunraku_pcore::Value;
use bunraku_store::{
    Backend, ChangeResult, Command, Database, Error, Removed, Retention, Sent, Spool, Status,
    api::Response,
    query::{Paging, QueryResult},
};
use bunraku_world::{Exported, ExportedQuery, Store, StoreError};
use support::{Folder, catalog, count, report};

/// A database that can be taken away.
struct Wavering {
    database: Database,
    gone: AtomicBool,
}

impl Wavering {
    fn check_there(&self) -> Result<(), Error> {
        match self.gone.load(Ordering::Relaxed) {
            true => Err(Error::unavailable("the database is gone")),
            false => Ok(()),
        }
    }
}

impl Backend for Wavering {
    fn submit(&self, command: Command, certname: &str, document: &str) -> Result<ChangeResult, Error> {
        self.check_there()?;
        self.database.submit(command, certname, document)
    }
    fn ask(&self, query: &Value, paging: &Paging) -> Result<QueryResult, Error> {
        self.database.ask(query, paging)
    }
    fn ask_about(&self, entity: &str, query: Option<&Value>, paging: &Paging) -> Result<QueryResult, Error> {
        self.database.ask_about(entity, query, paging)
    }
    fn respond(&self, method: &str, path: &str, query: &str, body: &str) -> Response {
        self.database.respond(method, path, query, body)
    }
    fn collect_garbage(&self, retention: &Retention) -> Result<Removed, Error> {
        self.database.collect_garbage(retention)
    }
    fn status(&self) -> Result<Status, Error> {
        self.database.status()
    }
    fn check(&self) -> Result<(), Error> {
        self.check_there()
    }
}

impl Store for Wavering {
    fn exported(&self, query: &ExportedQuery<'_>) -> Result<Vec<Exported>, StoreError> {
        self.check_there()?;
        self.database.exported(query)
    }
    fn query(&self, query: &Value) -> Result<Value, StoreError> {
        self.database.query(query)
    }
}

/// A catalog that is declared for one node, and may be about another.
struct Catalog(&'static str, String);

fn sent(certname: &'static str, about: &str, minute: u64, message: &str) -> Catalog {
    Catalog(certname, catalog(about, minute, message).to_string())
}

impl Sent for Catalog {
    fn command(&self) -> Command {
        Command::ReplaceCatalog
    }
    fn certname(&self) -> &str {
        self.0
    }
    fn document(&self) -> String {
        self.1.clone()
    }
    fn hand_to(&self, store: &dyn Backend) -> Result<ChangeResult, Error> {
        store.submit(self.command(), self.0, &self.1)
    }
}

fn wavering() -> Arc<Wavering> {
    Arc::new(Wavering { database: Database::in_memory().unwrap(), gone: AtomicBool::new(false) })
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_comes_while_the_store_is_away_reaches_it_later() {
    let folder = Folder::new("spool");
    let store = wavering();
    let said: Arc<Mutex<Vec<String>>> = Arc::default();
    let lines = Arc::clone(&said);
    let complain = Box::new(move |line: &str| lines.lock().unwrap().push(line.to_owned()));
    let spool = Spool::open(&folder.path("spool"), Arc::clone(&store) as _, complain).unwrap();
    spool.put(Command::StoreReport, "a", &report("a", 1, "changed").to_string()).unwrap();
    until("the report is handed over", || spool.waiting() == 0);
    assert_eq!(count(&store.database, "reports"), 1);
    store.gone.store(true, Ordering::Relaxed);
    for minute in 2..12 {
        let report = report("a", minute, "changed").to_string();
        spool.put(Command::StoreReport, "a", &report).unwrap();
        spool.submit_or_put(&sent("a", "a", minute, "m")).unwrap();
    }
    assert!(spool.waiting() >= 20, "{}", spool.waiting());
    // The process ends, and another begins.
    drop(spool);
    assert_eq!(count(&store.database, "reports"), 1);
    std::fs::write(folder.path("spool/0000-1-1.store_report.part"), "half").unwrap();
    store.gone.store(false, Ordering::Relaxed);
    let spool = Spool::open(&folder.path("spool"), Arc::clone(&store) as _, Box::new(|_| ())).unwrap();
    until("all is handed over", || spool.waiting() == 0);
    assert_eq!((count(&store.database, "reports"), count(&store.database, "catalogs")), (11, 1));
    let said = said.lock().unwrap();
    assert!(said.iter().any(|line| line.contains("the database is gone")), "{said:?}");
    assert_eq!(said.len(), 1, "it is said once: {said:?}");
}

#[test]
fn what_the_store_refuses_is_set_aside() {
    let folder = Folder::new("refused");
    let store = wavering();
    let spool = Spool::open(&folder.path("spool"), Arc::clone(&store) as _, Box::new(|_| ())).unwrap();
    spool.put(Command::StoreReport, "a", "{\"certname\": 5").unwrap();
    spool.put(Command::StoreReport, "other", &report("a", 1, "changed").to_string()).unwrap();
    spool.put(Command::StoreReport, "a", &report("a", 2, "changed").to_string()).unwrap();
    until("the good one is handed over", || spool.waiting() == 0);
    assert_eq!(count(&store.database, "reports"), 1);
    assert_eq!(std::fs::read_dir(folder.path("spool/refused")).unwrap().count(), 2);
    // However many there are, the latest are kept.
    for number in 0..1_200 {
        std::fs::write(folder.path(&format!("spool/refused/00{number:04}")), "").unwrap();
    }
    spool.put(Command::StoreReport, "a", "{\"certname\": 6").unwrap();
    until("the bad one is set aside", || spool.waiting() == 0);
    let kept = || std::fs::read_dir(folder.path("spool/refused")).unwrap().flatten();
    until("old ones are removed", || kept().count() == 1_000);
    assert_eq!(kept().filter(|file| !file.file_name().to_string_lossy().starts_with("00")).count(), 3);
    let refused = spool.submit_or_put(&sent("b", "a", 1, "m"));
    assert!(refused.unwrap_err().message.contains("the command is for b"));
}

#[test]
fn a_spool_that_cannot_be_written_says_so() {
    let folder = Folder::new("full");
    let store = wavering();
    let spool = Spool::open(&folder.path("spool"), Arc::clone(&store) as _, Box::new(|_| ())).unwrap();
    std::fs::remove_dir_all(folder.path("spool")).unwrap();
    let error = spool.put(Command::StoreReport, "a", "{}").unwrap_err();
    assert!(error.message.contains("the spool") && error.message.contains("it does not exist"), "{error}");
    assert!(std::fs::write(folder.path("file"), "").is_ok());
    assert!(Spool::open(&folder.path("file"), Arc::clone(&store) as _, Box::new(|_| ())).is_err());
}
