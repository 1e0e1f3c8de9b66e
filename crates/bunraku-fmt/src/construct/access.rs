//! Access: `$facts['os']`, `File['/a', '/b']`, and the arguments of types.

use bunraku_syntax::TokenKind;
use bunraku_syntax::ast::{Access, View};

use super::items::Items;
use super::list::{Hugs, List};
use crate::document::Flat;
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// Writes an access. The outermost type of a parameter must not have a trailing comma.
    pub(crate) fn access(&mut self, access: Access<'s>, trailing_comma: bool) {
        let node = access.syntax();
        if let Some(target) = access.target() {
            self.expression(target);
        }
        let (_, end) = node.tokens();
        let bracket = |kind| matches!(kind, TokenKind::LBracket | TokenKind::ListStart);
        let Some((open, _)) = node.own_tokens().find(|(_, kind)| bracket(*kind)) else { return };
        let nodes: Vec<_> = access.keys().collect();
        let items = Items {
            nodes: &nodes,
            close: end.saturating_sub(1),
            before_first: Flat::Nothing,
            trailing_comma,
            parted: false,
            each: Formatter::value,
        };
        self.list(List { open, items, broken: false, hugs: Hugs::Only });
    }
}
