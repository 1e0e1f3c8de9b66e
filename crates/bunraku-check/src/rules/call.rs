//! What can be called: the name of a function, or a type.

use bunraku_diag::codes;
use bunraku_syntax::{NodeKind, Syntax};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let Some(called) = node.child(0) else { return };
    let type_name = |node: Syntax<'_>| node.kind() == NodeKind::TypeName;
    match called.kind() {
        NodeKind::Name | NodeKind::TypeName => {}
        NodeKind::Access if called.child(0).is_some_and(type_name) => {}
        NodeKind::RenderText => {
            cx.error(codes::INVALID_CALL, called, "parameters of a template must come before any text")
                .label("this text stands before `(`")
                .help("declare them first, between bars: `<%- | String $name | -%>`");
        }
        kind => {
            let help = match kind {
                NodeKind::Variable | NodeKind::Access => {
                    "write `call($name, ...)` to call a function whose name is a value"
                }
                _ => "write the name of a function before the `(`",
            };
            cx.error(codes::INVALID_CALL, called, "this cannot be called")
                .label("neither the name of a function nor a type")
                .help(help);
        }
    }
}
