//! Values that are computed and not used.

use bunraku_syntax::ast::{Access, Binary, Parenthesized, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::rule::{Findings, rule};

rule! {
    name: "no_effect",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A statement computes a value that is not used.",
    why: "An assignment, a call or an `if` was probably meant. Only at the end of a function, lambda or branch is \
     a value the result.",
    wrong: "\
class ntp ($port) {
  $port == 123
  notice($port)
}
",
    right: "\
class ntp ($port) {
  notice($port)
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for block in findings
        .file
        .root()
        .descendants()
        .filter(|node| matches!(node.kind(), NodeKind::Block | NodeKind::Root))
    {
        let statements: Vec<Syntax<'_>> = block.children().collect();
        let in_definition = block.parent().is_some_and(|parent| {
            matches!(parent.kind(), NodeKind::Class | NodeKind::Define | NodeKind::NodeDefinition)
        });
        for (index, statement) in statements.iter().enumerate() {
            let last = index + 1 == statements.len();
            if (in_definition || !last) && is_value(*statement) {
                findings.report(*statement, "this value is not used".to_owned());
            }
        }
    }
}

fn is_value(node: Syntax<'_>) -> bool {
    match node.kind() {
        NodeKind::Number
        | NodeKind::String
        | NodeKind::InterpolatedString
        | NodeKind::Boolean
        | NodeKind::Undef
        | NodeKind::Regexp
        | NodeKind::Variable
        | NodeKind::Array
        | NodeKind::Hash
        | NodeKind::Not
        | NodeKind::Negate
        | NodeKind::Heredoc => true,
        NodeKind::Binary => !node.descendants().any(|inner| {
            matches!(
                inner.kind(),
                NodeKind::Call | NodeKind::MethodCall | NodeKind::Resource | NodeKind::Assignment
            ) || is_match(inner)
                || inner.kind() == NodeKind::Access && !is_element(inner)
        }),
        NodeKind::Access => is_element(node),
        NodeKind::Parenthesized => {
            Parenthesized::cast(node).and_then(Parenthesized::operand).is_some_and(is_value)
        }
        _ => false,
    }
}

/// Whether a node is an element of a variable's value: `$a['b']['c']`.
fn is_element(node: Syntax<'_>) -> bool {
    let mut target = Some(node);
    while let Some(access) = target.and_then(Access::cast) {
        target = access.target();
    }
    target.is_some_and(|target| target.kind() == NodeKind::Variable)
        && !node.descendants().any(|inner| matches!(inner.kind(), NodeKind::Call | NodeKind::MethodCall))
}

/// Whether a node sets the variables `$0`, `$1` and so on. Puppet allows it as a statement.
fn is_match(node: Syntax<'_>) -> bool {
    let operator = Binary::cast(node).and_then(Binary::operator);
    matches!(operator, Some((TokenKind::Match | TokenKind::NoMatch, _)))
}
