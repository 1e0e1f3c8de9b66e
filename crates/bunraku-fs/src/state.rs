//! Data that code keeps, in a folder.

use std::{
    fs,
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

use bunraku_world::State;

use crate::look::{Seen, look};

/// A folder for the data that code keeps between compilations: one file each, readable only by the owner.
pub struct StateFolder(PathBuf);

impl StateFolder {
    /// Data in a folder, which is created when something is first stored.
    pub fn new(folder: impl Into<PathBuf>) -> StateFolder {
        StateFolder(folder.into())
    }
}

/// The maximum size of a stored file, for reading and writing.
const LARGEST: u64 = 1 << 26;

impl StateFolder {
    /// The path of a name. It must not lead out of the folder.
    fn path(&self, name: &Path) -> io::Result<PathBuf> {
        let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
        if is_plain && name.file_name().is_some() { Ok(self.0.join(name)) } else { Err(outside()) }
    }

    /// Resolves a path, which must be inside the folder: a link could lead elsewhere.
    fn look(&self, path: &Path) -> io::Result<Seen> {
        let seen = look(path)?;
        if seen.real.starts_with(look(&self.0)?.real) { Ok(seen) } else { Err(outside()) }
    }
}

impl State for StateFolder {
    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        let seen = self.look(&self.path(name)?)?;
        if !seen.metadata.is_file() || seen.metadata.len() > LARGEST {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is not a regular file, or is larger than 64 \
             MiB",
            ));
        }
        let mut bytes = Vec::new();
        seen.open()?.take(LARGEST).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name)?;
        if bytes.len() as u64 > LARGEST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 64 MiB"));
        }
        let Some(folder) = path.parent() else { return Err(outside()) };
        fs::create_dir_all(folder)?;
        self.look(folder)?;
        // Written to a temporary file and renamed, so that no partial content is read.
        let mut part = path.clone().into_os_string();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        write_private(&part, bytes)?;
        fs::rename(&part, &path)
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        let path = self.path(name)?;
        let folder = path.parent().map_or(Ok(()), |folder| self.look(folder).map(|_| ()));
        match folder.and_then(|()| fs::remove_file(path)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

fn outside() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "it is outside the folder for saved data")
}

#[cfg(unix)]
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use std::{io::Write, os::unix::fs::OpenOptionsExt};
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(bytes)
}

#[cfg(not(unix))]
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "these are tests")]

    use super::*;

    #[test]
    fn data_are_files_of_the_folder() {
        let folder = std::env::temp_dir().join(format!("bunraku-state-{}", std::process::id()));
        let state = StateFolder::new(&folder);
        let name = Path::new("mysql/root");
        assert_eq!(state.read(name).unwrap_err().kind(), io::ErrorKind::NotFound);
        state.write(name, b"one").unwrap();
        state.write(name, b"two").unwrap();
        assert_eq!(state.read(name).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.join("mysql")).unwrap().count(), 1);
        state.remove(name).unwrap();
        state.remove(name).unwrap();
        assert!(state.read(name).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn nothing_outside_of_the_folder_is_reached() {
        let folder = std::env::temp_dir().join(format!("bunraku-state-links-{}", std::process::id()));
        let state = StateFolder::new(folder.join("state"));
        state.write(Path::new("a"), b"one").unwrap();
        fs::write(folder.join("secret"), "secret").unwrap();
        std::os::unix::fs::symlink(folder.join("secret"), folder.join("state/link")).unwrap();
        std::os::unix::fs::symlink(&folder, folder.join("state/folder")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.join("state/zero")).unwrap();
        for name in ["../secret", "/etc/passwd", "link", "folder/secret", "zero", ".", ""] {
            assert!(state.read(Path::new(name)).is_err(), "{name}");
        }
        for name in ["../new", "/tmp/bunraku-new", "folder/new"] {
            assert!(state.write(Path::new(name), b"x").is_err(), "{name}");
        }
        assert!(state.remove(Path::new("folder/secret")).is_err());
        assert_eq!(fs::read(folder.join("secret")).unwrap(), b"secret");
        fs::remove_dir_all(folder).unwrap();
    }
}
