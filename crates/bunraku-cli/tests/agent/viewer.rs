//! puppetboard on a store: its pages show the data, in a headless Chromium.
//!
//! puppetboard is a package of the Python in `BUNRAKU_PYTHON`, or of `python3`. Without it or Chromium the test prints
//! a note and is skipped.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use bunraku::pcore::Value;
use bunraku_corpus::skipped;
use bunraku_store::{Backend, Command as Kind, Database, Options, query::Paging};
use serde_json::json;

use crate::stage::scratch;

/// The pages, and what each must show.
const PAGES: &[(&str, &[&str])] = &[
    ("/", &["Population", "web.test", "FAILED", "CHANGED"]),
    ("/nodes", &["web.test", "db.test"]),
    ("/node/web.test", &["web.test", "kernel", "Linux"]),
    ("/facts", &["kernel"]),
    ("/fact/kernel", &["web.test", "Linux"]),
    ("/inventory", &["Inventory"]),
    ("/reports", &["web.test", "db.test"]),
    ("/report/web.test/%HASH%", &["File[/etc/web.test]", "something happened"]),
    ("/failures", &["db.test"]),
    ("/catalogs", &["web.test", "db.test"]),
    ("/catalog/web.test", &["File[/etc/web.test]"]),
    ("/catalogs/compare/web.test...db.test", &["File[/etc/web.test]", "File[/etc/db.test]"]),
    ("/metrics", &["num-nodes"]),
    ("/radiator", &["Failed", "Total"]),
    ("/query", &["Compose"]),
];

/// A process that is killed at the end of the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn puppetboard_shows_what_there_is() {
    let python = std::env::var("BUNRAKU_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let works = |program: &str, args: &[&str]| {
        Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
    };
    if !works(&python, &["-c", "import puppetboard"]) {
        return skipped(&format!("`{python}` has no puppetboard"));
    }
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let Some(chromium) = names.into_iter().find(|name| works(name, &["--version"])) else {
        return skipped("there is no Chromium to open pages with");
    };
    let folder = scratch("viewer");
    fs::create_dir_all(&folder).unwrap();
    let hash = fill(&folder.join("nodes.db"));
    let (_store, store_port) = serve(&folder);
    let (_board, board_port) = board(&python, &folder, store_port);
    for (page, words) in PAGES {
        let page = page.replace("%HASH%", &hash);
        let output = Command::new(chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--virtual-time-budget=10000", "--dump-dom"])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg(format!("http://127.0.0.1:{board_port}{page}"))
            .output()
            .unwrap();
        let dom = String::from_utf8_lossy(&output.stdout);
        for word in *words {
            assert!(dom.contains(word), "{page} does not show {word}:\n{dom}");
        }
        for wrong in ["Internal Server Error", "Bad Request", "DataTables warning"] {
            assert!(!dom.contains(wrong), "{page}:\n{dom}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Adds two nodes, one of which fails. Returns the hash of the first one's report.
fn fill(path: &Path) -> String {
    let store = Database::open(path, &Options::default()).unwrap();
    let time = bunraku_store::show_time(bunraku_store::now());
    for (node, status) in [("web.test", "changed"), ("db.test", "failed")] {
        let file = format!("/etc/{node}");
        let event = if status == "failed" { "failure" } else { "success" };
        let facts = json!({"certname": node, "environment": "production", "producer": "test",
            "producer_timestamp": time, "values": {"kernel": "Linux", "os": {"name": "Debian"}}});
        let catalog = json!({"certname": node, "environment": "production", "version": "1", "producer": "test",
            "producer_timestamp": time, "transaction_uuid": "t", "catalog_uuid": "c",
            "resources": [
                {"type": "Class", "title": "Main", "tags": ["class"], "exported": false, "parameters": {}},
                {"type": "File", "title": file, "tags": ["file"], "exported": false, "file": "/site.pp", "line": 1,
                 "parameters": {"ensure": "file"}}],
            "edges": [{"source": {"type": "Class", "title": "Main"}, "target": {"type": "File", "title": file},
                       "relationship": "contains"}]});
        let report = json!({"certname": node, "environment": "production", "status": status, "producer": "test",
            "producer_timestamp": time, "start_time": time, "end_time": time, "transaction_uuid": node,
            "puppet_version": "8.11.0", "report_format": 12, "configuration_version": "1", "noop": false,
            "metrics": [{"category": "events", "name": "total", "value": 1}],
            "logs": [{"level": if status == "failed" { "err" } else { "notice" }, "message": "something happened",
                      "source": "Puppet", "tags": ["notice"], "time": time, "file": null, "line": null}],
            "resources": [{"resource_type": "File", "resource_title": file, "containment_path": ["Stage[main]"],
                "file": "/site.pp", "line": 1, "skipped": false, "timestamp": time,
                "events": [{"status": event, "timestamp": time, "name": "n", "property": "ensure",
                            "new_value": "file", "old_value": "absent", "message": "created"}]}]});
        for (kind, document) in
            [(Kind::ReplaceFacts, facts), (Kind::ReplaceCatalog, catalog), (Kind::StoreReport, report)]
        {
            store.submit(kind, node, &document.to_string()).unwrap();
        }
    }
    let query = Value::str("reports[hash] { certname = 'web.test' }");
    let answer = store.ask(&query, &Paging::default()).unwrap();
    let Value::Hash(row) = &answer.rows[0] else { panic!("a row is an object") };
    row.get_str("hash").and_then(Value::as_str).unwrap().to_owned()
}

fn serve(folder: &Path) -> (Program, u16) {
    let port = free_port();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["store", "serve", "--address", &format!("127.0.0.1:{port}"), "--store"])
        .arg(folder.join("nodes.db"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // The output is drained so that the process never blocks on it.
    thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    (until_open(child, port), port)
}

fn board(python: &str, folder: &Path, store: u16) -> (Program, u16) {
    let port = free_port();
    let settings = folder.join("settings.py");
    let text = format!(
        "PUPPETDB_HOST = '127.0.0.1'\nPUPPETDB_PORT = {store}\nSECRET_KEY = 'of a test, and long enough for it'\n\
         ENABLE_CATALOG = True\nENABLE_QUERY = True\nDEFAULT_ENVIRONMENT = '*'\nOFFLINE_MODE = True\n"
    );
    fs::write(&settings, text).unwrap();
    let child = Command::new(python)
        .args(["-c", &format!("from puppetboard.app import app; app.run(port={port}, threaded=True)")])
        .env("PUPPETBOARD_SETTINGS", &settings)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    (until_open(child, port), port)
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn until_open(child: Child, port: u16) -> Program {
    let program = Program(child);
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nobody listens on {port}");
        thread::sleep(Duration::from_millis(50));
    }
    program
}
