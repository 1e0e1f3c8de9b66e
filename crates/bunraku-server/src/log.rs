//! What the server tells the one who runs it: a line each, without secrets.

use std::fmt::{self, Display};
use std::sync::Arc;

/// How much a line matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something failed.
    Error,
    /// Something is odd.
    Warning,
    /// What happens in the ordinary way.
    Info,
    /// Each request.
    Debug,
}

impl Level {
    /// The level in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
            Level::Debug => "debug",
        }
    }
}

/// What becomes of a line.
type Write = dyn Fn(Level, &str) + Send + Sync;

/// Where lines go. Clones go to the same place.
#[derive(Clone)]
pub struct Log {
    most: Level,
    write: Arc<Write>,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("most", &self.most).finish_non_exhaustive()
    }
}

impl Log {
    /// A log that hands on lines up to a level.
    pub fn new(most: Level, write: impl Fn(Level, &str) + Send + Sync + 'static) -> Log {
        Log { most, write: Arc::new(write) }
    }

    /// A log that nobody reads.
    pub fn silent() -> Log {
        Log::new(Level::Error, |_, _| {})
    }

    /// Writes a line. Line ends in it are spaces, and other control characters are shown, so that no client can write
    /// lines of its own.
    pub fn line(&self, level: Level, message: impl Display) {
        if level <= self.most {
            (self.write)(level, &one_line(&message.to_string()));
        }
    }

    /// That something failed.
    pub fn error(&self, message: impl Display) {
        self.line(Level::Error, message);
    }

    /// That something is odd.
    pub fn warning(&self, message: impl Display) {
        self.line(Level::Warning, message);
    }

    /// What happens in the ordinary way.
    pub fn info(&self, message: impl Display) {
        self.line(Level::Info, message);
    }
}

fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' => line.push(' '),
            '\r' => {}
            char if char.is_control() => line.extend(char.escape_default()),
            char => line.push(char),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn nobody_writes_lines_of_his_own() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&lines);
        let log = Log::new(Level::Warning, move |level, line| {
            kept.lock().unwrap().push(format!("{}: {line}", level.name()));
        });
        log.info("unseen");
        log.warning("a\nerror: b\u{1b}[1m");
        assert_eq!(*lines.lock().unwrap(), ["warning: a error: b\\u{1b}[1m"]);
    }
}
