//! The files of the operating system, for the loader.

use std::{fs, io, path::Path, time::UNIX_EPOCH};

use bunraku_loader::{Entry, Files, Stamp};

/// The files of the operating system.
#[derive(Debug, Default, Clone, Copy)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            // A link counts as what it points to, as Puppet's modules often are links.
            let folder = fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir());
            entries.push(Entry { name: entry.file_name().to_string_lossy().into_owned(), folder });
        }
        entries.sort();
        Ok(entries)
    }

    fn environment_variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let metadata = fs::metadata(path).ok()?;
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed = changed.map_or(0, |duration| duration.as_nanos() as i128);
        Some(Stamp { folder: metadata.is_dir(), length: metadata.len(), changed })
    }
}
