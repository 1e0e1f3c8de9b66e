//! Passwords in commands.

use super::security::{names_password, resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_password_variable_in_exec",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A variable whose name suggests a password is interpolated into the `command` of an `exec`.",
    why: "All users of the machine can see the command line, and it appears in reports.",
    wrong: "\
exec { 'login':
  command => \"/bin/login ${db_password}\",
}
",
    right: "\
exec { 'login':
  command => '/bin/login --password-file /root/password',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["exec"]) {
        for word in values(body, "command") {
            if word.kind().is_variable() && names_password(word.value()) {
                findings.report(word, "password in a command");
            }
        }
    }
}
