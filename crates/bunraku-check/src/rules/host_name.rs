//! The names of nodes: letters, digits, `_`, `-` and periods, or a regular expression, or `default`.

use bunraku_diag::codes;
use bunraku_syntax::{NodeKind, Syntax, ast};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    for name in node.find(NodeKind::HostNames).into_iter().flat_map(Syntax::children) {
        match name.kind() {
            NodeKind::String | NodeKind::Word => {
                let value = ast::string_value(name, cx.rules);
                let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
                if let Some(character) = value.chars().find(|c| !fits(*c)) {
                    cx.error(
                        codes::INVALID_HOST_NAME,
                        name,
                        format!("the name of a node cannot contain `{}`", character.escape_debug()),
                    )
                    .label("letters, digits, `_`, `-` and `.` are allowed")
                    .help("use a regular expression to match several nodes: `node /^web\\d+/ { }`");
                }
            }
            NodeKind::InterpolatedString => {
                let piece =
                    name.children().find(|piece| piece.kind() != NodeKind::StringText).unwrap_or(name);
                cx.error(codes::INVALID_HOST_NAME, piece, "the name of a node cannot be computed")
                    .label("not known before the program runs")
                    .help("write the name out, or use a regular expression");
            }
            NodeKind::Heredoc => {
                cx.error(codes::INVALID_HOST_NAME, name, "a heredoc cannot name a node")
                    .help("use a quoted string");
            }
            _ => {}
        }
    }
    if let Some(parent) = node.find(NodeKind::NodeParent) {
        let name = parent.child(0).unwrap_or(parent);
        cx.error(codes::NODE_INHERITANCE, name, "nodes do not inherit from each other any more")
            .label("a node has no parent")
            .help("put what they share into a class and include it in both");
    }
}
