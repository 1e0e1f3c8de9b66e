//! Comments and template tags: everything between tokens that is not just layout.
//!
//! They are consumed in source order, each once. A construct consumes those in the usual places for comments: before an
//! element or statement, and at the end of a line. All others are consumed by the token after them, so that none is
//! ever lost; the printer ends the line after a line comment, wherever it is.

use bunraku_syntax::{TokenKind, Tree};

use crate::tokens::{Gap, LineEnds, gap_before};

/// A comment or a tag.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trivium {
    pub token: u32,
    pub kind: TokenKind,
    /// What separates it from what precedes it.
    pub gap: Gap,
}

impl Trivium {
    pub(crate) fn is_comment(self) -> bool {
        matches!(self.kind, TokenKind::LineComment | TokenKind::BlockComment)
    }

    /// Whether it is a comment at the end of a line of code.
    pub(crate) fn is_trailing(self) -> bool {
        self.is_comment() && self.gap == Gap::Nothing
    }
}

/// All comments and tags of a file, and how many of them have been consumed.
pub(crate) struct Trivia {
    all: Vec<Trivium>,
    next: usize,
}

impl Trivia {
    pub(crate) fn new(tree: &Tree, ends: &LineEnds) -> Trivia {
        let mut all = Vec::new();
        let mut heredocs = tree.heredocs().iter().peekable();
        let mut skip_to = 0;
        for (index, token) in tree.tokens().iter().enumerate() {
            let index = index as u32;
            while let Some(heredoc) = heredocs.next_if(|heredoc| heredoc.first_token <= index) {
                skip_to = skip_to.max(heredoc.end_token);
            }
            // The text of a heredoc keeps what is inside it.
            if index < skip_to {
                continue;
            }
            use TokenKind::*;
            if matches!(
                token.kind,
                LineComment | BlockComment | EppOpen | EppOpenTrim | EppClose | EppCloseTrim | EppBlank
            ) {
                all.push(Trivium { token: index, kind: token.kind, gap: gap_before(tree, ends, index) });
            }
        }
        Trivia { all, next: 0 }
    }

    /// The next one, if it is before a token.
    pub(crate) fn peek(&self, before: u32) -> Option<Trivium> {
        self.all.get(self.next).copied().filter(|trivium| trivium.token < before)
    }

    /// Consumes the next one, if it is before a token.
    pub(crate) fn take(&mut self, before: u32) -> Option<Trivium> {
        let found = self.peek(before)?;
        self.next += 1;
        Some(found)
    }

    /// Those before a token that have not been consumed yet.
    pub(crate) fn waiting(&self, before: u32) -> &[Trivium] {
        let rest = self.all.get(self.next..).unwrap_or_default();
        let count = rest.partition_point(|trivium| trivium.token < before);
        rest.get(..count).unwrap_or_default()
    }

    /// Those between two tokens.
    pub(crate) fn between(&self, from: u32, to: u32) -> &[Trivium] {
        let start = self.all.partition_point(|trivium| trivium.token < from);
        let end = self.all.partition_point(|trivium| trivium.token < to);
        self.all.get(start..end.max(start)).unwrap_or_default()
    }

    /// Consumes all before a token, because they have been written in another way.
    pub(crate) fn skip(&mut self, before: u32) {
        self.next = self.next.max(self.all.partition_point(|trivium| trivium.token < before));
    }
}
