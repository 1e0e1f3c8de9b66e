//! Telling what was found: the form, the colours and the place for it, and the count.

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

/// The one reason why a command cannot do what it was asked to.
pub struct Refusal {
    /// The reason.
    pub reason: Box<Diagnostic>,
    /// The file that it is about.
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

/// Takes diagnostics and writes them in the form that was asked for.
pub struct Reporter {
    format: LogFormat,
    style: Style,
    stderr: AutoStream<Stderr>,
    /// Lines of a log that are still to be written: a program may log millions.
    unwritten: String,
    /// How much is shown of what programs log.
    detail: Detail,
    /// Whether a blank line is due before the next line of a log: there was a diagnostic before it.
    after_diagnostic: bool,
    progress: Option<Progress>,
    /// The node that what comes is about.
    node: Option<String>,
    /// Whether its name is still to be shown before what comes.
    unnamed: bool,
    /// The diagnostics for the document at the end, where the form has one.
    kept: Vec<Diagnostic>,
    /// The files that their places are in.
    kept_sources: Sources,
    /// Whether anything was reported at all.
    reported: bool,
    /// The errors so far.
    pub errors: usize,
    /// The warnings so far.
    pub warnings: usize,
}

impl Reporter {
    /// Nothing reported yet.
    pub fn new(format: LogFormat, color: Color) -> Reporter {
        let choice = match color {
            // Knows `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and terminals without colours.
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

    /// Nothing reported yet; of what programs log, that much will be shown.
    pub fn for_program(format: impl Into<LogFormat>, color: Color, detail: Detail) -> Reporter {
        Reporter { detail, ..Reporter::new(format.into(), color) }
    }

    /// Reports what a program logged and what was wrong with it, in the order in which it happened: first what was
    /// found before it ran.
    pub fn outcome(&mut self, log: Vec<LogEntry>, diagnostics: Vec<Diagnostic>, sources: &Sources) {
        let is_shown =
            |diagnostic: &Diagnostic| self.detail > Detail::Errors || diagnostic.severity == Severity::Error;
        let (mut log, mut diagnostics) = (log, diagnostics);
        diagnostics.retain(is_shown);
        log.retain(|entry| !matches!(entry, LogEntry::Diagnostic(diagnostic) if !is_shown(diagnostic)));
        // A program that ran had no errors before, so that its one error comes after all it logged.
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

    /// Writes a line that a program logged.
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

    /// Reports one diagnostic of a file among the sources.
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
                let text = render::text(&diagnostic, sources, self.style);
                self.write(&format!("{blank}{text}"));
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

    /// Shows from now on how many of `total` things are done, and what that means.
    pub fn expect(&mut self, total: usize, done: &'static str, things: &'static str) {
        self.progress = Progress::new(total, done, things);
    }

    /// Says how many things are done.
    pub fn done(&mut self, number: usize) {
        if let Some(progress) = &mut self.progress {
            progress.show(number);
        }
    }

    /// What is reported from now on is about a node. Its name is shown before the first message, or is a member of each.
    pub fn begin(&mut self, node: &str) {
        self.node = Some(node.to_owned());
        self.unnamed = true;
    }

    /// Writes a line for people, apart from the diagnostics; other forms leave it out.
    pub fn note(&mut self, line: &str) {
        if self.format == LogFormat::Text {
            let blank = if self.reported { "\n" } else { "" };
            self.write(&format!("{blank}{line}\n"));
        }
    }

    /// Writes what is still to be written and gives the status: problems where there was an error.
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

    /// Reports the one reason why a command cannot do what it was asked to.
    pub fn refuse(mut self, refusal: impl Into<Refusal>) -> Status {
        let Refusal { reason, sources } = refusal.into();
        if self.format == LogFormat::Sarif {
            // The reason is for the caller; a code scanner has no use for it.
            self.format = LogFormat::Text;
        }
        self.report(*reason, &sources);
        Status::WrongUse
    }

    /// Writes for people whose messages come now.
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

    /// Writes an object on a line, with the node that it is about as its first member.
    fn write_json(&mut self, object: &str) {
        let line = self.json_line(object);
        self.write(&line);
    }

    fn json_line(&self, object: &str) -> String {
        match (&self.node, object.strip_prefix('{')) {
            (Some(node), Some(members)) => {
                format!("{{\"node\":{},{members}", Json::text(node.as_str()))
            }
            _ => object.to_owned(),
        }
    }

    fn write(&mut self, text: &str) {
        self.flush();
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
        // Where standard error is closed nobody is listening.
        let _ = self.stderr.write_all(text.as_bytes());
    }
}
