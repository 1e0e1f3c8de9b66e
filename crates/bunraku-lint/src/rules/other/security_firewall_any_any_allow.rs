//! Firewall rules that allow everything.

use super::security::resources;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "security_firewall_any_any_allow",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "Two attributes of a `firewall` are `any`.",
    why: "A rule from anywhere to anywhere provides no protection.",
    wrong: "\
firewall { '100 web':
  source      => 'any',
  destination => 'any',
}
",
    right: "\
firewall { '100 web':
  source      => '192.0.2.0/24',
  destination => '192.0.2.10',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["firewall"]) {
        let is_value = |word: &Word<'_>| word.previous_code().is_some_and(|before| before.is(Kind::Arrow));
        let words = body.words().filter(|word| word.is_any(&[Kind::Name, Kind::Single]));
        let mut found = words.filter(is_value).filter(|word| word.value() == "any");
        if let (Some(first), Some(_)) = (found.next(), found.next()) {
            findings.report(first, "firewall rule allows everything");
        }
    }
}
