//! Finding and reading the files that a command is about.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError, mpsc};

use bunraku::analysis::Unreadable;
use bunraku::diag::{Code, Diagnostic, Source, Sources, codes, nearest};
use bunraku::syntax::SourceKind;
use bunraku::world::{FileKind, TooLarge, World, is_of_kernel};
use bunraku_fs::Machine;
use ignore::WalkBuilder;

use crate::module_file;
use crate::report::Refusal;

/// The machine that the command itself reads its input from, on behalf of whoever started it.
pub static MACHINE: LazyLock<Machine> = LazyLock::new(Machine::unrestricted);

/// A file that is to be read.
pub struct Input {
    /// Its name in messages.
    pub name: String,
    origin: Origin,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Origin {
    Path(PathBuf),
    Stdin,
    /// That path was found to be unreadable when it was looked for, for that reason.
    Unreadable(PathBuf, String),
}

/// The content of a file, as far as it could be read.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, which is taken apart at once")]
pub enum Content {
    /// Its text.
    Text(Source),
    /// It is not text, for the reason given; the source is what can be shown of it.
    Broken(Source, Diagnostic),
}

impl Input {
    /// Whether it is a manifest, a template or a plan, by the ending of its name and the folder of the module that it is
    /// in. With `tasks` all manifests are read as plans are.
    pub fn kind(&self, tasks: bool) -> SourceKind {
        if self.ending() == "epp" {
            SourceKind::Template
        } else if tasks || module_file::is_plan(self.path().unwrap_or(Path::new(&self.name))) {
            SourceKind::Plan
        } else {
            SourceKind::Manifest
        }
    }

    /// The ending of its name, without the dot; empty if there is none.
    pub fn ending(&self) -> &str {
        Path::new(&self.name).extension().and_then(OsStr::to_str).unwrap_or_default()
    }

    /// Its path, unless it is standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Path(path) | Origin::Unreadable(path, _) => Some(path),
            Origin::Stdin => None,
        }
    }

    /// The kind of file whose limit it has; what it is called may say nothing, as that of standard input.
    fn limited_as(&self) -> FileKind {
        match self.ending() {
            "epp" | "erb" => FileKind::Template,
            "rb" => FileKind::Ruby,
            "yaml" | "yml" | "eyaml" | "json" | "conf" => FileKind::Data,
            _ => FileKind::Manifest,
        }
    }

    /// Reads it, as long as it is not larger than files with such a name may be.
    pub fn read(&self) -> Content {
        self.read_as(self.limited_as())
    }

    /// Reads it, as long as it is not larger than a file of that kind may be.
    fn read_as(&self, kind: FileKind) -> Content {
        let bytes = match &self.origin {
            Origin::Path(path) => read(path, kind).map_err(|error| failure(&error)),
            Origin::Stdin => read_stdin(kind).map_err(|error| failure(&error)),
            Origin::Unreadable(_, reason) => Err((codes::UNREADABLE_FILE, reason.clone())),
        };
        match bytes {
            Ok(bytes) => match bunraku::analysis::decode(&self.name, &bytes) {
                Ok(source) => Content::Text(source),
                Err(Unreadable { source, diagnostic }) => Content::Broken(source, *diagnostic),
            },
            Err((code, reason)) => {
                let message = format!("cannot read `{}`: {reason}", self.name);
                let source = Source::new(self.name.clone(), "");
                Content::Broken(source, Diagnostic::error(code, message))
            }
        }
    }
}

/// What is in a file that a person names, which may be a pipe. It has the limit of files of its kind.
fn read(path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
    let limit = limit(kind);
    if fs::metadata(path)?.len() > limit {
        return Err(TooLarge { kind, limit }.into());
    }
    held_to(limit, kind, MACHINE.read(path, FileKind::Input)?)
}

/// The text of a file that no person has named and that a command looks for by itself. A pipe or a device in its place is
/// no such file: nothing waits for it.
pub fn text_of(path: &Path, kind: FileKind) -> Option<String> {
    MACHINE.read(path, kind).ok().and_then(|bytes| String::from_utf8(bytes).ok())
}

/// What is in a file that no person has named; nothing if it is not a file, or too large.
pub fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    MACHINE.read(path, FileKind::Content).ok()
}

