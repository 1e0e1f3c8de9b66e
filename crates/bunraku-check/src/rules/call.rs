//! What can be called: the name of a function, or a type.

use bunraku_diag::codes;
use bunraku_syntax::ast::{self, Node, View};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::Call<'t>) {
    let Some(called) = node.callee() else { return };
    match Node::of(called) {
        Node::Name(_) | Node::TypeName(_) => {}
        Node::Access(access) if access.target().and_then(ast::TypeName::cast).is_some() => {}
        Node::RenderText(_) => {
            cx.error(codes::INVALID_CALL, called, "the parameters of a template must come first")
                .label("this comes before the `(`")
                .help("declare them first, between bars: `<%- | String $name | -%>`");
        }
        kind => {
            let help = match kind {
                Node::Variable(_) | Node::Access(_) => {
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
