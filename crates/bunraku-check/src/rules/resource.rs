//! Resources: titles, what can be virtual, and at most one `* =>` per body.

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_syntax::{
    STATEMENT_FUNCTIONS, SourceKind, Syntax,
    ast::{self, AttributeOperation, Node, View},
};

use super::effect;
use crate::checker::Checker;

/// `name { a => 1 }`: a call if the function may be called without parentheses, otherwise a resource without a title.
pub(super) fn check_title<'t>(cx: &mut Checker<'t>, node: ast::UntitledResource<'t>) {
    if let Some(name) = node.name().filter(|name| !STATEMENT_FUNCTIONS.contains(&name.text())) {
        without_title(cx, name);
    }
}

pub(super) fn without_title<'t>(cx: &mut Checker<'t>, name: Syntax<'t>) {
    // In plans, Puppet parses a name and a hash rather than a resource.
    if name.tree().kind() == SourceKind::Plan {
        return effect::unused(cx, name, &[]);
    }
    let kind = name.text();
    // `include foo { a => 1 }` looks like a way to pass parameters.
    let call = name.parent().and_then(Syntax::parent).and_then(ast::StatementCall::cast);
    let function = call.and_then(ast::StatementCall::function).map(Syntax::text);
    if let Some(function) = function.filter(|name| ["include", "contain", "require"].contains(name)) {
        cx.error(
            codes::RESOURCE_WITHOUT_TITLE,
            name,
            format!("`{function}` cannot pass parameters to a class"),
        )
        .label("only the name of a class is expected here")
        .help(format!("write `class {{ '{kind}': ... }}`, or set `{kind}::PARAMETER` in Hiera"));
        return;
    }
    cx.error(codes::RESOURCE_WITHOUT_TITLE, name, format!("this `{kind}` resource has no title"))
        .label("a title and `:` must follow the brace")
        .help(format!("write `{kind} {{ 'title': ... }}`"));
}

/// At most one `* =>` is allowed.
pub(super) fn check_body<'t>(cx: &mut Checker<'t>, node: ast::ResourceBody<'t>) {
    let is_splat = |attribute: &AttributeOperation<'t>| matches!(attribute, AttributeOperation::Splat(_));
    let mut splats = node.attributes().filter(is_splat);
    let Some(first) = splats.next() else { return };
    for again in splats {
        cx.error(codes::DUPLICATE_SPLAT, again, "duplicate `* =>` in one resource")
            .label("again")
            .also(first.range(), "first one here")
            .help("merge the hashes: `* => $a + $b`");
    }
}

/// Classes, defaults and overrides cannot be virtual or exported.
pub(super) fn check_virtual<'t>(cx: &mut Checker<'t>, node: ast::Virtual<'t>) {
    let Some(inner) = node.resource() else { return };
    let sign = if node.is_exported() { "@@" } else { "@" };
    let what = match Node::of(inner) {
        Node::Resource(resource) if resource.resource_type().is_some_and(|kind| kind.text() == "class") => {
            "a class"
        }
        Node::ResourceDefaults(_) => "defaults",
        Node::ResourceOverride(_) => "an override",
        _ => return,
    };
    let start = node.range().start;
    let place = TextRange::new(start, start + sign.len() as u32);
    cx.error_in(codes::NOT_VIRTUALIZABLE, node, Some(place), format!("{what} cannot be virtual or exported"))
        .label("only resources can")
        .help(format!("remove the `{sign}`"))
        .fix(Applicability::Unsafe, format!("remove the `{sign}`"), [(place, "")]);
}
