//! `+>` adds to an existing value, so it requires an override or a collector.

use bunraku_diag::{Applicability, codes};
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, View},
};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::Attribute<'t>) {
    let Some(sign) = node.plus_arrow() else { return };
    let parent = node.syntax().parent().map(Syntax::kind);
    if !matches!(parent, Some(NodeKind::Collector | NodeKind::ResourceOverride)) {
        let message = format!("cannot use `+>` for `{}` here", node.name());
        cx.error_in(codes::INVALID_ATTRIBUTE_APPEND, node, Some(sign), message)
            .label("nothing to add to")
            .help("write `=>`; `+>` is for `Type['title'] { ... }` and for the block of a collector")
            .fix(Applicability::Unsafe, "write `=>`", [(sign, "=>")]);
    }
}
