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

/// A line of the log.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'l> {
    /// The level.
    pub level: Level,
    /// The number of the request, if it is about one.
    pub request: Option<u64>,
    /// The message.
    pub message: &'l str,
}

impl Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.level.name())?;
        if let Some(request) = self.request {
            write!(f, "#{request} ")?;
        }
        f.write_str(self.message)
    }
}

/// Writes a line.
type Write = dyn Fn(Entry<'_>) + Send + Sync;

/// A destination for log lines. Clones have the same destination.
#[derive(Clone)]
pub struct Log {
    most: Level,
    request: Option<u64>,
    write: Arc<Write>,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("most", &self.most).finish_non_exhaustive()
    }
}

impl Log {
    /// A log that passes on lines up to a level.
    pub fn new(most: Level, write: impl Fn(Entry<'_>) + Send + Sync + 'static) -> Log {
        Log { most, request: None, write: Arc::new(write) }
    }

    /// The same log, for lines about a request.
    #[must_use]
    pub fn of(&self, request: u64) -> Log {
        Log { request: Some(request), ..self.clone() }
    }

    /// A log that discards everything.
    pub fn silent() -> Log {
        Log::new(Level::Error, |_| {})
    }

    /// Writes a line. Line breaks become spaces, and other control characters are escaped, so that clients cannot forge
    /// lines.
    pub fn line(&self, level: Level, message: impl Display) {
        if level <= self.most {
            let message = &one_line(&message.to_string());
            (self.write)(Entry { level, request: self.request, message });
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
        let log = Log::new(Level::Warning, move |entry| kept.lock().unwrap().push(entry.to_string()));
        log.info("unseen");
        log.warning("a\nerror: b\u{1b}[1m");
        log.of(7).error("c");
        assert_eq!(*lines.lock().unwrap(), ["warning: a error: b\\u{1b}[1m", "error: #7 c"]);
    }
}
