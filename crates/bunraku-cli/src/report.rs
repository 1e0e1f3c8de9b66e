//! Telling what was found: the form, the colours and the place for it, and the count.

use std::io::{self, Stderr, Write};

use anstream::{AutoStream, ColorChoice};
use bunraku_diag::render::{self, Style, Tool};
use bunraku_diag::{Diagnostic, Severity, Sources};

use crate::args::{Color, LogFormat};
use crate::commands::Status;
use crate::output;
use crate::progress::Progress;

/// Takes diagnostics and writes them in the form that was asked for.
pub struct Reporter {
    format: LogFormat,
    style: Style,
    stderr: AutoStream<Stderr>,
    progress: Option<Progress>,
    /// The diagnostics for the document at the end, where the form has one.
    kept: Vec<Diagnostic>,
    /// Whether there was a diagnostic at all.
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
            progress: None,
            kept: Vec::new(),
            reported: false,
            errors: 0,
            warnings: 0,
        }
    }

    /// Reports one diagnostic of a file among the sources.
    pub fn report(&mut self, diagnostic: Diagnostic, sources: &Sources) {
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
            LogFormat::Json => self.write(&render::json(&diagnostic, sources)),
            LogFormat::Github => self.write(&render::github(&diagnostic, sources)),
            LogFormat::Sarif => self.kept.push(diagnostic),
        }
    }

    /// Shows from now on how many of `total` files are done.
    pub fn expect(&mut self, total: usize) {
        self.progress = Progress::new(total);
    }

    /// Says how many files are done.
    pub fn done(&mut self, files: usize) {
        if let Some(progress) = &mut self.progress {
            progress.show(files);
        }
    }

    /// Writes a line for people, apart from the diagnostics; other forms leave it out.
    pub fn note(&mut self, line: &str) {
        if self.format == LogFormat::Text {
            let blank = if self.reported { "\n" } else { "" };
            self.write(&format!("{blank}{line}\n"));
        }
    }

    /// Writes what is still to be written and gives the status: problems where there was an error.
    pub fn finish(mut self, sources: &Sources) -> Status {
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
            status = output::print(&render::sarif(&self.kept, sources, tool));
        }
        if self.errors > 0 { Status::Problems } else { status }
    }

    /// Reports the one reason why a command cannot do what it was asked to.
    pub fn refuse(mut self, reason: Diagnostic) -> Status {
        if self.format == LogFormat::Sarif {
            // The reason is for the caller; a code scanner has no use for it.
            self.format = LogFormat::Text;
        }
        self.report(reason, &Sources::new());
        Status::WrongUse
    }

    fn write(&mut self, text: &str) {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
        // Where standard error is closed nobody is listening.
        let _ = self.stderr.write_all(text.as_bytes());
    }
}
