//! `bunraku epp`.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use crate::support::{Folder, folder};

fn site() -> Folder {
    folder(&[
        ("motd.epp", "<%- | String $name, Integer $n = 3 | -%>\nhello <%= $name %> <%= $n %>\n"),
        ("free.epp", "<%= $facts['short'] %> <%= $x %>"),
        ("bad.epp", "fine\n<%= 1 + %>\n"),
        ("modules/m/templates/inner.epp", "inner <%= m::shout($x) %>"),
        ("modules/m/functions/shout.pp", "function m::shout($x) { upcase($x) }\n"),
        ("values.yaml", "name: yaml\nn: 1\n"),
        ("values.json", "{\"name\": \"json\"}"),
        ("values.pp", "$x = 'pp'\n$y = { name => $x }\n$y\n"),
        ("facts.json", "{\"short\": \"web1\"}"),
    ])
}

fn check(args: &[&str], expected: &str) {
    let run = site().run(&[&["epp", "render"], args].concat()).status(0);
    assert_eq!(run.stdout, expected, "{args:?}");
}

#[test]
fn templates_with_values() {
    check(&["motd.epp", "--values", "{ name => 'bob' }"], "hello bob 3\n");
    check(&["motd.epp", "--values-file", "values.yaml"], "hello yaml 1\n");
    check(&["motd.epp", "--values_file", "values.json"], "hello json 3\n");
    check(&["motd.epp", "--values-file", "values.pp"], "hello pp 3\n");
    check(&["motd.epp", "--values-file", "values.yaml", "--values", "{ n => 7 }"], "hello yaml 7\n");
    check(&["free.epp", "--facts", "facts.json", "--values", "{ x => [1] }"], "web1 [1]\n");
    check(&["-e", "<%= 1 + 1 %>"], "2\n");
    check(&["-e", "a <%= Sensitive('s') %>"], "a s\n");
    check(&["--environment", ".", "m/inner.epp", "--values", "{ x => 'y' }"], "inner Y\n");
    check(&["--environment", ".", "-e", "<%= epp('m/inner.epp', { x => 'z' }) %>"], "inner Z\n");
}

#[test]
fn several_templates() {
    let files = site();
    let args = ["epp", "render", "motd.epp", "motd.epp", "--values", "{ name => 'bob' }"];
    assert_eq!(files.run(&args).status(0).stdout, "--- motd.epp\nhello bob 3\n\n--- motd.epp\nhello bob 3\n");
    let plain = files.run(&[&args[..], &["--no-header"]].concat()).status(0);
    assert_eq!(plain.stdout, "hello bob 3\nhello bob 3\n");
}

#[test]
fn standard_input() {
    let run = site().run_with(&["epp", "render"], "<%= $facts[short] %>", &[]).status(0);
    assert_eq!(run.stdout, "\n");
    site().run_with(&["epp", "validate"], "<% if %>", &[]).status(1).says("<stdin>:1:");
}

#[test]
fn failures() {
    let files = site();
    let render = |args: &[&str]| files.run(&[&["epp", "render"], args].concat());
    render(&["motd.epp"])
        .status(1)
        .says("missing value for the template's parameter `name`")
        .says("motd.epp:1:");
    render(&["motd.epp", "--values", "{ name => 1 }"]).status(1).says("expects a String");
    render(&["motd.epp", "--values", "{ name => 'x', nme => 1 }"]).status(1).says("no parameter `nme`");
    render(&["motd.epp", "--values", "[1]"]).status(2).says("must be a hash");
    render(&["motd.epp", "--values", "{ name => $nothing }"]).status(1).says("<values>:1:11");
    render(&["bad.epp"]).status(1).says("bad.epp:2:");
    render(&["nope.epp"]).status(2).says("template `nope.epp` not found");
    render(&["-e", "a\n<%= fail('on purpose') %>"]).status(1).says("<expression>:2:");
}

#[test]
fn validation() {
    let files = site();
    files.run(&["epp", "validate", "motd.epp", "free.epp"]).status(0);
    files.run(&["epp", "validate", "--environment", ".", "m/inner.epp"]).status(0);
    files.run(&["epp", "validate", "bad.epp", "motd.epp"]).status(1).says("bad.epp:2:");
    files.write("worse.epp", b"<% } %>");
    let first = files.run(&["epp", "validate", "bad.epp", "worse.epp"]).status(1);
    assert!(!first.stderr.contains("worse.epp"), "{}", first.stderr);
    files
        .run(&["epp", "validate", "--continue-on-error", "bad.epp", "worse.epp"])
        .status(1)
        .says("worse.epp:1:");
    files.run(&["epp", "validate", "nope/x.epp"]).status(2).says("not found");
}
