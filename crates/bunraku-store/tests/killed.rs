//! A writing process is killed: every acknowledged change is stored, and the database is intact.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "the test starts and kills a process, and what fails fails it"
)]

mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bunraku_store::{Backend, Command, Database, Options, Spool};
use support::{Folder, catalog, keep, report, rows};

const DATABASE: &str = "BUNRAKU_STORE_KILLED";

/// How often it is killed; `BUNRAKU_KILLS` overrides the number.
fn kills() -> u64 {
    std::env::var("BUNRAKU_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4)
}

/// The spool next to a database.
fn spool(path: &Path, store: &Arc<Database>) -> Spool {
    let store: Arc<Database> = Arc::clone(store);
    Spool::open(&path.with_extension("spool"), store, Box::new(|_| ())).unwrap()
}

#[test]
fn what_was_acknowledged_is_there_after_kill_9() {
    let folder = Folder::new("killed");
    let path = folder.path("store.db");
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0..kills() {
        let mut child = Process::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_process_that_writes", "--nocapture", "--ignored"])
            .env(DATABASE, &path)
            .env("BUNRAKU_STORE_ROUND", round.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        // It is killed at a random moment after it has begun to write.
        let reader = std::thread::spawn(move || {
            let lines = output.lines().map_while(Result::ok);
            lines.filter_map(|line| line.strip_prefix("kept ").map(str::to_owned)).collect::<Vec<String>>()
        });
        std::thread::sleep(Duration::from_millis(300 + round * 137 % 400));
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged.extend(reader.join().unwrap());
        let store = Arc::new(Database::open(&path, &Options::default()).unwrap());
        store.check().unwrap();
        // What is in the spool was acknowledged as well.
        let spool = spool(&path, &store);
        let start = Instant::now();
        while spool.waiting() > 0 {
            assert!(start.elapsed() < Duration::from_secs(60), "{} wait", spool.waiting());
            std::thread::sleep(Duration::from_millis(5));
        }
        let known = |entity: &str| -> Vec<String> {
            let rows = rows(&store, &format!("{entity}[certname] {{ }}"));
            rows.iter().map(|row| row["certname"].as_str().unwrap().to_owned()).collect()
        };
        for entity in ["catalogs", "reports"] {
            let known: std::collections::HashSet<String> = known(entity).into_iter().collect();
            let lost: Vec<&String> = acknowledged.iter().filter(|name| !known.contains(*name)).collect();
            assert!(lost.is_empty(), "round {round}: {entity} of {lost:?} are lost");
        }
    }
    assert!(acknowledged.len() as u64 > kills(), "only {} were written", acknowledged.len());
}

#[test]
#[ignore = "it is started by the other test, and killed"]
fn the_process_that_writes() {
    let (Ok(path), Ok(round)) = (std::env::var(DATABASE), std::env::var("BUNRAKU_STORE_ROUND")) else {
        return;
    };
    let store = Arc::new(Database::open(path.as_ref(), &Options::default()).unwrap());
    let spool = spool(path.as_ref(), &store);
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let (store, spool, round) = (&store, &spool, &round);
            scope.spawn(move || {
                for number in 0.. {
                    let name = format!("n{round}-{thread}-{number}");
                    keep(store, Command::ReplaceCatalog, &catalog(&name, 1, &name)).unwrap();
                    let report = report(&name, 1, "changed").to_string();
                    spool.put(Command::StoreReport, &name, &report).unwrap();
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "\nkept {name}").unwrap();
                    out.flush().unwrap();
                }
            });
        }
    });
}
