//! The embedded store: the tests for all databases, and its own.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests make their databases in folders of their own and measure time, and what fails fails its test"
)]

mod support;

use std::time::{Duration, Instant};

use bunraku_pcore::Value;
use bunraku_store::{Backend, Command, Database, ErrorKind, Options, query};
use bunraku_world::{ExportedQuery, Store};
use serde_json::json;
use support::{Folder, catalog, count, keep, rows, suite};

#[test]
fn it_passes_the_tests_of_all_databases() {
    for (name, test) in suite::ALL {
        println!("{name}");
        test(&Database::in_memory().unwrap());
    }
}

#[test]
fn a_file_keeps_what_was_written_and_many_write_at_once() {
    let folder = Folder::new("many");
    let path = folder.path("store.db");
    {
        let store = Database::open(&path, &Options::default()).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    for number in 0..10 {
                        let name = format!("n{thread}-{number}");
                        keep(store, Command::ReplaceCatalog, &catalog(&name, 1, &name)).unwrap();
                        assert!(count(store, "nodes") > 0);
                    }
                });
            }
        });
    }
    let store = Database::open(&path, &Options { create: false, ..Options::default() }).unwrap();
    assert_eq!((count(&store, "nodes"), count(&store, "resources")), (40, 80));
    store.check().unwrap();
    assert_eq!(store.status().unwrap().exported, 40);
}

#[test]
fn a_store_that_cannot_be_used_says_so() {
    let folder = Folder::new("unusable");
    let missing = Database::open(&folder.path("no/store.db"), &Options::default()).err().unwrap();
    assert_eq!(missing.kind, ErrorKind::Unavailable);
    assert!(missing.message.contains("cannot be opened"), "{missing}");
    std::fs::write(folder.path("text.db"), "this is not a database, but a longer text").unwrap();
    let text = Database::open(&folder.path("text.db"), &Options::default()).err().unwrap();
    assert!(text.message.contains("not an SQLite database"), "{text}");
    // A database that is removed while it is open results in errors, not in empty answers.
    let path = folder.path("gone.db");
    let store = Database::open(&path, &Options::default()).unwrap();
    keep(&store, Command::ReplaceCatalog, &catalog("a", 1, "m")).unwrap();
    std::fs::remove_file(&path).unwrap();
    let query = ExportedQuery { ty: "Notify", condition: None, certname: "me" };
    let error = store.exported(&query).unwrap_err();
    assert!(error.message.contains("gone.db"), "{error}");
}

#[test]
fn commands_about_others_are_refused() {
    let payload = catalog("victim", 1, "m").to_string();
    let error = Command::ReplaceCatalog.read(Some("attacker"), &payload).unwrap_err();
    assert_eq!(error.message, "the command is for attacker, but its document is about victim");
    let mut broken = catalog("a", 1, "m");
    broken["edges"][0]["target"]["title"] = json!("nope");
    let error = Command::ReplaceCatalog.read(Some("a"), &broken.to_string()).unwrap_err();
    assert_eq!(error.message, "an edge refers to Notify[nope], which is not in the catalog");
}

#[test]
fn a_statement_holds_nothing_of_the_query() {
    let ast = Value::str(
        r#"resources[parameters."sécret"] { certname = 'sécret' and parameters.sécret = 'sécret' }"#,
    );
    // PQL cannot express such names; the AST can.
    assert!(query::read(&ast).is_err());
    let text = r#"["from","resources",["extract",["parameters.secret"],["and",["=","certname","secret one"],["~",["parameter","secret"],"secret two"]]]]"#;
    let select = query::read(&Value::str(text)).unwrap();
    let statement = query::explain(&select).unwrap();
    assert!(!statement.sql.contains("secret"), "{}", statement.sql);
    assert!(statement.bound.len() >= 3);
}

#[test]
fn a_query_that_explodes_ends() {
    let folder = Folder::new("explodes");
    let options = Options { query_limit: Duration::from_millis(200), ..Default::default() };
    let store = Database::open(&folder.path("store.db"), &options).unwrap();
    let values: serde_json::Map<String, serde_json::Value> =
        (0..3000).map(|number| (format!("f{number}"), json!("a".repeat(300)))).collect();
    keep(&store, Command::ReplaceFacts, &json!({"certname": "a", "values": values})).unwrap();
    let start = Instant::now();
    let slow = "facts[count()] { name ~ 'f' and value ~ '(a|aa)+b' and value ~ '(a|b|aa)+c' and value ~ '(a|ab|aa)*d' }";
    let error = store.ask(&Value::str(slow), &Default::default()).err();
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
    if let Some(error) = error {
        assert!([ErrorKind::TooSlow, ErrorKind::Invalid].contains(&error.kind), "{error}");
    }
    assert_eq!(rows(&store, "nodes[certname] { }").len(), 1, "the next question is answered");
}
