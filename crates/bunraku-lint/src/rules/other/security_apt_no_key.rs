//! Repositories of packages without a key.

use super::security::{resources, values};
use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "security_apt_no_key",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "An `apt::source` has no `key`.",
    why: "The origin of the packages cannot be verified.",
    wrong: "\
apt::source { 'tools':
  location => 'http://deb.example.com',
}
",
    right: "\
apt::source { 'tools':
  location => 'http://deb.example.com',
  key      => '0123456789ABCDEF0123456789ABCDEF01234567',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["apt::source"]) {
        let has_key = body.words().any(|word| word.is(Kind::Name) && word.value() == "key");
        if !has_key && !values(body, "ensure").iter().any(|word| word.value() == "absent") {
            findings.report(body.colon, "repository without a key");
        }
    }
}
