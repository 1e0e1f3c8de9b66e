//! The files that differ from the last commit, according to `git`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use bunraku::diag::{Diagnostic, codes};

use crate::files::{Input, reason};
use crate::report::Refusal;

/// Removes the inputs that have not changed since the last commit.
pub fn keep(inputs: &mut Vec<Input>, paths: &[PathBuf]) -> Result<(), Refusal> {
    let mut changed: HashSet<PathBuf> = HashSet::new();
    let mut folders: Vec<PathBuf> = paths.iter().map(|path| folder(path)).collect();
    folders.dedup();
    for folder in &folders {
        changed.extend(files(folder)?);
    }
    inputs.retain(|input| {
        let path = input.path().and_then(|path| std::fs::canonicalize(path).ok());
        path.is_some_and(|path| changed.contains(&path))
    });
    Ok(())
}

/// The folder to run `git` in.
fn folder(path: &Path) -> PathBuf {
    let parent = || path.parent().filter(|parent| *parent != Path::new("")).map(Path::to_owned);
    if path.is_dir() { path.to_owned() } else { parent().unwrap_or_else(|| PathBuf::from(".")) }
}

/// The modified and untracked files in a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let root = git(folder, &["rev-parse", "--show-toplevel"])?;
    let root = PathBuf::from(String::from_utf8_lossy(&root).trim_end_matches('\n').to_owned());
    let new = git(folder, &["ls-files", "--others", "--exclude-standard", "--full-name", "-z"])?;
    let diff = [
        "diff",
        "--name-only",
        "--no-ext-diff",
        "--no-textconv",
        "--no-renames",
        "--diff-filter=d",
        "-z",
        "HEAD",
    ];
    // Before the first commit all files are new.
    let changed = match git(folder, &["rev-parse", "--verify", "--quiet", "HEAD"]) {
        Ok(_) => git(folder, &diff)?,
        Err(_) => git(folder, &["ls-files", "--full-name", "-z"])?,
    };
    let names = new.split(|byte| *byte == 0).chain(changed.split(|byte| *byte == 0));
    let paths = names.filter(|name| !name.is_empty()).map(|name| root.join(path_of(name)));
    Ok(paths.filter_map(|path| std::fs::canonicalize(path).ok()).collect())
}

#[cfg(unix)]
fn path_of(name: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(name.to_vec())
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> OsString {
    OsString::from(String::from_utf8_lossy(name).into_owned())
}

fn git(folder: &Path, args: &[&str]) -> Result<Vec<u8>, Refusal> {
    let refused = |why: String| {
        let message = format!("`--changed` needs `git`: {why}");
        let help = "check a folder in a git repository, or remove `--changed`";
        Refusal::from(Diagnostic::error(codes::WRONG_USE, message).help(help))
    };
    let output = Command::new("git").arg("-C").arg(folder).args(args).output();
    let output = output.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => refused("it is not installed".to_owned()),
        _ => refused(reason(&error)),
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ");
        return Err(refused(first.to_owned()));
    }
    Ok(output.stdout)
}
