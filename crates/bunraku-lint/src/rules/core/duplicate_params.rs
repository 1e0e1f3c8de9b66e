//! Duplicate attributes.

use std::collections::HashSet;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "duplicate_params",
    severity: Error,
    enabled: true,
    set: Core,
    repair: None,
    reports: "An attribute, or a bare word used as a hash key inside a resource, is given twice.",
    why: "Puppet rejects the attribute; for a hash key, only the last value is used.",
    wrong: "\
file { '/etc/motd':
  mode => '0644',
  mode => '0600',
}
",
    right: "\
file { '/etc/motd':
  mode => '0600',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies() {
        let mut levels = vec![HashSet::new()];
        for word in body.words() {
            match word.kind() {
                Kind::LBrace => levels.push(HashSet::new()),
                Kind::RBrace => {
                    levels.pop();
                }
                Kind::Arrow => {
                    let Some(key) = word.previous_code().filter(|key| key.is(Kind::Name)) else { continue };
                    if levels.last_mut().is_some_and(|seen| !seen.insert(key.value())) {
                        findings.report(key, format!("`{}` is given twice", key.value()));
                    }
                }
                _ => {}
            }
        }
    }
}
