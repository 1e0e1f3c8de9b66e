//! `!!x`, and `!` before a comparison.

use bunraku_pcore::Type;
use bunraku_syntax::ast::{Binary, Node, Not, View};
use bunraku_syntax::{NodeKind, TokenKind};

use crate::rule::{Findings, rule};

rule! {
    name: "double_negation",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A value is negated twice, or a comparison is negated although there is an operator for the opposite.",
    why: "`!($a == $b)` is `$a != $b`, and `!!$a` is `$a` wherever a test is expected. Elsewhere, `!!$a` is only \
     reported if `$a` is a Boolean: of any other value it makes one.",
    wrong: "\
class ntp ($port) {
  if !($port == 123) {
    notice($port)
  }
}
",
    right: "\
class ntp ($port) {
  if $port != 123 {
    notice($port)
  }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let model = findings.file.model();
    for not in findings.file.nodes(NodeKind::Not).filter_map(Not::cast) {
        let Some(mut inner) = not.operand() else { continue };
        let mut parens = false;
        while let Node::Parenthesized(around) = Node::of(inner) {
            parens = true;
            match around.operand() {
                Some(node) => inner = node,
                None => break,
            }
        }
        if let Some(binary) = Binary::cast(inner).filter(|_| parens) {
            let better = match binary.operator().map(|(operator, _)| operator) {
                Some(TokenKind::Equal) => "!=",
                Some(TokenKind::NotEqual) => "==",
                Some(TokenKind::Match) => "!~",
                Some(TokenKind::NoMatch) => "=~",
                _ => continue,
            };
            findings.report(not.range(), format!("write `{better}` instead of negating the comparison"));
        } else if let Some(operand) = Not::cast(inner).and_then(Not::operand)
            && (is_test(not) || matches!(model.ty(operand).resolved(), Type::Boolean(_)))
        {
            findings.report(not.range(), "this is negated twice".to_owned());
        }
    }
}

/// Whether only the truth of a value matters. Elsewhere, `!!` makes a Boolean of any value.
fn is_test(not: Not<'_>) -> bool {
    let mut inner = not.syntax();
    for around in inner.ancestors() {
        match Node::of(around) {
            Node::Parenthesized(_) => inner = around,
            Node::Not(_) => return true,
            Node::If(_) | Node::Elsif(_) | Node::Unless(_) => return inner.id().0 == around.id().0 + 1,
            Node::Binary(binary) => {
                return matches!(binary.operator(), Some((TokenKind::And | TokenKind::Or, _)));
            }
            _ => return false,
        }
    }
    false
}
