//! Selectors: `$x ? { 'a' => 1, default => 2 }`.

use bunraku_syntax::TokenKind;
use bunraku_syntax::ast::{Selector, SelectorEntry, View};

use super::items::Items;
use super::list::{Hugs, List};
use crate::document::Flat;
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn selector(&mut self, selector: Selector<'s>) {
        let node = selector.syntax();
        if let Some(value) = selector.value() {
            self.expression(value);
        }
        self.doc.space();
        self.own_token(node, TokenKind::Question);
        self.doc.space();
        let nodes: Vec<_> = selector.entries().map(View::syntax).collect();
        let Some(open) = self.own(node, TokenKind::SelectorBrace) else {
            // A single option needs no braces.
            nodes.into_iter().for_each(|entry| self.selector_entry(entry));
            return;
        };
        let (_, end) = node.tokens();
        let items = Items {
            nodes: &nodes,
            close: end.saturating_sub(1),
            before_first: Flat::Space,
            trailing_comma: true,
            parted: false,
            each: Formatter::selector_entry,
        };
        self.list(List { open, items, broken: false, hugs: Hugs::Nothing });
    }

    fn selector_entry(&mut self, node: bunraku_syntax::Syntax<'s>) {
        if let Some(entry) = SelectorEntry::cast(node) {
            self.pair(node, entry.option(), entry.value());
        }
    }
}
