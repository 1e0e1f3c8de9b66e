//! The files, the clock, the randomness and the variables of the operating system.

use std::{
    env, fs,
    hash::{BuildHasher, RandomState},
    io,
    path::Path,
    sync::OnceLock,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bunraku_world::{AskedBy, Command, CommandError, Entry, Output, Refused, Stamp, World};

use crate::run;

/// The machine that this process runs on, with what may be seen and done of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    files: bool,
    variables: bool,
    commands: bool,
}

impl Machine {
    /// A machine whose files and environment variables may be read, and that runs no commands for code.
    pub const fn new() -> Machine {
        Machine { files: true, variables: true, commands: false }
    }

    /// Whether files may be seen. Where they may not, no path leads to anything.
    #[must_use]
    pub const fn with_files(self, files: bool) -> Machine {
        Machine { files, ..self }
    }

    /// Whether environment variables may be read.
    #[must_use]
    pub const fn with_variables(self, variables: bool) -> Machine {
        Machine { variables, ..self }
    }

    /// Whether code may run commands. Those that settings name run in any case.
    #[must_use]
    pub const fn with_commands(self, commands: bool) -> Machine {
        Machine { commands, ..self }
    }
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl World for Machine {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if self.files { fs::read(path) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        if !self.files {
            return Err(io::ErrorKind::NotFound.into());
        }
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

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let metadata = fs::metadata(path).ok().filter(|_| self.files)?;
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        // The nanoseconds since 1970 fit until the year 2554.
        let mark = changed.map_or(0, |duration| duration.as_nanos() as u64);
        Some(Stamp { folder: metadata.is_dir(), length: metadata.len(), mark })
    }

    fn now(&self) -> Option<i128> {
        let now = match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => i128::try_from(since.as_nanos()).ok()?,
            Err(before) => -i128::try_from(before.duration().as_nanos()).ok()?,
        };
        Some(now)
    }

    fn elapsed(&self) -> Option<Duration> {
        static START: OnceLock<Instant> = OnceLock::new();
        Some(START.get_or_init(Instant::now).elapsed())
    }

    fn seed(&self) -> u64 {
        // Each state has keys of its own, which the operating system's randomness is in: what they make of a constant
        // is a number that nobody can foretell.
        RandomState::new().hash_one(0_u64)
    }

    fn run(&self, command: &Command) -> Result<Output, CommandError> {
        if command.asked_by == AskedBy::Code && !self.commands {
            return Err(CommandError::Refused(Refused::commands()));
        }
        run::run(command)
    }

    fn variable(&self, name: &str) -> Result<Option<String>, Refused> {
        if !self.variables {
            let what = format!("to read the environment variable `{name}`");
            return Err(Refused { what, flag: "--allow-env" });
        }
        Ok(env::var(name).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders() {
        let folder = crate::scratch::Folder::new();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).unwrap();
        fs::write(path("a"), "text").unwrap();
        let machine = Machine::new();
        assert_eq!(machine.read(&path("a")).unwrap(), b"text");
        assert_eq!(machine.read(&path("b")).unwrap_err().kind(), io::ErrorKind::NotFound);
        let names = machine.list(folder.path()).unwrap();
        let expected =
            [("a", false), ("sub", true)].map(|(name, folder)| Entry { name: name.into(), folder });
        assert_eq!(names, expected);
        assert!(machine.is_file(&path("a")) && machine.is_folder(&path("sub")));
        assert!(machine.stamp(&path("b")).is_none());
    }

    #[test]
    fn a_stamp_changes_with_the_file() {
        let folder = crate::scratch::Folder::new();
        let path = folder.path().join("a");
        fs::write(&path, "one").unwrap();
        let machine = Machine::new();
        let before = machine.stamp(&path);
        assert_eq!(before, machine.stamp(&path));
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(5)).unwrap();
        assert_eq!(machine.stamp(&path), Some(Stamp { folder: false, length: 3, mark: 5_000_000_000 }));
        assert_ne!(machine.stamp(&path), before);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_counts_as_what_it_leads_to() {
        let folder = crate::scratch::Folder::new();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("real")).unwrap();
        std::os::unix::fs::symlink("real", path("link")).unwrap();
        std::os::unix::fs::symlink("nowhere", path("dangling")).unwrap();
        let listed = Machine::new().list(folder.path()).unwrap();
        let expected = [("dangling", false), ("link", true), ("real", true)];
        assert_eq!(listed, expected.map(|(name, folder)| Entry { name: name.into(), folder }));
        assert!(!Machine::new().is_file(&path("dangling")));
    }

    #[test]
    fn what_is_not_allowed_is_not_given() {
        let folder = crate::scratch::Folder::new();
        let path = folder.path().join("a");
        fs::write(&path, "").unwrap();
        let blind = Machine::new().with_files(false);
        assert!(!blind.is_file(&path) && !blind.is_folder(folder.path()));
        assert!(blind.read(&path).is_err() && blind.list(folder.path()).is_err());
        assert!(matches!(Machine::new().variable("PATH"), Ok(Some(_))));
        let refused = Machine::new().with_variables(false).variable("PATH").unwrap_err();
        assert_eq!(refused.flag, "--allow-env");
    }

    #[test]
    fn clocks_go_on_and_seeds_differ() {
        let machine = Machine::new();
        assert!(machine.now() > Some(1_700_000_000_000_000_000));
        let before = machine.elapsed();
        std::thread::sleep(Duration::from_millis(1));
        assert!(machine.elapsed() > before);
        let seeds: std::collections::HashSet<u64> = (0..100).map(|_| machine.seed()).collect();
        assert_eq!(seeds.len(), 100);
    }
}
