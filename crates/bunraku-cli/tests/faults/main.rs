//! Kills a server at arbitrary moments: nothing it has acknowledged may be lost, no file may be truncated, and no
//! serial number may be used twice.
//!
//! `BUNRAKU_ROUNDS` sets how often it is killed; a few times by default.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests write files and start what they test"
)]

use std::collections::HashSet;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bunraku_ca::tls::HostFiles;
use bunraku_ca::{Authority, CaSettings, Certificate, NewRequest};
use bunraku_server::outside::{Caller, HttpResponse, Patience, Url};

/// What the server has acknowledged.
#[derive(Debug, Clone)]
enum Acknowledged {
    Submitted(String),
    Signed(String, String),
    Revoked(String),
    Fact,
}

struct Stage {
    folder: PathBuf,
    server: Child,
    port: u16,
}

impl Stage {
    fn start(folder: &Path, before: &str, options: &str) -> Stage {
        let program = format!(
            "{before} exec {} server --address 127.0.0.1 --port 0 --autosign true --allow-root --certname server.test \
             --confdir {} {options}",
            env!("CARGO_BIN_EXE_bunraku"),
            folder.display()
        );
        let mut server =
            Command::new("/bin/sh").args(["-c", &program]).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
        let mut said = String::new();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            let port = line.split_once("listening on 127.0.0.1:").and_then(|(_, port)| port.parse().ok());
            said.push_str(&line);
            said.push('\n');
            port
        });
        // The log is drained so that the server never blocks on it.
        thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Stage { folder: folder.to_owned(), server, port: port.unwrap_or_else(|| panic!("{said}")) }
    }

    fn caller(&self, identity: bool) -> Caller {
        Caller::load(&HostFiles::below(&self.folder.join("ssl"), "server.test"), identity).unwrap()
    }

    fn ask(&self, caller: &Caller, method: &str, path: &str, body: &[u8]) -> Result<HttpResponse, String> {
        let url = Url::parse(&format!("https://localhost:{}{path}", self.port)).unwrap();
        let kind = if body.first() == Some(&b'{') { "application/json" } else { "text/plain" };
        let headers = [("Content-Type", kind), ("Accept", "*/*")];
        caller.ask(method, &url, &headers, body, Patience::default())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let site = folder.join("environments/production/manifests/site.pp");
    fs::create_dir_all(site.parent().unwrap()).unwrap();
    fs::write(site, "notify { 'a': }\n").unwrap();
    folder
}

