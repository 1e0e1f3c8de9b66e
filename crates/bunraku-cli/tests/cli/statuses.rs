//! The exit statuses documented in docs/cli.md, and output that cannot be written.

use std::fs::File;
use std::process::{Command, Stdio};

use crate::support::{Folder, folder};

fn files() -> Folder {
    folder(&[
        ("good.pp", "notify { 'a': }\n"),
        ("bad.pp", "notify { 'a'\n"),
        ("fails.pp", "fail('no')\n"),
        ("ugly.pp", "notify{'a':}\n"),
        ("hiera.yaml", "version: 5\n"),
        ("data/common.yaml", "a: 1\n"),
        ("a.epp", "<%= 1 %>\n"),
        ("bad.epp", "<%= %>\n"),
    ])
}

#[test]
fn every_command_ends_as_documented() {
    let table: [(&[&str], i32); 36] = [
        (&["--help"], 0),
        (&["--version"], 0),
        (&[], 2),
        (&["nonsense"], 2),
        (&["validate", "good.pp"], 0),
        (&["validate", "bad.pp"], 1),
        (&["validate", "missing.pp"], 2),
        (&["fmt", "--check", "good.pp"], 0),
        (&["fmt", "--check", "ugly.pp"], 1),
        (&["fmt", "--check", "bad.pp"], 2),
        (&["lint", "good.pp"], 0),
        (&["lint", "--nonsense", "good.pp"], 2),
        (&["parse", "good.pp"], 0),
        (&["parse", "bad.pp"], 1),
        (&["parse", "missing.pp"], 2),
        (&["compile", "good.pp"], 0),
        (&["compile", "fails.pp"], 1),
        (&["compile", "bad.pp"], 1),
        (&["compile", "missing.pp"], 2),
        (&["compile", "--facts", "missing.json", "good.pp"], 2),
        (&["compile", "--output", "missing/out.json", "good.pp"], 2),
        (&["lookup", "a"], 0),
        (&["lookup", "b"], 1),
        (&["eval", "-e", "1"], 0),
        (&["eval", "-e", "1 +"], 1),
        (&["eval"], 2),
        (&["epp", "render", "a.epp"], 0),
        (&["epp", "render", "bad.epp"], 1),
        (&["epp", "render", "missing.epp"], 2),
        (&["functions", "filter"], 0),
        (&["functions", "nonsense"], 2),
        (&["explain", "syntax-error"], 0),
        (&["explain", "nonsense"], 2),
        (&["completions", "bash"], 0),
        (&["ca", "list", "--confdir", "."], 2),
        (&["ca", "nonsense"], 2),
    ];
    let files = files();
    for (args, status) in table {
        let run = files.run(args);
        assert_eq!(run.status, status, "{args:?}: {run:#?}");
    }
}

#[test]
fn every_command_and_status_is_documented() {
    let page = include_str!("../../../../docs/cli.md");
    assert!(["| 0 |", "| 1 |", "| 2 |"].iter().all(|row| page.contains(row)));
    let help = files().run(&["--help"]).status(0).prints("Exit status:").stdout;
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?;
        (!name.starts_with(' ')).then(|| name.split(' ').next().unwrap())
    });
    let commands: Vec<&str> = commands.filter(|name| *name != "help").collect();
    assert!(commands.len() > 12, "{commands:?}");
    for command in commands {
        assert!(page.contains(&format!("| `{command}` |")), "docs/cli.md does not name `{command}`");
    }
}

/// Runs a command whose standard output is a file. Returns its status and messages.
fn written_to(path: &str, args: &[&str]) -> (Option<i32>, String) {
    let files = files();
    let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(args)
        .current_dir(files.path(""))
        .stdin(Stdio::null())
        .stdout(File::options().write(true).open(path).unwrap())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let commands: [&[&str]; 9] = [
        &["compile", "good.pp"],
        &["compile", "--format", "summary", "good.pp"],
        &["eval", "-e", "1"],
        &["lookup", "a"],
        &["epp", "render", "a.epp"],
        &["functions"],
        &["explain", "syntax-error"],
        &["parse", "good.pp"],
        &["completions", "bash"],
    ];
    for args in commands {
        let (status, said) = written_to("/dev/full", args);
        assert_eq!(status, Some(1), "{args:?}: {said}");
        assert!(said.contains("cannot write to standard output: the disk is full"), "{args:?}: {said}");
        assert_eq!(written_to("/dev/null", args), (Some(0), String::new()), "{args:?}");
    }
    let run = files().run(&["compile", "--output", "/dev/full", "good.pp"]).status(2);
    run.says("cannot write `/dev/full`: the disk is full");
}
