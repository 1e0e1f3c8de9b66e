//! Finds spec files.

use std::path::{Path, PathBuf};

use bunraku::world::{World, files_below, names::normal};

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

/// The files of a module that RSpec runs by default.
pub(crate) fn of_module(world: &dyn World, root: &Path) -> Vec<SpecFile> {
    FOLDERS.iter().flat_map(|folder| below(world, &root.join("spec").join(folder))).collect()
}

/// The files that the user names: a file, a folder, or a file with lines as in `a_spec.rb:12:30`.
pub(crate) fn named(world: &dyn World, root: &Path, name: &str) -> Option<Vec<SpecFile>> {
    let whole = normal(&root.join(name));
    if world.is_folder(&whole) {
        return Some(below(world, &whole));
    }
    if world.is_file(&whole) {
        return Some(vec![SpecFile { path: whole, lines: Vec::new() }]);
    }
    let mut parts = name.split(':');
    let path = normal(&root.join(parts.next()?));
    let lines: Option<Vec<u32>> = parts.map(|part| part.parse().ok()).collect();
    let lines = lines.filter(|lines| !lines.is_empty())?;
    world.is_file(&path).then(|| vec![SpecFile { path, lines }])
}

/// The specs below a folder, without those of fixtures, which have suites of their own.
fn below(world: &dyn World, folder: &Path) -> Vec<SpecFile> {
    let mut names = Vec::new();
    files_below(world, folder, |name| name != "fixtures", |name| names.push(name));
    names.retain(|name| name.ends_with("_spec.rb"));
    let mut paths: Vec<PathBuf> = names.into_iter().map(|name| folder.join(name)).collect();
    paths.sort();
    paths.into_iter().map(|path| SpecFile { path, lines: Vec::new() }).collect()
}
