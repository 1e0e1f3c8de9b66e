//! Keys with one colon where two are meant.

use super::data;
use crate::rule::{Findings, rule};

rule! {
    name: "hiera_single_colon",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A key in the data contains a single colon where `class::parameter` was probably meant.",
    why: "It is a different key, which is never looked up.",
    wrong: "\
---
web:port: 8080
",
    right: "\
---
web::port: 8080
",
    on: [Yaml],
    example: "/data/common.yaml",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    for entry in data::entries(file) {
        let parts: Vec<&str> = entry.key.split(':').filter(|part| !part.is_empty()).collect();
        let is_name = |part: &&str| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let meant = parts.join("::");
        if entry.key.contains(':')
            && meant != entry.key
            && parts.len() > 1
            && parts.iter().all(is_name)
            && parts.first().is_some_and(|module| project.module(module).is_some())
        {
            findings.report(entry.range, format!("`{}` has a single colon; expected `{meant}`", entry.key));
        }
    }
}