/// The text of a catalog. One that a person names may be a pipe, one that is found in a folder may not.
pub fn catalog_of(path: &Path, is_named: bool) -> io::Result<String> {
    let bytes = MACHINE.read(path, if is_named { FileKind::Input } else { FileKind::Content })?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not text in UTF-8"))
}

/// How many files and folders a command looks at that goes through all that is below a folder, links included: two that lead
/// back double them at each level.
pub const MOST_ENTRIES: usize = 200_000;

/// What is on standard input, which has the limit of files of its kind, and that of pipes.
fn read_stdin(kind: FileKind) -> io::Result<Vec<u8>> {
    let (limit, mut bytes) = (limit(kind).min(limit(FileKind::Data)), Vec::new());
    io::stdin().lock().take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    held_to(limit, kind, bytes)
}

fn limit(kind: FileKind) -> u64 {
    MACHINE.policy().map_or(u64::MAX, |policy| policy.limit(kind))
}

fn held_to(limit: u64, kind: FileKind, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.len() as u64 > limit { Err(TooLarge { kind, limit }.into()) } else { Ok(bytes) }
}

/// The code and the reason of an error.
fn failure(error: &io::Error) -> (Code, String) {
    let code = if TooLarge::of(error).is_some() { codes::FILE_TOO_LARGE } else { codes::UNREADABLE_FILE };
    (code, reason(error))
}

/// The files that paths name.
pub struct Found {
    /// The files.
    pub inputs: Vec<Input>,
    /// Links that lead out of the folders that were named, and that nobody has followed.
    pub left_out: Vec<PathBuf>,
}

impl Found {
    /// What is to be said about the links that were left out.
    pub fn note(&self) -> Option<String> {
        let named = |path: &PathBuf| format!("`{}`", shown(path));
        match self.left_out.as_slice() {
            [] => None,
            [link] => Some(format!(
                "symbolic link not followed, because it points outside the folder: {}",
                named(link)
            )),
            [link, rest @ ..] => {
                let (link, more) = (named(link), rest.len());
                Some(format!(
                    "symbolic links not followed, because they point outside the folder: {link} and \
                 {more} more"
                ))
            }
        }
    }
}

/// All files that the paths name: files themselves, manifests and templates in folders, `-` for standard input.
///
/// Paths keep their order, files in a folder are sorted, and a file that is named twice comes once. A path that
/// does not exist is wrong use.
pub fn find(paths: &[PathBuf], stdin_name: &str) -> Result<Found, Box<Diagnostic>> {
    find_in(paths, stdin_name, Folders::All, MANIFESTS)
}

/// The endings of manifests and templates.
pub const MANIFESTS: &[&str] = &["pp", "epp"];

/// Which folders below those that are named are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folders {
    /// All that are not hidden or ignored.
    All,
    /// Those with code of one's own: not `vendor`, and not `spec/fixtures`, into which tests put modules of others.
    Own,
}

/// As [`find`], in these folders, for files with one of some endings or names.
pub fn find_in(
    paths: &[PathBuf],
    stdin_name: &str,
    folders: Folders,
    endings: &[&str],
) -> Result<Found, Box<Diagnostic>> {
    let (mut inputs, mut left_out) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input { name: stdin_name.to_owned(), origin: Origin::Stdin });
            continue;
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() && is_link_called(path, endings) => {
                inputs.push(unreadable(path, "it is a link to a folder".to_owned()));
            }
            Ok(metadata) if metadata.is_dir() => left_out.extend(walk(path, folders, endings, &mut inputs)),
            Ok(_) => inputs.push(input(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(missing(path)),
            Err(error) => inputs.push(unreadable(path, reason(&error))),
        }
    }
    let mut seen = HashSet::new();
    inputs.retain(|input| seen.insert(input.origin.clone()));
    Ok(Found { inputs, left_out })
}

/// The one file that a path names. A folder is wrong use.
pub fn find_one(path: &Path, stdin_name: &str) -> Result<Input, Box<Diagnostic>> {
    if path.is_dir() {
        let message = format!("expected a file, got the folder `{}`", shown(path));
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)));
    }
    find(&[path.to_owned()], stdin_name)?.inputs.pop().ok_or_else(|| missing(path))
}

