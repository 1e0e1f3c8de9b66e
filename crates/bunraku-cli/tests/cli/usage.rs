//! Help, versions, completions and usage errors.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::support::folder;

#[test]
fn help_has_examples() {
    let files = folder(&[]);
    files.run(&["--help"]).status(0).prints("Examples:");
    for command in
        ["validate", "fmt", "parse", "compile", "eval", "repl", "functions", "explain", "completions"]
    {
        files.run(&[command, "--help"]).status(0).prints("Examples:");
        files.run(&["help", command]).status(0).prints("Examples:");
    }
}

#[test]
fn the_version() {
    let expected = format!("bunraku {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(folder(&[]).run(&["--version"]).status(0).stdout, expected);
}

#[test]
fn the_build() {
    let files = folder(&[]);
    let all = files.run(&["--version", "--verbose"]).status(0).stdout;
    let names: Vec<&str> = all.lines().skip(1).filter_map(|line| line.split(": ").next()).collect();
    assert!(all.starts_with(&format!("bunraku {}\n", env!("CARGO_PKG_VERSION"))), "{all}");
    assert_eq!(names, ["commit", "date", "target", "profile", "rustc", "features"]);
    assert_eq!(files.run(&["-v", "-V"]).status(0).stdout, all);
    assert_eq!(files.run(&["-vV"]).status(0).stdout, all);
    files.run(&["--verbose"]).status(2).says("--verbose");
}

#[test]
fn wrong_use() {
    let files = folder(&[]);
    files.run(&[]).status(2);
    files.run(&["validate"]).status(2).says("<PATH>...");
    files.run(&["valdate", "."]).status(2).says("'validate'");
    files.run(&["validate", "--strickt", "off", "."]).status(2).says("'--strict'");
}

#[test]
fn completions() {
    let files = folder(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        files.run(&["completions", shell]).status(0).prints("validate");
    }
    files.run(&["completions", "tcsh"]).status(2).says("possible values");
}

/// The status and messages of a command whose output nobody reads.
fn unread(args: &[&str]) -> (Option<i32>, String) {
    let text = "notify { 'a': }\n".to_owned() + &"notice(1)\n".repeat(20_000);
    let files = folder(&[("a.pp", &text)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(args)
        .current_dir(files.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code(), said.lines().filter(|line| !line.starts_with("notice:")).collect())
}

#[test]
fn who_has_seen_enough_may_close_the_pipe() {
    assert_eq!(unread(&["parse", "--format", "tokens", "a.pp"]), (Some(0), String::new()));
    assert_eq!(unread(&["functions", "--format", "markdown"]), (Some(0), String::new()));
}

#[test]
fn a_result_that_nobody_gets_is_a_failure() {
    let expected = (Some(1), "error: cannot write to standard output: broken pipe".to_owned());
    assert_eq!(unread(&["compile", "a.pp"]), expected);
    assert_eq!(unread(&["eval", "-e", "1 + 1"]), expected);
}
