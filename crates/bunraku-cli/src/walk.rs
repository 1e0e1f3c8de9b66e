//! Searches folders for files, without hidden ones and those that `.gitignore` and `.ignore` exclude.
//!
//! A folder is listed once, and its list shows whether it has such files: asking for each by name takes longer than
//! everything else.

use std::collections::HashSet;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use bunraku::world::is_of_kernel;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::files::{Folders, leads_into};

/// What a search found.
#[derive(Default)]
pub struct Walked {
    /// The regular files, sorted by path.
    pub files: Vec<PathBuf>,
    /// Links that lead out of the folder and were not followed.
    pub left_out: Vec<PathBuf>,
    /// Folders that cannot be read, and the reason.
    pub unreadable: Vec<(PathBuf, io::Error)>,
    /// Lists of ignored files that are not regular files: reading one might block, so that its folder is not searched.
    pub traps: Vec<PathBuf>,
}

/// Searches a folder. Links that lead out of it are not followed, since its content may come from anybody.
pub fn walk(folder: &Path, folders: Folders, is_wanted: impl Fn(&Path) -> bool) -> Walked {
    let real = fs::canonicalize(folder);
    let lists = real.as_ref().map(|real| Lists::above(real)).unwrap_or_default();
    let mut walk =
        Walk { start: folder, real, folders, lists, visited: HashSet::new(), walked: Walked::default() };
    let mut waiting: Vec<std::vec::IntoIter<ToVisit>> = Vec::new();
    waiting.extend(walk.open(folder));
    // The innermost folder is the last one. An explicit stack, because folders may be nested deeply.
    while let Some(entries) = waiting.last_mut() {
        match entries.next() {
            None => {
                waiting.pop();
                walk.lists.leave();
            }
            Some(found) if found.is_folder => waiting.extend(walk.open(&found.path)),
            Some(found) if is_wanted(&found.path) => walk.walked.files.push(found.path),
            Some(_) => {}
        }
    }
    walk.walked
}

/// A search under way.
struct Walk<'w> {
    start: &'w Path,
    /// The folder without links.
    real: io::Result<PathBuf>,
    folders: Folders,
    lists: Lists,
    /// Several links to the same folder would double the work at each level.
    visited: HashSet<FolderId>,
    walked: Walked,
}

/// A file or folder to look at.
struct ToVisit {
    path: PathBuf,
    is_folder: bool,
}

impl Walk<'_> {
    /// Lists a folder that has not been visited, sorted by name; `None` if it is not searched.
    fn open(&mut self, folder: &Path) -> Option<std::vec::IntoIter<ToVisit>> {
        if folder_id(folder).is_some_and(|id| !self.visited.insert(id)) {
            return None;
        }
        let entries = match entries(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                self.walked.unreadable.push((folder.to_owned(), error));
                return None;
            }
        };
        let real = self.real_path(folder);
        match List::of(folder, &real, &entries) {
            Ok(list) => self.lists.enter(list),
            Err(trap) => {
                self.walked.traps.push(trap);
                return None;
            }
        }
        let found: Vec<ToVisit> = entries.into_iter().filter_map(|entry| self.keep(folder, entry)).collect();
        Some(found.into_iter())
    }

    /// Whether an entry is looked at, and what it is.
    fn keep(&mut self, folder: &Path, (name, kind): Entry) -> Option<ToVisit> {
        let path = folder.join(&name);
        if self.folders == Folders::Own && (path.ends_with("vendor") || path.ends_with("spec/fixtures")) {
            return None;
        }
        // A link to nothing is not a file.
        let (is_folder, is_file) = match kind.is_symlink() {
            true => fs::metadata(&path).map(|target| (target.is_dir(), target.is_file())).ok()?,
            false => (kind.is_dir(), kind.is_file()),
        };
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        let is_ignored = match self.lists.matched(|| self.real_path(&path), is_folder) {
            Match::None => is_hidden,
            Match::Ignore(()) => true,
            Match::Whitelist(()) => false,
        };
        if is_ignored || !(is_folder || is_file) {
            return None;
        }
        if kind.is_symlink() && !leads_into(&self.real, &path) {
            self.walked.left_out.push(path);
            return None;
        }
        Some(ToVisit { path, is_folder })
    }

    /// The absolute path of something below the folder, by the names that lead to it.
    fn real_path(&self, path: &Path) -> PathBuf {
        let below = path.strip_prefix(self.start).unwrap_or(path);
        self.real.as_ref().map_or_else(|_| path.to_owned(), |real| real.join(below))
    }
}

