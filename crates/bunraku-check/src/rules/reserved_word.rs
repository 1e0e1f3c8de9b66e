//! `attr` and `private` are reserved and cannot be used as values.

use bunraku_diag::{Applicability, codes};
use bunraku_syntax::ast::{self, View};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::ReservedWord<'t>) {
    let word = node.text();
    cx.error(codes::RESERVED_WORD, node, format!("`{word}` is a reserved word"))
        .label("not allowed as a value")
        .help(format!("quote it if you mean a string: `'{word}'`"))
        .fix(Applicability::Unsafe, "quote it", [(node.range(), format!("'{word}'").as_str())]);
}
