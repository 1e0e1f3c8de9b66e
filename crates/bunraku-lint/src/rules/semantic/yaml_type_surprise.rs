//! YAML values that are parsed as something other than they look like.

use bunraku_diag::TextRange;
use bunraku_formats::yaml;
use bunraku_pcore::Value;

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
    if !is_data {
        return;
    }
    // Of a file that cannot be read only the dates are reported, which may be the reason.
    let is_readable = file.data().is_some();
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
        let value_start = start + line.rfind(value).unwrap_or(0);
        for (at, plain) in plain_values(value) {
            if let Some(message) = surprise(plain).filter(|_| is_readable || is_date(plain)) {
                let at = value_start + at;
                findings.report(TextRange::new(at as u32, (at + plain.len()) as u32), message);
            }
        }
    }
}

/// The values without quotes in what a line says, each with its place: the whole, or the elements of a list in brackets or
/// braces.
fn plain_values(value: &str) -> Vec<(usize, &str)> {
    if !value.starts_with(['[', '{']) {
        return vec![(0, value)];
    }
    let mut found = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, c) in value.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '[' | ']' | '{' | '}' | ',') => {
                found.push((start, value.get(start..at).unwrap_or_default()));
                start = at + 1;
            }
            _ => {}
        }
    }
    let after_key = |(at, text): (usize, &'_ str)| match text.split_once(": ") {
        Some((key, _)) => (at + key.len() + 2, at + text.len()),
        None => (at, at + text.len()),
    };
    let trimmed = |(start, end): (usize, usize)| {
        let text = value.get(start..end)?;
        let inner = text.trim();
        let is_plain = !inner.is_empty() && !inner.contains(['\'', '"']);
        is_plain.then(|| (start + text.len() - text.trim_start().len(), inner))
    };
    found.into_iter().map(after_key).filter_map(trimmed).collect()
}

/// What is surprising about how a plain value is read.
fn surprise(value: &str) -> Option<String> {
    let looks_like_number = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    if !looks_like_number && !matches!(value.to_ascii_lowercase().as_str(), "yes" | "on" | "no" | "off") {
        return None;
    }
    let quoted = |read: String| Some(format!("`{value}` is read as {read}; quote it if it is a string"));
    match yaml::read(value).ok().map(|document| document.value) {
        Some(Value::Bool(read)) => quoted(read.to_string()),
        Some(Value::Int(read)) => {
            // Other digits than decimal ones are written on purpose, except for a zero in front.
            let digits = value.trim_start_matches(['+', '-']);
            let is_meant = digits.starts_with("0x")
                || digits.starts_with("0b")
                || value.trim_start_matches('+') == read.to_string();
            if is_meant { None } else { quoted(format!("the number {read}")) }
        }
        Some(Value::Str(_)) if has_exponent(value) => {
            Some(format!("`{value}` is read as a string: a number with an exponent is written like `1.0e+3`"))
        }
        _ if is_date(value) => {
            Some(format!("`{value}` is a date, which Puppet does not read from data; write it in quotes"))
        }
        _ => None,
    }
}

fn has_exponent(value: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.trim_start_matches(['+', '-']).to_ascii_lowercase();
    number.split_once('e').is_some_and(|(mantissa, exponent)| {
        digits(&mantissa.replacen('.', "", 1)) && digits(exponent.trim_start_matches(['+', '-']))
    })
}

/// Whether a value is a date such as 2024-01-31, with or without a time.
fn is_date(value: &str) -> bool {
    let date = value.split([' ', 'T', 't']).next().unwrap_or(value);
    let mut lengths =
        date.split('-').map(|part| (part.len(), part.bytes().all(|byte| byte.is_ascii_digit())));
    let is_short = |part: Option<(usize, bool)>| matches!(part, Some((1 | 2, true)));
    lengths.next() == Some((4, true))
        && is_short(lengths.next())
        && is_short(lengths.next())
        && lengths.next().is_none()
}
