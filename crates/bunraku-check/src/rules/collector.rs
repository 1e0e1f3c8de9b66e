//! Collectors: the type on the left, and what a query may contain.

use bunraku_diag::{Applicability, capitalized, codes};
use bunraku_syntax::{
    Syntax, TokenKind,
    ast::{self, Node, View},
};

use crate::checker::Checker;

pub(super) fn check_type<'t>(cx: &mut Checker<'t>, node: ast::Collector<'t>) {
    let Some(collected) = node.resource_type() else { return };
    let (label, meant) = match Node::of(collected) {
        Node::TypeName(_) => return,
        Node::Name(name) => ("type names start with an uppercase letter", Some(capitalized(name.text()))),
        Node::Access(_) => ("this refers to single resources", None),
        _ => ("not the name of a type", None),
    };
    let example = meant.as_deref().unwrap_or("File");
    let report = cx
        .error(codes::INVALID_COLLECTOR, collected, "a collector needs the name of a type")
        .label(label)
        .help(format!("write for example `{example} <| tag == 'web' |>`"));
    if let Some(meant) = &meant {
        report.fix(Applicability::Safe, format!("write `{meant}`"), [(collected.range(), meant.as_str())]);
    }
}

pub(super) fn check_query<'t>(cx: &mut Checker<'t>, node: ast::Query<'t>) {
    if let Some(query) = node.condition() {
        askable(cx, query);
    }
}

fn askable<'t>(cx: &mut Checker<'t>, query: Syntax<'t>) {
    match Node::of(query) {
        Node::Binary(binary) => match binary.operator().map(|(kind, _)| kind) {
            Some(TokenKind::Equal | TokenKind::NotEqual) => {}
            Some(TokenKind::And | TokenKind::Or) => {
                for side in binary.left().into_iter().chain(binary.right()) {
                    askable(cx, side);
                }
            }
            _ => not_askable(cx, query),
        },
        Node::Parenthesized(parenthesized) => {
            if let Some(inner) = parenthesized.operand() {
                askable(cx, inner);
            }
        }
        Node::Variable(_)
        | Node::Name(_)
        | Node::Number(_)
        | Node::String(_)
        | Node::Word(_)
        | Node::Boolean(_) => {}
        _ => not_askable(cx, query),
    }
}

fn not_askable<'t>(cx: &mut Checker<'t>, query: Syntax<'t>) {
    cx.error(codes::INVALID_QUERY, query, "a collector cannot search for this")
        .label("not a comparison with `==` or `!=`")
        .help("combine comparisons such as `tag == 'web'` and `title != 'x'` with `and` and `or`");
}
