//! Collectors: the type on the left, and what a query may ask.

use bunraku_diag::codes;
use bunraku_syntax::{NodeKind, Syntax, TokenKind, ast};

use crate::checker::Checker;

pub(super) fn check_type<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let Some(collected) = node.child(0) else { return };
    if collected.kind() == NodeKind::TypeName {
        return;
    }
    let (label, help) = match collected.kind() {
        NodeKind::Name => ("the name of a type has capital letters", capitalized(collected.text())),
        NodeKind::Access => ("this names single resources", "File".to_owned()),
        _ => ("not the name of a type", "File".to_owned()),
    };
    cx.error(codes::INVALID_COLLECTOR, collected, "a collector needs the name of a type")
        .label(label)
        .help(format!("write for example `{help} <| tag == 'web' |>`"));
}

pub(super) fn check_query<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    if let Some(query) = node.child(0) {
        askable(cx, query);
    }
}

/// The name with a capital letter at the start of each segment.
fn capitalized(name: &str) -> String {
    let segment = |segment: &str| match segment.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => segment.to_owned(),
    };
    name.split("::").map(segment).collect::<Vec<_>>().join("::")
}

fn askable<'t>(cx: &mut Checker<'t>, query: Syntax<'t>) {
    match query.kind() {
        NodeKind::Binary => match ast::operator(query).map(|(kind, _)| kind) {
            Some(TokenKind::Equal | TokenKind::NotEqual) => {}
            Some(TokenKind::And | TokenKind::Or) => {
                for side in query.children() {
                    askable(cx, side);
                }
            }
            _ => not_askable(cx, query),
        },
        NodeKind::Parenthesized => {
            if let Some(inner) = query.child(0) {
                askable(cx, inner);
            }
        }
        NodeKind::Variable
        | NodeKind::Name
        | NodeKind::Number
        | NodeKind::String
        | NodeKind::Word
        | NodeKind::Boolean => {}
        _ => not_askable(cx, query),
    }
}

fn not_askable<'t>(cx: &mut Checker<'t>, query: Syntax<'t>) {
    cx.error(codes::INVALID_QUERY, query, "a collector cannot search for this")
        .label("not a comparison with `==` or `!=`")
        .help("combine comparisons such as `tag == 'web'` and `title != 'x'` with `and` and `or`");
}
