//! Archives: what is exported is the same after importing it.

use bunraku_store::{Command, Database, ErrorKind, archive};
use serde_json::json;

use crate::support::{catalog, keep, report, rows};

pub fn an_archive_brings_everything_back(store: &Database) {
    let long = format!("{}.example.com", "long".repeat(40));
    for name in ["a", long.as_str()] {
        keep(store, Command::ReplaceCatalog, &catalog(name, 1, "m")).unwrap();
        let facts = json!({"certname": name, "environment": "production", "producer": "p",
            "producer_timestamp": "2026-11-16T00:01:00Z", "values": {"a": {"b": [1, null, "\u{e9}"]}, "n": 1.5}});
        keep(store, Command::ReplaceFacts, &facts).unwrap();
        for minute in 1..4 {
            let mut report = report(name, minute, "changed");
            let skipped = json!({"resource_type": "Exec", "resource_title": "y", "skipped": true,
                "containment_path": ["Stage[main]"], "file": "/x.pp", "line": 4, "events": [],
                "timestamp": "2026-11-16T00:01:00Z"});
            report["resources"].as_array_mut().unwrap().push(skipped);
            report["logs"] =
                json!([{"level": "notice", "message": "m", "source": "s", "tags": [], "time": "t"}]);
            keep(store, Command::StoreReport, &report).unwrap();
        }
    }
    let mut bytes = Vec::new();
    assert_eq!(archive::export(store, &mut bytes).unwrap(), 10);
    let other = Database::in_memory().unwrap();
    assert_eq!(archive::import(&other, bytes.as_slice()).unwrap(), 10);
    let queries = [
        "nodes[certname, catalog_environment, facts_environment, latest_report_status] { }",
        "facts { }",
        "resources { }",
        "edges { }",
        "catalogs[certname, version, producer, producer_timestamp] { }",
        "reports[certname, status, start_time, end_time, producer_timestamp, logs, metrics, noop] { order by certname, end_time }",
        "events[certname, status, timestamp, resource_type, resource_title, property, message, file, line] \
         { order by certname, timestamp, resource_type }",
    ];
    // Links contain the hashes of reports, which each store computes itself.
    let shown = |store: &Database, query: &str| -> Vec<String> {
        let without = |mut row: serde_json::Value| {
            for part in ["logs", "metrics"] {
                if let Some(part) = row.get_mut(part) {
                    *part = part["data"].take();
                }
            }
            row.to_string()
        };
        rows(store, query).into_iter().map(without).collect()
    };
    for query in queries {
        assert_eq!(shown(store, query), shown(&other, query), "{query}");
    }
    for broken in [&b""[..], b"this is not an archive", bytes.get(..bytes.len() / 2).unwrap()] {
        let error = archive::import(&Database::in_memory().unwrap(), broken).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{error}");
    }
}
