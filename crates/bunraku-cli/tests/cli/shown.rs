//! `bunraku compile --format` and the formats of its messages.

use crate::support::{Folder, folder};

fn files() -> Folder {
    folder(&[
        ("site.pp", "class a { file { '/x': ensure => file } }\ninclude a\nnotify { ['one', 'two']: }\n"),
        ("bad.pp", "notify { $nope: }\n"),
        ("warn.pp", "notify { 'a': }\n$x = { a => 1, a => 2 }\n"),
    ])
}

#[test]
fn a_pipe_gets_json() {
    let run = files().run(&["compile", "site.pp"]).status(0);
    assert!(run.stdout.starts_with("{\"tags\":") && run.stdout.lines().count() == 1, "{}", run.stdout);
    let same = files().run(&["compile", "--format", "json", "site.pp"]).status(0);
    assert_eq!(same.stdout.len(), run.stdout.len());
}

#[test]
fn indented_json_is_the_same_catalog() {
    let parse = |args: &[&str]| -> serde_json::Value {
        let run = files().run(args).status(0);
        let mut catalog: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        catalog["catalog_uuid"] = serde_json::Value::Null;
        catalog
    };
    let pretty = files().run(&["compile", "--format", "json-pretty", "site.pp"]).status(0);
    assert!(pretty.stdout.starts_with("{\n  \"tags\": [\n    "), "{}", pretty.stdout);
    assert_eq!(parse(&["compile", "--format", "json-pretty", "site.pp"]), parse(&["compile", "site.pp"]));
}

#[test]
fn summaries_and_trees() {
    let run = files().run(&["compile", "--format", "summary", "site.pp"]).status(0);
    let run = run.prints("localhost in environment production\n3 resources, 1 class, ");
    run.prints("  Notify  2  one, two\n  File    1  /x\n").prints("\nclasses\n  a\n");
    let run = files().run(&["compile", "--format", "tree", "site.pp"]).status(0);
    run.prints("Class[A]").prints("└─ File[/x]  site.pp:1\n").prints("Notify[two]  site.pp:3\n");
    let warned = files().run(&["compile", "--format", "summary", "--strict", "warning", "warn.pp"]).status(0);
    warned.prints("1 warning,");
    files().run(&["compile", "--format", "summary", "bad.pp"]).status(1);
    let colored = files().run(&["compile", "--format", "summary", "--color", "always", "site.pp"]).status(0);
    assert!(colored.stdout.contains("\x1b[1mlocalhost\x1b[0m"), "{}", colored.stdout);
    let plain =
        files().run_with(&["compile", "--format", "tree", "site.pp"], "", &[("NO_COLOR", "1")]).status(0);
    assert!(!plain.stdout.contains('\x1b'));
}

#[test]
fn forms_of_many_catalogs() {
    let files = files();
    files.write("nodes", b"a\nb\n");
    let many = ["compile", "--nodes-from", "nodes", "--output", "out", "site.pp", "--format"];
    files
        .run(&[&many[..], &["tree"]].concat())
        .status(2)
        .says("written as JSON")
        .says("`--format json-pretty`");
    files.run(&[&many[..], &["json-pretty"]].concat()).status(0);
    assert!(std::fs::read_to_string(files.path("out/b.json")).unwrap().starts_with("{\n  \"tags\""));
}

#[test]
fn messages_for_code_scanners() {
    let run = files().run(&["compile", "--log-format", "sarif", "--output", "c.json", "bad.pp"]).status(1);
    let sarif: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "unknown-variable");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "bad.pp");
    let fine = files().run(&["compile", "--log-format", "sarif", "--output", "c.json", "site.pp"]).status(0);
    fine.prints("\"results\":");
    let both = files().run(&["compile", "--log-format", "sarif", "site.pp"]).status(2);
    both.says("both be written to standard output").says("`--output FILE`");
    files()
        .run(&["compile", "--log-format", "github", "bad.pp"])
        .status(1)
        .says("::error file=bad.pp,line=1");
}
