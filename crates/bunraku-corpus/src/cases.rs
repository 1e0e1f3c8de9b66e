//! The programs of the conformance cases, as inputs for everything that parses or runs programs.

#![allow(clippy::disallowed_methods, reason = "tests and tools read their inputs from the disk")]

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// One program of a `.cases` file.
#[derive(Debug, Clone)]
pub struct Program {
    /// The file and the title of the case, for messages.
    pub name: String,
    /// The source.
    pub text: String,
}

/// The folder of the conformance cases.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance")
}

/// The programs of all cases in a folder, recursively, ordered by file name.
pub fn programs(folder: &Path) -> io::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for file in files(folder, &["cases"])? {
        let text = fs::read_to_string(&file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        programs.extend(split(&name, &text));
    }
    Ok(programs)
}

/// The files in a folder, recursively, with one of the extensions, sorted. Links to folders are not followed.
pub fn files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|ending| endings.contains(&ending.to_string_lossy().as_ref()))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Extracts the programs of a file: each runs from a title `## ...` to the first `>>`, without settings `#! ...`.
fn split(file: &str, text: &str) -> Vec<Program> {
    let mut programs: Vec<Program> = Vec::new();
    let mut reading = false;
    for line in text.split_inclusive('\n') {
        if let Some(title) = line.strip_prefix("## ") {
            programs.push(Program { name: format!("{file}: {}", title.trim()), text: String::new() });
            reading = true;
        } else if line.starts_with(">>") {
            reading = false;
        } else if reading
            && !line.starts_with("#! ")
            && let Some(program) = programs.last_mut()
        {
            program.text.push_str(line);
        }
    }
    programs
}
