//! What all constructs share: writing tokens with the comments before them.

use bunraku_syntax::{SourceKind, Syntax, TokenKind, Tree};

use crate::Options;
use crate::comments::{Trivia, Trivium};
use crate::construct::Alignment;
use crate::document::{Comment, Document, Element};
use crate::tokens::{Gap, LineEnds, gap_before};

/// Builds the document of a source without syntax errors.
pub(crate) fn document<'s>(text: &'s str, tree: &'s Tree, options: &'s Options) -> Document<'s> {
    let ends = LineEnds::new(text, tree);
    let trivia = Trivia::new(tree, &ends);
    let mut formatter = Formatter {
        text,
        tree,
        options,
        ends,
        trivia,
        doc: Document::default(),
        alignment: Alignment::default(),
        blocks: 0,
        continuation: 2,
        one_line: OneLine::No,
        tag_on_lines: false,
    };
    formatter.root(tree.root(text));
    formatter.doc
}

/// A source that is being turned into a document.
pub(crate) struct Formatter<'s> {
    pub text: &'s str,
    pub tree: &'s Tree,
    pub options: &'s Options,
    pub ends: LineEnds,
    pub trivia: Trivia,
    pub doc: Document<'s>,
    /// The alignment of the innermost list.
    pub alignment: Alignment,
    /// The number of blocks and lists so far.
    pub blocks: u32,
    /// The indentation of further lines of an operator's operands.
    pub continuation: isize,
    /// Whether an `if` may stay on one line.
    pub one_line: OneLine,
    /// Whether the code of the current template tag is on separate lines.
    pub tag_on_lines: bool,
}

/// Whether an `if` may stay on one line if it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OneLine {
    /// It is a statement like others.
    No,
    /// It is a value.
    Value,
    /// It is the only statement of a block, and is broken together with it.
    WithBlock,
}

impl<'s> Formatter<'s> {
    /// Writes a token, after the comments before it.
    pub(crate) fn token(&mut self, index: u32) {
        self.flush(index);
        self.doc.text(self.token_text(index));
    }

    /// The characters of a token.
    pub(crate) fn token_text(&self, index: u32) -> &'s str {
        self.tree.token_range(index).of(self.text)
    }

    pub(crate) fn token_kind(&self, index: u32) -> TokenKind {
        self.tree.tokens().get(index as usize).map_or(TokenKind::Eof, |token| token.kind)
    }

    /// Writes the comments and tags before a token that have not been consumed.
    pub(crate) fn flush(&mut self, before: u32) {
        while let Some(trivium) = self.trivia.take(before) {
            match trivium.kind {
                TokenKind::LineComment | TokenKind::BlockComment => self.comment(trivium, 0),
                _ => self.tag(trivium),
            }
        }
    }

    /// Writes the comments before a token that are at the end of the current line, up to the first after which nothing
    /// may follow.
    pub(crate) fn trailing_comments(&mut self, before: u32, block: u32) {
        while let Some(trivium) = self.trivia.peek(before).filter(|trivium| trivium.is_trailing()) {
            self.trivia.take(before);
            self.comment(trivium, block);
            if trivium.kind == TokenKind::LineComment {
                break;
            }
        }
    }

    /// Writes a comment.
    pub(crate) fn comment(&mut self, trivium: Trivium, block: u32) {
        let text = self.token_text(trivium.token).trim_end();
        let next = self.gap(trivium.token + 2);
        let blanks = self.token_kind(trivium.token + 1) == TokenKind::Whitespace;
        let ends_line = trivium.kind == TokenKind::LineComment || blanks && next != Gap::Nothing;
        if ends_line {
            self.doc.breaks += 1;
        }
        let own_line = trivium.gap != Gap::Nothing;
        let comment = Comment { text, own_line, ends_line, space_after: blanks, block };
        self.doc.elements.push(Element::Comment(comment));
    }

    pub(crate) fn is_template(&self) -> bool {
        self.tree.kind() == SourceKind::Template
    }

    /// What separates a token from the previous one.
    pub(crate) fn gap(&self, token: u32) -> Gap {
        gap_before(self.tree, &self.ends, token)
    }

    /// Records the start of something in the source, if it begins a line. Templates have marks at their tags.
    pub(crate) fn mark(&mut self, token: u32) {
        if self.gap(token) == Gap::Nothing || self.is_template() {
            return;
        }
        let start = self.tree.token_range(token).start;
        let before = self.text.get(..start as usize).unwrap_or("");
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        self.doc.elements.push(Element::Mark(line as u32));
    }

    /// A number for a block or list, for the comments in it.
    pub(crate) fn new_block(&mut self) -> u32 {
        self.blocks += 1;
        self.blocks
    }

    /// The first of a node's own tokens of a kind.
    pub(crate) fn own(&self, node: Syntax<'s>, kind: TokenKind) -> Option<u32> {
        node.own_tokens().find(|(_, found)| *found == kind).map(|(index, _)| index)
    }

    /// Writes the first of a node's own tokens of a kind, if there is one.
    pub(crate) fn own_token(&mut self, node: Syntax<'s>, kind: TokenKind) {
        if let Some(index) = self.own(node, kind) {
            self.token(index);
        }
    }

    /// Whether the source has a line break inside a node.
    pub(crate) fn on_several_lines(&self, node: Syntax<'s>) -> bool {
        let (first, end) = node.tokens();
        self.ends.any_between(first, end.saturating_sub(1).max(first))
    }
}
