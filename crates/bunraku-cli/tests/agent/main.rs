//! The server and a real Puppet agent: it enrols, gets its catalog and files, and reports.
//!
//! The agent is the program `puppet` of the machine, or the one that `BUNRAKU_PUPPET` names; without any the test says so
//! and is skipped.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests write files and start what they test"
)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A server in a folder of its own, and the folders of an agent.
struct Stage {
    folder: PathBuf,
    server: Child,
    port: u16,
    puppet: Vec<String>,
}

impl Stage {
    /// Starts the server; `None` if there is no agent.
    fn new(name: &str, files: &[(&str, &str)]) -> Option<Stage> {
        let puppet = std::env::var("BUNRAKU_PUPPET").unwrap_or_else(|_| "puppet".to_owned());
        let puppet: Vec<String> = puppet.split_whitespace().map(str::to_owned).collect();
        let found = Command::new(&puppet[0]).args(&puppet[1..]).arg("--version").output();
        if !found.is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: there is no program `{}` to be the agent", puppet.join(" "));
            return None;
        }
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agent-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for (path, content) in files {
            write(
                &folder.join("server").join(path),
                &content.replace("%OUT%", &folder.join("out").to_string_lossy()),
            );
        }
        let mut server = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args(["server", "--address", "127.0.0.1", "--port", "0", "--autosign", "true", "--allow-root"])
            .args(["--certname", "server.test", "--confdir"])
            .arg(folder.join("server"))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
        let port = lines.find_map(|line| line.unwrap().split_once("listening on 127.0.0.1:")?.1.parse().ok());
        // Somebody has to read what it logs.
        thread::spawn(move || lines.for_each(drop));
        Some(Stage { folder, server, port: port.unwrap(), puppet })
    }

    /// Runs the agent once: its status, and what it says.
    fn agent(&self, args: &[&str]) -> (i32, String) {
        let below = |name: &str| self.folder.join("agent").join(name);
        let output = Command::new(&self.puppet[0])
            .args(&self.puppet[1..])
            .args(["agent", "--test", "--color", "false", "--certname", "node.test", "--server", "localhost"])
            .args(["--serverport", &self.port.to_string()])
            .arg("--confdir")
            .arg(below("conf"))
            .arg("--vardir")
            .arg(below("var"))
            .arg("--ssldir")
            .arg(below("ssl"))
            .arg("--publicdir")
            .arg(below("public"))
            .arg("--rundir")
            .arg(below("run"))
            .arg("--logdir")
            .arg(below("log"))
            .args(args)
            .output()
            .unwrap();
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().unwrap_or(-1), said)
    }

    fn out(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.join("out").join(name)).ok()
    }

    fn reports(&self) -> Vec<String> {
        let folder = self.folder.join("server/var/reports/node.test");
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        entries.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

const SITE: &str = "
file { '%OUT%': ensure => directory }
file { '%OUT%/hello': source => 'puppet:///modules/demo/hello' }
file { '%OUT%/tree': ensure => directory, recurse => true, source => 'puppet:///modules/demo/tree' }
file { '%OUT%/fact': content => Sensitive(\"${facts['demo_fact']} ${trusted['certname']} ${trusted['authenticated']}\\n\") }
file { '%OUT%/deferred': content => Deferred('join', [['a', 'b'], '-']) }
";

#[test]
fn the_life_of_an_agent() {
    let modules = "environments/production/modules/demo";
    let Some(stage) = Stage::new(
        "life",
        &[
            ("environments/production/manifests/site.pp", SITE),
            (&format!("{modules}/files/hello"), "hello\n"),
            (&format!("{modules}/files/tree/a"), "a\n"),
            (&format!("{modules}/files/tree/below/b"), "b\n"),
            (
                &format!("{modules}/lib/facter/demo_fact.rb"),
                "Facter.add(:demo_fact) { setcode { 'synced' } }\n",
            ),
            (&format!("{modules}/facts.d/more.txt"), "more=yes\n"),
        ],
    ) else {
        return;
    };

    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 2, "the first run changes something\n{said}");
    assert_eq!(stage.out("hello").as_deref(), Some("hello\n"));
    assert_eq!(stage.out("tree/below/b").as_deref(), Some("b\n"));
    assert_eq!(stage.out("fact").as_deref(), Some("synced node.test remote\n"));
    assert_eq!(stage.out("deferred").as_deref(), Some("a-b"));
    assert!(!said.contains("synced node.test"), "what is sensitive is not shown\n{said}");
    let reports = stage.reports();
    assert_eq!(reports.len(), 1, "{said}");
    assert!(reports[0].starts_with("--- !ruby/object:Puppet::Transaction::Report\nhost: node.test\n"));
    assert!(reports[0].contains("\nstatus: changed\n"));

    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 0, "the second run changes nothing\n{said}");

    let (status, said) = stage.agent(&["--environment", "missing"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("Environment 'missing' not found on server"), "{said}");
    assert!(said.contains("Could not find a directory environment named 'missing'"), "{said}");

    let site = stage.folder.join("server/environments/production/manifests/site.pp");
    write(&site, "fail('no way')\n");
    thread::sleep(Duration::from_secs(4));
    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("Error 500 on SERVER: Server Error: Evaluation Error: "), "{said}");
    assert!(
        said.contains("no way") && said.contains("site.pp, line: 1, column: 1) on node node.test"),
        "{said}"
    );
    assert!(stage.reports().iter().any(|report| report.contains("\nstatus: failed\n")));
}