type Entry = (std::ffi::OsString, FileType);

/// The names in a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        entries.push((entry.file_name(), entry.file_type()?));
    }
    entries.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(entries)
}

/// The lists that apply to the folder that is being searched: those of the folders around it, outermost first.
#[derive(Default)]
struct Lists {
    lists: Vec<List>,
    /// For each folder on the way, whether it has a list.
    path: Vec<bool>,
    /// The list for all repositories of the user.
    global: Option<Gitignore>,
}

/// The lists in one folder.
struct List {
    /// `.ignore`, `.gitignore` and the list inside the repository, in the order in which they decide.
    own: Gitignore,
    git: Gitignore,
    exclude: Gitignore,
    /// Whether it is the folder of a repository, to which lists of git further out do not apply.
    is_repository: bool,
}

impl Lists {
    /// The lists of the folders around a folder.
    fn above(real: &Path) -> Lists {
        let mut lists = Lists { global: Some(Gitignore::global().0), ..Lists::default() };
        let mut folders: Vec<&Path> = real.ancestors().skip(1).collect();
        folders.reverse();
        lists.lists.extend(folders.into_iter().filter_map(|folder| {
            let has = |name: &str| fs::symlink_metadata(folder.join(name)).is_ok();
            let read =
                |name: &str| if trap(folder, name).is_none() { list(folder, folder, name) } else { None };
            List::new(
                has(".ignore").then(|| read(".ignore")).flatten(),
                has(".gitignore").then(|| read(".gitignore")).flatten(),
                has(".git").then(|| read(".git/info/exclude")),
            )
        }));
        lists
    }

    fn enter(&mut self, list: Option<List>) {
        self.path.push(list.is_some());
        self.lists.extend(list);
    }

    fn leave(&mut self) {
        if self.path.pop() == Some(true) {
            self.lists.pop();
        }
    }

    /// What the lists say about a path: the innermost one that says something decides, for each kind of list.
    fn matched(&self, path: impl Fn() -> PathBuf, is_folder: bool) -> Match<()> {
        let global = self.global.as_ref().filter(|global| !global.is_empty());
        if self.lists.is_empty() && global.is_none() {
            return Match::None;
        }
        let path = path();
        let ask = |list: &Gitignore| list.matched(&path, is_folder).map(|_| ());
        let (mut own, mut git, mut exclude) = (Match::None, Match::None, Match::None);
        let mut is_outside = false;
        for list in self.lists.iter().rev() {
            own = own.or(ask(&list.own));
            if !is_outside {
                git = git.or(ask(&list.git));
                exclude = exclude.or(ask(&list.exclude));
            }
            is_outside |= list.is_repository;
        }
        own.or(git).or(exclude).or(global.map_or(Match::None, ask))
    }
}

impl List {
    /// Reads the lists of a folder with these entries. An error is one that is not a regular file.
    fn of(folder: &Path, real: &Path, entries: &[Entry]) -> Result<Option<List>, PathBuf> {
        let entry = |name: &str| entries.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
        let read = |name: &str, is_regular: bool| match trap(folder, name).filter(|_| !is_regular) {
            Some(trap) => Err(trap),
            None => Ok(list(folder, real, name)),
        };
        let named = |name: &str| match entry(name) {
            Some(kind) => read(name, kind.is_file()),
            None => Ok(None),
        };
        let repository = entry(".git").map(|_| read(".git/info/exclude", false)).transpose()?;
        Ok(List::new(named(".ignore")?, named(".gitignore")?, repository))
    }

    /// `exclude` is for a repository, which may have no list.
    fn new(
        own: Option<Gitignore>,
        git: Option<Gitignore>,
        exclude: Option<Option<Gitignore>>,
    ) -> Option<List> {
        let is_repository = exclude.is_some();
        let is_needed = own.is_some() || git.is_some() || is_repository;
        let or_empty = |list: Option<Gitignore>| list.unwrap_or_else(Gitignore::empty);
        let exclude = or_empty(exclude.flatten());
        is_needed.then(|| List { own: or_empty(own), git: or_empty(git), exclude, is_repository })
    }
}

