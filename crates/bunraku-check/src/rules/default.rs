//! A `case` or selector has one `default`.

use bunraku_diag::{TextRange, codes};
use bunraku_syntax::{NodeKind, Syntax};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let is_default = |node: &Syntax<'t>| node.kind() == NodeKind::Default;
    let mut first: Option<TextRange> = None;
    let options = node
        .children()
        .filter(|child| matches!(child.kind(), NodeKind::CaseOption | NodeKind::SelectorEntry));
    for option in options {
        let values: Vec<Syntax<'t>> = if option.kind() == NodeKind::CaseOption {
            option.children().filter(is_default).collect()
        } else {
            option.child(0).filter(is_default).into_iter().collect()
        };
        for value in values {
            match first {
                None => first = Some(value.range()),
                Some(range) => {
                    cx.error(codes::DUPLICATE_DEFAULT, value, "there is a `default` already")
                        .label("never reached")
                        .also(range, "the first one")
                        .help("remove one of them");
                }
            }
        }
    }
}
