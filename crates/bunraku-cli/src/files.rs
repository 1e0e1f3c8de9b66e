//! Finds and reads the files a command works on.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use bunraku::analysis::Unreadable;
use bunraku::diag::{Code, Diagnostic, Source, Sources, codes, nearest};
use bunraku::syntax::SourceKind;
pub use bunraku::world::reason;
use bunraku::world::{FileKind, TooLarge, World, is_of_kernel};
use bunraku_fs::{Contents, SystemWorld};

use crate::module_file;
use crate::report::Refusal;
use crate::walk;

/// Reads the command's own input, with the permissions of the user.
pub static MACHINE: LazyLock<SystemWorld> = LazyLock::new(|| SystemWorld::unrestricted().sharing(&CONTENTS));

/// What has been read, for commands that need files several times.
pub static CONTENTS: LazyLock<Arc<Contents>> = LazyLock::new(Arc::default);

/// A file to be read.
pub struct Input {
    /// The name in messages.
    pub name: String,
    origin: Origin,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Origin {
    Path(PathBuf),
    Stdin,
    /// A path that turned out to be unreadable during the search, and the reason.
    Unreadable(PathBuf, String),
}

/// The content of a file, as far as it could be read.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, which is taken apart at once")]
pub enum Content {
    /// Valid UTF-8.
    Text(Source),
    /// Not valid UTF-8, and the reason. The source contains as much as can be shown.
    Broken(Source, Diagnostic),
}

impl Input {
    /// Whether it is a manifest, a template or a plan, according to its extension and its folder in the module. With
    /// `tasks`, all manifests are parsed as plans.
    pub fn kind(&self, tasks: bool) -> SourceKind {
        if self.ending() == "epp" {
            SourceKind::Template
        } else if tasks || module_file::is_plan(self.path().unwrap_or(Path::new(&self.name))) {
            SourceKind::Plan
        } else {
            SourceKind::Manifest
        }
    }

    /// The extension without the dot; empty if there is none.
    pub fn ending(&self) -> &str {
        Path::new(&self.name).extension().and_then(OsStr::to_str).unwrap_or_default()
    }

    /// The path; `None` for standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Path(path) | Origin::Unreadable(path, _) => Some(path),
            Origin::Stdin => None,
        }
    }

    /// Names it relative to the current folder if it is below that, which is where hosts of code look for files.
    pub fn rename_below_here(&mut self) {
        let here = std::env::current_dir().unwrap_or_default();
        let below = self.path().and_then(|path| path.strip_prefix(here).ok());
        if let Some(below) = below {
            self.name = below.display().to_string();
        }
    }

    /// Whether it is a compiled SELinux policy, whose name also ends in `.pp`.
    pub fn is_policy(&self) -> bool {
        const MAGIC: [u8; 4] = [0x8f, 0xff, 0x7c, 0xf9];
        let mut beginning = [0; MAGIC.len()];
        // Reading the beginning of a pipe would consume it.
        let is_kept = |path: &&Path| path.canonicalize().is_ok_and(|real| !is_of_kernel(&real));
        let path = self.path().filter(|path| path.is_file()).filter(is_kept);
        let file = path.and_then(|path| fs::File::open(path).ok());
        file.is_some_and(|mut file| file.read_exact(&mut beginning).is_ok()) && beginning == MAGIC
    }

    /// The kind of file whose size limit applies. A name such as that of standard input may say nothing.
    fn limited_as(&self) -> FileKind {
        match self.ending() {
            "epp" | "erb" => FileKind::Template,
            "rb" => FileKind::Ruby,
            "yaml" | "yml" | "eyaml" | "json" | "conf" => FileKind::Data,
            _ => FileKind::Manifest,
        }
    }

    /// Reads the file. Fails if it is larger than files with such a name may be.
    pub fn read(&self) -> Content {
        self.read_as(self.limited_as())
    }

    /// Reads the file. Fails if it is larger than files of this kind may be.
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

/// Reads a file named by the user, which may be a pipe, within the size limit of its kind.
fn read(path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
    let limit = limit(kind);
    if fs::metadata(path)?.len() > limit {
        return Err(TooLarge { kind, limit }.into());
    }
    held_to(limit, kind, MACHINE.read(path, FileKind::Input)?)
}

/// Reads a file the command looks for on its own. A pipe or device in its place is ignored, since reading it might
/// block.
pub fn text_of(path: &Path, kind: FileKind) -> Option<String> {
    MACHINE.read(path, kind).ok().and_then(|bytes| String::from_utf8(bytes).ok())
}

/// Like [`text_of`], for bytes; `None` if it is not a regular file or too large.
pub fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    MACHINE.read(path, FileKind::Content).ok()
}

/// Reads a catalog. One named by the user may be a pipe, one found in a folder may not.
pub fn catalog_of(path: &Path, is_named: bool) -> io::Result<String> {
    let bytes = MACHINE.read(path, if is_named { FileKind::Input } else { FileKind::Content })?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not valid UTF-8"))
}

/// How many files and folders a recursive search visits at most, including those reached through links: two links that
/// lead back double the number at each level.
pub const MOST_ENTRIES: usize = 200_000;

/// Reads standard input, within the size limits of its kind and of pipes.
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

/// The files that paths refer to.
pub struct InputFiles {
    pub inputs: Vec<Input>,
    /// Links that lead out of the given folders and were not followed.
    pub left_out: Vec<PathBuf>,
}

