//! Mistakes in a `Puppetfile`.

use std::collections::HashMap;

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};

rule! {
    name: "puppetfile",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A `Puppetfile` lists a module twice, or without a version.",
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
    let mut offset = 0;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (number, line) in lines.iter().enumerate() {
        let start = offset;
        offset += line.len();
        let Some(rest) = line.strip_prefix("mod ").or_else(|| line.strip_prefix("mod(")) else { continue };
        let Some(quote) = rest.trim_start().chars().next().filter(|c| matches!(c, '\'' | '"')) else {
            continue;
        };
        let Some(name) = rest.split(quote).nth(1).filter(|name| !name.is_empty()) else { continue };
        let at = start + line.find(name).unwrap_or(0);
        let range = TextRange::new(at as u32, (at + name.len()) as u32);
        let module = name.rsplit(['-', '/']).next().unwrap_or(name).to_owned();
        if let Some(first) = seen.insert(module.clone(), number + 1) {
            findings.report(range, format!("module `{module}` is already on line {first}"));
        }
        let after = rest.split_once(name).map_or("", |(_, after)| after).trim_start_matches(quote);
        let code = after.split('#').next().unwrap_or("").trim().trim_end_matches(')');
        let latest = code.contains(":latest") && !code.contains("=>");
        if code.is_empty() || latest {
            findings.report(range, format!("module `{module}` has no version"));
        }
    }
}
