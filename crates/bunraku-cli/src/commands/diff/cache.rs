//! Remembers across runs in which files each node found definitions.
//!
//! A node that the change cannot affect is then not compiled at all. No part of a catalog is cached, and therefore no
//! secret: only file names, for one content of the old side, one set of options and the facts of each node.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bunraku::Facts;
use bunraku::formats::json::to_json;
use bunraku::loader::Environment;
use bunraku::pcore::Value;

use super::outside::outside;
use super::reach::{self, Reach};
use super::stamps::Stamps;
use crate::args::Diff;
use crate::facts::{FactsSource, Listed};
use crate::files;
use crate::output;
use crate::pool::{self, Event};

/// The first line of a cache file.
const HEAD: &str = concat!("bunraku diff ", env!("CARGO_PKG_VERSION"));

/// The extension of cache files.
const ENDING: &str = "reach";

/// How many cache files are kept, one for each content of an environment.
const MOST: usize = 20;

/// What is known about the nodes of a side.
pub struct Cache {
    path: PathBuf,
    known: HashMap<String, Node>,
    /// The nodes asked about in this run, with the digests of their facts.
    digests: BTreeMap<String, u64>,
}

struct Node {
    /// The digest of the node's facts.
    digest: u64,
    /// The files, relative to the environment.
    files: Vec<PathBuf>,
}

impl Cache {
    /// Opens the cache of an environment. `None` if something besides the content decides, such as a classifier.
    pub fn open(args: &Diff, environment: &Environment, stamps: &Stamps) -> Option<Cache> {
        let folder = args.cache.as_ref()?;
        let from_outside = args.enc.is_some()
            || args.store.is_some()
            || args.site.confdir.is_some()
            || args.conditions.trusted.is_some()
            || args.conditions.state.is_some()
            || args.conditions.allow.is_any();
        if from_outside {
            return None;
        }
        let path = folder.join(format!("{:016x}.{ENDING}", content(args, environment, stamps)?));
        let known = fs::read_to_string(&path).ok().and_then(|text| read(&text)).unwrap_or_default();
        Some(Cache { path, known, digests: BTreeMap::new() })
    }

    /// Whether the change is known not to affect a node with these facts.
    pub fn is_unreached(&mut self, node: &str, digest: u64, reach: &Reach) -> bool {
        self.digests.insert(node.to_owned(), digest);
        let known = self.known.get(node).filter(|known| known.digest == digest);
        known.is_some_and(|known| !reach.reaches_files(known.files.iter().map(PathBuf::as_path)))
    }

    /// Saves what was learned about nodes. Failing to write only makes the next run slower.
    pub fn keep(mut self, nodes: impl IntoIterator<Item = (String, Vec<PathBuf>)>) {
        for (node, files) in nodes {
            if let Some(digest) = self.digests.get(&node) {
                self.known.insert(node, Node { digest: *digest, files });
            }
        }
        let Some(folder) = self.path.parent() else { return };
        if fs::create_dir_all(folder).is_ok() && output::save(&self.path, &self.write()).is_ok() {
            forget_old(folder);
        }
    }

    /// Formats the cache. Files are numbered in order of first use.
    fn write(&self) -> String {
        let mut numbers: HashMap<&Path, usize> = HashMap::new();
        let (mut files, mut nodes) = (String::new(), String::new());
        for (name, node) in &self.known {
            let _ = write!(nodes, "{:016x} {name}", node.digest);
            for file in &node.files {
                let next = numbers.len();
                let number = *numbers.entry(file).or_insert_with(|| {
                    let _ = writeln!(files, "{}", file.display());
                    next
                });
                let _ = write!(nodes, " {number}");
            }
            nodes.push('\n');
        }
        format!("{HEAD}\n{files}\n{nodes}")
    }
}

/// Parses a cache; `None` if it is malformed or truncated.
fn read(text: &str) -> Option<HashMap<String, Node>> {
    let (files, nodes) = text.strip_prefix(HEAD)?.strip_prefix('\n')?.split_once("\n\n")?;
    let files: Vec<&str> = files.lines().collect();
    let node = |line: &str| {
        let mut words = line.split(' ');
        let digest = u64::from_str_radix(words.next()?, 16).ok()?;
        let name = words.next()?.to_owned();
        let file = |number: &str| Some(PathBuf::from(*files.get(number.parse::<usize>().ok()?)?));
        Some((name, Node { digest, files: words.map(file).collect::<Option<_>>()? }))
    };
    nodes.lines().map(node).collect()
}

