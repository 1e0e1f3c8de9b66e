//! Compiles what the test suites of modules compile, with bunraku and with Puppet, and compares the catalogs.
//!
//! Modules, the libraries their suites use and the recorded inputs are folders given by the caller; none of them is
//! part of this repository.

mod compare;
mod nodes;
mod record;
mod values;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub use compare::run as compare;
pub use nodes::run as compare_nodes;
pub use record::run as record;

use crate::arguments::Arguments;

/// The folders of a suite whose examples compile something.
pub const SPECS: [&str; 5] =
    ["spec/classes", "spec/defines", "spec/functions", "spec/hosts", "spec/type_aliases"];

/// A folder that must exist, as an absolute path.
pub fn folder(arguments: &mut Arguments, name: &str) -> Result<PathBuf, String> {
    let given = arguments.option(name).ok_or_else(|| format!("{name} DIR is missing"))?;
    fs::canonicalize(&given).map_err(|error| format!("{given}: {error}"))
}

/// The modules given as arguments, or all folders with a `metadata.json`, sorted.
pub fn names(arguments: &mut Arguments, modules: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    while let Some(name) = arguments.next() {
        names.push(name);
    }
    if !names.is_empty() {
        return Ok(names);
    }
    for path in entries(modules)? {
        if path.join("metadata.json").is_file() {
            names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    Ok(names)
}

/// The entries of a folder, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// The value of `RUBYLIB`: Puppet's checkout, then the libraries of the tools.
pub fn ruby_library(puppet: Option<&Path>, tools: Option<&Path>) -> Result<String, String> {
    let mut folders: Vec<PathBuf> = puppet.map(|puppet| puppet.join("lib")).into_iter().collect();
    if let Some(tools) = tools {
        folders.extend(below(tools, "lib")?);
    }
    Ok(joined(&folders))
}

/// The subfolders of this name, in each folder that has one.
pub fn below(folder: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let all = entries(folder)?.into_iter().map(|path| path.join(name));
    Ok(all.filter(|path| path.is_dir()).collect())
}

pub fn joined(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(":")
}
