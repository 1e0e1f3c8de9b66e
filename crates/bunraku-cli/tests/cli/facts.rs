//! The options that give facts, with `bunraku eval`.

use crate::support::{Folder, folder};

fn files() -> Folder {
    folder(&[
        ("facts/web01.example.com.json", r#"{"role": "web", "networking": {"fqdn": "web01.example.com"}}"#),
        ("facts/db01.yaml", "role: db\n"),
        ("facts/notes.md", "not facts\n"),
        ("more.json", r#"{"role": "other", "rack": 7}"#),
        (
            "facter.txt",
            "is_virtual => true\nos => {\n  family => \"Debian\",\n  release => {\n    major => \"12\"\n  }\n}\n",
        ),
        ("broken.txt", "os => {\n  family => \"Debian\"\n"),
        ("empty/x.md", ""),
    ])
}

#[track_caller]
fn value(args: &[&str], expression: &str, expected: &str) {
    let run = files().run(&[&["eval", "-e", expression], args].concat()).status(0);
    assert_eq!(run.stdout, format!("{expected}\n"), "{}", run.stderr);
}

#[test]
fn one_fact_at_a_time() {
    value(&["--fact", "os.family=RedHat"], "$facts['os']['family']", "'RedHat'");
    value(&["--fact", "a=1", "--fact", "b=true", "--fact", "c=x"], "[$a, $b, $c]", "[1, true, 'x']");
    value(&["--facts", "more.json", "--fact", "role=mail"], "[$role, $rack]", "['mail', 7]");
    let wrong = |fact: &str| files().run(&["eval", "-e", "1", "--fact", fact]).status(2);
    wrong("role").says("expected NAME=VALUE, such as `role=value`");
    wrong("=x").says("missing name before `=`");
    files()
        .run(&["eval", "-e", "1", "--fact", "a=1", "--fact", "a.b=1"])
        .status(2)
        .says("`a` must be a Hash, got the Integer 1");
}

#[test]
fn several_files_and_folders() {
    value(&["--facts", "facts/db01.yaml", "--facts", "more.json"], "[$role, $rack]", "['other', 7]");
    value(&["--facts", "facts", "--node", "db01"], "[$role, $trusted['certname']]", "['db', 'db01']");
    value(&["--facts", "facts", "--node", "web01"], "$role", "'web'");
    value(&["--facts", "facts", "--node", "db01.example.com"], "$role", "'db'");
    let fails = |args: &[&str]| files().run(&[&["eval", "-e", "1"], args].concat()).status(2);
    fails(&["--facts", "facts"]).says("has facts for 2 nodes").says("`db01`, `web01.example.com`");
    fails(&["--facts", "facts", "--node", "db02"]).says("has no facts for `db02`").says("`--node db01`");
    fails(&["--facts", "empty"]).says("folder `empty` contains no facts");
}

#[test]
fn the_facts_tell_the_name_of_the_node() {
    value(&["--facts", "facts/web01.example.com.json"], "$trusted['certname']", "'web01.example.com'");
    value(&["--facts", "facts/db01.yaml"], "$trusted['certname']", "'localhost'");
    value(&["--facts", "facts/web01.example.com.json", "--node", "a"], "$trusted['certname']", "'a'");
    value(&["--fact", "networking.fqdn=b.example.com"], "$trusted['certname']", "'b.example.com'");
}

#[test]
fn built_in_facts() {
    let major = "[$facts['os']['family'], $facts['os']['release']['major'], $facts['networking']['fqdn']]";
    value(&["--facts-of", "debian-12"], major, "['Debian', '12', 'localhost']");
    value(&["--facts-of", "Rocky-9", "--node", "a.b"], major, "['RedHat', '9', 'a.b']");
    value(
        &["--facts-of", "debian-12", "--fact", "os.release.major=11"],
        major,
        "['Debian', '11', 'localhost']",
    );
    value(
        &["--facts-of", "debian-12", "--facts", "facter.txt"],
        "$facts['os']",
        "{'family' => 'Debian', 'release' => {'major' => '12'}}",
    );
    let run = files().run(&["eval", "-e", "1", "--facts-of", "debain-12"]).status(2);
    run.says("invalid value 'debain-12'").says("ubuntu-24.04").says("'debian-12'");
}

#[test]
fn what_facter_prints() {
    value(&["--facts", "facter.txt"], "[$is_virtual, $facts['os']['release']['major']]", "[true, '12']");
    files()
        .run(&["eval", "-e", "1", "--facts", "broken.txt"])
        .status(2)
        .says("not complete output of `facter`")
        .says("broken.txt:2:");
}
