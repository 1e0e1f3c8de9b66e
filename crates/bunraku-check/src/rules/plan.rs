//! Plans: they run on the machine where they are started and do not have a catalog, except in `apply` blocks.

use bunraku_diag::codes;
use bunraku_syntax::{
    NodeKind, SourceKind, Syntax,
    ast::{self, Node},
};

use crate::checker::Checker;

/// Rejects what plans cannot contain. If it returns `true`, no other rule checks the node.
pub(super) fn refuses<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) -> bool {
    if node.tree().kind() != SourceKind::Plan {
        return false;
    }
    let what = match Node::of(node) {
        Node::Class(_) => return defined(cx, node, "a class"),
        Node::Define(_) => return defined(cx, node, "a defined type"),
        Node::Apply(_) => {
            let within = is_applied(node);
            if within {
                cx.error(codes::NOT_IN_PLAN, node, "`apply` cannot be used in the block of another `apply`")
                    .label("already in a catalog")
                    .help("move it out of the block");
            }
            return within;
        }
        Node::Collector(collector) if is_applied(node) => {
            let exported = collector.query().is_some_and(ast::Query::is_exported);
            if exported {
                cx.error(
                    codes::NOT_IN_PLAN,
                    node,
                    "exported resources cannot be collected in an `apply` block",
                )
                .label("no store of exported resources here")
                .help("collect virtual resources with `<| |>`");
            }
            return exported;
        }
        Node::Collector(_) => "a collector",
        Node::NodeDefinition(_) => "a node",
        Node::Relationship(_) => "a relationship",
        Node::Resource(_) => "a resource",
        Node::ResourceDefaults(_) => "defaults of resources",
        Node::ResourceOverride(_) => "an override of resources",
        _ => return false,
    };
    let refused = !is_applied(node);
    if refused {
        cx.error(codes::NOT_IN_PLAN, node, format!("{what} can only be used in an `apply` block of a plan"))
            .label("a plan has no catalog")
            .help("put it into a block: `apply($targets) { ... }`");
    }
    refused
}

fn defined<'t>(cx: &mut Checker<'t>, node: Syntax<'t>, what: &str) -> bool {
    cx.error(codes::NOT_IN_PLAN, node, format!("{what} cannot be defined where plans are written"))
        .label("not in a plan")
        .help("move it to the folder `manifests` of the module");
    true
}

/// Whether a node is in the block of an `apply`.
fn is_applied(node: Syntax<'_>) -> bool {
    let in_block = |around: Syntax<'_>| {
        around.kind() == NodeKind::Block
            && around.parent().is_some_and(|outer| outer.kind() == NodeKind::Apply)
    };
    node.ancestors().any(in_block)
}
