//! `bunraku compile --nodes-from`.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::fs;

use crate::support::{Folder, folder};

fn site() -> Folder {
    folder(&[
        (
            "env/manifests/site.pp",
            "notice(\"${trusted['certname']} ${facts['n']}\")\nif $facts['bad'] { fail('no') }\n",
        ),
        ("facts/b.example.com.json", r#"{"n": 2}"#),
        ("facts/a.yaml", "--- !ruby/object:Puppet::Node::Facts\nname: A.example.com\nvalues:\n  n: 1\n"),
        ("facts/README", "no facts"),
    ])
}

fn catalogs(files: &Folder) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(files.path("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const ALL: [&str; 7] = ["compile", "--environment", "env", "--output", "out", "--nodes-from", "facts"];

#[test]
fn a_folder_of_facts() {
    let files = site();
    let run = files.run(&ALL).status(0);
    let (a, b) = ("a.example.com:\nnotice: a.example.com 1 (", "b.example.com:\nnotice: b.example.com 2 (");
    assert!(run.stderr.find(a).unwrap() < run.stderr.find(b).unwrap(), "{}", run.stderr);
    assert!(run.stderr.ends_with("\nwrote 2 catalogs to out\n"), "{}", run.stderr);
    assert_eq!(catalogs(&files), ["a.example.com.json", "b.example.com.json"]);
    let one = files.run(&[
        "compile",
        "--environment",
        "env",
        "--node",
        "b.example.com",
        "--facts",
        "facts/b.example.com.json",
    ]);
    let many = fs::read_to_string(files.path("out/b.example.com.json")).unwrap();
    assert_ne!(many, one.stdout, "every compilation has an identifier of its own");
    assert_eq!(without_uuid(&many), without_uuid(&one.stdout));
}

/// A catalog without its unique members.
fn without_uuid(catalog: &str) -> String {
    let (before, rest) = catalog.split_once("\"catalog_uuid\":\"").expect("an identifier");
    format!("{before}{}", rest.get(36..).expect("36 characters"))
}

#[test]
fn failures_are_counted_and_the_others_are_written() {
    let files = site();
    files.write("facts/c.json", br#"{"bad": true}"#);
    files.write("facts/d.json", b"{");
    files.write("facts/e.json", br#"{"name": "../e", "values": {}}"#);
    files.write("out/c.json", b"old");
    let run = files.run(&ALL).status(1).says("d.json` is not JSON").says("`../e` is not a valid node name");
    assert!(run.stderr.contains("wrote 2 catalogs to out; 3 nodes failed: c, "), "{}", run.stderr);
    assert_eq!(catalogs(&files), ["a.example.com.json", "b.example.com.json", "c.json"]);
    assert_eq!(fs::read_to_string(files.path("out/c.json")).unwrap(), "old");
}

#[test]
fn lists_of_names() {
    let files = site();
    files.write("nodes", b"# all of them\nX.example.com\n\ny facts/b.example.com.json\n");
    files.write("shared.json", br#"{"n": 7}"#);
    let mut args = ALL.to_vec();
    args[6] = "nodes";
    let run = files.run(&[&args[..], &["--facts", "shared.json"]].concat()).status(0);
    assert!(run.stderr.contains("notice: x.example.com 7 (") && run.stderr.contains("notice: y 2 ("));
    assert_eq!(catalogs(&files), ["x.example.com.json", "y.json"]);
}

#[test]
fn exports_of_puppetdb() {
    let files = site();
    let export = r#"[{"certname": "p", "facts": {"data": [{"name": "n", "value": 3}]}}, {"certname": "q", "facts": {"n": 4}}]"#;
    files.write("db.json", export.as_bytes());
    let mut args = ALL.to_vec();
    args[6] = "db.json";
    files.run(&args).status(0).says("notice: p 3 (").says("notice: q 4 (");
    files.write("rows.json", br#"[{"certname": "r", "name": "n", "value": 5}]"#);
    files.run(&["compile", "--environment", "env", "--facts", "rows.json"]).status(0).says("notice: r 5 (");
}

#[test]
fn wrong_use() {
    let files = site();
    files.run(&["compile", "--environment", "env", "--nodes-from", "facts"]).status(2).says("--output");
    files.run(&[&ALL[..], &["--node", "x"]].concat()).status(2).says("--node");
    files.write("empty", b"# nobody\n");
    let mut args = ALL.to_vec();
    args[6] = "empty";
    files.run(&args).status(2).says("no nodes to compile");
    args[6] = "nowhere";
    files.run(&args).status(2).says("file or folder `nowhere` not found");
    args[4] = "empty";
    args[6] = "facts";
    files.run(&args).status(2).says("cannot create the folder `empty`");
}

#[test]
fn lines_of_json_name_their_nodes() {
    let files = site();
    files.write("facts/c.json", br#"{"bad": true}"#);
    let run = files.run(&[&ALL[..], &["--log-format", "json"]].concat()).status(1);
    let lines: Vec<serde_json::Value> =
        run.stderr.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = lines.iter().map(|line| (line["node"].as_str(), line["level"].as_str())).collect();
    let (a, b, c) = (Some("a.example.com"), Some("b.example.com"), Some("c"));
    assert_eq!(told, [(a, Some("notice")), (b, Some("notice")), (c, Some("notice")), (c, Some("error"))]);
}

#[test]
fn one_input_for_each_node() {
    let files = site();
    files.write("facts/other.json", br#"{"name": "B.example.com", "values": {"n": 3}}"#);
    let run = files.run(&ALL).status(1);
    let run = run.says(
        "b.example.com:\nerror[invalid-node-data]: two files have different facts for node `b.example.com`",
    );
    assert!(run.stderr.contains("wrote 1 catalog to out; 1 node failed: b.example.com"), "{}", run.stderr);
    assert_eq!(catalogs(&files), ["a.example.com.json"]);
    // Two identical sets of facts are one input.
    files.write("facts/other.json", br#"{"values": {"n": 2}, "name": "B.example.com"}"#);
    files.run(&ALL).status(0).says("wrote 2 catalogs to out");
    files.write("nodes", b"x\nX\nx\ny facts/a.yaml\ny facts/b.example.com.json\n");
    let mut args = ALL.to_vec();
    args[6] = "nodes";
    files.run(&args).status(1).says("wrote 1 catalog to out; 1 node failed: y");
}

#[test]
fn whatever_happens_to_a_node_the_others_are_written() {
    let files = site();
    let code = "if $facts['endless'] { Integer[1, 10000000000].each |$x| { $x + 1 } }\n\
                if $facts['read'] { notice(file($facts['read'])) }\n\
                function deep($x) { deep($x) }\nif $facts['deep'] { deep(1) }\n";
    files.write("env/manifests/more.pp", code.as_bytes());
    files.write("facts/endless.json", br#"{"endless": true}"#);
    files.write("facts/read.json", br#"{"read": "/etc/passwd"}"#);
    files.write("facts/deep.json", br#"{"deep": true}"#);
    files.write("facts/list.json", b"[]");
    files.write("facts/latin.json", b"{\"a\": \"\xff\"}");
    files.write("facts/folder.json/x", b"");
    files.write("facts/dots.json", br#"{"name": "..", "values": {}}"#);
    files.write("facts/up.json", br#"{"name": "../../up", "values": {}}"#);
    files.write("facts/null.json", br#"{"name": "a\u0000b", "values": {}}"#);
    #[cfg(unix)]
    {
        let pipe = files.path("facts/pipe.json");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        std::os::unix::fs::symlink("nowhere", files.path("facts/dangling.json")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", files.path("facts/zero.json")).unwrap();
    }
    let run = files.run(&[&ALL[..], &["--max-seconds", "2"]].concat()).status(1);
    let run = run.says("error[not-allowed]: `file` is not allowed to read /etc/passwd").says("too-deep");
    let run =
        run.says("the facts in `facts/list.json` are an array").says("`../../up` is not a valid node name");
    assert!(run.stderr.contains("wrote 2 catalogs to out; "), "{}", run.stderr);
    assert_eq!(catalogs(&files), ["a.example.com.json", "b.example.com.json"]);
    assert!(!files.path("up.json").exists());
}

#[cfg(unix)]
#[test]
fn a_catalog_that_cannot_be_written_is_a_failure_of_its_node() {
    let files = site();
    fs::create_dir_all(files.path("out/a.example.com.json")).unwrap();
    let run = files.run(&ALL).status(1).says("cannot write `out/a.example.com.json`: it is a folder");
    assert!(run.stderr.contains("wrote 1 catalog to out; 1 node failed: a.example.com"), "{}", run.stderr);
    assert!(files.path("out/b.example.com.json").is_file());
}
