//! Weak ciphers of Apache.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_apache_bad_cipher",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "The ciphers of `apache::mod::ssl` include weak ones.",
    why: "Others can read the traffic.",
    wrong: "\
class { 'apache::mod::ssl':
  ssl_cipher => 'HIGH:MEDIUM:!aNULL:!MD5',
}
",
    right: "\
class { 'apache::mod::ssl':
  ssl_cipher => 'HIGH:!aNULL:!MD5',
}
",
}

/// Names of ciphers and cipher families that are weak, or contain weak ones.
const WEAK: &[&str] = &[
    "ADH",
    "AECDH",
    "ALL",
    "aNULL",
    "COMPLEMENTOFALL",
    "COMPLEMENTOFDEFAULT",
    "DES",
    "eNULL",
    "EXP",
    "EXPORT",
    "IDEA",
    "LOW",
    "MD5",
    "MEDIUM",
    "NULL",
    "RC2",
    "RC4",
    "SEED",
];

fn check(findings: &mut Findings<'_, '_>) {
    for body in resources(findings.file, &["apache::mod::ssl"]) {
        for ciphers in values(body, "ssl_cipher") {
            if is_weak(ciphers.value()) {
                findings.report(ciphers, "weak ciphers");
            }
        }
    }
}

/// Whether a list of ciphers adds weak ones. `!x` and `-x` remove some, `+x` only moves them.
fn is_weak(ciphers: &str) -> bool {
    let added = ciphers.split([':', ',', ' ']).filter(|part| !part.starts_with(['!', '-', '+']));
    // `A+B` is the intersection of both; a name such as `EXP-RC4-MD5` is a single cipher.
    added.flat_map(|part| part.split('+')).any(|family| {
        let weak_part = |part: &str| matches!(part, "RC4" | "EXP" | "NULL" | "MD5" | "RC2");
        WEAK.contains(&family) || family.split('-').any(weak_part)
    })
}
