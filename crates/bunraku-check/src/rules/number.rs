//! Integer literals must fit in 64 bits, if the edition requires it.

use bunraku_diag::codes;
use bunraku_edition::IntegerLiterals;
use bunraku_syntax::ast::{self, NumberValue};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::Number<'t>) {
    if matches!(cx.rules.integer_literals, IntegerLiterals::Unlimited) {
        return;
    }
    let NumberValue::Integer { digits, .. } = node.value() else { return };
    if digits.parse::<i64>().is_err() {
        cx.error(codes::INTEGER_OUT_OF_RANGE, node, "this integer is too large")
            .label("the largest integer is 9223372036854775807")
            .help("write a float such as `1e20` if the last digits do not matter, or quote it");
    }
}
