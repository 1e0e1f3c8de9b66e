//! Host names in firewall rules.

use std::net::IpAddr;

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_firewall_dns_used",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The `source` or `destination` of a `firewall` is a host name instead of an address.",
    why: "Whoever controls the DNS entry controls the rule.",
    wrong: "\
firewall { '100 web':
  source => 'www.example.com',
}
",
    right: "\
firewall { '100 web':
  source => '192.0.2.0/24',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["firewall"]) {
        for host in ["source", "destination"].into_iter().flat_map(|name| values(body, name)) {
            let address = host.value().split('/').next().unwrap_or("");
            if host.kind().is_plain_string() && address.parse::<IpAddr>().is_err() {
                findings.report(host, "host name in a firewall rule");
            }
        }
    }
}
