//! Arrays: `['a', 'b']`.

use bunraku_syntax::ast::{Array, View};

use super::items::Items;
use super::list::{Hugs, List};
use crate::document::Flat;
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn array(&mut self, array: Array<'s>) {
        let (open, end) = array.syntax().tokens();
        let nodes: Vec<_> = array.elements().collect();
        let items = Items {
            nodes: &nodes,
            close: end.saturating_sub(1),
            before_first: Flat::Nothing,
            trailing_comma: true,
            parted: false,
            each: Formatter::value,
        };
        self.list(List { open, items, broken: false, hugs: Hugs::Only });
    }
}
