//! `bunraku compile --enc`. The expectations are what Puppet 8.11 does with the same classifier output.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::{Folder, Run, folder};

const SITE: &str = "\
notice(\"top ${role}\")
define d { notice(\"d ${title}\") }
d { 'x': }
class a($p = 1) { notice(\"a ${p}\") }
class b { notice('b') }
class c { notice('c') }
class heir inherits a { notice('heir') }
class strict(Integer $n) { }
node default { notice('node') include c }
";

/// A folder with an environment, and a classifier that runs a script.
fn site(script: &str) -> Folder {
    let files = folder(&[("env/manifests/site.pp", SITE), ("facts.json", r#"{"role": "fact"}"#)]);
    files.write("enc", format!("#!/bin/sh\n{script}\n").as_bytes());
    fs::set_permissions(files.path("enc"), fs::Permissions::from_mode(0o755)).unwrap();
    files
}

fn run(files: &Folder) -> Run {
    files.run(&[
        "compile",
        "--environment",
        "env",
        "--enc",
        "./enc",
        "--node",
        "N.x",
        "--facts",
        "facts.json",
    ])
}

/// The log and the classes of the catalog for the given classifier output.
fn compiled(answer: &str) -> (Vec<String>, Vec<String>) {
    let run = run(&site(&format!("cat <<'EOF'\n{answer}\nEOF"))).status(0);
    let log = run.stderr.lines().filter_map(|line| line.strip_prefix("notice: "));
    let log = log.map(|line| line.split(" (").next().unwrap_or_default().to_owned()).collect();
    let catalog: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let classes = catalog["classes"].as_array().unwrap().iter();
    (log, classes.map(|class| class.as_str().unwrap().to_owned()).collect())
}

fn fails(answer: &str, message: &str) {
    run(&site(&format!("cat <<'EOF'\n{answer}\nEOF"))).status(1).says(message);
}

#[test]
fn classes_run_after_the_waiting_definitions_of_the_site() {
    let (log, classes) = compiled("classes: [b, a]");
    assert_eq!(log, ["top fact", "node", "c", "d x", "b", "a 1"]);
    assert_eq!(classes, ["b", "a", "settings", "default", "c", "b", "a"]);
}

#[test]
fn classes_with_parameters_come_first() {
    let (log, classes) = compiled("classes:\n  b:\n  a: {p: 3}\n");
    assert_eq!(log, ["top fact", "node", "c", "d x", "a 3", "b"]);
    assert_eq!(classes, ["b", "a", "settings", "default", "c", "a", "b"]);
    let (log, _) = compiled("classes: {heir: {}}");
    assert_eq!(log, ["top fact", "node", "c", "d x", "a 1", "heir"]);
    let (log, _) = compiled("classes: {A: {p: 5}}");
    assert_eq!(log, ["top fact", "node", "c", "d x", "a 1"], "parameters go by the name of the class");
}

#[test]
fn parameters_hide_facts() {
    let files = site("echo 'parameters: {role: enc}'");
    run(&files).status(0).says("warning[hidden-fact]").says("notice: top enc (");
    let (log, classes) = compiled("{}");
    assert_eq!((log[0].as_str(), classes.len()), ("top fact", 3));
}

#[test]
fn the_environment_is_the_folder_of_that_name() {
    let files = site("echo 'environment: lab'");
    run(&files).status(1).says("the unknown environment `lab`");
    files.write("lab/manifests/site.pp", b"notice(\"in ${environment}\")\n");
    let run = run(&files).status(0).says("notice: in lab (");
    assert!(run.stdout.contains("\"environment\":\"lab\""));
}

#[test]
fn the_classifier_is_called_with_the_name_of_the_node() {
    let files = site("echo \"classes: [$1]\"");
    run(&files).status(1).says("class `n.x` not found");
}

#[test]
fn what_cannot_be_assigned() {
    fails("classes: [nosuch]", "class `nosuch` not found");
    fails("classes: {c: {p: 1}}", "`Class['c']` is already declared");
    fails("classes: {a: {q: 1}}", "`Class['a']` has no parameter `q`");
    fails("classes: {strict: {n: x}}", "expects an Integer value");
    fails("classes: [strict]", "missing required parameter `n`");
    fails("classes: ['::a']", "`::a` is not a valid class name");
}

#[test]
fn what_is_no_answer() {
    fails("classes: a", "enc n.x:1:1");
    fails("garbage", "is not a hash");
    fails("", "printed nothing");
    fails("a: [", "is not valid YAML");
    fails("parameters: {facts: 1}", "cannot have the parameter `facts`");
    run(&site("echo 'no such host' >&2; exit 3")).status(1).says("with status 3: no such host");
    run(&site("printf '\\377'")).status(1).says("is not UTF-8");
    run(&site("exec yes")).status(1).says("it printed more than 67108864 bytes and was killed");
    let files = site("");
    fs::set_permissions(files.path("enc"), fs::Permissions::from_mode(0o644)).unwrap();
    run(&files).status(1).says("permission denied");
    fs::remove_file(files.path("enc")).unwrap();
    run(&files).status(2).says("node classifier `./enc` not found");
}
