//! Hashes, and everything else with `=>` between a key and a value.

use bunraku_syntax::ast::{Hash, HashEntry, View};
use bunraku_syntax::{Syntax, TokenKind};

use super::align::Column;
use super::items::Items;
use super::list::{Hugs, List};
use crate::document::{Element, Flat};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn hash(&mut self, hash: Hash<'s>) {
        let (open, end) = hash.syntax().tokens();
        let nodes: Vec<_> = hash.syntax().children().collect();
        let items = Items {
            nodes: &nodes,
            close: end.saturating_sub(1),
            before_first: Flat::Space,
            trailing_comma: true,
            parted: false,
            each: Formatter::value,
        };
        self.list(List { open, items, broken: false, hugs: Hugs::Nothing });
    }

    pub(crate) fn hash_entry(&mut self, entry: HashEntry<'s>) {
        self.pair(entry.syntax(), entry.key(), entry.value());
    }

    /// `key => value`.
    pub(crate) fn pair(&mut self, node: Syntax<'s>, key: Option<Syntax<'s>>, value: Option<Syntax<'s>>) {
        let from = self.doc.elements.len();
        if let Some(key) = key {
            self.expression(key);
        }
        self.arrow(from, |formatter| {
            formatter.doc.space();
            formatter.own_token(node, TokenKind::FatArrow);
            formatter.doc.elements.push(Element::Fence);
            formatter.doc.space();
            if let Some(value) = value {
                formatter.value(value);
            }
        });
    }

    /// Writes an arrow and what follows, aligned with the list's arrows if that is enabled.
    pub(crate) fn arrow(&mut self, from: usize, write: impl FnOnce(&mut Self)) {
        if self.options.align_arrows {
            self.column(from, Column::Firm, write);
        } else {
            write(self);
        }
    }
}
