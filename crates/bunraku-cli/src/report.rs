//! Reports diagnostics and logs: their format, colours, destination and count.

use std::io::{self, Stderr, Write};

use anstream::{AutoStream, ColorChoice};
use bunraku::DocumentError;
use bunraku::diag::json::Json;
use bunraku::diag::render::{self, Style, Tool};
use bunraku::diag::{Diagnostic, Severity, Sources};
use bunraku::eval::LogEntry;

use crate::args::{Color, LogFormat};
use crate::commands::Status;
use crate::log::{Detail, Line};
use crate::output;
use crate::progress::Progress;

/// The reason why a command cannot do its work.
pub struct Refusal {
    /// The diagnostic to show.
    pub reason: Box<Diagnostic>,
    /// The files that `reason` refers to.
    pub sources: Sources,
}

impl From<Diagnostic> for Refusal {
    fn from(reason: Diagnostic) -> Refusal {
        Refusal::from(Box::new(reason))
    }
}

impl From<Box<Diagnostic>> for Refusal {
    fn from(reason: Box<Diagnostic>) -> Refusal {
        Refusal { reason, sources: Sources::new() }
    }
}

impl From<DocumentError> for Refusal {
    fn from(error: DocumentError) -> Refusal {
        let mut sources = Sources::new();
        sources.add(error.source);
        Refusal { reason: error.diagnostic, sources }
    }
}

/// Collects diagnostics and writes them in the requested format.
pub struct Reporter {
    format: LogFormat,
    style: Style,
    stderr: AutoStream<Stderr>,
    /// Buffered log output: a program may log millions of lines.
    unwritten: String,
    /// How much of a program's log is shown.
    detail: Detail,
    /// Whether a blank line is due before the next log line, because a diagnostic precedes it.
    after_diagnostic: bool,
    progress: Option<Progress>,
    /// The node that the following messages are about.
    node: Option<String>,
    /// Whether its name has yet to be shown.
    unnamed: bool,
    /// The diagnostics for the document at the end, if the format has one.
    kept: Vec<Diagnostic>,
    /// The files that `kept` refers to.
    kept_sources: Sources,
    /// Whether anything was reported.
    reported: bool,
    /// The number of errors so far.
    pub errors: usize,
    /// The number of warnings so far.
    pub warnings: usize,
}

impl Reporter {
    /// A reporter with an empty report.
    pub fn new(format: LogFormat, color: Color) -> Reporter {
        let choice = match color {
            // Respects `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and terminals without colours.
            Color::Auto => AutoStream::choice(&io::stderr()),
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let style = if choice == ColorChoice::Never { Style::Plain } else { Style::Ansi };
        Reporter {
            format,
            style,
            stderr: AutoStream::new(io::stderr(), choice),
            unwritten: String::new(),
            detail: Detail::Usual,
            after_diagnostic: false,
            progress: None,
            node: None,
            unnamed: false,
            kept: Vec::new(),
            kept_sources: Sources::new(),
            reported: false,
            errors: 0,
            warnings: 0,
        }
    }

    /// Like [`Self::new`], showing as much of the program's log as `detail` says.
    pub fn for_program(format: impl Into<LogFormat>, color: Color, detail: Detail) -> Reporter {
        Reporter { detail, ..Reporter::new(format.into(), color) }
    }

    /// Reports a program's log and its diagnostics in chronological order: what was found before it ran comes first.
    pub fn outcome(&mut self, log: Vec<LogEntry>, diagnostics: Vec<Diagnostic>, sources: &Sources) {
        let is_shown =
            |diagnostic: &Diagnostic| self.detail > Detail::Errors || diagnostic.severity == Severity::Error;
        let (mut log, mut diagnostics) = (log, diagnostics);
        diagnostics.retain(is_shown);
        log.retain(|entry| !matches!(entry, LogEntry::Diagnostic(diagnostic) if !is_shown(diagnostic)));
        // A program that ran had no errors before, so its only error comes after everything it logged.
        let is_failure = |diagnostic: &Diagnostic| !log.is_empty() && diagnostic.severity == Severity::Error;
        let (failures, before): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(is_failure);
        before.into_iter().for_each(|diagnostic| self.report(diagnostic, sources));
        for entry in log {
            match entry {
                LogEntry::Line { level, message, place } if self.detail.shows(level) => {
                    self.log(&Line { level, message: &message, place }, sources);
                }
                LogEntry::Line { .. } => {}
                LogEntry::Diagnostic(diagnostic) => self.report(diagnostic, sources),
            }
        }
        self.flush();
        failures.into_iter().for_each(|diagnostic| self.report(diagnostic, sources));
    }

    /// Writes a log entry.
    fn log(&mut self, line: &Line<'_>, sources: &Sources) {
        self.head();
        let blank = if std::mem::take(&mut self.after_diagnostic) { "\n" } else { "" };
        self.reported = true;
        match self.format {
            LogFormat::Json => {
                let object = self.json_line(&line.json(sources));
                self.unwritten.push_str(&object);
            }
            _ => {
                let text = line.text(sources, self.style);
                self.unwritten.push_str(blank);
                self.unwritten.push_str(&text);
            }
        }
        if self.unwritten.len() > 1 << 16 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.unwritten);
        if !text.is_empty() {
            self.write(&text);
        }
    }

