//! Resources: that they have a title, what can be virtual, and one `* =>` in a body.

use bunraku_diag::{TextRange, codes};
use bunraku_syntax::{NodeKind, STATEMENT_FUNCTIONS, Syntax};

use crate::checker::Checker;

/// `name { a => 1 }`: a call if the function may be called without parentheses, else a resource without a title.
pub(super) fn check_title<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    if let Some(name) = node.child(0).filter(|name| !STATEMENT_FUNCTIONS.contains(&name.text())) {
        without_title(cx, name);
    }
}

pub(super) fn without_title<'t>(cx: &mut Checker<'t>, name: Syntax<'t>) {
    let kind = name.text();
    cx.error(codes::RESOURCE_WITHOUT_TITLE, name, format!("this `{kind}` resource has no title"))
        .label("a title and `:` must follow the brace")
        .help(format!("write `{kind} {{ 'title': ... }}`"));
}

/// Attributes are taken from one hash at most.
pub(super) fn check_body<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let mut splats = node.children().filter(|child| child.kind() == NodeKind::AttributeSplat);
    let Some(first) = splats.next() else { return };
    for again in splats {
        cx.error(codes::DUPLICATE_SPLAT, again, "`* =>` is given twice for one resource")
            .label("again")
            .also(first.range(), "the first one")
            .help("merge the hashes: `* => $a + $b`");
    }
}

/// Classes, defaults and overrides cannot be virtual or exported.
pub(super) fn check_virtual<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let Some(inner) = node.child(0) else { return };
    let sign = if node.text().starts_with("@@") { "@@" } else { "@" };
    let class =
        inner.kind() == NodeKind::Resource && inner.child(0).is_some_and(|kind| kind.text() == "class");
    let what = match inner.kind() {
        _ if class => "a class",
        NodeKind::ResourceDefaults => "defaults",
        NodeKind::ResourceOverride => "a change to a resource",
        _ => return,
    };
    let start = node.range().start;
    let place = TextRange::new(start, start + sign.len() as u32);
    cx.error_in(codes::NOT_VIRTUALIZABLE, node, Some(place), format!("{what} cannot be virtual or exported"))
        .label("only resources can")
        .help(format!("remove the `{sign}`"));
}
