//! Checks that tools which compare with Puppet have a folder for what they keep before they begin.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests write files and start the program that they are about"
)]
#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// The tools, with what comes before and after the folder. What is wrong after it ends each before it needs Ruby.
const TOOLS: [(&str, &[&str]); 4] = [
    ("compare-ruby --answers", &["/missing"]),
    ("compare-functions --answers", &["--modules", "/missing"]),
    ("compare-syntax --keep", &["--missing"]),
    ("compare-suites --modules . --tools . --keep", &["--bunraku", "/missing"]),
];

#[test]
fn a_missing_folder_is_made() {
    for (at, (tool, rest)) in TOOLS.iter().enumerate() {
        let folder = fresh(&format!("made-{at}")).join("a/b");
        let output = run(tool, &folder, rest);
        assert!(folder.is_dir(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{tool}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let file = fresh("not-made").join("file");
    fs::write(&file, "").unwrap();
    for (tool, rest) in TOOLS {
        let output = run(tool, &file.join("a"), rest);
        let message = String::from_utf8(output.stderr).unwrap();
        let option = tool.rsplit(' ').next().unwrap();
        assert!(message.starts_with(&format!("{option} {}", file.display())), "{tool}: {message}");
        assert_eq!(output.status.code(), Some(2), "{tool}");
    }
}

fn run(tool: &str, folder: &Path, rest: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(tool.split(' ')).arg(folder).args(rest).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().unwrap()
}

/// An empty folder for a test.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
