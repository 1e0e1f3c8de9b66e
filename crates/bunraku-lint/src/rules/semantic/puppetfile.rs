//! Mistakes in a `Puppetfile`.

use std::collections::HashMap;

use bunraku_diag::TextRange;
use bunraku_infer::puppetfile;

use crate::rule::{Findings, rule};

rule! {
    name: "puppetfile",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A `Puppetfile` lists a module twice, without a version or author, or with a quote that is never closed, or has a missing or extra comma.",
    why: "Only one of two entries is installed; without a version, every deployment may install a different one.",
    wrong: "\
mod 'puppetlabs-stdlib', '9.6.0'
mod 'puppetlabs/stdlib', '9.5.0'
",
    right: "\
mod 'puppetlabs-stdlib', '9.6.0'
",
    on: [Puppetfile],
    example: "/Puppetfile",
}

fn check(findings: &mut Findings<'_, '_>) {
    let text = findings.file.source.text();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for listed in puppetfile::modules(text) {
        let range = TextRange::new(listed.start as u32, (listed.start + listed.name.len()) as u32);
        let module = listed.module();
        if let Some(first) = seen.insert(module.to_owned(), listed.line + 1) {
            findings.report(range, format!("module `{module}` is already on line {first}"));
        }
        let code = listed.rest.split('#').next().unwrap_or("").trim().trim_end_matches(')');
        let latest = code.contains(":latest") && !code.contains("=>");
        if code.is_empty() || latest {
            findings.report(range, format!("module `{module}` has no version"));
        }
        // Without an author, a module comes from a repository; a version alone is for modules of the Forge.
        let from_forge = code.trim_start_matches(',').trim().starts_with(['\'', '"']) && !code.contains("=>");
        if from_forge && !listed.name.contains(['-', '/']) {
            findings.report(range, format!("module `{module}` has no author: write `AUTHOR-{module}`"));
        }
    }
    for (start, end) in puppetfile::unclosed(text) {
        findings
            .report(TextRange::new(start as u32, end as u32), "this line has a quote that is never closed");
    }
    for (start, end, extra) in puppetfile::commas(text) {
        let message = match extra {
            true => "unexpected comma at the end of this line: another module follows",
            false => "missing comma at the end of this line: an option follows",
        };
        findings.report(TextRange::new(start as u32, end as u32), message);
    }
}
