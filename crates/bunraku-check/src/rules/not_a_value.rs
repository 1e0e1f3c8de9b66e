//! Definitions and collectors are not values: they cannot be operands, elements or attributes.

use bunraku_diag::codes;
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, Node, View},
};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    match Node::of(node) {
        Node::Assignment(assignment) => values(cx, assignment.value().into_iter()),
        Node::Attribute(_)
        | Node::AttributeSplat(_)
        | Node::Binary(_)
        | Node::HashEntry(_)
        | Node::Array(_)
        | Node::Not(_)
        | Node::Negate(_)
        | Node::Splat(_)
        | Node::Parenthesized(_)
        | Node::CaseOption(_) => values(cx, node.children()),
        Node::If(node) => values(cx, node.condition().into_iter()),
        Node::Elsif(node) => values(cx, node.condition().into_iter()),
        Node::Unless(node) => values(cx, node.condition().into_iter()),
        Node::Case(case) => values(cx, case.value().into_iter()),
        Node::Selector(selector) => values(cx, selector.value().into_iter()),
        Node::SelectorEntry(entry) => values(cx, entry.option().into_iter()),
        Node::Relationship(relationship) => {
            values(cx, relationship.operands().filter(|side| ast::Collector::cast(*side).is_none()));
        }
        _ => {}
    }
}

fn values<'t>(cx: &mut Checker<'t>, nodes: impl Iterator<Item = Syntax<'t>>) {
    for node in nodes {
        let what = match node.kind() {
            NodeKind::Collector => "a collector",
            NodeKind::Class => "the definition of a class",
            NodeKind::Define => "the definition of a type",
            NodeKind::Function => "the definition of a function",
            NodeKind::Plan => "the definition of a plan",
            NodeKind::NodeDefinition => "the definition of a node",
            NodeKind::TypeAlias | NodeKind::TypeDefinition => "the definition of a type alias",
            NodeKind::Not | NodeKind::Negate | NodeKind::Splat | NodeKind::Parenthesized => {
                values(cx, node.children());
                continue;
            }
            _ => continue,
        };
        let help = match node.kind() {
            NodeKind::Collector => "write it as a separate statement; `->` and `~>` order what it finds",
            _ => "write it as a separate statement",
        };
        cx.error(codes::NOT_A_VALUE, node, format!("{what} has no value"))
            .label("a value is needed here")
            .help(help);
    }
}
