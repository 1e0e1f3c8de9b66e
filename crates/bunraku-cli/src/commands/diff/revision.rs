//! A revision of the git repository that contains an environment, and a checkout of the environment at that revision.
//!
//! The repository and its work tree are not modified: files are checked out with a separate index.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bunraku::diag::{Diagnostic, codes};

use crate::files::{not_started, reason};
use crate::report::Reporter;
use crate::scratch::{Scratch, link};

type Refused<T> = Result<T, Box<Diagnostic>>;

/// A revision, with the environment in the work tree.
pub struct Revision {
    name: String,
    commit: String,
    /// The environment in the work tree.
    folder: PathBuf,
}

/// A copy of the environment, removed on drop.
pub struct Checkout {
    /// Removes the folder on drop.
    _scratch: Scratch,
    files: PathBuf,
}

impl Revision {
    /// Looks up a revision; `None` if the folder is not in a repository. A revision that does not exist is an error.
    pub fn find(folder: &Path, name: &str) -> Refused<Option<Revision>> {
        let folder = fs::canonicalize(folder)
            .map_err(|error| refused(format!("cannot open `{}`: {}", folder.display(), reason(&error))))?;
        if !is_in_repository(&folder) {
            return Ok(None);
        }
        // A leading dash would make it an option of git.
        let found = match name.starts_with('-') {
            true => None,
            false => {
                git(&folder, None, &["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")]).ok()
            }
        };
        let Some(commit) = found.map(|commit| commit.trim().to_owned()) else {
            let message = format!("`{name}` is neither a file, a folder nor a revision of the repository");
            let shallow = git(&folder, None, &["rev-parse", "--is-shallow-repository"]);
            let diagnostic = Diagnostic::error(codes::WRONG_USE, message);
            return Err(Box::new(match shallow.is_ok_and(|answer| answer.trim() == "true") {
                true => {
                    diagnostic.help("this is a shallow clone: `git fetch --unshallow` gets the other commits")
                }
                false => diagnostic.help("`git branch --all` and `git tag` list the revisions"),
            }));
        };
        Ok(Some(Revision { name: name.to_owned(), commit, folder }))
    }

    /// The environment in the work tree.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Checks the environment out into a temporary folder. Folders that git ignores, such as installed modules, are
    /// taken from the work tree.
    pub fn check_out(&self, reporter: &mut Reporter) -> Refused<Checkout> {
        let cannot =
            |error: io::Error| refused(format!("cannot create a temporary folder: {}", reason(&error)));
        let scratch = Scratch::new("diff").map_err(cannot)?;
        let (files, index) = (scratch.path().join("files"), scratch.path().join("index"));
        fs::create_dir(&files).map_err(cannot)?;
        let prefix = git(&self.folder, None, &["rev-parse", "--show-prefix"])?;
        let tree = format!("{}:{}", self.commit, prefix.trim_end_matches(['\n', '/']));
        if git(&self.folder, None, &["rev-parse", "--verify", "--quiet", &tree]).is_err() {
            let message =
                format!("revision `{}` does not contain the folder `{}`", self.name, prefix.trim_end());
            return Err(refused(message));
        }
        export(&self.folder, &tree, &files, &index)?;
        self.link_ignored(&files, reporter)?;
        Ok(Checkout { _scratch: scratch, files })
    }

    fn link_ignored(&self, copy: &Path, reporter: &mut Reporter) -> Refused<()> {
        let listed = git(
            &self.folder,
            None,
            &["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"],
        )?;
        for name in listed.split('\0').filter_map(|name| name.strip_suffix('/')) {
            let (there, here) = (self.folder.join(name), copy.join(name));
            if name.is_empty() || name.starts_with('.') || here.exists() || !there.is_dir() {
                continue;
            }
            let parent = here.parent().map_or(Ok(()), fs::create_dir_all);
            parent.and_then(|()| link(&there, &here)).map_err(|error| {
                refused(format!("cannot link to `{}`: {}", there.display(), reason(&error)))
            })?;
            reporter.note(&format!(
                "`{name}` is not in the repository: `{}` uses the one in the work tree",
                self.name
            ));
        }
        Ok(())
    }

    /// Notes uncommitted changes: comparing `HEAD` with another revision does not include them.
    pub fn mention_changes(&self, reporter: &mut Reporter) {
        let is_head =
            git(&self.folder, None, &["rev-parse", "HEAD"]).is_ok_and(|head| head.trim() == self.commit);
        let changed = git(&self.folder, None, &["status", "--porcelain", "--", "."]);
        if is_head && changed.is_ok_and(|changed| !changed.is_empty()) {
            reporter.note(&format!(
                "uncommitted changes are not part of `{}`; pass the folder to include them",
                self.name
            ));
        }
    }
}

