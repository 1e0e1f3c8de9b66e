//! Values that a resource type refuses.

use bunraku_infer::constant;
use bunraku_syntax::ast::{Attribute, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::declared::{Declared, Taker, declared, suggestion};
use crate::rule::{Findings, rule};

rule! {
    name: "invalid_attribute",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "An attribute has a value that its resource type refuses or takes for something else: a mode that is a number, an unknown `ensure`, a path that is not \
              absolute, `content` beside `source`.",
    why: "The catalog compiles, and the agent refuses it on the node.",
    wrong: "\
class ntp {
  service { 'ntp': ensure => 'runing' }
}
",
    right: "\
class ntp {
  service { 'ntp': ensure => 'running' }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for resource in declared(file) {
        match resource.type_name {
            "file" => file_resource(findings, resource),
            "service" => {
                one_of(findings, resource, "ensure", &["running", "stopped", "true", "false"]);
                one_of(findings, resource, "enable", &["true", "false", "manual", "mask", "delayed"]);
            }
            "user" => one_of(findings, resource, "ensure", &["present", "absent", "role"]),
            "group" | "cron" | "host" | "mailalias" | "ssh_authorized_key" => {
                one_of(findings, resource, "ensure", &["present", "absent"]);
            }
            "exec" => exclusive(findings, resource, &["refreshonly"], &["true", "false"]),
            _ => {}
        }
        if let Taker::Ruby(ty) = resource.taker(file) {
            let values: Vec<(&String, &Vec<String>)> = ty.values.iter().collect();
            for (name, values) in values {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                one_of(findings, resource, name, &values);
            }
        }
    }
}

fn exclusive(findings: &mut Findings<'_, '_>, resource: Declared<'_>, names: &[&str], values: &[&str]) {
    for name in names {
        one_of(findings, resource, name, values);
    }
}

/// Reports a value that is written out and is none of those that are allowed.
fn one_of(findings: &mut Findings<'_, '_>, resource: Declared<'_>, name: &str, values: &[&str]) {
    let Some(value) = resource.attribute(name).and_then(Attribute::value) else { return };
    let text = match constant::value(value) {
        Some(bunraku_pcore::Value::Bool(value)) => value.to_string(),
        Some(bunraku_pcore::Value::Str(text)) => text.as_str().to_owned(),
        Some(bunraku_pcore::Value::Int(number)) => number.to_string(),
        _ => return,
    };
    if !values.contains(&text.as_str()) {
        let near = suggestion(&text, values.iter().copied());
        findings.report(
            value,
            format!("`{name}` of {} expects {}, got `{text}`{near}", resource.type_name, list(values)),
        );
    }
}

fn list(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    quoted.join(", ")
}

fn file_resource(findings: &mut Findings<'_, '_>, resource: Declared<'_>) {
    if let Some(value) = resource.attribute("path").and_then(Attribute::value) {
        absolute(findings, value);
    }
    if resource.attribute("path").is_none() && !resource.has_splat() {
        for (node, _) in resource.titles() {
            absolute(findings, node);
        }
    }
    if let Some(mode) = resource.attribute("mode").and_then(Attribute::value) {
        if mode.kind() == NodeKind::Number {
            findings.report(
                mode,
                format!(
                    "`mode` of file expects a string, got the number {}; write it in quotes",
                    mode.text()
                ),
            );
        } else if let Some(text) = constant::string(mode).filter(|text| !is_mode(text)) {
            findings.report(mode, format!("`mode` of file expects digits from 0 to 7 or a symbolic mode such as `u=rw,go=r`, got `{text}`"));
        }
    }
    if let Some(ensure) = resource.attribute("ensure").and_then(Attribute::value)
        && let Some(text) = constant::string(ensure)
        && !["present", "absent", "file", "directory", "link"].contains(&text.as_ref())
        && !is_absolute(&text)
        && !text.contains('/')
    {
        let near = suggestion(&text, ["present", "absent", "file", "directory", "link"]);
        let message = format!(
            "`ensure => {text}` makes a link to a file of that name; expected `file`, `directory`, `link`, `present` or `absent`{near}"
        );
        findings.report(ensure, message);
    }
    let given = |name: &str| {
        resource
            .attribute(name)
            .filter(|attribute| attribute.value().is_some_and(|value| value.kind() != NodeKind::Undef))
    };
    let is_known = |attribute: &Attribute<'_>| attribute.value().is_some_and(|value| !is_conditional(value));
    let contents: Vec<Attribute<'_>> =
        ["content", "source", "target"].into_iter().filter_map(given).filter(is_known).collect();
    if let [first, second, ..] = contents.as_slice() {
        findings.report(
            second.range(),
            format!("file takes either `{}` or `{}`, not both", first.name(), second.name()),
        );
    }
}

/// Whether a value may be undef: variables and choices often are.
fn is_conditional(value: Syntax<'_>) -> bool {
    !matches!(
        value.kind(),
        NodeKind::String | NodeKind::InterpolatedString | NodeKind::Heredoc | NodeKind::Array
    )
}

fn absolute(findings: &mut Findings<'_, '_>, node: Syntax<'_>) {
    if let Some(text) = constant::string(node).filter(|text| !is_absolute(text)) {
        findings.report(node, format!("`path` of file expects an absolute path, got `{text}`"));
    }
}

fn is_absolute(path: &str) -> bool {
    let drive = |path: &str| {
        let mut characters = path.chars();
        characters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && characters.next() == Some(':')
            && characters.next().is_some_and(|c| matches!(c, '/' | '\\'))
    };
    path.starts_with('/') || path.starts_with("\\\\") || drive(path)
}

fn is_mode(mode: &str) -> bool {
    let octal = !mode.is_empty() && mode.len() <= 5 && mode.bytes().all(|byte| (b'0'..=b'7').contains(&byte));
    let symbolic = |clause: &str| {
        let who = clause.trim_start_matches(['u', 'g', 'o', 'a']);
        who.starts_with(['+', '-', '=']) && who.chars().all(|c| "+-=rwxXstugo".contains(c))
    };
    octal || !mode.is_empty() && mode.split(',').all(symbolic)
}
