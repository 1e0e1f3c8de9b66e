//! YAML values that are parsed as something other than they look like.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};

rule! {
    name: "yaml_type_surprise",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "An unquoted value in a YAML file has a surprising type: `yes` and `off` are booleans, `0644` is the \
     number 420, `1:30` is 90.",
    why: "YAML 1.1 has more notations than most people expect. Quote the value to make it a string.",
    wrong: "\
---
web::mode: 0644
",
    right: "\
---
web::mode: '0644'
",
    on: [Yaml],
    example: "/data/common.yaml",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let is_data =
        file.project.is_some_and(|project| project.data().files.contains(std::path::Path::new(file.path)));
    if !is_data || file.data().is_none() {
        return;
    }
    let text = file.source.text();
    let mut scalar: Option<usize> = None;
    let mut offset = 0usize;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let body = line.trim_end();
        let indent = body.len() - body.trim_start().len();
        if scalar.is_some_and(|outer| body.trim().is_empty() || indent > outer) {
            continue;
        }
        scalar = None;
        if body.trim_start().starts_with('#') {
            continue;
        }
        let without_items = body.trim_start().trim_start_matches("- ").trim_start();
        let value = match without_items.split_once(": ") {
            Some((_, value)) => value.trim(),
            None if body.trim_start().starts_with("- ") => without_items,
            None => continue,
        };
        if value.starts_with(['|', '>']) {
            scalar = Some(indent);
            continue;
        }
        let value = value.split(" #").next().unwrap_or(value).trim();
        if let Some(read) = surprise(value) {
            let at = start + line.rfind(value).unwrap_or(0);
            let range = TextRange::new(at as u32, (at + value.len()) as u32);
            findings.report(range, format!("`{value}` is read as {read}; quote it if it is a string"));
        }
    }
}

/// How a plain value is parsed, if that is a surprise.
fn surprise(value: &str) -> Option<String> {
    let lower = value.to_ascii_lowercase();
    if matches!(lower.as_str(), "yes" | "on") {
        return Some("true".to_owned());
    }
    if matches!(lower.as_str(), "no" | "off") {
        return Some("false".to_owned());
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if value.len() > 1 && value.starts_with('0') && value.bytes().all(|byte| (b'0'..=b'7').contains(&byte)) {
        return i64::from_str_radix(value, 8).ok().map(|number| format!("the number {number}"));
    }
    if let Some((hours, minutes)) = value.split_once(':')
        && digits(hours)
        && digits(minutes)
        && minutes.len() == 2
        && !hours.starts_with('0')
    {
        let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
        return (minutes < 60)
            .then(|| format!("the number {}", hours.saturating_mul(60).saturating_add(minutes)));
    }
    let exponent = lower.split_once('e').is_some_and(|(mantissa, exponent)| {
        digits(&mantissa.replace('.', ""))
            && digits(exponent.trim_start_matches(['+', '-']))
            && mantissa.contains('.')
    });
    exponent.then(|| "a floating point number".to_owned())
}
