//! `bunraku test --watch`: runs the specs that a change can affect.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bunraku_rspec::{FileRun, SpecFile};

use super::{find, open, run_files};
use crate::args::Test;
use crate::commands::Status;
use crate::report::Refusal;
use crate::watch::Stamps;

/// How deeply folders may be nested.
const MAX_DEPTH: usize = 24;

/// Runs the suite, and after each change the specs it can affect, until the program is interrupted.
pub fn run(args: &Test) -> Result<Status, Refusal> {
    let root = std::path::absolute(&args.module).unwrap_or_else(|_| args.module.clone());
    let mut ran: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let mut changed: Option<BTreeSet<PathBuf>> = None;
    loop {
        let before = stamps(&root);
        // The suite is reopened because the code of the last run is out of date.
        let suite = open(args)?;
        let files = find(args, &suite)?;
        let chosen: Vec<SpecFile> = match &changed {
            None => files,
            Some(changed) => files.into_iter().filter(|file| reaches(&root, changed, file, &ran)).collect(),
        };
        if chosen.is_empty() {
            eprintln!("no spec depends on the changes");
        } else {
            let (runs, status) = run_files(args, &suite, &chosen);
            if status == Status::Interrupted {
                return Ok(status);
            }
            remember(&root, runs, &mut ran);
        }
        eprintln!("waiting for changes");
        changed = Some(before.wait(|| stamps(&root)));
    }
}

fn remember(root: &Path, runs: Vec<FileRun>, ran: &mut BTreeMap<PathBuf, BTreeSet<String>>) {
    for run in runs {
        let path = root.join(run.path.trim_start_matches("./"));
        // A file that stopped halfway may depend on anything.
        if run.error.is_some() {
            ran.remove(&path);
        } else {
            ran.insert(path, run.read);
        }
    }
}

/// Whether a change can affect a spec file. A spec affects itself. The manifest of a class or defined type and a template
/// affect the specs that read them, or whose compilations did. Everything else, such as data, functions and helpers, affects
/// every spec, and so do `init.pp` and what was added or removed.
fn reaches(
    root: &Path,
    changed: &BTreeSet<PathBuf>,
    file: &SpecFile,
    ran: &BTreeMap<PathBuf, BTreeSet<String>>,
) -> bool {
    let Some(read) = ran.get(&file.path) else { return true };
    changed.iter().any(|path| {
        let relative = path.strip_prefix(root).map(|path| path.display().to_string()).unwrap_or_default();
        if relative.ends_with("_spec.rb") {
            return *path == file.path;
        }
        let is_known = ran.values().any(|known| known.contains(&relative));
        if is_read_when_needed(&relative) && is_known && path.exists() {
            read.contains(&relative)
        } else {
            true
        }
    })
}

/// Whether only those who need a file read it. `init.pp` is read before all other manifests of the module.
fn is_read_when_needed(relative: &str) -> bool {
    let is_manifest = relative.starts_with("manifests/") && relative.ends_with(".pp");
    relative.starts_with("templates/") || is_manifest && relative != "manifests/init.pp"
}

/// The stamps of a module's files, without fixtures and hidden files.
fn stamps(root: &Path) -> Stamps {
    let mut paths = Vec::new();
    below(root, root, 0, &mut paths);
    Stamps::of(paths.iter().map(PathBuf::as_path))
}

fn below(root: &Path, folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !hidden && depth < MAX_DEPTH && path != root.join("spec/fixtures/modules") {
            below(root, &path, depth + 1, paths);
        } else if !is_folder && (!hidden || path == root.join(".fixtures.yml")) {
            paths.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_reach_what_depends_on_them() {
        let root = Path::new("/nowhere");
        let spec = |name: &str| SpecFile::whole(root.join(name));
        let (one, other) = (spec("spec/classes/one_spec.rb"), spec("spec/classes/other_spec.rb"));
        let ran = BTreeMap::from([
            (one.path.clone(), BTreeSet::from(["manifests/one.pp".to_owned()])),
            (other.path.clone(), BTreeSet::from(["manifests/other.pp".to_owned()])),
        ]);
        let reached = |name: &str| {
            let changed = BTreeSet::from([root.join(name)]);
            [&one, &other].map(|file| reaches(root, &changed, file, &ran))
        };
        assert_eq!(reached("spec/classes/one_spec.rb"), [true, false]);
        assert_eq!(reached("templates/a.epp"), [true, true]);
        assert!(is_read_when_needed("templates/a.epp") && !is_read_when_needed("manifests/init.pp"));
        // The file was removed, so any spec may fail without it.
        assert_eq!(reached("manifests/one.pp"), [true, true]);
        let new = spec("spec/classes/new_spec.rb");
        assert!(reaches(root, &BTreeSet::new(), &new, &ran));
    }
}
