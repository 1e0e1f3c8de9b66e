//! Firewall rules that block agents.

use super::security::{drops_from_anywhere, list, resources};
use crate::rule::{Findings, rule};

rule! {
    name: "security_firewall_puppetmaster_any_deny",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `firewall` drops all traffic to port 8140.",
    why: "Agents can then no longer fetch the fix.",
    wrong: "\
firewall { '100 agents':
  port   => '8140',
  action => 'drop',
}
",
    right: "\
firewall { '100 agents':
  port   => '8140',
  action => 'accept',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["firewall"]) {
        if list(body, "port").iter().any(|port| port.value() == "8140") && drops_from_anywhere(body) {
            findings.report(body.colon, "firewall rule blocks Puppet agents");
        }
    }
}
