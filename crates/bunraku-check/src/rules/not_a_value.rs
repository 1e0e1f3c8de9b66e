//! Definitions and collectors are no values: they cannot be operands, elements or attributes.

use bunraku_diag::codes;
use bunraku_syntax::{NodeKind, Syntax};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    match node.kind() {
        NodeKind::Assignment => values(cx, node.children().skip(1)),
        NodeKind::Attribute
        | NodeKind::AttributeSplat
        | NodeKind::Binary
        | NodeKind::HashEntry
        | NodeKind::Array
        | NodeKind::Not
        | NodeKind::Negate
        | NodeKind::Splat
        | NodeKind::Parenthesized
        | NodeKind::CaseOption => values(cx, node.children()),
        NodeKind::If
        | NodeKind::Elsif
        | NodeKind::Unless
        | NodeKind::Case
        | NodeKind::Selector
        | NodeKind::SelectorEntry => {
            values(cx, node.children().take(1));
        }
        NodeKind::Relationship => {
            values(cx, node.children().filter(|side| side.kind() != NodeKind::Collector));
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
            NodeKind::NodeDefinition => "the definition of a node",
            NodeKind::TypeAlias | NodeKind::TypeDefinition => "the definition of a type alias",
            NodeKind::Not | NodeKind::Negate | NodeKind::Splat | NodeKind::Parenthesized => {
                values(cx, node.children());
                continue;
            }
            _ => continue,
        };
        let help = match node.kind() {
            NodeKind::Collector => "make it a statement of its own; `->` and `~>` order what it finds",
            _ => "make it a statement of its own",
        };
        cx.error(codes::NOT_A_VALUE, node, format!("{what} has no value"))
            .label("a value is needed here")
            .help(help);
    }
}
