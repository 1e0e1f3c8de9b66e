//! PostgreSQL as the database of the store. Each test starts a server from the system's package, and is skipped with a
//! message if there is none.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests start servers and measure time, and what fails fails its test"
)]

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bunraku_corpus::postgres::Server;
use bunraku_store::{Backend, Command, Database, ErrorKind, Options};
use bunraku_world::{ExportedQuery, Store};
use support::{catalog, keep, report, rows, suite};

fn connect(url: &str) -> Database {
    Database::connect(url, &Options::default()).unwrap()
}

#[test]
fn it_passes_the_tests_of_all_databases() {
    let Some(server) = Server::start("suite") else { return };
    for (name, test) in suite::ALL {
        println!("{name}");
        test(&connect(&server.database()));
    }
}

#[test]
fn tables_are_made_once_and_newer_ones_are_refused() {
    let Some(server) = Server::start("tables") else { return };
    let url = server.database();
    // Several servers start at the same time on an empty database.
    std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4).map(|_| scope.spawn(|| connect(&url))).collect();
        for start in starts {
            assert_eq!(start.join().unwrap().status().unwrap().nodes, 0);
        }
    });
    assert_eq!(connect(&url).status().unwrap().version, 4);
    server.sql("t1", "insert into schema_version values (99)");
    let error = Database::connect(&url, &Options::default()).err().unwrap();
    assert_eq!(error.kind, ErrorKind::TooNew);
    assert!(error.message.contains("version 99"), "{error}");
    let other = server.database();
    server.sql("t2", "create table something (x integer)");
    let error = Database::connect(&other, &Options::default()).err().unwrap();
    assert!(error.message.contains("belongs to another program"), "{error}");
}

#[test]
fn servers_share_a_database_and_one_may_be_killed() {
    let Some(server) = Server::start("shared") else { return };
    let url = server.database();
    let store = connect(&url);
    let mut children: Vec<_> = (0..2)
        .map(|number: u32| {
            Process::new(std::env::current_exe().unwrap())
                .args(["--exact", "the_process_that_writes", "--nocapture", "--ignored"])
                .env("BUNRAKU_STORE_SHARED", &url)
                .env("BUNRAKU_STORE_NUMBER", number.to_string())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    let kept: Vec<Arc<Mutex<Vec<String>>>> = children
        .iter_mut()
        .map(|child| {
            let output = BufReader::new(child.stdout.take().unwrap());
            let kept: Arc<Mutex<Vec<String>>> = Arc::default();
            let own = Arc::clone(&kept);
            std::thread::spawn(move || {
                for line in output.lines().map_while(Result::ok) {
                    own.lock().unwrap().extend(line.strip_prefix("kept ").map(str::to_owned));
                }
            });
            kept
        })
        .collect();
    let acknowledged = |number: usize| kept[number].lock().unwrap().len();
    let more = |number: usize| {
        let (start, before) = (Instant::now(), acknowledged(number));
        while acknowledged(number) < before + 5 {
            assert!(start.elapsed() < Duration::from_secs(60), "server {number} does not get on");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    more(0);
    more(1);
    children[0].kill().unwrap();
    children[0].wait().unwrap();
    more(1);
    children[1].kill().unwrap();
    children[1].wait().unwrap();
    let kept: Vec<String> = kept.iter().flat_map(|kept| kept.lock().unwrap().clone()).collect();
    for entity in ["catalogs", "reports"] {
        let found = rows(&store, &format!("{entity}[certname] {{ }}"));
        let found: std::collections::HashSet<&str> =
            found.iter().map(|row| row["certname"].as_str().unwrap()).collect();
        let lost: Vec<&String> = kept.iter().filter(|name| !found.contains(name.as_str())).collect();
        assert!(lost.is_empty(), "{entity} of {lost:?} are lost");
    }
    // Both kept writing the same node: it has the resources of one catalog, not of two.
    assert_eq!(rows(&store, "resources[title] { certname = 'same' }").len(), 2);
}

#[test]
#[ignore = "it is started by another test, and killed"]
fn the_process_that_writes() {
    let (Ok(url), Ok(own)) = (std::env::var("BUNRAKU_STORE_SHARED"), std::env::var("BUNRAKU_STORE_NUMBER"))
    else {
        return;
    };
    let store = connect(&url);
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let (store, own) = (&store, &own);
            scope.spawn(move || {
                for number in 0.. {
                    let name = format!("n{own}-{thread}-{number}");
                    keep(store, Command::ReplaceCatalog, &catalog(&name, 1, &name)).unwrap();
                    keep(store, Command::StoreReport, &report(&name, 1, "changed")).unwrap();
                    keep(store, Command::ReplaceCatalog, &catalog("same", 1, &name)).unwrap();
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "\nkept {name}").unwrap();
                    out.flush().unwrap();
                }
            });
        }
    });
}

#[test]
fn a_database_that_is_gone_gives_errors_until_it_is_back() {
    let Some(server) = Server::start("gone") else { return };
    let url = server.database();
    let store = connect(&url);
    keep(&store, Command::ReplaceCatalog, &catalog("a", 1, "m")).unwrap();
    let query = ExportedQuery { ty: "Notify", condition: None, certname: "me" };
    assert_eq!(store.exported(&query).unwrap().len(), 1);
    server.stop();
    let start = Instant::now();
    let error = store.exported(&query).unwrap_err();
    assert!(error.message.contains("cannot connect to PostgreSQL at 127.0.0.1"), "{error}");
    let error = keep(&store, Command::ReplaceCatalog, &catalog("b", 1, "m")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable, "{error}");
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    server.run();
    assert_eq!(store.exported(&query).unwrap().len(), 1, "the connection is opened again");
    keep(&store, Command::ReplaceCatalog, &catalog("b", 1, "m")).unwrap();
    assert_eq!(store.exported(&query).unwrap().len(), 2);
}

#[test]
fn a_query_that_explodes_ends() {
    let Some(server) = Server::start("explodes") else { return };
    let options = Options { query_limit: Duration::from_millis(100), ..Options::default() };
    let store = Database::connect(&server.database(), &options).unwrap();
    let values: serde_json::Map<String, serde_json::Value> =
        (0..2000).map(|number| (format!("f{number}"), "a".repeat(300).into())).collect();
    let facts = serde_json::json!({"certname": "a", "values": values});
    keep(&store, Command::ReplaceFacts, &facts).unwrap();
    let start = Instant::now();
    let slow = "facts[count()] { value ~ '(a|aa)+b' and value ~ '((a|b|aa)+)+\\1c' and value ~ '(a+)+\\1d' }";
    let error = store.ask(&bunraku_pcore::Value::str(slow), &Default::default()).err();
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    if let Some(error) = error {
        assert!([ErrorKind::TooSlow, ErrorKind::Invalid].contains(&error.kind), "{error}");
    }
    assert_eq!(rows(&store, "nodes[certname] { }").len(), 1, "the next question is answered");
}
