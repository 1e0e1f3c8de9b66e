//! Rules of a firewall that stop everything.

use super::security::{drops_from_anywhere, resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_firewall_any_any_deny",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `firewall` drops what comes from anywhere, with every protocol.",
    why: "It also stops agents, and nobody can fix it from afar.",
    wrong: "\
firewall { '999 rest':
  proto  => 'all',
  action => 'drop',
}
",
    right: "\
firewall { '999 rest':
  proto  => 'udp',
  action => 'drop',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["firewall"]) {
        let protocols = values(body, "proto");
        let all = protocols.is_empty() || protocols.iter().any(|word| word.value() == "all");
        if all && drops_from_anywhere(body) {
            findings.report(body.colon, "rule that stops everything");
        }
    }
}
