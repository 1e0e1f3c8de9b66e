//! What a program logs, and what bunraku says about it while it runs.

use bunraku_diag::{Diagnostic, Span};

/// The levels of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the log functions")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl LogLevel {
    /// The name of the level and of its function.
    pub fn name(self) -> &'static str {
        match self {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Notice => "notice",
            LogLevel::Warning => "warning",
            LogLevel::Err => "err",
            LogLevel::Alert => "alert",
            LogLevel::Emerg => "emerg",
            LogLevel::Crit => "crit",
        }
    }
}

/// What a program logs, or bunraku says about it, in order.
#[derive(Debug)]
pub enum LogEntry {
    /// A line of one of the log functions.
    Line {
        /// Its level.
        level: LogLevel,
        /// The message itself.
        message: String,
        /// Where the function was called.
        place: Option<Span>,
    },
    /// A warning of the evaluator.
    Diagnostic(Diagnostic),
}