/// Reads a list. Lines that are not patterns are ignored, as git does.
fn list(folder: &Path, real: &Path, name: &str) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(real);
    builder.add(folder.join(name));
    builder.build().ok()
}

/// A list of ignored files that is not a regular file.
fn trap(folder: &Path, name: &str) -> Option<PathBuf> {
    let list = folder.join(name);
    let is_other = fs::metadata(&list).is_ok_and(|list| !list.is_file() && !list.is_dir());
    (is_other || fs::canonicalize(&list).is_ok_and(|real| is_of_kernel(&real))).then_some(list)
}

/// The device and the number of a folder, which are one question to the system where a path without links is many.
#[cfg(unix)]
type FolderId = (u64, u64);

#[cfg(unix)]
fn folder_id(folder: &Path) -> Option<FolderId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(folder).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
type FolderId = PathBuf;

#[cfg(not(unix))]
fn folder_id(folder: &Path) -> Option<FolderId> {
    fs::canonicalize(folder).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Scratch(PathBuf);

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn scratch(name: &str, files: &[(&str, &str)]) -> Scratch {
        let folder = std::env::temp_dir().join(format!("bunraku-walk-{}-{name}", std::process::id()));
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Scratch(folder)
    }

    fn found(folder: &Path) -> Vec<String> {
        let walked = walk(folder, Folders::All, |path| path.extension().is_some_and(|ending| ending == "pp"));
        assert!(walked.unreadable.is_empty() && walked.traps.is_empty());
        let below = |path: &PathBuf| path.strip_prefix(folder).unwrap().display().to_string();
        walked.files.iter().map(below).collect()
    }

    #[test]
    fn lists_apply_below_their_folders_and_inner_ones_decide() {
        let folder = scratch(
            "lists",
            &[
                (".gitignore", "*.gen.pp\n/top.pp\nbuild/\n"),
                (".ignore", "!kept.gen.pp\nskipped.pp\n"),
                ("a.pp", ""),
                ("a.gen.pp", ""),
                ("kept.gen.pp", ""),
                ("top.pp", ""),
                ("build/a.pp", ""),
                ("sub/top.pp", ""),
                ("sub/skipped.pp", ""),
                ("sub/.gitignore", "!b.gen.pp\nlocal.pp\n"),
                ("sub/b.gen.pp", ""),
                ("sub/local.pp", ""),
                ("sub/deep/local.pp", ""),
                ("other/local.pp", ""),
                (".hidden/a.pp", ""),
                (".seen/.gitignore", ""),
            ],
        );
        let all = ["a.pp", "kept.gen.pp", "other/local.pp", "sub/b.gen.pp", "sub/top.pp"];
        assert_eq!(found(&folder.0), all);
        // The lists of the folders around a folder apply to it as well.
        assert_eq!(found(&folder.0.join("sub")), ["b.gen.pp", "top.pp"]);
    }

    #[test]
    fn lists_of_git_end_at_a_repository() {
        let folder = scratch(
            "repository",
            &[
                (".gitignore", "*.pp\n!.shown\n"),
                ("a.pp", ""),
                ("inner/.git/info/exclude", "mine.pp\n"),
                ("inner/a.pp", ""),
                ("inner/mine.pp", ""),
                ("inner/sub/mine.pp", ""),
                (".shown/b.txt", ""),
            ],
        );
        assert_eq!(found(&folder.0), ["inner/a.pp"]);
        assert_eq!(found(&folder.0.join("inner/sub")), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_once_and_not_out_of_the_folder() {
        use std::os::unix::fs::symlink;
        let folder = scratch("links", &[("in/real/a.pp", ""), ("out/b.pp", "")]);
        let inside = folder.0.join("in");
        symlink("..", inside.join("real/up")).unwrap();
        symlink("real", inside.join("again")).unwrap();
        symlink("nowhere", inside.join("nothing.pp")).unwrap();
        symlink(folder.0.join("out"), inside.join("away")).unwrap();
        assert_eq!(found(&inside), ["again/a.pp"]);
        let walked = walk(&inside, Folders::All, |_| true);
        assert_eq!(walked.left_out, [inside.join("away")]);
    }
}
