//! Aliases of resources.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "alias_parameter",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A resource has the attribute `alias`.",
    why: "An alias is a second name that not all types support. Use the short name as the title and set the \
     namevar as an attribute.",
    wrong: "\
file { '/etc/motd':
  alias => 'motd',
}
",
    right: "\
file { 'motd':
  path => '/etc/motd',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for word in file.bodies().flat_map(|body| body.words()).filter(|word| word.is(Kind::Name)) {
        if word.value() == "alias" && word.next_code().is_some_and(|next| next.is(Kind::Arrow)) {
            findings.report(word, "attribute `alias`");
        }
    }
}
