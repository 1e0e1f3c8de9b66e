//! `+>` adds to a value that is there: it needs an override or a collector.

use bunraku_diag::codes;
use bunraku_syntax::{NodeKind, Syntax, TokenKind, ast};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let (name, arrow) = ast::attribute(node);
    if arrow != TokenKind::PlusArrow {
        return;
    }
    let parent = cx.parent().map(Syntax::kind);
    if !matches!(parent, Some(NodeKind::Collector | NodeKind::ResourceOverride)) {
        let sign = node.own_token(|kind| kind == TokenKind::PlusArrow).map(|(_, range)| range);
        let message = format!("`+>` cannot be used for `{name}` here");
        cx.error_in(codes::INVALID_ATTRIBUTE_APPEND, node, sign, message)
            .label("there is no value to add to")
            .help("write `=>`; `+>` is for `Type['title'] { ... }` and for the block of a collector");
    }
}
