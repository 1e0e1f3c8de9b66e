//! Blocks: `{ ... }` with statements.

use bunraku_syntax::ast::{Block, Node, View};

use crate::document::{Element, Flat, Group};
use crate::formatter::{Formatter, OneLine};

impl<'s> Formatter<'s> {
    /// A block with each statement on its own lines; `{}` if it is empty.
    pub(crate) fn block(&mut self, block: Block<'s>) {
        self.block_before(block, false);
    }

    /// A block. An empty one contains a line break if something follows its closing brace: `{` and `} else {`.
    pub(crate) fn block_before(&mut self, block: Block<'s>, followed: bool) {
        let (open, end) = block.syntax().tokens();
        let close = end.saturating_sub(1);
        let nodes: Vec<_> = block.statements().collect();
        if self.has_tags(open, close) {
            return self.template_block(&nodes, open, close);
        }
        self.token(open);
        if nodes.is_empty() && !self.has_comments(open, close) {
            if followed {
                self.doc.hard_line();
            }
            return self.token(close);
        }
        let continuation = std::mem::replace(&mut self.continuation, 2);
        self.doc.indent(2);
        self.statements(&nodes, close);
        self.doc.indent(-2);
        self.doc.hard_line();
        self.mark(close);
        self.token(close);
        self.continuation = continuation;
    }

    /// A block that may be on one line: the author wrote it that way, and it has a single statement.
    pub(crate) fn block_on_one_line(&mut self, block: Block<'s>) {
        let (open, end) = block.syntax().tokens();
        let close = end.saturating_sub(1);
        self.flush(open);
        if !self.fits_on_one_line(block) {
            // The group shows enclosing lists where the block begins.
            let group = self.doc.start();
            self.block(block);
            return self.doc.end(group, Group { broken: true, hug: None, brackets: true });
        }
        let group = self.doc.start();
        let breaks = self.doc.breaks;
        self.one_line_block(block, open, close);
        let broken = self.doc.breaks > breaks;
        self.doc.end(group, Group { broken, hug: None, brackets: true });
    }

    /// Whether a block has at most one statement, on the line of its braces.
    pub(crate) fn fits_on_one_line(&self, block: Block<'s>) -> bool {
        let (open, end) = block.syntax().tokens();
        let close = end.saturating_sub(1);
        block.statements().count() <= 1
            && !self.on_several_lines(block.syntax())
            && !self.has_comments(open, close)
    }

    /// The braces and the statement of a block, with line breaks only if the enclosing group is broken.
    pub(crate) fn one_line_block(&mut self, block: Block<'s>, open: u32, close: u32) {
        self.token(open);
        let Some(statement) = block.statements().next() else { return self.token(close) };
        let continuation = std::mem::replace(&mut self.continuation, 2);
        self.doc.indent(2);
        self.doc.line(Flat::Space, false);
        self.doc.elements.push(Element::Enter { apart: false });
        // A part of the statement would not be broken with the block, but by itself the next time.
        let is_conditional = matches!(Node::of(statement), Node::If(_) | Node::Unless(_));
        let kept = if is_conditional { OneLine::WithBlock } else { OneLine::No };
        let one_line = std::mem::replace(&mut self.one_line, kept);
        self.expression(statement);
        self.one_line = one_line;
        self.doc.elements.push(Element::Leave);
        self.doc.indent(-2);
        self.doc.line(Flat::Space, false);
        self.token(close);
        self.continuation = continuation;
    }
}
