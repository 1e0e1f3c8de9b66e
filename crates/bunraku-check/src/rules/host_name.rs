//! Names of nodes: letters, digits, `_`, `-` and periods, or a regular expression, or `default`.

use bunraku_diag::codes;
use bunraku_syntax::ast::{self, Node, Piece, View};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::NodeDefinition<'t>) {
    for name in node.names().into_iter().flat_map(ast::HostNames::iter) {
        match Node::of(name) {
            Node::String(string) => characters(cx, string, &string.value(cx.rules)),
            Node::Word(word) => characters(cx, word, word.value()),
            Node::InterpolatedString(string) => {
                let piece = string.pieces().find_map(|piece| match piece {
                    Piece::Value(value) => Some(value),
                    Piece::Text(_) => None,
                });
                let piece = piece.unwrap_or(name);
                cx.error(codes::INVALID_HOST_NAME, piece, "the name of a node cannot be computed")
                    .label("not known before the program runs")
                    .help("write the name out, or use a regular expression");
            }
            Node::Heredoc(_) => {
                cx.error(codes::INVALID_HOST_NAME, name, "a heredoc cannot name a node")
                    .help("use a quoted string");
            }
            _ => {}
        }
    }
    if let Some(parent) = node.parent() {
        let name = parent.name().unwrap_or(parent.syntax());
        cx.error(codes::NODE_INHERITANCE, name, "nodes can no longer inherit from each other")
            .label("a node cannot have a parent")
            .help("put what they share into a class and include it in both");
    }
}

fn characters<'t>(cx: &mut Checker<'t>, name: impl View<'t>, value: &str) {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some(character) = value.chars().find(|c| !fits(*c)) {
        let pattern = value.len() > 2 && value.starts_with('/') && value.ends_with('/');
        let help = match pattern {
            true => format!("a regular expression is written without quotes: `node {value} {{ }}`"),
            false => "use a regular expression to match several nodes: `node /^web\\d+/ { }`".to_owned(),
        };
        let message = format!("the name of a node cannot contain `{}`", character.escape_debug());
        cx.error(codes::INVALID_HOST_NAME, name, message)
            .label("letters, digits, `_`, `-` and `.` are allowed")
            .help(help);
    }
}
