//! Redundant parentheses.

use bunraku_diag::TextRange;
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Parenthesized, View};

use crate::rule::{Findings, rule};

rule! {
    name: "useless_parens",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: SameMeaning,
    reports: "There are unnecessary parentheses around a variable, literal, condition or another parenthesized \
     expression.",
    why: "They have no effect.",
    wrong: "\
class ntp ($port) {
  $other = ($port)
}
",
    right: "\
class ntp ($port) {
  $other = $port
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for parens in findings.file.nodes(NodeKind::Parenthesized).filter_map(Parenthesized::cast) {
        let Some(inner) = parens.operand() else { continue };
        let Some(parent) = parens.syntax().parent() else { continue };
        let simple = matches!(
            inner.kind(),
            NodeKind::Variable
                | NodeKind::Number
                | NodeKind::String
                | NodeKind::Boolean
                | NodeKind::Undef
                | NodeKind::Parenthesized
        );
        let plain_place = matches!(
            parent.kind(),
            NodeKind::Assignment | NodeKind::Attribute | NodeKind::HashEntry | NodeKind::Parenthesized
        );
        let whole = parens.range();
        if simple && plain_place && !parens.text().contains(['#', '\n']) {
            let open = TextRange::new(whole.start, inner.range().start);
            let close = TextRange::new(inner.range().end, whole.end);
            findings
                .report(whole, "unnecessary parentheses".to_owned())
                .fix("remove them", [(open, ""), (close, "")]);
        }
    }
}
