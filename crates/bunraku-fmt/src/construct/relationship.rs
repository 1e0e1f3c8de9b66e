//! Chains of resources: `Package['a'] -> Service['a']`.

use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Relationship, View};

use crate::document::{Flat, Group};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// Writes a chain: on one line if it was, or each further operand on a line that begins with the arrow.
    pub(crate) fn relationship(&mut self, chain: Relationship<'s>) {
        let operands: Vec<Syntax<'s>> = chain.operands().collect();
        let arrows: Vec<u32> = chain.syntax().own_tokens().map(|(index, _)| index).collect();
        let group = self.doc.start();
        let block = self.new_block();
        let breaks = self.doc.breaks;
        let mut broken = false;
        for (index, operand) in operands.iter().enumerate() {
            let (first, _) = operand.tokens();
            if let Some(arrow) = index.checked_sub(1).and_then(|at| arrows.get(at)) {
                let before =
                    operands.get(index - 1).map_or(0, |operand| operand.tokens().1.saturating_sub(1));
                broken |= self.ends.any_between(before, first);
                // Comments after the arrow would separate it from its operand.
                self.trailing_comments(first, block);
                self.leading_comments_of(*arrow, first);
                self.doc.text(self.token_text(*arrow));
                self.doc.space();
            }
            self.expression(*operand);
        }
        broken |= self.doc.breaks > breaks;
        self.doc.end(group, Group { broken, ..Group::default() });
    }

    /// Ends the line before an arrow, after the comments that precede its operand.
    fn leading_comments_of(&mut self, arrow: u32, operand: u32) {
        while let Some(trivium) = self.trivia.peek(operand).filter(|trivium| trivium.is_comment()) {
            self.doc.hard_line();
            self.trivia.take(operand);
            if trivium.token < arrow {
                self.mark(trivium.token);
            }
            self.comment(trivium, 0);
        }
        self.doc.line(Flat::Space, false);
        self.mark(arrow);
    }
}
