//! Syntax errors: what the lexer and the parser report.

use bunraku_diag::{Code, Diagnostic, FileId, Span, TextRange};

/// An error found while reading a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The stable name of this kind of error.
    pub code: Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub range: TextRange,
    /// The text beside the place.
    pub label: String,
    /// Other places that matter.
    pub labels: Vec<(TextRange, String)>,
    /// One thing to do.
    pub help: Option<String>,
    /// Where a reader that takes one token at a time, as Puppet does, would stop. Errors are sorted by it, so
    /// that the first is the one Puppet reports: it reads a string or heredoc whole before the grammar sees
    /// any of it, and finds a misplaced comma only when it has seen the whole block.
    pub(crate) rank: u32,
}

impl SyntaxError {
    pub(crate) fn new(code: Code, range: TextRange, message: impl Into<String>) -> SyntaxError {
        SyntaxError {
            code,
            message: message.into(),
            range,
            label: String::new(),
            labels: Vec::new(),
            help: None,
            rank: range.start,
        }
    }

    pub(crate) fn label(mut self, text: impl Into<String>) -> SyntaxError {
        self.label = text.into();
        self
    }

    pub(crate) fn also(mut self, range: TextRange, text: impl Into<String>) -> SyntaxError {
        self.labels.push((range, text.into()));
        self
    }

    pub(crate) fn help(mut self, text: impl Into<String>) -> SyntaxError {
        self.help = Some(text.into());
        self
    }

    pub(crate) fn rank(mut self, rank: u32) -> SyntaxError {
        self.rank = rank;
        self
    }

    /// The error as a diagnostic of a file.
    pub fn to_diagnostic(&self, file: FileId) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, self.message.clone())
            .at(Span { file, range: self.range }, self.label.clone());
        for (range, text) in &self.labels {
            diagnostic = diagnostic.label(Span { file, range: *range }, text.clone());
        }
        diagnostic.help = self.help.clone();
        diagnostic
    }
}