#[test]
fn killed_at_any_moment() {
    let rounds: u64 = std::env::var("BUNRAKU_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let folder = scratch("killed");
    let mut all = Vec::new();
    for round in 0..rounds {
        let mut stage = Stage::start(&folder, "", "");
        let told = Mutex::new(Vec::new());
        let killed = AtomicBool::new(false);
        thread::scope(|scope| {
            for client in 0..3 {
                let (stage, told, killed) = (&stage, &told, &killed);
                scope.spawn(move || work(stage, &format!("r{round}c{client}"), told, killed));
            }
            let site = folder.join("environments/production/manifests/site.pp");
            let delay = 100 + RandomState::new().hash_one(round) % 900;
            thread::sleep(Duration::from_millis(delay / 2));
            fs::write(site, format!("notify {{ '{round}': }}\n")).unwrap();
            thread::sleep(Duration::from_millis(delay / 2));
            killed.store(true, Ordering::SeqCst);
            // Only the process itself knows its number.
            Command::new("/bin/kill").args(["-9", &stage.server.id().to_string()]).status().unwrap();
        });
        stage.server.wait().unwrap();
        all.extend(told.into_inner().unwrap());
        check(&folder, &all);
    }
    assert!(all.len() as u64 > rounds, "the clients got nothing done: {}", all.len());
    println!("{} things were acknowledged in {rounds} rounds", all.len());
    fs::remove_dir_all(&folder).unwrap();
}

/// Enrols agents, revokes certificates and sends facts until the server is gone.
fn work(stage: &Stage, prefix: &str, told: &Mutex<Vec<Acknowledged>>, killed: &AtomicBool) {
    let (nobody, admin) = (stage.caller(false), stage.caller(true));
    for number in 0.. {
        if killed.load(Ordering::SeqCst) {
            return;
        }
        let name = format!("{prefix}n{number}");
        let say = |what| told.lock().unwrap().push(what);
        let csr = NewRequest::new(&*name).generate().unwrap().csr;
        let path = format!("/puppet-ca/v1/certificate_request/{name}");
        let Ok(answer) = stage.ask(&nobody, "PUT", &path, csr.as_bytes()) else { return };
        assert_eq!(answer.status, 200, "{}", answer.summary());
        say(Acknowledged::Submitted(name.clone()));
        let path = format!("/puppet-ca/v1/certificate/{name}");
        let Ok(answer) = stage.ask(&nobody, "GET", &path, b"") else { return };
        assert_eq!(answer.status, 200, "{}", answer.summary());
        say(Acknowledged::Signed(name.clone(), String::from_utf8(answer.body).unwrap()));
        if number % 2 == 0 {
            let path = format!("/puppet-ca/v1/certificate_status/{name}");
            let Ok(answer) = stage.ask(&admin, "PUT", &path, br#"{"desired_state":"revoked"}"#) else {
                return;
            };
            assert_eq!(answer.status, 204, "{}", answer.summary());
            say(Acknowledged::Revoked(name.clone()));
        }
        let path = "/puppet/v3/facts/server.test?environment=production";
        let fact = format!("{{\"name\":\"server.test\",\"values\":{{\"last\":\"{name}\"}}}}");
        let Ok(answer) = stage.ask(&admin, "PUT", path, fact.as_bytes()) else { return };
        assert_eq!(answer.status, 200, "{}", answer.summary());
        say(Acknowledged::Fact);
    }
}

/// Checks the files of a server that was killed.
fn check(folder: &Path, told: &[Acknowledged]) {
    let authority = Authority::open(CaSettings::new(folder.join("ca"), folder.join("ssl"))).unwrap();
    let inventory = fs::read_to_string(folder.join("ca/inventory.txt")).unwrap();
    let serials: Vec<&str> = inventory.lines().filter_map(|line| line.split(' ').next()).collect();
    let unique: HashSet<&&str> = serials.iter().collect();
    assert_eq!(unique.len(), serials.len(), "a serial number was used twice");
    for entry in fs::read_dir(folder.join("ca/signed")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "pem") {
            Certificate::from_pem(&fs::read_to_string(&path).unwrap()).unwrap();
        }
    }
    for what in told {
        match what {
            Acknowledged::Submitted(name) => {
                let known =
                    authority.certificate_request(name).is_ok() || authority.certificate(name).is_ok();
                assert!(known, "the request of {name} is lost");
            }
            Acknowledged::Signed(name, pem) => {
                assert_eq!(&authority.certificate(name).unwrap().pem, pem, "the certificate of {name}");
            }
            Acknowledged::Revoked(name) => {
                let pem = authority.certificate(name).unwrap().pem;
                let serial = Certificate::from_pem(&pem).unwrap().serial();
                assert!(authority.is_revoked(&serial).unwrap(), "{name} is not revoked any more");
            }
            Acknowledged::Fact => {}
        }
    }
    if told.iter().any(|what| matches!(what, Acknowledged::Fact)) {
        let facts = fs::read_to_string(folder.join("var/server_data/facts/server.test.json")).unwrap();
        assert!(facts.ends_with("}") && facts.contains("\"last\":\""), "half of a file: {facts}");
    }
}

