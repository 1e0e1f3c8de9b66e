//! `bunraku compile`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "what fails here is not what is tested")]

use std::fs;

use crate::support::{Folder, Run, folder};

const SITE: &str = "\
notice('hello')
file { '/a': ensure => file }
define d { info(\"in ${title}\") }
d { 'one': }
debug(\"on ${trusted['certname']} in ${environment}\")
";

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The lines of standard error, parsed as JSON objects.
fn lines(run: &Run) -> Vec<serde_json::Value> {
    run.stderr.lines().map(json).collect()
}

fn entries(files: &Folder) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(files.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_catalog() {
    let files = folder(&[("site.pp", SITE)]);
    let run =
        files.run(&["compile", "site.pp"]).status(0).says("notice: hello (site.pp:1)\n").never_says("in one");
    let catalog = json(&run.stdout);
    assert_eq!(catalog["name"], "localhost");
    assert_eq!(catalog["environment"], "production");
    let titles: Vec<&str> = catalog["resources"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|resource| resource["title"].as_str())
        .collect();
    assert_eq!(titles, ["main", "Settings", "main", "/a", "one"]);
    assert_eq!(catalog["resources"][3]["file"], "site.pp");
    assert_eq!(catalog["resources"][3]["line"], 2);
}

#[test]
fn nodes_and_environments() {
    let files =
        folder(&[("site.pp", "node 'web01.example.com' { notice($environment, $trusted['hostname']) }\n")]);
    let run = files.run(&["compile", "--node", "WEB01.Example.com", "--environment-name", "test", "site.pp"]);
    let run = run.status(0).says("notice: test web01 (");
    let catalog = json(&run.stdout);
    assert_eq!((&catalog["name"], &catalog["environment"]), (&"web01.example.com".into(), &"test".into()));
    files.run(&["compile", "site.pp"]).status(1).says("error[no-node]");
}

#[test]
fn log_lines_as_json() {
    let files = folder(&[("site.pp", SITE)]);
    let run = files.run(&["compile", "--log-format", "json", "site.pp"]).status(0);
    assert_eq!(
        lines(&run),
        [json(r#"{"level":"notice","message":"hello","file":"site.pp","line":1,"column":1}"#)]
    );
    let levels = |args: &[&str]| -> Vec<String> {
        let run = files.run(&[&["compile", "--log-format", "json", "site.pp"], args].concat()).status(0);
        lines(&run).iter().map(|line| line["level"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(levels(&["--verbose"]), ["notice", "info"]);
    assert_eq!(levels(&["--debug"]), ["notice", "debug", "info"]);
}

#[test]
fn failures() {
    let files = folder(&[
        ("a.pp", "err('bad')\nnotice(1 + 'x')\n"),
        ("b.pp", "notice(\n"),
        ("c.pp", "$x = { a => 1, a => 2 }\n"),
    ]);
    let run =
        files.run(&["compile", "a.pp"]).status(1).says("err: bad (a.pp:1)\n\nerror[").says("--> a.pp:2:");
    assert_eq!(run.stdout, "");
    let run = files.run(&["compile", "--log-format", "json", "a.pp"]).status(1);
    let lines_of_a = lines(&run);
    assert_eq!(lines_of_a.len(), 2, "{run:#?}");
    assert_eq!((&lines_of_a[0]["level"], lines_of_a[0].get("code")), (&"err".into(), None));
    assert_eq!((&lines_of_a[1]["level"], &lines_of_a[1]["line"]), (&"error".into(), &2.into()));
    assert!(lines_of_a[1]["code"].is_string() && run.stdout.is_empty());
    let run = files.run(&["compile", "--log-format", "json", "b.pp"]).status(1);
    assert_eq!(lines(&run)[0]["code"], "syntax-error");
    files.run(&["compile", "c.pp"]).status(1).says("error[duplicate-key]");
    files.run(&["compile", "--strict", "warning", "c.pp"]).status(0).says("warning[duplicate-key]");
    files.run(&["compile", "--strict", "off", "c.pp"]).status(0).never_says("duplicate-key");
}

#[test]
fn strict_is_about_variables_in_data_too() {
    let files = folder(&[
        ("env/manifests/site.pp", "notice(lookup('a'))\n"),
        ("env/hiera.yaml", "version: 5\n"),
        ("env/data/common.yaml", "a: \"x%{nope}y\"\n"),
    ]);
    let compile = ["compile", "--environment", "env", "--strict"];
    files.run(&[&compile[..], &["error"]].concat()).status(1).says("error[lookup-failed]");
    files.run(&[&compile[..], &["warning"]].concat()).status(0).says("notice: xy").says("`nope`");
    files.run(&[&compile[..], &["off"]].concat()).status(0).says("notice: xy").never_says("`nope`");
}

#[test]
fn strict_variables() {
    let files = folder(&[("a.pp", "notice(\"<${nope}>\")\n")]);
    files.run(&["compile", "a.pp"]).status(1).says("error[unknown-variable]");
    let off = ["compile", "--strict", "off", "--strict-variables", "false", "a.pp"];
    files.run(&off).status(0).says("notice: <> (");
    files.run(&["compile", "--strict-variables", "maybe", "a.pp"]).status(2);
}

#[test]
fn standard_input() {
    let files = folder(&[]);
    let run = files.run_with(&["compile", "-"], "notice(1)\n", &[]).status(0).says("notice: 1 (<stdin>:1)\n");
    assert!(run.stdout.starts_with('{') && run.stdout.ends_with("}\n"));
    files.run_with(&["compile", "--stdin-name", "x.pp", "-"], "notice(", &[]).status(1).says("--> x.pp:1:");
}

#[test]
fn facts() {
    let code = "notice($os['family'], $facts['n'], $facts['x'])\n";
    let values = r#"{"os": {"family": "Debian"}, "n": [1, 2.5, null, true], "x": 1e-7}"#;
    let files = folder(&[("a.pp", code), ("plain.json", values)]);
    files.write("puppet.json", format!(r#"{{"name": "WEB.example.com", "values": {values}}}"#).as_bytes());
    files.write("wrapped.json", format!(r#"{{"facts": {values}}}"#).as_bytes());
    files.write("plain.txt", b"os: {family: Debian}\nn: [1, 2.5, ~, true]\nx: 1.0e-7\n");
    for name in ["plain.json", "puppet.json", "wrapped.json", "plain.txt"] {
        files
            .run(&["compile", "--facts", name, "a.pp"])
            .status(0)
            .says("notice: Debian [1, 2.5, , true] 1.0e-07 (");
    }
    let named = files.run(&["compile", "--facts", "puppet.json", "a.pp"]);
    assert_eq!(json(&named.stdout)["name"], "web.example.com");
    let named = files.run(&["compile", "--facts", "puppet.json", "--node", "b", "a.pp"]);
    assert_eq!(json(&named.stdout)["name"], "b");
    files.run_with(&["compile", "--facts", "-", "a.pp"], values, &[]).status(0).says("notice: Debian");
    files.run_with(&["compile", "--facts", "-", "-"], values, &[]).status(2).says("standard input");
}

#[test]
fn facts_that_are_none() {
    let files = folder(&[
        ("a.pp", "notice(1)\n"),
        ("bad.json", "{\n  \"a\": 1,\n  \"b\" 2\n}\n"),
        ("list.json", "[1]"),
        ("empty.json", ""),
        ("bad.yaml", "a: 1\nb: [\n"),
        ("kept.yaml", "--- !ruby/object:Puppet::Node::Facts {a: !ruby/object:Object {}}\n"),
    ]);
    files
        .run(&["compile", "--facts", "bad.json", "a.pp"])
        .status(2)
        .says("`bad.json` is not JSON\n  --> bad.json:3:7\n");
    files
        .run(&["compile", "--facts", "list.json", "a.pp"])
        .status(2)
        .says("the facts in `list.json` are an array");
    for list in ["[]", "[[]]", r#"{"facts": [1]}"#, r#"{"certname": "a", "facts": []}"#, r#"[{"name": "a"}]"#]
    {
        files.write("list.json", list.as_bytes());
        let run = files.run(&["compile", "--facts", "list.json", "a.pp"]);
        run.status(2).says("the facts in `list.json` are an array");
    }
    let two = r#"[{"certname": "a", "name": "x", "value": 1}, {"certname": "b", "name": "x", "value": 2}]"#;
    files.write("list.json", two.as_bytes());
    files
        .run(&["compile", "--facts", "list.json", "a.pp"])
        .status(2)
        .says("contains the facts of several nodes");
    files.run(&["compile", "--facts", "empty.json", "a.pp"]).status(2).says("`empty.json` is not JSON");
    files
        .run(&["compile", "--facts", "bad.yaml", "a.pp"])
        .status(2)
        .says("`bad.yaml` is not YAML\n  --> bad.yaml:3:1\n");
    files.run(&["compile", "--facts", "kept.yaml", "a.pp"]).status(2).says("--> kept.yaml:1:42\n");
    files
        .run(&["compile", "--facts", "nope.json", "a.pp"])
        .status(2)
        .says("file or folder `nope.json` not found");
    let run = files.run(&["compile", "--log-format", "json", "--facts", "bad.json", "a.pp"]).status(2);
    assert_eq!((&lines(&run)[0]["level"], &lines(&run)[0]["line"]), (&"error".into(), &3.into()));
}

#[test]
fn trusted() {
    let files = folder(&[
        ("a.pp", "notice($trusted['extensions']['role'])\n"),
        ("t.json", r#"{"extensions": {"role": "db"}}"#),
    ]);
    files.run(&["compile", "--trusted", "t.json", "a.pp"]).status(0).says("notice: db (");
    files.run(&["compile", "--trusted", "a.pp", "a.pp"]).status(2).says("`a.pp` is not JSON");
}

#[test]
fn output_files() {
    let files =
        folder(&[("good.pp", "notice(1)\n"), ("bad.pp", "fail('x')\n"), ("out.json", "old"), ("dir/x", "")]);
    files.run(&["compile", "--output", "out.json", "bad.pp"]).status(1);
    assert_eq!(fs::read_to_string(files.path("out.json")).unwrap(), "old");
    let run = files.run(&["compile", "--output", "out.json", "good.pp"]).status(0);
    assert_eq!(run.stdout, "");
    assert_eq!(json(&fs::read_to_string(files.path("out.json")).unwrap())["name"], "localhost");
    files.run(&["compile", "-o", "new.json", "good.pp"]).status(0);
    assert_eq!(entries(&files), ["bad.pp", "dir", "good.pp", "new.json", "out.json"]);
    files
        .run(&["compile", "--output", "dir", "good.pp"])
        .status(2)
        .says("cannot write `dir`: it is a folder");
    files.run(&["compile", "--output", "no/out", "good.pp"]).status(2).says("the folder does not exist");
    let run = files.run(&["compile", "--output", "-", "good.pp"]).status(0);
    assert_eq!(json(&run.stdout)["name"], "localhost");
}

#[cfg(unix)]
#[test]
fn output_to_links_and_devices() {
    let files = folder(&[("a.pp", "notice(1)\n"), ("real.json", "old")]);
    std::os::unix::fs::symlink("real.json", files.path("link.json")).unwrap();
    files.run(&["compile", "--output", "link.json", "a.pp"]).status(0);
    assert!(fs::symlink_metadata(files.path("link.json")).unwrap().is_symlink());
    assert_eq!(json(&fs::read_to_string(files.path("real.json")).unwrap())["name"], "localhost");
    files.run(&["compile", "--output", "/dev/null", "a.pp"]).status(0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn wrong_use() {
    let files = folder(&[("a.pp", "notice(1)\n"), ("d/b.pp", "")]);
    files.run(&["compile"]).status(2).says("nothing to compile").says("pass a manifest");
    files
        .run(&["compile", "b.pp"])
        .status(2)
        .says("file or folder `b.pp` not found")
        .says("help: did you mean `a.pp`?");
    files.run(&["compile", "d"]).status(2).says("expected a file, got the folder `d`");
    files
        .run(&["compile", "--edition", "puppet9", "a.pp"])
        .status(2)
        .says("[possible values: puppet8, spec]");
    files.run(&["compile", "--environment", "nowhere"]).status(2).says("folder `nowhere` not found");
    files.write("latin.pp", b"notice('\xe9')\n");
    files.run(&["compile", "latin.pp"]).status(1).says("error[invalid-utf8]");
}

#[test]
fn colours() {
    let files = folder(&[("a.pp", "notice('a')\nwarning(\"\\u{1b}[31m\")\n")]);
    files.run(&["compile", "a.pp"]).status(0).never_says("\x1b").says("warning: ␛[31m (a.pp:2)\n");
    files.run(&["compile", "--color", "always", "a.pp"]).status(0).says("notice: a\x1b[2m (a.pp:1)\x1b[0m\n");
    files.run(&["compile", "--color", "always", "--log-format", "json", "a.pp"]).status(0).never_says("\x1b");
}

#[test]
fn an_environment_with_modules_and_data() {
    let files = folder(&[
        ("env/manifests/site.pp", "node default { include web }\n"),
        (
            "env/modules/web/manifests/init.pp",
            "class web (Integer $port) { web::site { 'a': port => $port } }\n",
        ),
        (
            "env/modules/web/manifests/site.pp",
            "define web::site ($port) { notice(web::greet($port), epp('web/t.epp')) }\n",
        ),
        ("env/modules/web/functions/greet.pp", "function web::greet(Web::Port $p) { \"port ${p}\" }\n"),
        ("env/modules/web/types/port.pp", "type Web::Port = Integer[1, 65535]\n"),
        ("env/modules/web/templates/t.epp", "<%= 1 + 1 %>"),
        ("env/hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n"),
        ("env/data/common.yaml", "web::port: 8080\n"),
    ]);
    let run =
        files.run(&["compile", "--environment", "env", "--node", "n"]).status(0).says("notice: port 8080 2");
    let catalog = json(&run.stdout);
    assert_eq!(catalog["environment"], "env");
    assert_eq!(catalog["classes"], serde_json::json!(["settings", "default", "web"]));

    files.write("env/data/common.yaml", b"web::port: many\n");
    files.run(&["compile", "--environment", "env"]).status(1).says("expects an Integer value");
    files.write("env/data/common.yaml", b"web::port: [1\n");
    files.run(&["compile", "--environment", "env"]).status(1).says("common.yaml");
    files.write("env/modules/web/manifests/site.pp", b"define web::site ($port) {\n");
    files.write("env/data/common.yaml", b"web::port: 1\n");
    files.run(&["compile", "--environment", "env"]).status(1).says("site.pp:");
}