    /// Reports a diagnostic about one of the sources.
    pub fn report(&mut self, diagnostic: Diagnostic, sources: &Sources) {
        self.head();
        self.after_diagnostic = true;
        let blank = if std::mem::replace(&mut self.reported, true) { "\n" } else { "" };
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Info => {}
        }
        match self.format {
            LogFormat::Text => {
                let line = render::text(&diagnostic, sources, self.style);
                self.write(&format!("{blank}{line}"));
            }
            LogFormat::Json => self.write_json(&render::json(&diagnostic, sources)),
            LogFormat::Github => self.write(&render::github(&diagnostic, sources)),
            LogFormat::Sarif => {
                let labels = diagnostic.primary.iter().chain(&diagnostic.labels).chain(&diagnostic.trace);
                let files = labels.filter_map(|label| sources.get(label.span.file));
                self.kept_sources.extend(files.cloned());
                self.kept.push(diagnostic);
            }
        }
    }

    /// Starts to show progress: how many of `total` things are done.
    pub fn expect(&mut self, total: usize, done: &'static str, things: &'static str) {
        self.progress = Progress::new(total, done, things);
    }

    /// Updates the progress.
    pub fn done(&mut self, number: usize) {
        if let Some(progress) = &mut self.progress {
            progress.show(number);
        }
    }

    /// Sets the node that the following messages are about. Its name is shown before the first message, or is a member
    /// of each.
    pub fn begin(&mut self, node: &str) {
        self.node = Some(node.to_owned());
        self.unnamed = true;
    }

    /// Writes a line for people, separate from the diagnostics. Other formats omit it.
    pub fn note(&mut self, line: &str) {
        if self.format == LogFormat::Text {
            let blank = if self.reported { "\n" } else { "" };
            self.write(&format!("{blank}{line}\n"));
        }
    }

    /// Writes what is still buffered and returns the status: problems if there was an error.
    pub fn finish(mut self) -> Status {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
        let mut status = Status::Fine;
        if self.format == LogFormat::Sarif {
            let tool = Tool {
                name: "bunraku",
                version: env!("CARGO_PKG_VERSION"),
                address: env!("CARGO_PKG_REPOSITORY"),
            };
            status = output::print(&render::sarif(&self.kept, &self.kept_sources, tool));
        }
        if self.errors > 0 { Status::Problems } else { status }
    }

    /// Reports why the command cannot do its work.
    pub fn refuse(mut self, refusal: impl Into<Refusal>) -> Status {
        let Refusal { reason, sources } = refusal.into();
        if self.format == LogFormat::Sarif {
            // The reason is for the caller, not for a code scanner.
            self.format = LogFormat::Text;
        }
        self.report(*reason, &sources);
        Status::WrongUse
    }

    /// Writes a heading with the name of the node, for people.
    fn head(&mut self) {
        if std::mem::take(&mut self.unnamed)
            && self.format == LogFormat::Text
            && let Some(node) = self.node.clone()
        {
            let blank = if std::mem::replace(&mut self.reported, false) { "\n" } else { "" };
            self.after_diagnostic = false;
            self.write(&format!("{blank}{node}:\n"));
        }
    }

    /// Writes an object on a line, with the node it is about as its first member.
    fn write_json(&mut self, object: &str) {
        let line = self.json_line(object);
        self.write(&line);
    }

    fn json_line(&self, object: &str) -> String {
        match (&self.node, object.strip_prefix('{')) {
            (Some(node), Some(members)) => {
                format!("{{\"node\":{},{members}", Json::string(node.as_str()))
            }
            _ => object.to_owned(),
        }
    }

    fn write(&mut self, text: &str) {
        self.flush();
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
        // If standard error is closed there is nowhere to report to.
        let _ = self.stderr.write_all(text.as_bytes());
    }
}
