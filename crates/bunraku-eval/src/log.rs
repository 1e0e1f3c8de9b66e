//! The log of a program, including warnings from the evaluator.

use bunraku_diag::{Diagnostic, LogLevel, Span, codes};

/// An entry of the log.
#[derive(Debug)]
pub enum LogEntry {
    /// A line of one of the log functions.
    Line {
        /// The level, given by the function.
        level: LogLevel,
        /// The message, without level or place.
        message: String,
        /// Where the function was called, if it is known.
        place: Option<Span>,
    },
    /// A warning of the evaluator.
    Diagnostic(Diagnostic),
}

impl LogEntry {
    /// The approximate number of bytes it takes when printed.
    fn size(&self) -> usize {
        const AROUND: usize = 100;
        match self {
            LogEntry::Line { message, .. } => message.len() + AROUND,
            LogEntry::Diagnostic(diagnostic) => diagnostic.message.len() + AROUND,
        }
    }
}

/// The log of an evaluation. Its size is limited: nobody reads more, and printing it would take longer than the program
/// may run.
#[derive(Debug, Default)]
pub struct Log {
    entries: Vec<LogEntry>,
    size: usize,
}

impl Log {
    /// How many bytes are kept.
    pub const LIMIT: usize = 64 << 20;

    /// Adds an entry. The first one without room is replaced by a warning that says so; the others are dropped.
    pub fn push(&mut self, entry: LogEntry) {
        if self.size > Log::LIMIT {
            return;
        }
        self.size = self.size.saturating_add(entry.size());
        self.entries.push(if self.size > Log::LIMIT { full(&entry) } else { entry });
    }

    /// Returns the entries so far and empties the log.
    pub fn take(&mut self) -> Vec<LogEntry> {
        std::mem::take(self).entries
    }
}

impl Extend<LogEntry> for Log {
    fn extend<I: IntoIterator<Item = LogEntry>>(&mut self, entries: I) {
        entries.into_iter().for_each(|entry| self.push(entry));
    }
}

fn full(entry: &LogEntry) -> LogEntry {
    let message = format!("the program logs more than {} MiB: the rest is left out", Log::LIMIT >> 20);
    let warning = Diagnostic::warning(codes::TOO_MUCH_OUTPUT, message);
    LogEntry::Diagnostic(match entry {
        LogEntry::Line { place: Some(place), .. } => warning.at(*place, ""),
        _ => warning,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_left_out_and_that_is_said_once() {
        let line = |length| {
            let message = "x".repeat(length);
            LogEntry::Line { level: LogLevel::Notice, message, place: None }
        };
        let mut log = Log::default();
        log.push(line(10));
        log.push(line(Log::LIMIT));
        log.push(line(10));
        let entries = log.take();
        assert!(matches!(entries.as_slice(), [LogEntry::Line { .. }, LogEntry::Diagnostic(warning)]
            if warning.code == codes::TOO_MUCH_OUTPUT));
        log.push(line(10));
        assert_eq!(log.take().len(), 1, "a log that was taken has room again");
    }
}
