//! Contents of files by their checksums, and lists of them by code id.
//!
//! ```text
//! FOLDER/contents/ab/SHA256     a file
//! FOLDER/lists/CODE_ID          lines with a checksum and a path below the environment
//! ```

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::checksum::{Checksums, Kind};

/// The folder with the stored contents.
#[derive(Debug)]
pub struct Contents {
    folder: PathBuf,
}

/// A file whose content is stored.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Content {
    /// The path relative to the environment.
    pub path: String,
    /// The SHA-256 digest in hexadecimal digits.
    pub sum: String,
}

/// Lists that no catalog has used for this long are deleted: agents use a catalog for one run, and cache it for
/// failures.
const KEPT_FOR: Duration = Duration::from_secs(30 * 86_400);

/// How often a list that is used is touched at most.
const MARKED_EACH: Duration = Duration::from_secs(86_400);

/// How often copying a file is retried if it changes in the meantime.
const TRIES: usize = 3;

impl Contents {
    /// Contents in a folder, which is created on demand.
    pub fn new(folder: PathBuf) -> Contents {
        Contents { folder }
    }

    /// Stores the content of a file. Returns its checksum and the path of the copy.
    pub fn keep(&self, checksums: &Checksums, path: &Path) -> io::Result<(String, PathBuf)> {
        for _ in 0..TRIES {
            let metadata = fs::metadata(path)?;
            let sum = checksums.of(Kind::Sha256, path, &metadata)?;
            let sum = sum.trim_start_matches("{sha256}").to_owned();
            let copy = self.content(&sum);
            if copy.is_file() || self.copy(path, &copy, &sum)? {
                return Ok((sum, copy));
            }
        }
        Err(io::Error::other("it keeps changing"))
    }

    /// Stores the list of files that a catalog uses. Returns the code id.
    pub fn keep_list(&self, files: &[Content]) -> io::Result<String> {
        let mut lines: Vec<String> =
            files.iter().map(|file| format!("{} {}\n", file.sum, file.path)).collect();
        lines.sort_unstable();
        lines.dedup();
        let text = lines.concat();
        let mut id = Kind::Sha256.of_bytes(text.as_bytes());
        id.truncate(40);
        let path = self.list(&id);
        match fs::metadata(&path) {
            Ok(metadata) => {
                if age(&metadata) > MARKED_EACH {
                    File::options().append(true).open(&path)?.set_modified(SystemTime::now())?;
                }
            }
            Err(_) => self.write(&path, |file| file.write_all(text.as_bytes()))?,
        }
        Ok(id)
    }

    /// Opens a file of a version; `None` if the version or the file does not exist.
    pub fn open(&self, id: &str, path: &str) -> io::Result<Option<(File, u64)>> {
        let Some(text) = if_any(fs::read_to_string(self.list(id)))? else { return Ok(None) };
        let sum = text.lines().find_map(|line| {
            let (sum, known) = line.split_once(' ')?;
            (known == path).then_some(sum)
        });
        let Some(sum) = sum else { return Ok(None) };
        let Some(file) = if_any(File::open(self.content(sum)))? else { return Ok(None) };
        let size = file.metadata()?.len();
        Ok(Some((file, size)))
    }

    /// Removes contents that no catalog has used for a long time.
    pub fn sweep(&self) -> io::Result<()> {
        let mut used = HashSet::new();
        let lists = self.folder.join("lists");
        let Some(entries) = if_any(fs::read_dir(&lists))? else { return Ok(()) };
        for entry in entries {
            let entry = entry?;
            if age(&entry.metadata()?) > KEPT_FOR {
                fs::remove_file(entry.path())?;
                continue;
            }
            let text = fs::read_to_string(entry.path())?;
            used.extend(text.lines().filter_map(|line| Some(line.split_once(' ')?.0.to_owned())));
        }
        let Some(folders) = if_any(fs::read_dir(self.folder.join("contents")))? else { return Ok(()) };
        for folder in folders {
            for entry in fs::read_dir(folder?.path())? {
                let entry = entry?;
                let name = entry.file_name();
                let is_used = name.to_str().is_some_and(|name| used.contains(name));
                // A new one may belong to a list that is just being written.
                if !is_used && age(&entry.metadata()?) > MARKED_EACH {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }

    fn content(&self, sum: &str) -> PathBuf {
        self.folder.join("contents").join(sum.get(..2).unwrap_or("xx")).join(sum)
    }

    fn list(&self, id: &str) -> PathBuf {
        self.folder.join("lists").join(id)
    }

    /// Copies a file; `false` if its content is not the expected one.
    fn copy(&self, from: &Path, to: &Path, sum: &str) -> io::Result<bool> {
        let mut source = File::open(from)?;
        let mut same = false;
        let written = self.write(to, |file| {
            same = Kind::Sha256.of_stream(&mut Tee { from: &mut source, into: file })? == sum;
            if same { Ok(()) } else { Err(io::Error::other("it has changed")) }
        });
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::Other && !same => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Writes a temporary file, syncs it to disk and renames it.
    fn write(&self, path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let beside = folder.join(format!(".{number}.{}.new", std::process::id()));
        let written = File::create(&beside).and_then(|mut file| {
            fill(&mut file)?;
            file.sync_all()?;
            fs::rename(&beside, path)
        });
        if written.is_err() {
            // A leftover temporary file does no harm.
            let _ = fs::remove_file(&beside);
        }
        written
    }
}

/// Copies what it reads to another writer.
struct Tee<'t> {
    from: &'t mut File,
    into: &'t mut File,
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.into.write_all(buffer.get(..read).unwrap_or_default())?;
        Ok(read)
    }
}

fn age(metadata: &fs::Metadata) -> Duration {
    // A time in the future counts as no age.
    metadata.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default()
}

fn if_any<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_stay_what_they_were() {
        let folder = std::env::temp_dir().join(format!("bunraku-contents-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("file");
        let (contents, checksums) = (Contents::new(folder.join("static")), Checksums::default());
        let keep = |text: &str| {
            fs::write(&file, text).unwrap();
            let (sum, _) = contents.keep(&checksums, &file).unwrap();
            contents.keep_list(&[Content { path: "modules/a/files/b".to_owned(), sum }]).unwrap()
        };
        let read = |id: &str, path: &str| {
            let (mut file, size) = contents.open(id, path).unwrap()?;
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text.len() as u64, size);
            Some(text)
        };
        let (old, new) = (keep("old"), keep("newer"));
        assert_eq!(keep("old"), old);
        assert_eq!(read(&old, "modules/a/files/b").as_deref(), Some("old"));
        assert_eq!(read(&new, "modules/a/files/b").as_deref(), Some("newer"));
        assert_eq!((read(&new, "modules/a/files/c"), read("missing", "modules/a/files/b")), (None, None));

        let long_ago = SystemTime::now() - KEPT_FOR - MARKED_EACH;
        let sum = Kind::Sha256.of_bytes(b"old");
        for path in [contents.list(&old), contents.content(&sum)] {
            File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
        }
        contents.sweep().unwrap();
        assert_eq!(read(&old, "modules/a/files/b"), None);
        assert!(!contents.content(&sum).exists());
        assert_eq!(read(&new, "modules/a/files/b").as_deref(), Some("newer"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
