//! What can be said about a program: one message with its places.

use crate::{Code, Fix, Span};

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// Probably a mistake; the program still works.
    Warning,
    /// The program fails.
    Error,
}

/// A place with a short text that is shown beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place that is marked.
    pub span: Span,
    /// What the reader should see there; may be empty.
    pub text: String,
}

/// One message about a program: what is wrong, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable name of this kind of message.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong with this program, in one sentence without a period.
    pub message: String,
    /// The smallest piece that must change. `None` where no file has it (a missing file, wrong options).
    pub primary: Option<Label>,
    /// Other places that matter, such as the first declaration.
    pub labels: Vec<Label>,
    /// The way to the place: what was running (`function `f``), and where it was called, the innermost first.
    pub trace: Vec<Label>,
    /// One thing to do, where it is likely right.
    pub help: Option<String>,
    /// Changes to the source, each of which makes this diagnostic go away; the likeliest first.
    pub fixes: Vec<Fix>,
    /// The class of the exception that code of a module raised, where this tells of one.
    pub raised: Option<String>,
}

impl Diagnostic {
    /// An error without a place yet.
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

    /// A warning without a place yet.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Sets the primary place and the text beside it.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Adds another place that matters.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a step to the way to the place, unless the message is about the call itself.
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

    /// Sets the one thing to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }
}
