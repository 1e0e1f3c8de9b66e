//! Digests of files, remembered together with what the file system says about them.
//!
//! As long as its length, its times and its number are the same, a file is not read again. A file that was written just
//! before it was read is not remembered, because another write within the resolution of the clock would not show.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::files::bytes_of;
use crate::output;

/// The first line of the file.
const HEAD: &str = concat!("bunraku stamps ", env!("CARGO_PKG_VERSION"));

/// How old a file must be to be remembered.
const AGE: Duration = Duration::from_secs(3);

/// How many files are remembered.
const MOST: usize = 500_000;

/// The digests of files.
pub struct Stamps {
    /// Where they are saved; `None` if they are not.
    path: Option<PathBuf>,
    known: HashMap<PathBuf, Known>,
    learned: Mutex<HashMap<PathBuf, Known>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Known {
    stamp: Stamp,
    digest: u64,
    /// The node whose facts the file contains, if that is known.
    node: Option<String>,
}

/// Length, time of modification, time of the last change of its attributes, number.
type Stamp = [u64; 4];

impl Stamps {
    /// Reads what a cache folder remembers. Without a folder, nothing is remembered.
    pub fn open(folder: Option<&Path>) -> Stamps {
        let path = folder.map(|folder| folder.join("files.stamps"));
        let text = path.as_ref().and_then(|path| fs::read_to_string(path).ok());
        let known = text.and_then(|text| read(&text)).unwrap_or_default();
        Stamps { path, known, learned: Mutex::default() }
    }

    /// A digest of the content of a file; `None` if it cannot be read.
    pub fn digest(&self, path: &Path) -> Option<u64> {
        self.digest_of(path, &fs::metadata(path).ok()?)
    }

    /// Like [`Stamps::digest`], if the metadata of the file is known.
    pub fn digest_of(&self, path: &Path, metadata: &Metadata) -> Option<u64> {
        if let Some(known) = self.known(path, metadata) {
            return Some(known.digest);
        }
        let before = SystemTime::now();
        let mut hasher = DefaultHasher::new();
        bytes_of(path)?.hash(&mut hasher);
        let digest = hasher.finish();
        let stamp = stamp(metadata).filter(|stamp| is_old(stamp, before) && self.path.is_some());
        if let Some(stamp) = stamp {
            self.learn(path, Known { stamp, digest, node: None });
        }
        Some(digest)
    }

    /// The node whose facts are in a file, if the file has not changed since that was remembered.
    pub fn node(&self, path: &Path) -> Option<String> {
        self.known(path, &fs::metadata(path).ok()?)?.node
    }

    /// Remembers the node whose facts are in a file, if the file is remembered.
    pub fn learn_node(&self, path: &Path, node: &str) {
        let known = fs::metadata(path).ok().and_then(|metadata| self.known(path, &metadata));
        if let Some(known) = known.filter(|known| known.node.as_deref() != Some(node)) {
            self.learn(path, Known { node: Some(node.to_owned()), ..known });
        }
    }

    /// Saves the digests. Failing to write only makes the next run slower.
    pub fn save(self) {
        let learned = self.learned.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = self.path.filter(|_| !learned.is_empty()) else { return };
        let mut all = if self.known.len() + learned.len() > MOST { HashMap::new() } else { self.known };
        all.extend(learned);
        if path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok()) {
            let _ = output::save(&path, &write(&all));
        }
    }

    fn known(&self, path: &Path, metadata: &Metadata) -> Option<Known> {
        let learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        let known = learned.get(path).or_else(|| self.known.get(path))?;
        (stamp(metadata) == Some(known.stamp)).then(|| known.clone())
    }

    fn learn(&self, path: &Path, known: Known) {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), known);
    }
}

fn is_old([_, modified, changed, _]: &Stamp, now: SystemTime) -> bool {
    let limit = now.checked_sub(AGE).and_then(nanoseconds);
    limit.is_some_and(|limit| *modified < limit && *changed < limit)
}

