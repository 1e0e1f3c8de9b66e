//! Unused values: expressions without an effect that are not last in a block.

use bunraku_diag::codes;
use bunraku_syntax::{
    NodeKind, Syntax, TokenKind,
    ast::{self, Node},
};

use crate::checker::Checker;

/// Each statement except the last must have an effect. Only the first violation is reported.
pub(super) fn check_statements<'t>(cx: &mut Checker<'t>, statements: impl Iterator<Item = Syntax<'t>>) {
    let statements: Vec<Syntax<'t>> = statements.collect();
    if let [name, hash] = statements.as_slice()
        && name.kind() == NodeKind::Name
        && hash.kind() == NodeKind::Hash
    {
        return super::resource::without_title(cx, *name);
    }
    let Some((_, but_last)) = statements.split_last() else { return };
    // A resource without a title is reported separately.
    let unused_one =
        |statement: &Syntax<'t>| statement.kind() != NodeKind::UntitledResource && !has_effect(*statement);
    if let Some(statement) = but_last.iter().copied().find(unused_one) {
        unused(cx, statement);
    }
}

/// The last statement of a class, defined type or node must have an effect as well, because its value is not used.
pub(super) fn check_last<'t>(cx: &mut Checker<'t>, body: Option<ast::Block<'t>>, what: &str) {
    let last = body.and_then(|block| block.statements().last());
    let Some(last) = last.filter(|last| !has_effect(*last)) else { return };
    if last.kind() == NodeKind::UntitledResource {
        return;
    }
    cx.error(codes::NO_EFFECT, last, format!("this value is not used: {what} does not return a value"))
        .label("it has no effect")
        .help("remove it, or use it: pass it to a function or an attribute");
}

pub(super) fn unused<'t>(cx: &mut Checker<'t>, statement: Syntax<'t>) {
    let (message, help) = match statement.kind() {
        NodeKind::Name => {
            let name = statement.text();
            let help =
                format!("if it is a function, call it with parentheses: `{name}(...)`; otherwise remove it");
            (format!("the bare word `{name}` does nothing"), help)
        }
        NodeKind::If | NodeKind::Unless | NodeKind::Case => {
            let keyword = statement.text().split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("");
            let help = "use its value: assign it, or make it the last statement".to_owned();
            (format!("this `{keyword}` has no effect"), help)
        }
        NodeKind::Regexp if statement.text() == "//" => {
            ("`//` does not start a comment".to_owned(), "a comment starts with `#`".to_owned())
        }
        _ => (
            "this value is never used".to_owned(),
            "remove it, or use it: assign it or pass it to a function".to_owned(),
        ),
    };
    cx.error(codes::NO_EFFECT, statement, message).label("it has no effect").help(help);
}

/// Whether evaluating an expression may have an effect besides its value. Calls do; operators on the results of calls
/// do not count.
pub(super) fn has_effect(node: Syntax<'_>) -> bool {
    match Node::of(node) {
        Node::Name(_)
        | Node::Word(_)
        | Node::TypeName(_)
        | Node::Variable(_)
        | Node::Number(_)
        | Node::Boolean(_)
        | Node::Undef(_)
        | Node::Default(_)
        | Node::String(_)
        | Node::InterpolatedString(_)
        | Node::Regexp(_)
        | Node::Heredoc(_)
        | Node::Array(_)
        | Node::Hash(_)
        | Node::ReservedWord(_)
        | Node::Access(_)
        | Node::Not(_)
        | Node::Negate(_)
        | Node::Splat(_)
        | Node::Selector(_) => false,
        // A match sets `$0`, `$1` and so on.
        Node::Binary(binary) => {
            let operator = binary.operator().map(|(kind, _)| kind);
            matches!(operator, Some(TokenKind::Match | TokenKind::NoMatch))
        }
        Node::UntitledResource(resource) => {
            let name = resource.name().map_or("", Syntax::text);
            bunraku_syntax::STATEMENT_FUNCTIONS.contains(&name)
        }
        Node::Parenthesized(_)
        | Node::If(_)
        | Node::Elsif(_)
        | Node::Else(_)
        | Node::Unless(_)
        | Node::Case(_)
        | Node::CaseOption(_)
        | Node::Block(_) => node.children().any(has_effect),
        _ => true,
    }
}
