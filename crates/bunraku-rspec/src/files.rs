//! Finds spec files.

use std::path::{Path, PathBuf};

use bunraku::world::{World, files_below, names::normal};

/// A spec file, and which parts of it to run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpecFile {
    /// The absolute path.
    pub path: PathBuf,
    /// Lines of the examples or groups to run. If there are neither lines nor positions, all run.
    pub lines: Vec<u32>,
    /// Positions of the examples or groups to run, as in RSpec's names of examples: `1:2` is the second child of the first group.
    pub positions: Vec<String>,
}

impl SpecFile {
    /// The whole file.
    pub fn whole(path: PathBuf) -> SpecFile {
        SpecFile { path, ..SpecFile::default() }
    }

    fn is_whole(&self) -> bool {
        self.lines.is_empty() && self.positions.is_empty()
    }
}

/// Each file once, with all parts of it that are to run.
pub(crate) fn merged(files: Vec<SpecFile>) -> Vec<SpecFile> {
    let mut merged: Vec<SpecFile> = Vec::new();
    for file in files {
        match merged.iter_mut().find(|known| known.path == file.path) {
            Some(known) if known.is_whole() || file.is_whole() => *known = SpecFile::whole(file.path),
            Some(known) => {
                known.lines.extend(file.lines);
                known.positions.extend(file.positions);
            }
            None => merged.push(file),
        }
    }
    merged
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

/// The files that the user names: a file, a folder, or a file with lines or positions as in `a_spec.rb:12:30` and
/// `a_spec.rb[1:2,1:3]`.
pub(crate) fn named(world: &dyn World, root: &Path, name: &str) -> Option<Vec<SpecFile>> {
    let whole = normal(&root.join(name));
    if world.is_folder(&whole) {
        return Some(below(world, &whole));
    }
    if world.is_file(&whole) {
        return Some(vec![SpecFile::whole(whole)]);
    }
    let file = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((path, positions)) => {
            let positions = positions.split(',').map(|position| position.trim().to_owned());
            SpecFile { path: normal(&root.join(path)), positions: positions.collect(), ..SpecFile::default() }
        }
        None => {
            let mut parts = name.split(':');
            let path = normal(&root.join(parts.next()?));
            let lines: Option<Vec<u32>> = parts.map(|part| part.parse().ok()).collect();
            SpecFile { path, lines: lines?, ..SpecFile::default() }
        }
    };
    (!file.is_whole() && world.is_file(&file.path)).then(|| vec![file])
}

/// The specs below a folder, without those of fixtures, which have suites of their own.
fn below(world: &dyn World, folder: &Path) -> Vec<SpecFile> {
    let mut names = Vec::new();
    files_below(world, folder, |name| name != "fixtures", |name| names.push(name));
    names.retain(|name| name.ends_with("_spec.rb"));
    let mut paths: Vec<PathBuf> = names.into_iter().map(|name| folder.join(name)).collect();
    paths.sort();
    paths.into_iter().map(SpecFile::whole).collect()
}
