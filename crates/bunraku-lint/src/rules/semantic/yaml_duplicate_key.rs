//! Duplicate keys in a YAML mapping.

use std::collections::HashMap;

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};

rule! {
    name: "yaml_duplicate_key",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A hash in a YAML file has the same key twice.",
    why: "The first value is silently dropped.",
    wrong: "\
---
web::port: 8080
web::port: 8081
",
    right: "\
---
web::port: 8081
",
    on: [Yaml],
    example: "/data/common.yaml",
}

/// An open mapping: its indentation and the lines of its keys.
struct Mapping {
    indent: usize,
    keys: HashMap<String, usize>,
}

fn check(findings: &mut Findings<'_, '_>) {
    let text = findings.file.source.text();
    // Invalid files are reported by another rule; block scalars are not mappings.
    if findings.file.data().is_none() {
        return;
    }
    let mut open: Vec<Mapping> = Vec::new();
    let mut scalar: Option<usize> = None;
    let mut flow = 0i32;
    let mut offset = 0usize;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = offset;
        offset += line.len();
        let body = line.trim_end();
        let trimmed = body.trim_start();
        let mut indent = body.len() - trimmed.len();
        if scalar.is_some_and(|outer| trimmed.is_empty() || indent > outer) {
            continue;
        }
        scalar = None;
        if trimmed.starts_with("---") || trimmed.starts_with("...") {
            open.clear();
            continue;
        }
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let was_in_flow = flow > 0;
        flow += brackets(trimmed);
        if was_in_flow {
            continue;
        }
        if trimmed == "-" {
            // What follows with a deeper indentation is a new element.
            open.retain(|mapping| mapping.indent <= indent);
            continue;
        }
        let mut rest = trimmed;
        while let Some(item) = rest.strip_prefix("- ") {
            let gap = item.len() - item.trim_start().len();
            // A new element begins a new mapping.
            open.retain(|mapping| mapping.indent <= indent);
            indent += 2 + gap;
            open.retain(|mapping| mapping.indent < indent);
            rest = item.trim_start();
        }
        let Some((key, value)) = key_of(rest) else { continue };
        open.retain(|mapping| mapping.indent <= indent);
        if open.last().is_none_or(|mapping| mapping.indent < indent) {
            open.push(Mapping { indent, keys: HashMap::new() });
        }
        if matches!(value.trim_start().chars().next(), Some('|' | '>')) {
            scalar = Some(body.len() - trimmed.len());
        } else if !value.is_empty() && !value.trim_start().starts_with(['{', '[', '#', '\'', '"', '&', '*']) {
            // A plain scalar may continue, indented, on the next lines.
            scalar = Some(indent);
        }
        let Some(mapping) = open.last_mut() else { continue };
        if key == "<<" {
            continue;
        }
        if let Some(first) = mapping.keys.insert(key.to_owned(), number + 1) {
            let at = start + line.find(rest).unwrap_or(0);
            let range = TextRange::new(at as u32, (at + key.len()) as u32);
            findings.report(range, format!("the key `{key}` is already on line {first}"));
        }
    }
}

/// The key and what follows its colon, if a line begins with a key.
fn key_of(line: &str) -> Option<(&str, &str)> {
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '\'' | '"')) {
        let end = line.get(1..)?.find(quote)? + 1;
        let after = line.get(end + 1..)?;
        return after.strip_prefix(':').map(|value| (line.get(1..end).unwrap_or(""), value));
    }
    if line.starts_with(['{', '[', '?', '&', '*', '!', '|', '>', '%', '@', '`']) {
        return None;
    }
    let mut at = 0;
    while let Some(colon) = line.get(at..)?.find(':') {
        let after = line.get(at + colon + 1..)?;
        if after.is_empty() || after.starts_with(' ') {
            return Some((line.get(..at + colon)?, after));
        }
        at += colon + 1;
    }
    None
}

/// How many brackets are opened and not closed on a line, outside quotes and comments.
fn brackets(line: &str) -> i32 {
    let mut depth = 0;
    let mut quote = None;
    let mut before = ' ';
    for c in line.chars() {
        match (quote, c) {
            (None, '#') if before == ' ' => break,
            (None, '\'' | '"') if !before.is_alphanumeric() => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '{' | '[') if matches!(before, ' ' | '{' | '[' | ',' | ':') => depth += 1,
            (None, '}' | ']') => depth -= 1,
            _ => {}
        }
        before = c;
    }
    depth.max(0)
}
