//! Runs the commands in the README and the manual as written.
//!
//! A `console` block has commands after `$`, each followed by its output. A `sh` block has commands, and an `output`
//! block after it has their output. Each page runs from top to bottom in a fresh copy of the examples. `status=1` on
//! the fence is the exit status of the last command, and `norun` marks a block that is not run because it needs an
//! agent or something else that this machine lacks. `BLESS=1` updates the output in the pages.

mod install;
mod options;
mod page;
mod picture;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use crate::support::{Folder, folder};
use page::{Block, Step, blocks, pages, repository};

/// Replaces `bunraku` by one that behaves as on a terminal, where a catalog is shown as a summary.
const BUNRAKU: &str = r#"#!/bin/sh
case " $* " in
  *" --format "*|*" --output "*|*" --check "*) exec "$PROGRAM" "$@" ;;
  " compile "*) exec "$PROGRAM" "$@" --format summary ;;
  *) exec "$PROGRAM" "$@" ;;
esac
"#;

/// Replaces `cargo`: nothing is rebuilt, but the named files must exist.
const CARGO: &str = r#"#!/bin/sh
[ "$1" = install ] && [ "$2" = --path ] && [ -d "$REPOSITORY/$3" ]
"#;

/// What pages show instead of the folder they run in.
const SHOWN_FOLDER: &str = "/home/ada/bunraku";

#[test]
fn every_command_works_as_written() {
    let pages = pages();
    let left = Mutex::new(pages.iter());
    let wrong = Mutex::new(Vec::new());
    let commands = Mutex::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(path) = left.lock().unwrap().next() else { break };
                    let (count, mut found) = run_page(path);
                    *commands.lock().unwrap() += count;
                    wrong.lock().unwrap().append(&mut found);
                }
            });
        }
    });
    let (commands, wrong) = (commands.into_inner().unwrap(), wrong.into_inner().unwrap());
    assert!(wrong.is_empty(), "{}\n\nBLESS=1 writes what is printed", wrong.join("\n\n"));
    assert!(commands > 90, "only {commands} commands were found");
}

/// Runs the commands of a page. Returns their number and the problems.
fn run_page(path: &Path) -> (usize, Vec<String>) {
    let text = fs::read_to_string(path).unwrap();
    let blocks: Vec<Block<'_>> = blocks(&text).into_iter().filter(Block::is_run).collect();
    if blocks.is_empty() {
        return (0, Vec::new());
    }
    let files = copy();
    let mut here = files.path("");
    let (mut count, mut wrong, mut edits) = (0, Vec::new(), Vec::new());
    let mut printed = String::new();
    for block in &blocks {
        if block.language() == "output" {
            compare(path, block, &printed, &mut edits, &mut wrong);
            continue;
        }
        let steps = block.steps();
        let mut all = String::new();
        for (index, step) in steps.iter().enumerate() {
            count += 1;
            let status = if index + 1 == steps.len() { block.status() } else { 0 };
            let (ended, said) = run(&files, &mut here, step);
            if ended != status {
                wrong.push(format!(
                    "{}: status {ended}, not {status}: {}\n{said}",
                    path.display(),
                    step.command
                ));
            }
            if block.language() == "console" {
                all.push_str(step.text);
            }
            all.push_str(&said);
        }
        if block.language() == "console" {
            compare(path, block, &all, &mut edits, &mut wrong);
        }
        printed = all;
    }
    if !edits.is_empty() {
        let mut text = text.clone();
        for (range, replacement) in edits.into_iter().rev() {
            text.replace_range(range, &replacement);
        }
        fs::write(path, text).unwrap();
    }
    (count, wrong)
}

type Edit = (std::ops::Range<usize>, String);

/// Compares a block with the actual output, or records an edit that updates it.
fn compare(path: &Path, block: &Block<'_>, printed: &str, edits: &mut Vec<Edit>, wrong: &mut Vec<String>) {
    if timeless(block.text) == timeless(printed) {
        return;
    }
    if std::env::var_os("BLESS").is_some() {
        edits.push((block.range.clone(), printed.to_owned()));
    } else {
        wrong.push(format!("{}:\n{}--- prints ---\n{printed}", path.display(), block.text));
    }
}

/// Runs a command in a folder, which it may change. Returns its status and output.
fn run(files: &Folder, here: &mut PathBuf, step: &Step<'_>) -> (i32, String) {
    let script = format!("exec 2>&1\nset -e\ntrap 'pwd > \"$PLACE\"' EXIT\n{}\n", step.command);
    let mut command = Command::new("sh");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    let output = command
        .args(["-c", &script])
        .current_dir(&*here)
        .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", files.path("bin").display()))
        .env("PROGRAM", env!("CARGO_BIN_EXE_bunraku"))
        .env("REPOSITORY", repository())
        .env("PLACE", files.path("place"))
        .env("HOME", files.path("home"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    // A script that ends in `exec` does not report its working directory.
    if let Ok(place) = fs::read_to_string(files.path("place")) {
        *here = PathBuf::from(place.trim_end());
    }
    let said = String::from_utf8_lossy(&output.stdout).replace(&root(files), SHOWN_FOLDER);
    (output.status.code().unwrap_or(-1), said)
}

/// The folder that a page runs in, as messages show it.
fn root(files: &Folder) -> String {
    files.path("").canonicalize().unwrap().display().to_string()
}

/// A folder with the examples and the programs that pages call.
fn copy() -> Folder {
    let git = "[user]\nname = Ada\nemail = ada@example.com\n[init]\ndefaultBranch = main\n";
    let files = folder(&[("bin/bunraku", BUNRAKU), ("bin/cargo", CARGO), ("home/.gitconfig", git)]);
    for name in ["bin/bunraku", "bin/cargo"] {
        fs::set_permissions(files.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    copy_folder(&repository().join("examples"), &files.path("examples"));
    files
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy_folder(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// Replaces what differs between runs: durations, dates and identifiers.
fn timeless(text: &str) -> String {
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let is_unit =
        |word: &&str| matches!(word.trim_end().trim_end_matches([',', ')']), "ms" | "s" | "seconds");
    let mut out = String::new();
    for (index, word) in words.iter().enumerate() {
        let is_number = word.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit());
        if is_number && words.get(index + 1).is_some_and(is_unit) {
            out.push_str("N ");
        } else {
            out.push_str(&changing(word));
        }
    }
    out
}

/// Replaces the digits of a word by `0` if it is a time or an identifier.
fn changing(word: &str) -> String {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let is_time = digits >= 12 && word.contains('T') && word.contains(':');
    let is_long =
        word.trim().trim_matches(['"', ',']).len() >= 32 && word.chars().filter(|c| *c == '-').count() == 4;
    if !is_time && !is_long {
        return word.to_owned();
    }
    word.chars().map(|c| if c.is_ascii_hexdigit() { '0' } else { c }).collect()
}
