//! Branches without statements.

use bunraku_syntax::ast::{Elsif, If, Unless, View};

use crate::rule::{Findings, rule};

rule! {
    name: "empty_block",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "The block of an `if`, `elsif` or `unless` is empty.",
    why: "It does nothing. Invert the condition, or add a comment to the block that explains why it is empty.",
    wrong: "\
class ntp ($enabled) {
  if $enabled {
  } else {
    notice('off')
  }
}
",
    right: "\
class ntp ($enabled) {
  unless $enabled {
    notice('off')
  }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for node in findings.file.root().descendants() {
        let block = If::cast(node)
            .and_then(If::then)
            .or_else(|| Elsif::cast(node).and_then(Elsif::then))
            .or_else(|| Unless::cast(node).and_then(Unless::then));
        let Some(block) = block else { continue };
        // A comment counts as a reason.
        if block.statements().next().is_none() && !block.text().contains('#') {
            findings.report(block.range(), "this block is empty".to_owned());
        }
    }
}
