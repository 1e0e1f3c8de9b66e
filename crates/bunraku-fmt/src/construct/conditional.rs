//! `if` and `unless`.

use bunraku_syntax::ast::{Block, Else, Elsif, If, Node, Unless, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::document::Group;
use crate::formatter::{Formatter, OneLine};

impl<'s> Formatter<'s> {
    pub(crate) fn if_expression(&mut self, node: If<'s>) {
        self.branches(node.syntax(), node.condition(), node.then());
    }

    pub(crate) fn unless(&mut self, node: Unless<'s>) {
        self.branches(node.syntax(), node.condition(), node.then());
    }

    /// The keyword, the condition, the block, and the other branches. A value that was on one line stays there if it
    /// fits.
    fn branches(&mut self, node: Syntax<'s>, test: Option<Syntax<'s>>, then: Option<Block<'s>>) {
        let one_line = self.one_line != OneLine::No && self.is_on_one_line(node);
        let own_group = !one_line || self.one_line == OneLine::Value;
        let group = own_group.then(|| self.doc.start());
        let breaks = self.doc.breaks;
        let others: Vec<Syntax<'s>> =
            node.children().filter(|part| matches!(part.kind(), NodeKind::Elsif | NodeKind::Else)).collect();
        self.branch(node, test, then, !others.is_empty(), one_line);
        for (index, other) in others.iter().enumerate() {
            let followed = index + 1 < others.len();
            self.before_branch(other.tokens().0);
            match Node::of(*other) {
                Node::Elsif(elsif) => self.elsif(elsif, followed, one_line),
                Node::Else(otherwise) => self.otherwise(otherwise, one_line),
                _ => {}
            }
        }
        let broken = !one_line || self.doc.breaks > breaks;
        if let Some(group) = group {
            self.doc.end(group, Group { broken, ..Group::default() });
        }
    }

    fn elsif(&mut self, node: Elsif<'s>, followed: bool, one_line: bool) {
        self.branch(node.syntax(), node.condition(), node.then(), followed, one_line);
    }

    fn otherwise(&mut self, node: Else<'s>, one_line: bool) {
        let block = node.syntax().children().find_map(Block::cast);
        self.branch(node.syntax(), None, block, false, one_line);
    }

    fn branch(
        &mut self,
        node: Syntax<'s>,
        test: Option<Syntax<'s>>,
        block: Option<Block<'s>>,
        followed: bool,
        one_line: bool,
    ) {
        self.token(node.tokens().0);
        self.doc.space();
        if let Some(test) = test {
            self.condition(test);
            self.doc.space();
        }
        let Some(block) = block else { return };
        let (open, end) = block.syntax().tokens();
        if one_line {
            self.one_line_block(block, open, end.saturating_sub(1));
        } else {
            self.block_before(block, followed);
        }
    }

    /// A space between `}` and `else`; comments there end the line.
    fn before_branch(&mut self, keyword: u32) {
        let block = self.new_block();
        if !self.trivia.waiting(keyword).iter().any(|trivium| trivium.is_comment()) {
            return self.doc.space();
        }
        self.trailing_comments(keyword, block);
        self.closing_comments(keyword, block);
        self.doc.hard_line();
    }

    /// Whether an `if` was written on one line, with one statement in each block.
    fn is_on_one_line(&self, node: Syntax<'s>) -> bool {
        let (first, end) = node.tokens();
        let mut blocks = node.descendants().filter_map(Block::cast);
        !self.on_several_lines(node)
            && self.trivia.between(first, end).is_empty()
            && blocks.all(|block| block.statements().count() == 1)
    }
}
