//! Templates in Ruby.

use crate::rule::{Findings, rule};

rule! {
    name: "no_erb_template",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "`template` or `inline_template` is called.",
    why: "EPP templates use the Puppet language and cannot run arbitrary Ruby code.",
    wrong: "\
$a = template('site/a.erb')
",
    right: "\
$a = epp('site/a.epp')
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for (function, argument) in super::calls(findings.words(), &["template", "inline_template"]) {
        let instead = function.value().replace("template", "epp");
        findings.report(argument, format!("ERB template; use `{instead}` instead"));
    }
}
