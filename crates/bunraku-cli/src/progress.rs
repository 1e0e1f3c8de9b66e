//! A line on the terminal that says how far a long run is.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// Time between two changes of the line.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on standard error that says how far a run is, on a terminal and only if it takes long.
pub struct Progress {
    total: usize,
    due: Instant,
    /// The columns that the line takes now.
    width: usize,
}

impl Progress {
    /// The progress of a run over that many files; `None` where nobody would see it.
    pub fn new(total: usize) -> Option<Progress> {
        io::stderr().is_terminal().then(|| Progress { total, due: Instant::now() + PATIENCE, width: 0 })
    }

    /// Shows how many files are done, if it is time to.
    pub fn show(&mut self, done: usize) {
        let now = Instant::now();
        if now >= self.due {
            self.due = now + PAUSE;
            let line = format!("checked {done} of {} files", self.total);
            let _ = write!(io::stderr(), "\r{line}");
            self.width = line.len();
        }
    }

    /// Removes the line, so that something else can be written.
    pub fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.width);
            self.width = 0;
        }
    }
}
