//! Ends work early: after a deadline, or because the result is no longer needed.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::{Command, CommandError, Output, World};

/// Why work should end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The result is no longer needed.
    Cancelled,
    /// The work has taken too long.
    DeadlinePassed,
}

/// A switch for ending work, shared by whoever requests the end and whoever does the work.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends the work. This cannot be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should end.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A world for a piece of work, such as the compilation of a node, that can be ended early.
pub struct Stoppable {
    world: Arc<dyn World>,
    cancel: Cancel,
    /// The deadline, on the clock of [`World::elapsed`] of the world beneath.
    deadline: Option<Duration>,
}

impl Stoppable {
    /// Creates a world whose work ends when `cancel` is used.
    pub fn new(world: Arc<dyn World>, cancel: Cancel) -> Stoppable {
        Stoppable { world, cancel, deadline: None }
    }

    /// Sets a deadline: the work may take this long from now. In a world without a clock it never passes.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Stoppable {
        self.deadline = self.world.elapsed().map(|now| now.saturating_add(time));
        self
    }

    /// The remaining time; `None` without a deadline.
    fn left(&self) -> Option<Duration> {
        Some(self.deadline?.saturating_sub(self.world.elapsed()?))
    }
}

impl World for Stoppable {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&*self.world)
    }

    /// A command may not take longer than the work that it is part of. A cancellation takes effect when the command has
    /// ended.
    fn run(&self, command: &Command) -> Result<Output, CommandError> {
        match self.left() {
            Some(left) if left < command.limits.time => {
                let mut command = command.clone();
                command.limits.time = left;
                self.world.run(&command)
            }
            _ => self.world.run(command),
        }
    }

    fn should_stop(&self) -> Option<Stop> {
        if self.cancel.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        if self.left() == Some(Duration::ZERO) {
            return Some(Stop::DeadlinePassed);
        }
        self.world.should_stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AskedBy, MemoryWorld, Nowhere, Status};

    #[test]
    fn work_ends_at_the_deadline_or_when_it_is_cancelled() {
        let world = Arc::new(MemoryWorld::new().with_time(0));
        let cancel = Cancel::default();
        let work = Stoppable::new(Arc::clone(&world) as Arc<dyn World>, cancel.clone());
        let work = work.within(Duration::from_secs(2));
        assert_eq!(work.should_stop(), None);
        world.advance(Duration::from_secs(1));
        assert_eq!(work.should_stop(), None);
        world.advance(Duration::from_secs(1));
        assert_eq!(work.should_stop(), Some(Stop::DeadlinePassed));
        cancel.cancel();
        assert_eq!(work.should_stop(), Some(Stop::Cancelled));
        let outer = Stoppable::new(Arc::new(work), Cancel::default());
        assert_eq!(outer.should_stop(), Some(Stop::Cancelled), "the work around it is part of the answer");
    }

    #[test]
    fn without_a_clock_no_deadline_passes() {
        let work = Stoppable::new(Arc::new(Nowhere), Cancel::default()).within(Duration::ZERO);
        assert_eq!(work.should_stop(), None);
    }

    /// Records the time limits of commands instead of running them.
    struct Told(MemoryWorld);

    impl World for Told {
        fn beneath(&self) -> Option<&dyn World> {
            Some(&self.0)
        }

        fn run(&self, command: &Command) -> Result<Output, CommandError> {
            let stdout = command.limits.time.as_secs().to_string().into_bytes();
            Ok(Output { status: Status::Code(0), stdout, stderr: Vec::new() })
        }
    }

    #[test]
    fn a_command_has_no_more_time_than_the_work_around_it() {
        let told: Arc<dyn World> = Arc::new(Told(MemoryWorld::new().with_time(0)));
        let command = Command::program(AskedBy::Code, "x");
        for (time, expected) in [(7, "7"), (1000, "120")] {
            let work = Stoppable::new(Arc::clone(&told), Cancel::default()).within(Duration::from_secs(time));
            assert_eq!(work.run(&command).unwrap().stdout, expected.as_bytes());
        }
    }
}
