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

use super::reach::{self, Reach};
use crate::args::Diff;
use crate::files;
use crate::output;

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
    pub fn open(args: &Diff, environment: &Path) -> Option<Cache> {
        let folder = args.cache.as_ref()?;
        let from_outside = args.enc.is_some()
            || args.store.is_some()
            || args.site.confdir.is_some()
            || args.conditions.trusted.is_some()
            || args.conditions.state.is_some();
        if from_outside || names_outside(environment) {
            return None;
        }
        let path = folder.join(format!("{:016x}.{ENDING}", content(args, environment)?));
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

/// A digest of everything that affects a compilation except the facts: the options, and every file of the environment
/// and of the modulepath. `None` if something cannot be read.
fn content(args: &Diff, environment: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    HEAD.hash(&mut hasher);
    format!("{:?} {:?} {:?}", args.conditions, args.old_fact, args.site).hash(&mut hasher);
    let modules = args.site.modulepath.iter().flat_map(|path| path.split(':')).map(Path::new);
    let mut left = files::MOST_ENTRIES;
    for folder in std::iter::once(environment).chain(modules) {
        below(folder, Path::new(""), 0, &mut left, &mut hasher)?;
    }
    if let Some(path) = &args.site.hiera_config {
        files::bytes_of(path)?.hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// Whether the configuration of an environment names folders outside of it, whose files the digest does not cover. A path
/// that only looks as if it led outside costs no more than the cache.
fn names_outside(environment: &Path) -> bool {
    let leads_out = |word: &str| word.starts_with('/') || word.split('/').any(|part| part == "..");
    ["environment.conf", "hiera.yaml"].iter().any(|name| {
        let bytes = files::bytes_of(&environment.join(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let mut words = lines.flat_map(|line| {
            line.split(|c: char| {
                c.is_whitespace() || matches!(c, ':' | '=' | '"' | '\'' | '[' | ']' | '{' | '}' | ',')
            })
        });
        words.any(leads_out)
    })
}

fn below(folder: &Path, at: &Path, depth: usize, left: &mut usize, hasher: &mut DefaultHasher) -> Option<()> {
    let mut names: Vec<_> =
        fs::read_dir(folder.join(at)).ok()?.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names.into_iter().filter(|name| name != ".git") {
        *left = left.checked_sub(1)?;
        let path = at.join(&name);
        let whole = folder.join(&path);
        if whole.is_dir() {
            if depth > reach::MAX_DEPTH {
                return None;
            }
            below(folder, &path, depth + 1, left, hasher)?;
        } else if !reach::is_never_read(&path) {
            path.hash(hasher);
            files::bytes_of(&whole)?.hash(hasher);
        }
    }
    Some(())
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
    fn folders_outside_are_noticed() -> std::io::Result<()> {
        let folder = std::env::temp_dir().join(format!("bunraku-diff-cache-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let mut answers = Vec::new();
        for (name, text) in [
            ("environment.conf", "modulepath = site:modules:$basemodulepath\n# not /this\n"),
            ("environment.conf", "modulepath = modules:/srv/modules\n"),
            ("environment.conf", "modulepath = modules:../shared\n"),
            ("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    path: nodes/%{facts.fqdn}.yaml\n"),
            ("hiera.yaml", "version: 5\ndefaults:\n  datadir: '/srv/data'\n"),
            ("hiera.yaml", "version: 5\ndefaults: {datadir: ../data}\n"),
        ] {
            fs::write(folder.join(name), text)?;
            answers.push(names_outside(&folder));
            fs::remove_file(folder.join(name))?;
        }
        fs::remove_dir(&folder)?;
        assert_eq!(answers, [false, true, true, false, true, true]);
        Ok(())
    }

    #[test]
    fn half_a_file_is_not_believed() {
        assert!(read("").is_none());
        assert!(read(&format!("{HEAD}\nz.pp\n\n0000000000000007 a 1\n")).is_none());
        assert!(read("something else\n\n").is_none());
    }
}
