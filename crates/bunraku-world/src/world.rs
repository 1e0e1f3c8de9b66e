//! The trait that stands for the outside.

use std::{io, path::Path, time::Duration};

use crate::{
    AskedBy, Command, CommandError, Entry, FileKind, Output, Policy, Refused, Stamp, State, Stop, Store,
    Trust,
};

/// The outside, as far as bunraku may see it.
///
/// All methods have defaults. They ask the world [beneath](World::beneath); where there is none they answer that
/// nothing exists and nothing is allowed. Threads share a world, so that answers come from `&self`.
pub trait World: Send + Sync {
    /// The world that answers whatever this one leaves to the defaults.
    fn beneath(&self) -> Option<&dyn World> {
        None
    }

    /// What code may read, run and learn; `None` where there is nothing to protect, as in memory.
    fn policy(&self) -> Option<&Policy> {
        self.beneath()?.policy()
    }

    /// Says that a path belongs to what code may read, because the configuration names it. Where there is no policy
    /// nothing happens.
    fn trust(&self, path: &Path, trust: Trust) {
        if let Some(world) = self.beneath() {
            world.trust(path, trust);
        }
    }

    /// The bytes of a file. Where the policy forbids to read it the error has a [`Refused`] in it, and a
    /// [`TooLarge`](crate::TooLarge) if it is larger than one of its kind may be.
    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        self.beneath().map_or_else(|| Err(missing()), |world| world.read(path, kind))
    }

    /// Why a path that leads to something looks as if it led to nothing; `None` if it really does, or if it may be read.
    fn refusal(&self, path: &Path) -> Option<Refused> {
        self.beneath()?.refusal(path)
    }

    /// What is in a folder, sorted by name. A link counts as what it leads to. What the policy forbids is an error as
    /// it is for [`read`](World::read).
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.beneath().map_or_else(|| Err(missing()), |world| world.list(path))
    }

    /// What tells one content of a file, or one listing of a folder, from another; `None` where nothing has that path,
    /// or nothing that the policy lets code read.
    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.beneath()?.stamp(path)
    }

    /// Whether a path leads to anything now, also to what code may not read. Unlike a [stamp](World::stamp) the answer
    /// is not for keeping: worlds that notice changes do not watch the path.
    fn is_there(&self, path: &Path) -> bool {
        match self.beneath() {
            Some(world) => world.is_there(path),
            None => self.stamp(path).is_some(),
        }
    }

    /// Whether somebody has expressly allowed to read what a path leads to.
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

    /// The time on the clock in nanoseconds since the beginning of 1970 (UTC); `None` where there is no clock.
    fn now(&self) -> Option<i128> {
        self.beneath()?.now()
    }

    /// The time since some moment that stays the same, which never goes back: what deadlines are measured by. `None`
    /// where there is no clock, so that no deadline ever passes.
    fn elapsed(&self) -> Option<Duration> {
        self.beneath()?.elapsed()
    }

    /// A number to start randomness from, for random values and unique identifiers. A machine gives another one, which
    /// nobody can foretell, at each call; a world that is to be repeated gives the same one.
    fn seed(&self) -> u64 {
        self.beneath().map_or(0, World::seed)
    }

    /// Runs a command to its end. Where the one who asks may not run commands the answer is
    /// [`CommandError::Refused`].
    fn run(&self, command: &Command) -> Result<Output, CommandError> {
        match self.beneath() {
            Some(world) => world.run(command),
            None => Err(CommandError::Refused(Refused::commands())),
        }
    }

    /// A variable of the process's environment, if it is set and its value is UTF-8. One that is not set is never
    /// refused.
    fn variable(&self, name: &str, asked_by: AskedBy) -> Result<Option<String>, Refused> {
        self.beneath().map_or(Ok(None), |world| world.variable(name, asked_by))
    }

    /// Where code keeps data from one compilation to the next; `None` where it keeps none.
    fn state(&self) -> Option<&dyn State> {
        self.beneath()?.state()
    }

    /// What is known about other nodes; `None` where nothing keeps their catalogs.
    fn store(&self) -> Option<&dyn Store> {
        self.beneath()?.store()
    }

    /// Whether work on behalf of this world is to end, and why. It is cheap: loops ask every few thousand steps.
    fn should_stop(&self) -> Option<Stop> {
        self.beneath()?.should_stop()
    }
}

/// A world without anything in it: no files, no clock, no commands.
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
