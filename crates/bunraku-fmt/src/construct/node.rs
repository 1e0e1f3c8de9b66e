//! Node definitions.

use bunraku_syntax::ast::{NodeDefinition, View};
use bunraku_syntax::{Syntax, TokenKind};

use crate::document::{Flat, Group};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `node 'a', 'b' { ... }`; further names on separate lines are indented more than the block.
    pub(crate) fn node_definition(&mut self, definition: NodeDefinition<'s>) {
        let (first, _) = definition.syntax().tokens();
        self.token(first);
        self.doc.space();
        let names: Vec<Syntax<'s>> = definition.names().into_iter().flat_map(|names| names.iter()).collect();
        if let Some(name) = names.first() {
            self.flush(name.tokens().0);
        }
        let group = self.doc.start();
        let block = self.new_block();
        let mut broken = false;
        self.doc.indent_if_broken(4);
        for (index, name) in names.iter().enumerate() {
            let (first, end) = name.tokens();
            if index > 0 {
                broken |= self.leading_comments(first, Flat::Space, false);
            }
            self.expression(*name);
            let Some((next, _)) = names.get(index + 1).map(|name| name.tokens()) else { break };
            self.doc.text(",");
            let before = self.doc.breaks;
            self.trailing_comments(next, block);
            broken |= self.doc.breaks > before || self.ends.any_between(end.saturating_sub(1), next);
        }
        self.doc.indent_if_broken(-4);
        self.doc.end(group, Group { broken, ..Group::default() });
        self.doc.space();
        if let Some(parent) = definition.parent() {
            self.own_token(parent.syntax(), TokenKind::Inherits);
            self.doc.space();
            if let Some(name) = parent.name() {
                self.expression(name);
            }
            self.doc.space();
        }
        if let Some(body) = definition.body() {
            self.block(body);
        }
    }
}
