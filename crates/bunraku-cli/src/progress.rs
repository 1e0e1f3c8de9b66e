//! A progress bar for long runs.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// The minimal time between two updates.
const PAUSE: Duration = Duration::from_millis(100);

/// A progress bar on standard error, shown only on a terminal and only if the run takes long.
pub struct Progress {
    total: usize,
    /// The verb and the noun, such as `checked` and `files`.
    words: (&'static str, &'static str),
    due: Instant,
    /// The number of columns of the current line.
    width: usize,
}

impl Progress {
    /// Starts a run over `total` things; `None` if standard error is not a terminal.
    pub fn new(total: usize, done: &'static str, things: &'static str) -> Option<Progress> {
        let due = Instant::now() + PATIENCE;
        io::stderr().is_terminal().then_some(Progress { total, words: (done, things), due, width: 0 })
    }

    /// Updates the bar, if enough time has passed.
    pub fn show(&mut self, done: usize) {
        let now = Instant::now();
        if now >= self.due {
            self.due = now + PAUSE;
            let line = line(done, self.total, self.words);
            let _ = write!(io::stderr(), "\r{line}");
            self.width = line.len();
        }
    }

    /// Erases the bar, so that something else can be written.
    pub fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.width);
            self.width = 0;
        }
    }
}

/// The bar with its numbers.
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