/// A file that a command looks for by itself. What is not a file, or a link that leads out of its folder, is unreadable: whoever
/// wrote the project must not choose what the person who works in it waits for, or sees of other files.
pub fn own(path: &Path) -> Input {
    let folder = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => unreadable(path, NOT_REGULAR.to_owned()),
        Ok(_) if path.is_symlink() && !leads_into(&fs::canonicalize(folder), path) => {
            unreadable(path, LEADS_OUT.to_owned())
        }
        _ => input(path),
    }
}

/// The one file of facts or names of nodes that a path names, which must be text.
pub fn source_of(path: &Path) -> Result<Source, Refusal> {
    match find_one(path, "<stdin>")?.read_as(FileKind::Input) {
        Content::Text(source) => Ok(source),
        Content::Broken(source, reason) => {
            let mut sources = Sources::new();
            sources.add(source);
            Err(Refusal { reason: Box::new(reason), sources })
        }
    }
}

/// The files that have options for `bunraku lint`, in the order in which they are read.
pub fn lint_options() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".puppet-lint.rc"));
    let mut files = vec![PathBuf::from("/etc/puppet-lint.rc")];
    files.extend(home);
    files.push(PathBuf::from(".puppet-lint.rc"));
    files
}

/// The paths of what is in a folder, sorted.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let failed = |error: io::Error| {
        let message = format!("cannot read `{}`: {}", shown(folder), reason(&error));
        Diagnostic::error(codes::UNREADABLE_FILE, message)
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Whether a path is called as the files that are looked for, but is a link: a shell that wrote `*.pp` out has named it, and
/// nobody wants all that it leads to.
fn is_link_called(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    endings.contains(&ending) && path.is_symlink()
}

/// Adds the files of a folder that have one of some endings. Links that lead out of it are not followed: what a folder
/// has in it may come from anybody.
fn walk(folder: &Path, folders: Folders, endings: &[&str], inputs: &mut Vec<Input>) -> Vec<PathBuf> {
    let is_wanted = |path: &Path| {
        // Tests and foreign code have broken data and Ruby files on purpose, or not to be fixed here.
        let below = path.strip_prefix(folder).unwrap_or(path);
        let foreign =
            below.components().any(|part| ["spec", "vendor"].iter().any(|name| part.as_os_str() == *name));
        let parts = [path.extension(), path.file_name()];
        let found = parts.into_iter().flatten().filter_map(OsStr::to_str).find(|part| endings.contains(part));
        found.is_some_and(|part| MANIFESTS.contains(&part) || !foreign)
    };
    if let Some(trap) = trap(folder) {
        inputs.push(unreadable(&trap, NOT_REGULAR.to_owned()));
        return Vec::new();
    }
    let mut walk = WalkBuilder::new(folder);
    // A module need not be a repository to have a `.gitignore`: it may have been unpacked from one.
    // Modules are often links to where they are kept. Loops of links are noticed.
    walk.require_git(false).follow_links(true).sort_by_file_path(Path::cmp);
    let real = fs::canonicalize(folder);
    let (left, leaves) = mpsc::channel();
    let (caught, traps) = mpsc::channel();
    // Links that lead to the same folder, each beside another one, double the work at each level.
    let visited = Mutex::new(HashSet::new());
    walk.filter_entry(move |entry| {
        let path = entry.path();
        let foreign = path.ends_with("vendor") || path.ends_with("spec/fixtures");
        if folders == Folders::Own && entry.depth() > 0 && foreign {
            return false;
        }
        let stays = !entry.path_is_symlink() || entry.depth() == 0 || leads_into(&real, path);
        // Nobody listens any more when the walk is over.
        let _ = if stays { Ok(()) } else { left.send(path.to_owned()) };
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        if stays && is_folder && !is_first(&visited, path) {
            return false;
        }
        let trap = if stays && is_folder && entry.depth() > 0 { trap(path) } else { None };
        let is_trap = trap.is_some();
        let _ = trap.map_or(Ok(()), |trap| caught.send(trap));
        stays && !is_trap
    });
    for entry in walk.build() {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) && is_wanted(entry.path()) => {
                inputs.push(input(entry.path()));
            }
            Ok(_) => {}
            // What a link leads back to has been seen, and a link to nowhere is not a manifest.
            Err(error) if is_link_trouble(&error) => {}
            Err(error) => inputs.push(failed_walk(folder, error)),
        }
    }
    inputs.extend(traps.try_iter().map(|trap| unreadable(&trap, NOT_REGULAR.to_owned())));
    leaves.try_iter().filter(|link| link.exists()).collect()
}

