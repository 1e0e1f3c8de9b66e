//! A running server as a side of `bunraku diff`, and as the reference of `bunraku verify`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::support::{Folder, folder};

const SITE: &str =
    "file { '/etc/motd':\n  content => \"hello ${facts['x']} ${trusted['certname']}\\n\",\n}\n";

/// The server's own certificate may request all catalogs.
const RULES: &str = r#"authorization: { version: 1, rules: [
  { match-request: { path: "/puppet/v4/catalog", type: path, method: post }, allow: "server.test", sort-order: 500, name: "tools" }
  { match-request: { path: "/puppet/v3/catalog", type: path, method: post }, allow: "server.test", sort-order: 500, name: "own" }
] }
"#;

/// A server that is stopped at the end of the test.
struct Running {
    files: Folder,
    server: Child,
    address: String,
}

impl Running {
    fn new() -> Running {
        let files = folder(&[
            ("conf/puppet.conf", "[main]\ncertname = server.test\n"),
            ("conf/conf.d/auth.conf", RULES),
            ("conf/environments/production/manifests/site.pp", SITE),
            ("conf/environments/staging/manifests/site.pp", &SITE.replace("hello", "bye")),
            ("env/manifests/site.pp", SITE),
            ("facts/a.test.json", "{\"values\": {\"x\": 1}, \"name\": \"a.test\"}"),
            ("facts/b.test.json", "{\"values\": {\"x\": 2}, \"name\": \"b.test\"}"),
        ]);
        let mut server = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args(["server", "--address", "127.0.0.1", "--port", "0", "--allow-root"])
            .args(["--certname", "server.test", "--confdir"])
            .arg(files.path("conf"))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let port = line.ok()?.split_once("listening on 127.0.0.1:")?.1.parse::<u16>();
            port.ok()
        });
        // The log is drained so that the server never blocks on it.
        thread::spawn(move || lines.for_each(drop));
        let address = format!("https://localhost:{}", port.unwrap());
        Running { files, server, address }
    }

    fn run(&self, args: &[&str]) -> crate::support::Run {
        let args: Vec<String> = args.iter().map(|arg| arg.replace("SERVER", &self.address)).collect();
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        args.extend(["--confdir", "conf"]);
        self.files.run(&args)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn a_running_server_is_a_side_and_a_reference() {
    let server = Running::new();
    server
        .run(&["diff", "SERVER", "SERVER/staging", "--nodes-from", "facts"])
        .status(2)
        .prints("-hello 1 a.test")
        .prints("+bye 1 a.test")
        .prints("+bye 2 b.test");
    server.run(&["diff", "SERVER/production", "env", "--nodes-from", "facts"]).status(0);
    server
        .run(&["diff", "env", "SERVER", "--node", "a.test", "--facts", "facts", "--catalog-api", "v3"])
        .status(0);
    // A fact on one side only.
    server
        .run(&["diff", "SERVER", "env", "--nodes-from", "facts", "--new-fact", "x=3"])
        .status(2)
        .prints("+hello 3");
    let verify = ["verify", "SERVER", "--environment", "env", "--nodes-from", "facts"];
    server.run(&verify).status(0).prints("equal      2").prints("compared with the server at localhost:");
    server.files.write("env/manifests/site.pp", SITE.replace("hello", "good day").as_bytes());
    server.run(&verify).status(1).prints("different  2");
    server
        .run(&["diff", "SERVER/none", "env", "--nodes-from", "facts"])
        .status(1)
        .prints("! a.test has no old catalog")
        .says("Could not find a directory environment named 'none'");
    server
        .run(&["diff", "SERVER/no/name", "env", "--nodes-from", "facts"])
        .status(1)
        .says("https://host:8140");
    server.files.run(&["diff", "http://localhost:1", "env"]).status(1).says("not encrypted");
}

#[test]
fn nodes_come_from_a_store() {
    let files = folder(&[
        ("old/manifests/site.pp", SITE),
        ("new/manifests/site.pp", &SITE.replace("hello", "bye")),
        ("facts/a.test.json", "{\"values\": {\"x\": 1}, \"name\": \"a.test\"}"),
    ]);
    files
        .run(&[
            "compile",
            "--environment",
            "old",
            "--nodes-from",
            "facts",
            "--output",
            "out",
            "--store",
            "nodes.db",
        ])
        .status(0);
    files.run(&["diff", "old", "new", "--nodes-from", "nodes.db"]).status(2).prints("+bye 1 a.test");
    files.run(&["diff", "old", "old", "--nodes-from", "missing.db"]).status(1).says("not found");
}
