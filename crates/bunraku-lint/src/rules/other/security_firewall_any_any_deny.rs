//! Firewall rules that block everything.

use super::security::{drops_from_anywhere, resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_firewall_any_any_deny",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `firewall` drops all traffic from anywhere.",
    why: "It also blocks Puppet agents, so the mistake cannot be fixed remotely.",
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
            findings.report(body.colon, "firewall rule blocks everything");
        }
    }
}
