//! The log for operators: one line each, without secrets.

use std::fmt::{self, Display};
use std::sync::Arc;

/// The severity of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something failed.
    Error,
    /// Something is unusual.
    Warning,
    /// Normal operation.
    Info,
    /// Every request.
    Debug,
}

impl Level {
    /// The level in lowercase.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "info",
            Level::Debug => "debug",
        }
    }
}

/// Writes a line.
type Write = dyn Fn(Level, &str) + Send + Sync;

/// A destination for log lines. Clones have the same destination.
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
    /// A log that passes on lines up to a level.
    pub fn new(most: Level, write: impl Fn(Level, &str) + Send + Sync + 'static) -> Log {
        Log { most, write: Arc::new(write) }
    }

    /// A log that discards everything.
    pub fn silent() -> Log {
        Log::new(Level::Error, |_, _| {})
    }

    /// Writes a line. Line breaks become spaces, and other control characters are escaped, so that clients cannot forge
    /// lines.
    pub fn line(&self, level: Level, message: impl Display) {
        if level <= self.most {
            (self.write)(level, &one_line(&message.to_string()));
        }
    }

    /// Logs that something failed.
    pub fn error(&self, message: impl Display) {
        self.line(Level::Error, message);
    }

    /// Logs that something is unusual.
    pub fn warning(&self, message: impl Display) {
        self.line(Level::Warning, message);
    }

    /// Logs normal operation.
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
