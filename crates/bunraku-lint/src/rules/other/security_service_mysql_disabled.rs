//! A stopped MySQL service.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_service_mysql_disabled",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The service `mysql` is stopped.",
    why: "Stopping it would affect everything that depends on it.",
    wrong: "\
service { 'mysql':
  ensure => stopped,
}
",
    right: "\
service { 'mysql':
  ensure => running,
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in resources(file, &["service"]) {
        let is_it = super::title(file, body).is_some_and(|title| title.value() == "mysql");
        for state in values(body, "ensure").into_iter().filter(|state| is_it && state.value() == "stopped") {
            findings.report(state, "service `mysql` is stopped");
        }
    }
}