#[test]
fn a_full_disk_is_told_and_leaves_no_half_file() {
    let folder = scratch("full");
    drop(Stage::start(&folder, "", ""));
    // With at most 512 bytes per file, not even a request fits.
    let stage = Stage::start(&folder, "trap '' XFSZ; ulimit -f 1;", "--store none");
    let nobody = stage.caller(false);
    let csr = NewRequest { key: bunraku_ca::KeyKind::Rsa2048, ..NewRequest::new("node.test") };
    let csr = csr.generate().unwrap().csr;
    let path = "/puppet-ca/v1/certificate_request/node.test";
    let answer = stage.ask(&nobody, "PUT", path, csr.as_bytes()).unwrap();
    assert_eq!(answer.status, 500);
    assert!(answer.summary().contains("File too large"), "{}", answer.summary());
    assert_eq!(stage.ask(&nobody, "GET", "/status/v1/simple", b"").unwrap().status, 200);
    drop(stage);
    assert_eq!(fs::read_dir(folder.join("ca/requests")).unwrap().count(), 0);
    let stage = Stage::start(&folder, "", "");
    assert_eq!(stage.ask(&stage.caller(false), "PUT", path, csr.as_bytes()).unwrap().status, 200);
    drop(stage);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_a_full_disk_takes_is_kept_and_what_it_does_not_take_comes_again() {
    let folder = scratch("spool");
    drop(Stage::start(&folder, "", ""));
    // With at most 200 kB per file, the database is soon full, but the spool has room for small reports.
    let stage = Stage::start(&folder, "trap '' XFSZ; ulimit -f 400;", "");
    let report = |stage: &Stage, number: u32, size: usize| {
        let message = "x".repeat(size);
        let report = format!(
            r#"{{"host":"server.test","transaction_uuid":"t{number}","status":"changed","logs":[{{"level":"info","message":"{message}"}}]}}"#
        );
        let path = "/puppet/v3/report/server.test?environment=production";
        stage.ask(&stage.caller(true), "PUT", path, report.as_bytes()).unwrap()
    };
    for number in 0..20 {
        let answer = report(&stage, number, 20_000);
        assert_eq!(answer.status, 200, "{}", answer.summary());
    }
    let answer = report(&stage, 20, 300_000);
    assert_eq!(answer.status, 503, "{}", answer.summary());
    assert!(answer.header("retry-after").is_some() && answer.summary().contains("File too large"));
    drop(stage);
    let stage = Stage::start(&folder, "", "");
    assert_eq!(report(&stage, 20, 300_000).status, 200);
    let begun = Instant::now();
    loop {
        let path =
            "/pdb/query/v4/reports?query=%5B%22extract%22%2C%5B%5B%22function%22%2C%22count%22%5D%5D%5D";
        let answer = stage.ask(&stage.caller(true), "GET", path, b"").unwrap();
        if answer.summary().contains("\"count\":21") {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", answer.summary());
        thread::sleep(Duration::from_millis(100));
    }
    drop(stage);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn certificates_are_managed_on_a_running_server() {
    let folder = scratch("remote");
    let stage = Stage::start(&folder, "", "");
    // This request is signed at once. A pending one is created by writing its file.
    let csr = |name: &str| NewRequest::new(name).generate().unwrap().csr;
    let path = "/puppet-ca/v1/certificate_request/node1";
    stage.ask(&stage.caller(false), "PUT", path, csr("node1").as_bytes()).unwrap();
    fs::write(folder.join("ca/requests/node2.pem"), csr("node2")).unwrap();
    // The server's name determines which certificate to present.
    fs::write(folder.join("puppet.conf"), "[main]\ncertname = server.test\n").unwrap();
    let url = format!("https://localhost:{}", stage.port);
    let ca = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args(["ca", "--server", &url, "--confdir"])
            .arg(&folder)
            .args(args)
            .output()
            .unwrap();
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), said)
    };
    let (status, said) = ca(&["list"]);
    assert!(status == Some(0) && said.contains("node2") && !said.contains("node1"), "{said}");
    let (status, said) = ca(&["sign", "--certname", "node2"]);
    assert_eq!((status, said.as_str()), (Some(0), "Successfully signed certificate request for node2\n"));
    let (status, said) = ca(&["revoke", "--certname", "node1"]);
    assert_eq!((status, said.as_str()), (Some(0), "Certificate for node1 has been revoked\n"));
    let (status, said) = ca(&["list", "--all"]);
    assert!(status == Some(0) && said.contains("Revoked Certificates:\n    node1"), "{said}");
    let (status, said) = ca(&["clean", "--certname", "node2,nobody"]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("Cleaned files related to node2"), "{said}");
    assert!(said.contains("Could not find files to clean for nobody"), "{said}");
    assert_eq!(ca(&["setup"]).0, Some(2));
    drop(stage);
    fs::remove_dir_all(&folder).unwrap();
}