fn forget_old(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .filter_map(|path| Some((fs::metadata(&path).and_then(|file| file.modified()).ok()?, path)))
        .collect();
    files.sort();
    for (_, path) in files.iter().rev().skip(MOST) {
        let _ = fs::remove_file(path);
    }
}

/// A digest of the facts of a node; `None` if they cannot be read.
pub fn digest(node: &Listed, shared: &Facts, stamps: &Stamps) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    node.name.hash(&mut hasher);
    match &node.facts {
        Some(FactsSource::File(path)) => stamps.digest(path)?.hash(&mut hasher),
        Some(FactsSource::Read(facts)) => to_json(&Value::Hash(facts.values.clone())).hash(&mut hasher),
        None => to_json(&Value::Hash(shared.values.clone())).hash(&mut hasher),
    }
    Some(hasher.finish())
}

/// A digest of everything that affects a compilation except the facts: the options, and every file of the environment
/// and of the folders that it names. `None` if something cannot be read.
fn content(args: &Diff, environment: &Environment, stamps: &Stamps) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    HEAD.hash(&mut hasher);
    let given = &args.conditions.facts.facts;
    let given: Vec<Option<u64>> = given.iter().map(|path| stamps.digest(path)).collect();
    format!("{:?} {given:?} {:?} {:?}", args.conditions, args.old_fact, args.site).hash(&mut hasher);
    let mut walk = Walk { left: files::MOST_ENTRIES, found: Vec::new() };
    walk.below(environment.folder.as_deref()?, Path::new(""), 0)?;
    for path in outside(args, environment)? {
        // Its path matters, too: two environments may name different folders.
        path.hash(&mut hasher);
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => walk.below(&path, Path::new(""), 0)?,
            Ok(metadata) => walk.found.push((PathBuf::new(), path, metadata)),
            Err(_) => {}
        }
    }
    let work = |_: usize, (_, whole, metadata): &File| stamps.digest_of(whole, metadata);
    let mut names = walk.found.iter().map(|(name, ..)| name);
    let mut is_whole = true;
    pool::map_in_order(&walk.found, work, |event| {
        if let Event::Result(digest) = event {
            is_whole &= digest.is_some();
            (names.next(), digest).hash(&mut hasher);
        }
    });
    is_whole.then(|| hasher.finish())
}

/// A file: its path in the folder, its whole path, and what the file system says about it.
type File = (PathBuf, PathBuf, fs::Metadata);

/// Collects the files of folders, in order.
struct Walk {
    /// How many entries may follow.
    left: usize,
    found: Vec<File>,
}

impl Walk {
    fn below(&mut self, folder: &Path, at: &Path, depth: usize) -> Option<()> {
        let mut entries: Vec<_> = fs::read_dir(folder.join(at)).ok()?.flatten().collect();
        entries.sort_by_cached_key(fs::DirEntry::file_name);
        for entry in entries.into_iter().filter(|entry| entry.file_name() != ".git") {
            self.left = self.left.checked_sub(1)?;
            let path = at.join(entry.file_name());
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if !is_folder && reach::is_never_read(&path) {
                continue;
            }
            let whole = folder.join(&path);
            // A link that leads nowhere is not a file, and no compilation can read it.
            let metadata = if is_folder { None } else { fs::metadata(&whole).ok() };
            match metadata {
                Some(metadata) if !metadata.is_dir() => self.found.push((path, whole, metadata)),
                None if !is_folder => {}
                _ if depth > reach::MAX_DEPTH => return None,
                _ => self.below(folder, &path, depth + 1)?,
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let cache = Cache {
            path: PathBuf::new(),
            known: HashMap::from([
                ("a".to_owned(), Node { digest: 7, files: files(&["x y.pp", "z.pp"]) }),
                ("b".to_owned(), Node { digest: 8, files: files(&["z.pp"]) }),
            ]),
            digests: BTreeMap::new(),
        };
        let read = read(&cache.write()).unwrap_or_default();
        assert_eq!(read.len(), 2);
        assert_eq!(read["a"].files, files(&["x y.pp", "z.pp"]));
        assert_eq!((read["b"].digest, &read["b"].files), (8, &files(&["z.pp"])));
    }

    #[test]
    fn half_a_file_is_not_believed() {
        assert!(read("").is_none());
        assert!(read(&format!("{HEAD}\nz.pp\n\n0000000000000007 a 1\n")).is_none());
        assert!(read("something else\n\n").is_none());
    }
}
