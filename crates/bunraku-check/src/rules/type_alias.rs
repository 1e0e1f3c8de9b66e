//! Type aliases: where they are allowed, what may be on either side, and the unsupported form.

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, Access, Definition, Node, View},
};

use super::definition::placement;
use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::TypeAlias<'t>) {
    placement(cx, Definition::TypeAlias(node), "a type alias");
    let (Some(left), Some(right)) = (node.left(), node.right()) else { return };
    if let Some(left) = Access::cast(left) {
        return mapping(cx, node, left, right);
    }
    if left.text().starts_with("::") {
        let name = left.text().trim_start_matches(':');
        let start = left.range().start;
        let colons = TextRange::new(start, left.range().end - name.len() as u32);
        cx.error_in(
            codes::INVALID_DEFINITION_NAME,
            node,
            Some(left.range()),
            format!("`{}` is not a valid name for a type alias", left.text()),
        )
        .label("a definition always has its full name")
        .help(format!("remove the `::` in front: `{name}`"))
        .fix(Applicability::Safe, format!("write `{name}`"), [(colons, "")]);
    }
    // A hash is short for an Object type, and so is `Parent { }`.
    let is_type = matches!(right.kind(), NodeKind::Hash | NodeKind::ObjectBody) || is_type_reference(right);
    if !is_type {
        let help = match right.kind() {
            NodeKind::Array => {
                "write `Enum['a', 'b']` for a choice of strings, `Variant[A, B]` for one of types"
            }
            _ => "write for example `type Port = Integer[1, 65535]`",
        };
        cx.error(codes::INVALID_TYPE_ALIAS, right, "the right side of a type alias must be a type")
            .label("not a type")
            .help(help);
    }
}

/// `type X { ... }`.
pub(super) fn check_definition<'t>(cx: &mut Checker<'t>, node: ast::TypeDefinition<'t>) {
    placement(cx, Definition::TypeDefinition(node), "a type");
    let name = node.name();
    cx.error(codes::UNSUPPORTED_TYPE_DEFINITION, node, "types cannot be defined in this form")
        .label("expected `=` and a type after the name")
        .help(format!("write `type {name} = Object[{{ attributes => {{ ... }} }}]`"));
}

/// `type Runtime['ruby', 'X'] = ...`: a mapping between types of the language and of the implementation.
fn mapping<'t>(cx: &mut Checker<'t>, node: ast::TypeAlias<'t>, left: Access<'t>, right: Syntax<'t>) {
    let runtime = left.target().is_some_and(|name| name.text() == "Runtime");
    let keys: Vec<Syntax<'t>> = left.keys().collect();
    let pattern = keys.len() == 2 && keys.last().is_some_and(|key| is_pattern_with_replacement(*key));
    let fits = match right.kind() {
        NodeKind::Array if is_pattern_with_replacement(right) => pattern,
        _ => is_type_reference(right) && !pattern,
    };
    if !runtime || !fits {
        cx.error(codes::INVALID_TYPE_ALIAS, node, "the name of a type alias cannot have parameters")
            .label("expected a plain name")
            .help("write for example `type Port = Integer[1, 65535]`");
    }
}

fn is_type_reference(node: Syntax<'_>) -> bool {
    match Node::of(node) {
        Node::TypeName(_) => true,
        Node::Access(access) => access.target().and_then(ast::TypeName::cast).is_some(),
        _ => false,
    }
}

fn is_pattern_with_replacement(node: Syntax<'_>) -> bool {
    let Some(array) = ast::Array::cast(node) else { return false };
    let mut kinds = array.elements().map(Syntax::kind);
    kinds.next() == Some(NodeKind::Regexp) && kinds.next() == Some(NodeKind::String) && kinds.next().is_none()
}