/// Whether a folder, whatever way led to it, is visited for the first time.
fn is_first(visited: &Mutex<HashSet<PathBuf>>, folder: &Path) -> bool {
    let Ok(real) = fs::canonicalize(folder) else { return true };
    visited.lock().unwrap_or_else(PoisonError::into_inner).insert(real)
}

/// Why a pipe or a device is not read that nobody has named.
const NOT_REGULAR: &str = "it is not a regular file";

/// Why a link is not followed that nobody has named.
const LEADS_OUT: &str = "it is a link that leads out of its folder";

/// The list of ignored files in a folder, if it is none: whoever walks through the folder would wait for it.
fn trap(folder: &Path) -> Option<PathBuf> {
    let lists = [".gitignore", ".ignore", ".git/info/exclude"].map(|name| folder.join(name));
    let is_trap = |list: &PathBuf| {
        let is_other = fs::metadata(list).is_ok_and(|list| !list.is_file() && !list.is_dir());
        is_other || fs::canonicalize(list).is_ok_and(|real| is_of_kernel(&real))
    };
    lists.into_iter().find(is_trap)
}

/// Whether a link leads to something inside a folder.
pub fn leads_into(folder: &io::Result<PathBuf>, link: &Path) -> bool {
    match (folder, fs::canonicalize(link)) {
        (Ok(folder), Ok(target)) => target.starts_with(folder),
        _ => false,
    }
}

/// Whether a link leads back to a folder around it, or to nothing.
fn is_link_trouble(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => is_link_trouble(err),
        ignore::Error::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

fn failed_walk(folder: &Path, error: ignore::Error) -> Input {
    let path = path_of(&error).unwrap_or(folder).to_owned();
    let text = error.io_error().map_or_else(|| error.to_string(), reason);
    unreadable(&path, text)
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithLineNumber { err, .. } | ignore::Error::WithDepth { err, .. } => path_of(err),
        _ => None,
    }
}

fn input(path: &Path) -> Input {
    Input { name: shown(path), origin: Origin::Path(short(path).to_owned()) }
}

fn unreadable(path: &Path, reason: String) -> Input {
    Input { name: shown(path), origin: Origin::Unreadable(path.to_owned(), reason) }
}

/// The path as messages show it.
fn shown(path: &Path) -> String {
    short(path).display().to_string()
}

/// The path without a `.` in front, which says nothing.
fn short(path: &Path) -> &Path {
    path.strip_prefix(".").ok().filter(|rest| *rest != Path::new("")).unwrap_or(path)
}

fn missing(path: &Path) -> Box<Diagnostic> {
    let diagnostic =
        Diagnostic::error(codes::WRONG_USE, format!("file or folder `{}` not found", shown(path)));
    Box::new(match similar(path) {
        Some(similar) => diagnostic.help(format!("write `{}`", shown(&similar))),
        None => diagnostic,
    })
}

/// A path that exists and differs in a few letters of its last name.
fn similar(path: &Path) -> Option<PathBuf> {
    let parent = path.parent()?;
    let folder = if parent == Path::new("") { Path::new(".") } else { parent };
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let name = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(parent.join(name))
}

/// Whether two paths are written alike, but for a `.` in front.
pub fn is_same(one: &Path, other: &Path) -> bool {
    short(one) == short(other)
}

/// Why a program could not be started.
pub fn not_started(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "program not found".to_owned(),
        _ => reason(error),
    }
}

/// Why something failed, without the number that the operating system gives it.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it no longer exists".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => {
            let text = error.to_string();
            text.split_once(" (os error").map_or(text.as_str(), |(reason, _)| reason).to_owned()
        }
    }
}
