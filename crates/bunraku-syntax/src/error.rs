//! Syntax errors reported by the lexer and the parser.

use bunraku_diag::{Applicability, Code, Diagnostic, Edit, FileId, Fix, Span, TextRange};

/// A syntax error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The stable name of this kind of error.
    pub code: Code,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The smallest range that must change.
    pub range: TextRange,
    /// The label at the range; may be empty.
    pub label: String,
    /// Secondary places, with their labels.
    pub labels: Vec<(TextRange, String)>,
    /// How to fix it.
    pub help: Option<String>,
    /// The help as a change to the source, if it is clear what to write.
    mend: Option<Mend>,
    /// Where a parser that reads one token at a time, as Puppet does, would stop. Errors are sorted by it, so that the
    /// first is the one Puppet reports: Puppet lexes a whole string or heredoc before the grammar sees any of it, and
    /// finds a misplaced comma only at the end of the block.
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
            mend: None,
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

    /// Adds a fix: ranges and their replacements.
    pub(crate) fn fix<'e>(
        mut self,
        applicability: Applicability,
        title: impl Into<String>,
        edits: impl IntoIterator<Item = (TextRange, &'e str)>,
    ) -> SyntaxError {
        let edits = edits.into_iter().map(|(range, text)| (range, text.to_owned())).collect();
        self.mend = Some(Mend { title: title.into(), edits, applicability });
        self
    }

    pub(crate) fn rank(mut self, rank: u32) -> SyntaxError {
        self.rank = rank;
        self
    }

    /// Converts the error to a diagnostic.
    pub fn to_diagnostic(&self, file: FileId) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, self.message.clone())
            .at(Span { file, range: self.range }, self.label.clone());
        for (range, text) in &self.labels {
            diagnostic = diagnostic.label(Span { file, range: *range }, text.clone());
        }
        diagnostic.help = self.help.clone();
        diagnostic.fixes.extend(self.mend.as_ref().map(|mend| mend.to_fix(file)));
        diagnostic
    }
}

/// A [`Fix`] for a file whose id is not known yet.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mend {
    title: String,
    edits: Vec<(TextRange, String)>,
    applicability: Applicability,
}

impl Mend {
    fn to_fix(&self, file: FileId) -> Fix {
        let edit = |(range, replacement): &(TextRange, String)| Edit {
            span: Span { file, range: *range },
            replacement: replacement.clone(),
        };
        Fix {
            title: self.title.clone(),
            edits: self.edits.iter().map(edit).collect(),
            applicability: self.applicability,
        }
    }
}