fn stamp(metadata: &Metadata) -> Option<Stamp> {
    let modified = nanoseconds(metadata.modified().ok()?)?;
    let (changed, number) = attributes(metadata);
    Some([metadata.len(), modified, changed, number])
}

#[cfg(unix)]
fn attributes(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    let seconds = u64::try_from(metadata.ctime()).unwrap_or(0);
    let rest = u64::try_from(metadata.ctime_nsec()).unwrap_or(0);
    (seconds.saturating_mul(1_000_000_000).saturating_add(rest), metadata.ino())
}

#[cfg(not(unix))]
fn attributes(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

fn nanoseconds(time: SystemTime) -> Option<u64> {
    u64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

fn write(all: &HashMap<PathBuf, Known>) -> String {
    let mut text = format!("{HEAD}\n");
    for (path, Known { stamp: [length, modified, changed, number], digest, node }) in all {
        let Some(path) = path.to_str().filter(|path| !path.contains('\n')) else { continue };
        let node = node.as_deref().unwrap_or("-");
        let _ = writeln!(text, "{length:x} {modified:x} {changed:x} {number:x} {digest:x} {node} {path}");
    }
    text
}

/// Parses the file; `None` if it is malformed.
fn read(text: &str) -> Option<HashMap<PathBuf, Known>> {
    let lines = text.strip_prefix(HEAD)?.strip_prefix('\n')?.lines();
    lines
        .map(|line| {
            let mut words = line.splitn(7, ' ');
            let mut number = || u64::from_str_radix(words.next()?, 16).ok();
            let stamp = [number()?, number()?, number()?, number()?];
            let digest = number()?;
            let node = Some(words.next()?).filter(|node| *node != "-").map(str::to_owned);
            Some((PathBuf::from(words.next()?), Known { stamp, digest, node }))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn what_is_written_is_read() {
        let known = |node: Option<&str>| Known {
            stamp: [1, 2, 3, u64::MAX],
            digest: 255,
            node: node.map(str::to_owned),
        };
        let all = HashMap::from([
            (PathBuf::from("/a b.pp"), known(None)),
            (PathBuf::from("/c"), known(Some("web01.example.net"))),
        ]);
        assert_eq!(read(&write(&all)), Some(all));
        assert_eq!(read(&format!("{HEAD}\n1 2 3\n")), None);
        assert_eq!(read("something else"), None);
    }

    #[test]
    fn unchanged_files_are_not_read_again() -> std::io::Result<()> {
        let scratch = Scratch::new("stamps")?;
        let file = scratch.path().join("a.json");
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        let write = |text: &str| {
            fs::write(&file, text)?;
            fs::File::options().write(true).open(&file)?.set_modified(long_ago)
        };
        write("one")?;
        let stamps = Stamps::open(Some(scratch.path()));
        let one = stamps.digest(&file);
        stamps.learn_node(&file, "web01");
        assert_eq!(stamps.node(&file), None, "its attributes have just changed");
        write("two")?;
        let two = stamps.digest(&file);
        assert!(one.is_some() && two.is_some() && one != two);
        assert_eq!(stamps.digest(Path::new("/does/not/exist")), None);
        Ok(())
    }

    #[test]
    fn what_is_learned_is_remembered() -> std::io::Result<()> {
        let scratch = Scratch::new("stamps")?;
        let file = scratch.path().join("a.json");
        fs::write(&file, "{}")?;
        let stamp = stamp(&fs::metadata(&file)?).unwrap_or_default();
        let stamps = Stamps::open(Some(scratch.path()));
        stamps.learn(&file, Known { stamp, digest: 7, node: None });
        stamps.learn_node(&file, "web01");
        stamps.save();
        let stamps = Stamps::open(Some(scratch.path()));
        assert_eq!((stamps.digest(&file), stamps.node(&file)), (Some(7), Some("web01".to_owned())));
        fs::write(&file, "{ }")?;
        assert_ne!(stamps.digest(&file), Some(7));
        assert_eq!(stamps.node(&file), None);
        Ok(())
    }
}