impl Checkout {
    /// The folder of the copy.
    pub fn path(&self) -> &Path {
        &self.files
    }
}

/// Writes the files of a tree and of its submodules into a folder.
fn export(repository: &Path, tree: &str, to: &Path, index: &Path) -> Refused<()> {
    git(repository, Some(index), &["read-tree", tree])?;
    let prefix = format!("{}/", to.display());
    // The paths in an index are relative to the root of the repository, but those of this one are relative to the
    // folder.
    let top = git(repository, None, &["rev-parse", "--show-toplevel"])?;
    git(
        Path::new(top.trim_end_matches('\n')),
        Some(index),
        &["checkout-index", "--all", "--quiet", "--prefix", &prefix],
    )?;
    let entries = git(Path::new(top.trim_end_matches('\n')), Some(index), &["ls-files", "-z", "--stage"])?;
    let _ = fs::remove_file(index);
    for entry in entries.split('\0') {
        let Some((info, path)) = entry.split_once('\t') else { continue };
        let mut info = info.split(' ');
        if let (Some("160000"), Some(commit)) = (info.next(), info.next()) {
            submodule(repository, (path, commit), to, index)?;
        }
    }
    Ok(())
}

fn submodule(repository: &Path, (path, commit): (&str, &str), to: &Path, index: &Path) -> Refused<()> {
    let folder = repository.join(path);
    let tree = format!("{commit}^{{tree}}");
    let is_there = folder.join(".git").exists()
        && git(&folder, None, &["rev-parse", "--verify", "--quiet", &tree]).is_ok();
    if !is_there {
        let message = format!("submodule `{path}` does not contain commit {commit}");
        let help = "`git submodule update --init` gets it";
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
    }
    let to = to.join(path);
    fs::create_dir_all(&to).map_err(|error| {
        refused(format!("cannot create the folder `{}`: {}", to.display(), reason(&error)))
    })?;
    export(&folder, &tree, &to, index)
}

fn is_in_repository(folder: &Path) -> bool {
    git(folder, None, &["rev-parse", "--is-inside-work-tree"]).is_ok_and(|answer| answer.trim() == "true")
}

/// Runs git and returns its standard output.
fn git(folder: &Path, index: Option<&Path>, args: &[&str]) -> Refused<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(args).stdin(Stdio::null());
    // If a git hook runs this program, git has set these for its own repository.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    if let Some(index) = index {
        command.env("GIT_INDEX_FILE", index);
    }
    let output = command.output().map_err(|error| {
        let message = format!("cannot run `git`: {}", not_started(&error));
        Box::new(
            Diagnostic::error(codes::WRONG_USE, message).help("comparing revisions needs git on the PATH"),
        )
    })?;
    if !output.status.success() {
        let says = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(refused(format!("`git {}` failed: {says}", args.first().copied().unwrap_or_default())));
    }
    String::from_utf8(output.stdout).map_err(|_| {
        refused(
            "git reported a file name that is not valid \
     UTF-8"
                .to_owned(),
        )
    })
}

fn refused(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::WRONG_USE, message))
}
