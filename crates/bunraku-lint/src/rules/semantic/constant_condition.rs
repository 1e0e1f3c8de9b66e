//! Conditions with a known result.

use bunraku_syntax::ast::{Binary, Case, Elsif, If, Node, Unless, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::rule::{Findings, rule};

rule! {
    name: "constant_condition",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "The condition of an `if` or `unless`, or the value of a `case`, is a literal, or compares a variable with itself; or an operand of `and` or `or` is a string.",
    why: "One of the branches is never taken. A string is always true, even `''` and `'false'`.",
    wrong: "\
class ntp {
  if 'false' {
    notice(1)
  }
}
",
    right: "\
class ntp ($enabled) {
  if $enabled {
    notice(1)
  }
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    for node in findings.file.root().descendants() {
        let condition = match Node::of(node) {
            Node::If(_) => If::cast(node).and_then(If::condition),
            Node::Elsif(_) => Elsif::cast(node).and_then(Elsif::condition),
            Node::Unless(_) => Unless::cast(node).and_then(Unless::condition),
            Node::Case(_) => {
                // `case true` selects the first condition that holds.
                let value = Case::cast(node).and_then(Case::value);
                value.filter(|value| matches!(value.kind(), NodeKind::String | NodeKind::Number))
            }
            _ => None,
        };
        if let Some(string) = bare_string(node) {
            findings.report(string, "this string is always true: compare it as well".to_owned());
        }
        let Some(condition) = condition else { continue };
        if let Some(result) = constant(condition) {
            findings.report(condition, format!("this is always {result}"));
        }
    }
}

/// A string that is an operand of `and` or `or`, as in `$name == 'a' or 'b'`.
fn bare_string<'t>(node: Syntax<'t>) -> Option<Syntax<'t>> {
    let binary = Binary::cast(node)?;
    let (TokenKind::And | TokenKind::Or, _) = binary.operator()? else { return None };
    [binary.right(), binary.left()].into_iter().flatten().find(|side| side.kind() == NodeKind::String)
}

fn constant(node: Syntax<'_>) -> Option<&'static str> {
    match Node::of(node) {
        Node::Parenthesized(inner) => constant(inner.operand()?),
        Node::Not(inner) => match constant(inner.operand()?)? {
            "true" => Some("false"),
            "false" => Some("true"),
            _ => None,
        },
        Node::Boolean(boolean) => Some(if boolean.value() { "true" } else { "false" }),
        Node::Undef(_) => Some("false"),
        Node::String(_) | Node::Number(_) | Node::Array(_) | Node::Hash(_) => {
            Some(if node.parent().is_some_and(|parent| parent.kind() == NodeKind::Case) {
                "the same"
            } else {
                "true"
            })
        }
        Node::Binary(_) => {
            let binary = Binary::cast(node)?;
            let (operator, _) = binary.operator()?;
            let (left, right) = (binary.left()?, binary.right()?);
            let same = left.text() == right.text()
                && !left
                    .descendants()
                    .any(|node| matches!(node.kind(), NodeKind::Call | NodeKind::MethodCall));
            match operator {
                TokenKind::Equal | TokenKind::LessEqual | TokenKind::GreaterEqual if same => Some("true"),
                TokenKind::NotEqual | TokenKind::Less | TokenKind::Greater if same => Some("false"),
                _ => None,
            }
        }
        _ => None,
    }
}