impl InputFiles {
    /// A note about the links that were left out.
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

/// Finds all files the paths refer to: files themselves, manifests and templates in folders, `-` for standard input.
///
/// Paths keep their order, files in a folder are sorted, and duplicates are removed. A path that does not exist is a
/// usage error.
pub fn find(paths: &[PathBuf], stdin_name: &str) -> Result<InputFiles, Box<Diagnostic>> {
    find_in(paths, stdin_name, Folders::All, MANIFESTS)
}

/// The extensions of manifests and templates.
pub const MANIFESTS: &[&str] = &["pp", "epp"];

/// Which subfolders are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folders {
    /// All that are not hidden or ignored.
    All,
    /// Those with the project's own code: not `vendor`, and not `spec/fixtures`, where tests install dependencies.
    Own,
}

/// Like [`find`], for the given folders and the given extensions or file names.
pub fn find_in(
    paths: &[PathBuf],
    stdin_name: &str,
    folders: Folders,
    endings: &[&str],
) -> Result<InputFiles, Box<Diagnostic>> {
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
    Ok(InputFiles { inputs, left_out })
}

/// Finds a single file. A folder is a usage error.
pub fn find_one(path: &Path, stdin_name: &str) -> Result<Input, Box<Diagnostic>> {
    if path.is_dir() {
        let message = format!("expected a file, got the folder `{}`", shown(path));
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)));
    }
    find(&[path.to_owned()], stdin_name)?.inputs.pop().ok_or_else(|| missing(path))
}

/// A file the command looks for on its own. If it is not a regular file, or a link that leads out of its folder, it is
/// unreadable: the author of a project must not be able to make its user wait or see other files.
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

/// Reads a file of facts or node names, which must be valid UTF-8.
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

/// The files with options for `bunraku lint`, in the order in which they are read.
pub fn lint_options() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".puppet-lint.rc"));
    let mut files = vec![PathBuf::from("/etc/puppet-lint.rc")];
    files.extend(home);
    files.push(PathBuf::from(".puppet-lint.rc"));
    files
}

/// The paths of a folder's entries, sorted.
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

/// Whether a path is a link that is named like the files searched for: the shell may have expanded `*.pp`, and the user
/// does not expect everything below the link's target.
fn is_link_called(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    endings.contains(&ending) && path.is_symlink()
}

/// Adds the files of a folder with one of the extensions. Links that lead out of it are not followed, since the content
/// of a folder may come from anybody. Returns those links.
fn walk(folder: &Path, folders: Folders, endings: &[&str], inputs: &mut Vec<Input>) -> Vec<PathBuf> {
    let is_wanted = |path: &Path| {
        // Broken data and Ruby files in tests are intentional, and those in dependencies are not fixed here.
        let below = path.strip_prefix(folder).unwrap_or(path);
        let foreign =
            below.components().any(|part| ["spec", "vendor"].iter().any(|name| part.as_os_str() == *name));
        let parts = [path.extension(), path.file_name()];
        let found = parts.into_iter().flatten().filter_map(OsStr::to_str).find(|part| endings.contains(part));
        found.is_some_and(|part| MANIFESTS.contains(&part) || !foreign)
    };
    let walked = walk::walk(folder, folders, is_wanted);
    inputs.extend(walked.files.iter().map(|path| input(path)));
    inputs.extend(walked.unreadable.iter().map(|(path, error)| unreadable(path, reason(error))));
    inputs.extend(walked.traps.iter().map(|trap| unreadable(trap, NOT_REGULAR.to_owned())));
    walked.left_out
}

/// Why a pipe or device that the user has not named is not read.
const NOT_REGULAR: &str = "it is not a regular file";

/// Why a link that the user has not named is not followed.
const LEADS_OUT: &str = "it is a link that leads out of its folder";

/// Whether a link leads to something inside a folder.
pub fn leads_into(folder: &io::Result<PathBuf>, link: &Path) -> bool {
    match (folder, fs::canonicalize(link)) {
        (Ok(folder), Ok(target)) => target.starts_with(folder),
        _ => false,
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

/// The path without a leading `.`.
fn short(path: &Path) -> &Path {
    path.strip_prefix(".").ok().filter(|rest| *rest != Path::new("")).unwrap_or(path)
}

/// Fails if a path does not exist.
pub fn must_exist(path: &Path) -> Result<(), Box<Diagnostic>> {
    if path.exists() { Ok(()) } else { Err(missing(path)) }
}

fn missing(path: &Path) -> Box<Diagnostic> {
    let diagnostic =
        Diagnostic::error(codes::WRONG_USE, format!("file or folder `{}` not found", shown(path)));
    Box::new(match similar(path) {
        Some(similar) => diagnostic.help(format!("did you mean `{}`?", shown(&similar))),
        None => diagnostic,
    })
}

/// An existing path that differs in the extension or in a few letters of the last component.
fn similar(path: &Path) -> Option<PathBuf> {
    let parent = path.parent()?;
    let folder = if parent == Path::new("") { Path::new(".") } else { parent };
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let same_stem = |name: &&String| Path::new(name.as_str()).file_stem() == path.file_stem();
    if let Some(name) = names.iter().find(same_stem) {
        return Some(parent.join(name));
    }
    let name = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(parent.join(name))
}

/// Whether two paths are spelled the same, except for a leading `.`.
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
