//! The files of a package before they are packed, ordered by path.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The kind of an entry.
pub enum Kind {
    /// A folder, which may be empty.
    Folder,
    /// A file with its content.
    File(Vec<u8>),
}

/// A file or a folder.
pub struct Entry {
    /// The permissions.
    pub mode: u32,
    /// Whether it is a file or a folder.
    pub kind: Kind,
}

/// Files and folders by path, relative to the root of the package.
#[derive(Default)]
pub struct Tree {
    entries: BTreeMap<String, Entry>,
}

impl Tree {
    /// Adds a file readable by everybody.
    pub fn file(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.add(path.into(), Entry { mode: 0o644, kind: Kind::File(content.into()) });
    }

    /// Adds a file executable by everybody.
    pub fn program(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.add(path.into(), Entry { mode: 0o755, kind: Kind::File(content.into()) });
    }

    /// Adds a folder accessible to everybody.
    pub fn folder(&mut self, path: impl Into<String>) {
        self.add(path.into(), Entry { mode: 0o755, kind: Kind::Folder });
    }

    fn add(&mut self, path: String, entry: Entry) {
        let parent = path.rsplit_once('/').map(|(parent, _)| parent.to_owned());
        if let Some(parent) = parent.filter(|parent| !self.entries.contains_key(parent)) {
            self.folder(parent);
        }
        self.entries.insert(path, entry);
    }

    /// All entries, each folder before its contents.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(path, entry)| (&**path, entry))
    }

    /// The files with their contents.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.entries().filter_map(|(path, entry)| match &entry.kind {
            Kind::File(content) => Some((path, &**content)),
            Kind::Folder => None,
        })
    }

    /// Writes everything to a folder of this machine, for tools that pack files.
    pub fn write_below(&self, folder: &Path) -> Result<(), String> {
        for (path, entry) in self.entries() {
            let path = folder.join(path);
            let written = match &entry.kind {
                Kind::Folder => fs::create_dir_all(&path),
                Kind::File(content) => fs::write(&path, content).and_then(|()| set_mode(&path, entry.mode)),
            };
            written.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> std::io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))
}

/// Other platforms have no such permissions.
#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}
