//! Web sites without TLS.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_apache_no_ssl_vhost",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "An `apache::vhost` does not have `ssl => true`.",
    why: "Others can read and change the traffic.",
    wrong: "\
apache::vhost { 'www.example.com':
  port => 80,
}
",
    right: "\
apache::vhost { 'www.example.com':
  port => 443,
  ssl  => true,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["apache::vhost"]) {
        if !values(body, "ssl").iter().any(|word| matches!(word.value(), "true" | "1")) {
            findings.report(body.colon, "web site without TLS");
        }
    }
}
