//! Ruby code that runs data.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "security_eval_in_erb",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A template in `inline_template` calls `eval`.",
    why: "Code in the data would run on the server.",
    wrong: "\
$x = inline_template('<%= eval(@code) %>')
",
    right: "\
$x = inline_template('<%= @code.to_i %>')
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for (_, first) in super::calls(findings.words(), &["inline_template"]) {
        let mut depth = 1u32;
        for word in [first].into_iter().chain(first.after()) {
            match word.kind() {
                Kind::LParen => depth += 1,
                Kind::RParen => depth -= 1,
                _ if word.value().contains("eval(") => {
                    findings.report(word, "`eval` in a template");
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
}
