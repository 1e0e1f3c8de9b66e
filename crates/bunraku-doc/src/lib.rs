//! Reference documentation of modules, from the comments in their code.
//!
//! [`document`] parses the files of a module and returns a [`Reference`]: an [`Entry`] for each class, defined type,
//! function, data type, resource type, provider, plan and task, with its comment parsed into text and tags. The rules
//! are those of puppet-strings and YARD, for which people have written their comments. [`markdown`] writes the file
//! `REFERENCE.md`, [`json`] the format for other tools, [`html`] a page with search.
//!
//! Code is parsed, never run: the declarations of a type or function written in Ruby are found in its syntax tree. The
//! crate does no I/O; callers pass the contents of files.

mod docstring;
mod entry;
pub mod html;
pub mod json;
mod lines;
pub mod markdown;
mod puppet;
mod ruby;
mod task;

pub use docstring::{Docstring, OptionTag, Tag};
pub use entry::{
    Attribute, DataType, Defaults, Entry, EntryKind, Function, FunctionKind, Provider, Signature, Task,
    TypeEntry,
};

/// A file of a module.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path relative to the module, with `/` between folders.
    pub path: String,
    /// The content of the file.
    pub text: String,
}

/// The documentation of a module.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Reference {
    /// The entries, sorted by name within each kind.
    pub entries: Vec<Entry>,
    /// What is missing or wrong, in the order of the files.
    pub problems: Vec<Problem>,
    /// The values in the module's own data, by level. They come from the caller, since data is not documentation.
    pub data: Vec<DataValue>,
}

impl Reference {
    /// The values in the data for a parameter of a class, from the highest level.
    pub fn data_of<'r>(&'r self, class: &'r str, parameter: &'r str) -> impl Iterator<Item = &'r DataValue> {
        self.data.iter().filter(move |value| value.key.rsplit_once("::") == Some((class, parameter)))
    }
}

/// The value of a key in a module's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataValue {
    /// The key.
    pub key: String,
    /// The name of the level.
    pub level: String,
    /// The path of the data file relative to the module, with `/` between folders.
    pub file: String,
    /// The value in Puppet's notation.
    pub value: String,
}

/// A problem with the documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The path of the file.
    pub file: String,
    /// The line, starting from one; 0 for the whole file.
    pub line: u32,
    /// What is missing or wrong.
    pub message: String,
    /// Whether the file could not be parsed, so that its documentation is missing.
    pub fatal: bool,
}

/// Whether a file of a module may contain documentation, by its path relative to the module.
pub fn is_documented(path: &str) -> bool {
    let manifest = path.ends_with(".pp")
        && ["manifests/", "functions/", "types/", "plans/"].iter().any(|folder| path.starts_with(folder));
    let task = path.strip_prefix("tasks/").is_some_and(|name| name.ends_with(".json") && !name.contains('/'));
    manifest || task || path.starts_with("lib/") && path.ends_with(".rb")
}

/// Parses the files of a module; those without documentation are skipped.
pub fn document(files: &[SourceFile]) -> Reference {
    let mut found = Found::default();
    for file in files.iter().filter(|file| is_documented(&file.path)) {
        found.file.clone_from(&file.path);
        if file.path.ends_with(".pp") {
            puppet::read(file, &mut found);
        } else if file.path.ends_with(".rb") {
            ruby::read(file, &mut found);
        } else {
            task::read(file, &mut found);
        }
    }
    ruby::add_providers(&mut found.entries);
    found.entries.sort_by(|a, b| (a.what.rank(), &a.name).cmp(&(b.what.rank(), &b.name)));
    Reference { entries: found.entries, problems: found.problems, data: Vec::new() }
}

/// The entries so far, and the file that is being parsed.
#[derive(Default)]
struct Found {
    file: String,
    entries: Vec<Entry>,
    problems: Vec<Problem>,
}

impl Found {
    fn problem(&mut self, line: u32, message: impl Into<String>) {
        let (file, message) = (self.file.clone(), message.into());
        self.problems.push(Problem { file, line, message, fatal: false });
    }

    fn unreadable(&mut self, line: u32, message: impl Into<String>) {
        let (file, message) = (self.file.clone(), message.into());
        self.problems.push(Problem { file, line, message, fatal: true });
    }

    fn add(&mut self, entry: Entry) {
        let length = entry
            .docs
            .tag("summary")
            .and_then(|tag| tag.text.as_ref())
            .map_or(0, |text| text.chars().count());
        if length > SUMMARY_LENGTH {
            self.problem(
                entry.line,
                format!(
                    "the summary of `{}` has {length} characters; keep it under {SUMMARY_LENGTH}",
                    entry.name
                ),
            );
        }
        self.entries.push(entry);
    }
}

/// The maximum length of a summary in tables of contents.
const SUMMARY_LENGTH: usize = 140;
