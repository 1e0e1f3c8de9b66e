//! Data that code keeps, in a folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use bunraku_world::State;

/// A folder for the data that code keeps from one compilation to the next: a file each, which only its owner may read.
pub struct StateFolder(PathBuf);

impl StateFolder {
    /// Data in a folder, which is made when something is kept.
    pub fn new(folder: impl Into<PathBuf>) -> StateFolder {
        StateFolder(folder.into())
    }
}

impl State for StateFolder {
    fn read(&self, name: &Path) -> io::Result<Vec<u8>> {
        fs::read(self.0.join(name))
    }

    fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = self.0.join(name);
        let Some(folder) = path.parent() else { return Err(io::ErrorKind::InvalidInput.into()) };
        fs::create_dir_all(folder)?;
        // Written beside and then renamed, so that nobody reads half of it.
        let mut part = path.clone().into_os_string();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        write_private(&part, bytes)?;
        fs::rename(&part, &path)
    }

    fn remove(&self, name: &Path) -> io::Result<()> {
        match fs::remove_file(self.0.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
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
}
