//! What the tests of the store share.

#![allow(
    dead_code,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "not every test uses all of it, and what cannot be read fails its test"
)]

pub mod listener;
pub mod suite;

use std::path::{Path, PathBuf};

use bunraku_formats::json::to_json;
use bunraku_pcore::Value;
use bunraku_store::{Backend, ChangeResult, Command, Database, Error, query::Paging};
use serde_json::json;

/// A folder that is removed when it is dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("bunraku-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        Path::new(&self.0).join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Stores a document of a command.
pub fn keep(store: &Database, command: Command, document: &serde_json::Value) -> Result<ChangeResult, Error> {
    store.keep(command.read(document["certname"].as_str(), &document.to_string())?)
}

/// The rows of a query in PQL.
pub fn rows(store: &Database, query: &str) -> Vec<serde_json::Value> {
    let answer = store.ask(&Value::str(query), &Paging::default()).unwrap();
    answer.rows.iter().map(|row| serde_json::from_str(&to_json(row)).unwrap()).collect()
}

/// The number of rows of an entity.
pub fn count(store: &Database, entity: &str) -> u64 {
    rows(store, &format!("{entity}[count()] {{ }}"))[0]["count"].as_u64().unwrap()
}

/// A catalog with a class and an exported resource.
pub fn catalog(certname: &str, minute: u64, message: &str) -> serde_json::Value {
    json!({
        "certname": certname, "version": "1", "environment": "production", "producer": "test",
        "producer_timestamp": format!("2026-11-16T00:{minute:02}:00Z"),
        "resources": [
            {"type": "Class", "title": "main", "tags": ["class"], "exported": false, "parameters": {}},
            {"type": "Notify", "title": "hello", "tags": ["notify", "web"], "exported": true, "file": "/site.pp",
             "line": 3, "parameters": {"message": message, "list": [1, "x"]}},
        ],
        "edges": [{"source": {"type": "Class", "title": "main"}, "target": {"type": "Notify", "title": "hello"},
                   "relationship": "contains"}],
    })
}

/// A report with one event.
pub fn report(certname: &str, minute: u64, status: &str) -> serde_json::Value {
    let time = format!("2026-11-16T00:{minute:02}:00Z");
    json!({
        "certname": certname, "puppet_version": "8.11.0", "report_format": 12, "configuration_version": "1",
        "start_time": time, "end_time": time, "producer_timestamp": time, "producer": "test",
        "environment": "production", "transaction_uuid": format!("t{minute}"), "status": status, "noop": false,
        "logs": [], "metrics": [],
        "resources": [{"resource_type": "File", "resource_title": "/x", "containment_path": ["Stage[main]", "Web", "File[/x]"],
            "file": null, "line": null, "skipped": false, "timestamp": time,
            "events": [{"status": "success", "timestamp": time, "name": "n", "property": "ensure",
                        "new_value": "file", "old_value": "absent", "message": "created"}]}],
    })
}
