//! Finds spec files.

use std::path::{Path, PathBuf};

use bunraku::world::World;

/// A spec file, and which parts of it to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecFile {
    /// The absolute path.
    pub path: PathBuf,
    /// Lines of the examples or groups to run; empty for all.
    pub lines: Vec<u32>,
}

/// The folders of a module with specs that do not need a test machine.
const FOLDERS: &[&str] = &[
    "aliases",
    "applications",
    "classes",
    "defines",
    "functions",
    "hosts",
    "integration",
    "plans",
    "tasks",
    "type_aliases",
    "types",
    "unit",
];

/// How deeply folders may be nested.
const MAX_DEPTH: usize = 24;

/// The files of a module that RSpec runs by default.
pub(crate) fn of_module(world: &dyn World, root: &Path) -> Vec<SpecFile> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        below(world, &root.join("spec").join(folder), 0, &mut files);
    }
    files
}

/// The files that the user names: a file, a folder, or a file with lines as in `a_spec.rb:12:30`.
pub(crate) fn named(world: &dyn World, root: &Path, name: &str) -> Option<Vec<SpecFile>> {
    let whole = root.join(name);
    if world.is_folder(&whole) {
        let mut files = Vec::new();
        below(world, &whole, 0, &mut files);
        return Some(files);
    }
    if world.is_file(&whole) {
        return Some(vec![SpecFile { path: whole, lines: Vec::new() }]);
    }
    let mut parts = name.split(':');
    let path = root.join(parts.next()?);
    let lines: Option<Vec<u32>> = parts.map(|part| part.parse().ok()).collect();
    let lines = lines.filter(|lines| !lines.is_empty())?;
    world.is_file(&path).then(|| vec![SpecFile { path, lines }])
}

fn below(world: &dyn World, folder: &Path, depth: usize, files: &mut Vec<SpecFile>) {
    let Ok(entries) = world.list(folder) else { return };
    for entry in entries {
        let path = folder.join(&entry.name);
        if entry.folder {
            // Fixtures have suites of their own. As in Ruby's patterns, a link to a folder is not followed: it may lead back.
            if depth < MAX_DEPTH && entry.name != "fixtures" && !entry.link {
                below(world, &path, depth + 1, files);
            }
        } else if entry.name.ends_with("_spec.rb") {
            files.push(SpecFile { path, lines: Vec::new() });
        }
    }
}
