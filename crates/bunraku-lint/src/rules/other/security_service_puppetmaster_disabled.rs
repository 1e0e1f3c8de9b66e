//! A stopped Puppet server.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_service_puppetmaster_disabled",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The service `puppetmaster` is stopped.",
    why: "Stopping it would affect everything that depends on it.",
    wrong: "\
service { 'puppetmaster':
  ensure => stopped,
}
",
    right: "\
service { 'puppetmaster':
  ensure => running,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in resources(file, &["service"]) {
        let is_it = super::title(file, body).is_some_and(|title| title.value() == "puppetmaster");
        for state in values(body, "ensure").into_iter().filter(|state| is_it && state.value() == "stopped") {
            findings.report(state, "service `puppetmaster` is stopped");
        }
    }
}
