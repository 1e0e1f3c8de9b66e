//! Diagnostics: a message about a program with its places.

use crate::{Code, Fix, Span};

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information; nothing is wrong.
    Info,
    /// Probably a mistake; the program still works.
    Warning,
    /// The program fails.
    Error,
}

/// A place with a short text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place to mark.
    pub span: Span,
    /// What to know about the place; may be empty.
    pub text: String,
}

/// A message about a program: what is wrong, where, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable name of this kind of message.
    pub code: Code,
    /// How severe it is, after settings have been applied.
    pub severity: Severity,
    /// What is wrong with this program, in one sentence without a period.
    pub message: String,
    /// The smallest range that must change. `None` if it is not in a file (a missing file, invalid options).
    pub primary: Option<Label>,
    /// Secondary places, such as the first declaration.
    pub labels: Vec<Label>,
    /// The call stack: what was running (`function `f``), and where it was called, innermost first.
    pub trace: Vec<Label>,
    /// How to fix it, if that is likely right.
    pub help: Option<String>,
    /// Changes to the source, each of which resolves this diagnostic; the likeliest first.
    pub fixes: Vec<Fix>,
    /// The exception that code of a module raised, if this reports one.
    pub raised: Option<Box<Raised>>,
}

impl Diagnostic {
    /// Creates an error without a place.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            primary: None,
            labels: Vec::new(),
            trace: Vec::new(),
            help: None,
            fixes: Vec::new(),
            raised: None,
        }
    }

    /// Creates a warning without a place.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Sets the primary place and its label.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Adds a secondary place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Makes another place the primary one. The old one becomes a secondary place.
    pub fn move_to(&mut self, span: Span) {
        let old = self.primary.replace(Label { span, text: String::new() });
        self.labels.extend(old.map(|old| {
            let text = if old.text.is_empty() { "needed here".to_owned() } else { old.text };
            Label { text, ..old }
        }));
    }

    /// Adds a frame to the call stack, unless the message is about the call itself.
    pub fn called_from(&mut self, what: impl Into<String>, span: Span) {
        let about_call = self.trace.is_empty()
            && self.primary.as_ref().is_some_and(|primary| {
                primary.span.file == span.file
                    && primary.span.range.start >= span.range.start
                    && primary.span.range.end <= span.range.end
            });
        if !about_call {
            self.trace.push(Label { span, text: what.into() });
        }
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }
}

/// An exception of Ruby code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raised {
    /// Its class.
    pub class: String,
    /// What code that rescues it reads.
    pub message: String,
}
