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
    /// What has been done with how much of what, such as `checked` and `files`.
    words: (&'static str, &'static str),
    due: Instant,
    /// The columns that the line takes now.
    width: usize,
}

impl Progress {
    /// The progress of a run over that many things; `None` where nobody would see it.
    pub fn new(total: usize, done: &'static str, things: &'static str) -> Option<Progress> {
        let due = Instant::now() + PATIENCE;
        io::stderr().is_terminal().then_some(Progress { total, words: (done, things), due, width: 0 })
    }

    /// Shows how many things are done, if it is time to.
    pub fn show(&mut self, done: usize) {
        let now = Instant::now();
        if now >= self.due {
            self.due = now + PAUSE;
            let line = line(done, self.total, self.words);
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

/// A bar with figures.
fn line(done: usize, total: usize, words: (&str, &str)) -> String {
    const BAR: usize = 24;
    let filled = (done * BAR).checked_div(total).unwrap_or(BAR).min(BAR);
    let (full, rest) = ("#".repeat(filled), "-".repeat(BAR - filled));
    format!("[{full}{rest}] {} {done} of {total} {}", words.0, words.1)
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_bar_fills_up() {
        assert_eq!(line(0, 2, ("checked", "files")), "[------------------------] checked 0 of 2 files");
        assert_eq!(line(1, 2, ("compiled", "nodes")), "[############------------] compiled 1 of 2 nodes");
        assert_eq!(line(2, 2, ("compiled", "nodes")), "[########################] compiled 2 of 2 nodes");
        assert_eq!(line(0, 0, ("checked", "files")), "[########################] checked 0 of 0 files");
    }
}
