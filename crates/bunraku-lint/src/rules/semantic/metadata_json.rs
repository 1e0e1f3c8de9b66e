//! Mistakes in the metadata of a module.

use std::collections::{HashMap, HashSet};

use bunraku_diag::TextRange;
use bunraku_formats::json;
use bunraku_pcore::Value;
use bunraku_pcore::values::VersionRange;

use crate::rule::{Findings, rule};

rule! {
    name: "metadata_json",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "`metadata.json` lacks something that Puppet or the Forge requires, lists a dependency twice, or has \
     an invalid version or license.",
    why: "Puppet ignores a module whose metadata lacks `source`, `author`, `version`, `license` or `dependencies`.",
    wrong: "{\"name\": \"a-ntp\", \"version\": \"1.0\", \"author\": \"a\", \"summary\": \"s\", \"license\": \"Apache-2.0\", \"source\": \"x\", \"dependencies\": []}\n",
    right: "{\"name\": \"a-ntp\", \"version\": \"1.0.0\", \"author\": \"a\", \"summary\": \"s\", \"license\": \"Apache-2.0\", \"source\": \"x\", \"dependencies\": []}\n",
    on: [Metadata],
    example: "metadata.json",
}

const REQUIRED: [&str; 7] = ["name", "version", "author", "summary", "license", "source", "dependencies"];

fn check(findings: &mut Findings<'_, '_>) {
    let text = findings.file.source.text();
    let metadata = match json::read(text) {
        Ok(json) => json.value,
        Err(error) => {
            findings.report(TextRange::at(0), format!("the file is not JSON: {error}"));
            return;
        }
    };
    let Value::Hash(metadata) = metadata else {
        findings.report(TextRange::at(0), "expected an object".to_owned());
        return;
    };
    let places = places(text);
    let place = |string: &str| {
        let start = places.get(string).copied().unwrap_or(0);
        TextRange::new(start as u32, (start + string.len()) as u32)
    };
    let missing: Vec<&str> =
        REQUIRED.into_iter().filter(|name| metadata.get_str(name).is_none_or(Value::is_undef)).collect();
    if !missing.is_empty() {
        findings.report(TextRange::at(0), format!("the metadata has no `{}`", missing.join("`, `")));
    }
    if let Some(name) = metadata.get_str("name").and_then(Value::as_str) {
        let parts: Vec<&str> = name.split(['-', '/']).collect();
        let is_module = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        if parts.len() != 2 || !parts.last().is_some_and(|name| is_module(name)) {
            findings.report(place(name), format!("`name` expects AUTHOR-MODULE, got `{name}`"));
        }
    }
    if let Some(version) = metadata.get_str("version").and_then(Value::as_str)
        && !is_version(version)
    {
        findings.report(
            place(version),
            format!("`version` expects three numbers such as 1.2.3, got `{version}`"),
        );
    }
    for list in ["dependencies", "requirements", "tags", "operatingsystem_support"] {
        let given = metadata.get_str(list).filter(|given| !given.is_undef());
        if given.is_some_and(|given| !matches!(given, Value::Array(_))) {
            findings.report(place(list), format!("`{list}` expects an array"));
        }
    }
    let of_programs = match metadata.get_str("requirements") {
        Some(Value::Array(requirements)) => requirements.as_slice(),
        _ => &[],
    };
    for requirement in of_programs {
        let Value::Hash(requirement) = requirement else { continue };
        let range = requirement.get_str("version_requirement").and_then(Value::as_str);
        if let Some(range) = range.filter(|range| !is_range(range)) {
            findings.report(place(range), format!("`{range}` is not a range of versions"));
        }
    }
    let mut seen = HashSet::new();
    if let Some(Value::Array(dependencies)) = metadata.get_str("dependencies") {
        for dependency in dependencies.as_slice() {
            let Value::Hash(dependency) = dependency else { continue };
            let name = dependency.get_str("name").and_then(Value::as_str).unwrap_or_default();
            let normal = name.replace('/', "-");
            if name.is_empty() {
                findings.report(TextRange::at(0), "a dependency has no `name`".to_owned());
            } else if !seen.insert(normal) {
                findings.report(place(name), format!("duplicate dependency `{name}`"));
            }
            let requirement = dependency.get_str("version_requirement").and_then(Value::as_str);
            if requirement.is_none() && !name.is_empty() {
                findings
                    .report(place(name), format!("the dependency on `{name}` has no `version_requirement`"));
            }
            if let Some(range) = requirement.filter(|range| !is_range(range)) {
                findings.report(place(range), format!("`{range}` is not a range of versions"));
            }
        }
    }
}

/// Whether the Forge and Puppet can read a range such as `>= 1.0.0 < 2.0.0`.
fn is_range(text: &str) -> bool {
    VersionRange::parse(text).is_some()
}

fn is_version(text: &str) -> bool {
    let release = text.split(['-', '+']).next().unwrap_or("");
    let parts: Vec<&str> = release.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u64>().is_ok())
}

/// Where each string of the file begins for the first time.
fn places(text: &str) -> HashMap<&str, usize> {
    let mut places = HashMap::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('"')) {
        let start = at + open + 1;
        let mut escaped = false;
        let is_end = |byte: &u8| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            ends
        };
        let Some(length) = text.as_bytes().get(start..).and_then(|rest| rest.iter().position(is_end)) else {
            break;
        };
        places.entry(text.get(start..start + length).unwrap_or_default()).or_insert(start);
        at = start + length + 1;
    }
    places
}
