//! Renders diagnostics: for people, for tools, for code scanners, for GitHub and for GitLab.

mod github;
mod gitlab;
mod json;
mod sarif;
mod text;

pub use github::{github, workflow_command};
pub use gitlab::gitlab;
pub use json::json;
pub use sarif::{Tool, sarif};
pub use text::{Style, text};

use crate::{Diagnostic, Position, Severity, Sources, Span};

/// A span resolved to file name, lines and columns.
struct Located<'s> {
    file: &'s str,
    start: Position,
    end: Position,
}

impl<'s> Located<'s> {
    /// Resolves a span; `None` if its file is not among the sources.
    fn of(span: Span, sources: &'s Sources) -> Option<Located<'s>> {
        let source = sources.get(span.file)?;
        Some(Located {
            file: source.name(),
            start: source.position(span.range.start),
            end: source.position(span.range.end),
        })
    }

    /// Resolves the primary place.
    fn of_primary(diagnostic: &Diagnostic, sources: &'s Sources) -> Option<Located<'s>> {
        Located::of(diagnostic.primary.as_ref()?.span, sources)
    }
}

/// The name of a severity in text and JSON.
fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// The message with the primary label and the help, for formats that have no separate fields for them.
fn whole_message(diagnostic: &Diagnostic) -> String {
    let mut message = diagnostic.message.clone();
    let adds = |text: &str| !text.is_empty() && !diagnostic.message.ends_with(text);
    if let Some(label) = diagnostic.primary.as_ref().filter(|label| adds(&label.text)) {
        message.push_str(": ");
        message.push_str(&label.text);
    }
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    message
}
