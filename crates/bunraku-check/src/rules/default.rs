//! A `case` or selector has at most one `default`.

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_syntax::{NodeKind, Syntax, ast};

use crate::{checker::Checker, removal::removal};

pub(super) fn check_case<'t>(cx: &mut Checker<'t>, node: ast::Case<'t>) {
    let mut first = None;
    for option in node.options() {
        for value in option.values().filter(is_default) {
            // An option that consists only of `default` is removed as a whole.
            let alone = option.values().nth(1).is_none();
            let deleted =
                || if alone { removal(node.options(), option) } else { removal(option.values(), value) };
            once(cx, value, deleted, &mut first);
        }
    }
}

pub(super) fn check_selector<'t>(cx: &mut Checker<'t>, node: ast::Selector<'t>) {
    let mut first = None;
    for entry in node.entries() {
        if let Some(value) = entry.option().filter(is_default) {
            once(cx, value, || removal(node.entries(), entry), &mut first);
        }
    }
}

fn is_default(node: &Syntax<'_>) -> bool {
    node.kind() == NodeKind::Default
}

/// Reports a `default` that is not the first.
fn once<'t>(
    cx: &mut Checker<'t>,
    value: Syntax<'t>,
    deleted: impl FnOnce() -> Option<TextRange>,
    first: &mut Option<TextRange>,
) {
    let Some(first) = *first else {
        *first = Some(value.range());
        return;
    };
    cx.error(codes::DUPLICATE_DEFAULT, value, "duplicate `default`")
        .label("never reached")
        .also(first, "first one here")
        .help("remove one of them")
        .fix_by_removal(Applicability::Unsafe, "remove the second `default`", deleted);
}
