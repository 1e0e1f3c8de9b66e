//! The trait for access to the outside.

use std::{io, path::Path, time::Duration};

use crate::{
    AskedBy, Command, CommandError, Entry, FileKind, Output, Policy, Refused, Stamp, State, Stop, Store,
    Trust,
};

/// The outside, as far as bunraku can see it.
///
/// All methods have defaults, which delegate to the world [beneath](World::beneath); without one, nothing exists and
/// nothing is allowed. Worlds are shared by threads, so all methods take `&self`.
pub trait World: Send + Sync {
    /// The world to which the defaults delegate.
    fn beneath(&self) -> Option<&dyn World> {
        None
    }

    /// What code may read, run and learn; `None` if there is nothing to protect, as in memory.
    fn policy(&self) -> Option<&Policy> {
        self.beneath()?.policy()
    }

    /// Declares that code may read a path, because the configuration names it. Does nothing without a policy.
    fn trust(&self, path: &Path, trust: Trust) {
        if let Some(world) = self.beneath() {
            world.trust(path, trust);
        }
    }

    /// Reads a file. If the policy forbids that, the error contains a [`Refused`]; if the file is larger than its kind
    /// may be, a [`TooLarge`](crate::TooLarge).
    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        self.beneath().map_or_else(|| Err(missing()), |world| world.read(path, kind))
    }

    /// Explains why an existing path appears to be missing; `None` if it does not exist, or may be read.
    fn refusal(&self, path: &Path) -> Option<Refused> {
        self.beneath()?.refusal(path)
    }

    /// Lists a folder, sorted by name. A link counts as what it points to. If the policy forbids it, the error is as
    /// for [`read`](World::read).
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.beneath().map_or_else(|| Err(missing()), |world| world.list(path))
    }

    /// Identifies the content of a file or the entries of a folder; `None` if the path does not exist, or code may not
    /// read it.
    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.beneath()?.stamp(path)
    }

    /// Lists a folder with the [stamp](World::stamp) of each entry, at less cost than asking for each. The stamp of a
    /// subfolder is `None`.
    fn survey(&self, path: &Path) -> io::Result<Vec<(Entry, Option<Stamp>)>> {
        let stamped = |entry: Entry| {
            let stamp = if entry.folder { None } else { self.stamp(&path.join(&entry.name)) };
            (entry, stamp)
        };
        Ok(self.list(path)?.into_iter().map(stamped).collect())
    }

    /// Whether a path exists at this moment, even if code may not read it. Unlike a [stamp](World::stamp), the answer
    /// is not recorded: worlds that notice changes do not watch the path.
    fn is_there(&self, path: &Path) -> bool {
        match self.beneath() {
            Some(world) => world.is_there(path),
            None => self.stamp(path).is_some(),
        }
    }

    /// Whether the user has explicitly allowed reading a path.
    fn grants(&self, path: &Path) -> bool {
        self.beneath().is_some_and(|world| world.grants(path))
    }

    /// Whether a path leads to a folder.
    fn is_folder(&self, path: &Path) -> bool {
        self.stamp(path).is_some_and(|stamp| stamp.folder)
    }

    /// Whether a path leads to something that is not a folder.
    fn is_file(&self, path: &Path) -> bool {
        self.stamp(path).is_some_and(|stamp| !stamp.folder)
    }

    /// The time in nanoseconds since the beginning of 1970 (UTC); `None` without a clock.
    fn now(&self) -> Option<i128> {
        self.beneath()?.now()
    }

    /// The time since an arbitrary fixed moment, which never goes backwards. Used for deadlines. `None` without a
    /// clock, in which case deadlines never pass.
    fn elapsed(&self) -> Option<Duration> {
        self.beneath()?.elapsed()
    }

    /// A seed for random values and unique identifiers. A machine returns a new, unpredictable one for each call; a
    /// reproducible world always returns the same one.
    fn seed(&self) -> u64 {
        self.beneath().map_or(0, World::seed)
    }

    /// Runs a command until it ends. Returns [`CommandError::Refused`] if it is not allowed.
    fn run(&self, command: &Command) -> Result<Output, CommandError> {
        match self.beneath() {
            Some(world) => world.run(command),
            None => Err(CommandError::Refused(Refused::commands())),
        }
    }

    /// An environment variable, if it is set and its value is UTF-8. A variable that is not set is never refused.
    fn variable(&self, name: &str, asked_by: AskedBy) -> Result<Option<String>, Refused> {
        self.beneath().map_or(Ok(None), |world| world.variable(name, asked_by))
    }

    /// The store for data that code keeps between compilations, if there is one.
    fn state(&self) -> Option<&dyn State> {
        self.beneath()?.state()
    }

    /// The data about other nodes, if there is a store for it.
    fn store(&self) -> Option<&dyn Store> {
        self.beneath()?.store()
    }

    /// Whether work on behalf of this world should end, and why. This is cheap: loops call it every few thousand steps.
    fn should_stop(&self) -> Option<Stop> {
        self.beneath()?.should_stop()
    }
}

/// An empty world: no files, no clock, no commands.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Nowhere;

impl World for Nowhere {}

fn missing() -> io::Error {
    io::Error::from(io::ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryWorld;

    struct Over(MemoryWorld);

    impl World for Over {
        fn beneath(&self) -> Option<&dyn World> {
            Some(&self.0)
        }

        fn seed(&self) -> u64 {
            7
        }
    }

    #[test]
    fn nowhere_has_nothing_and_allows_nothing() {
        let path = Path::new("/a");
        assert_eq!(Nowhere.read(path, FileKind::Data).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(Nowhere.list(path).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(!Nowhere.is_file(path) && !Nowhere.is_folder(path));
        assert!(Nowhere.policy().is_none() && Nowhere.refusal(path).is_none());
        assert_eq!((Nowhere.now(), Nowhere.elapsed(), Nowhere.seed()), (None, None, 0));
        assert_eq!(Nowhere.variable("PATH", AskedBy::Code), Ok(None));
        assert!(Nowhere.store().is_none() && Nowhere.should_stop().is_none());
        let error = Nowhere.run(&Command::program(AskedBy::Code, "/bin/true")).unwrap_err();
        assert!(matches!(error, CommandError::Refused(refused) if refused == Refused::commands()));
    }

    #[test]
    fn what_a_world_does_not_say_is_asked_of_the_one_beneath() {
        let world = MemoryWorld::new().with("/a/b", "x").with_time(5).with_seed(3).with_variable("N", "v");
        let over = Over(world);
        assert_eq!(over.read(Path::new("/a/b"), FileKind::Data).unwrap(), b"x");
        assert_eq!(
            over.list(Path::new("/a")).unwrap(),
            [Entry { name: "b".into(), folder: false, link: false }]
        );
        assert!(over.is_folder(Path::new("/a")) && over.is_file(Path::new("/a/b")));
        assert_eq!((over.now(), over.elapsed(), over.seed()), (Some(5), Some(Duration::ZERO), 7));
        assert_eq!(over.variable("N", AskedBy::Code), Ok(Some("v".to_owned())));
    }
}
