//! Values that a resource type rejects.

use bunraku_infer::constant;
use bunraku_resources::ResourceType;
use bunraku_resources::values::{self, CONTENTS, Given, Takes, is_absolute};
use bunraku_syntax::ast::{Attribute, Node, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::declared::{Declared, Taker};
use crate::rule::{Findings, rule};

rule! {
    name: "invalid_attribute",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "An attribute has a value that its resource type rejects or misinterprets: a mode that is a number, \
     an unknown `ensure`, a path that is not absolute, `content` together with `source`.",
    why: "The catalog compiles, but the agent fails to apply it.",
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

/// The metaparameters that take certain values only.
const METAPARAMETERS: [(&str, &[&str]); 2] = [
    ("loglevel", &["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "verbose"]),
    ("noop", &["true", "false"]),
];

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for resource in file.declared().iter().copied() {
        if let Some(ty) = ResourceType::find(resource.type_name) {
            let names = ty.attributes.iter();
            let rows = names.filter_map(|name| Some((name, values::takes(resource.type_name, name)?)));
            for (name, takes) in rows {
                refused(findings, resource, name, takes);
            }
            for (name, values) in METAPARAMETERS {
                one_of(findings, resource, name, values);
            }
        }
        if resource.type_name == "file" {
            file_resource(findings, resource);
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

/// Reports a literal value that the type rejects; for an array, each such element.
fn refused(findings: &mut Findings<'_, '_>, resource: Declared<'_>, name: &str, takes: Takes) {
    let Some(value) = resource.attribute(name).and_then(Attribute::value) else { return };
    let nodes: Vec<Syntax<'_>> = match Node::of(value) {
        Node::Array(array) => array.elements().collect(),
        _ => vec![value],
    };
    for node in nodes {
        let Some(constant) = constant::value(node) else { continue };
        let given = match &constant {
            bunraku_pcore::Value::Bool(value) => Given::Boolean(*value),
            bunraku_pcore::Value::Str(text) => Given::String(text),
            bunraku_pcore::Value::Int(number) => Given::Integer(*number),
            _ => continue,
        };
        if takes.accepts(given) {
            continue;
        }
        let type_name = resource.type_name;
        let message = match (takes, given) {
            (Takes::Mode, Given::Integer(_)) => format!(
                "`{name}` of {type_name} expects a string, got the number {}; write it in quotes",
                node.text()
            ),
            _ => {
                let near = findings.suggestion(&given.to_string(), takes.words().iter().copied());
                format!("`{name}` of {type_name} expects {takes}, got `{given}`{near}")
            }
        };
        findings.report(node, message);
    }
}

/// Reports a literal value that is not among the allowed ones.
fn one_of(findings: &mut Findings<'_, '_>, resource: Declared<'_>, name: &str, values: &[&str]) {
    let Some(value) = resource.attribute(name).and_then(Attribute::value) else { return };
    let string = match constant::value(value) {
        Some(bunraku_pcore::Value::Bool(value)) => value.to_string(),
        Some(bunraku_pcore::Value::Str(string)) => string.as_str().to_owned(),
        Some(bunraku_pcore::Value::Int(number)) => number.to_string(),
        _ => return,
    };
    if !values.contains(&string.as_str()) {
        let near = findings.suggestion(&string, values.iter().copied());
        findings.report(
            value,
            format!("`{name}` of {} expects {}, got `{string}`{near}", resource.type_name, list(values)),
        );
    }
}

fn list(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    match quoted.as_slice() {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => quoted.join(", "),
    }
}

fn file_resource(findings: &mut Findings<'_, '_>, resource: Declared<'_>) {
    // `name` is another word for the path.
    let has_path = ["path", "name"].iter().any(|name| resource.attribute(name).is_some());
    if !has_path && !resource.has_splat() {
        for (node, _) in resource.titles() {
            absolute(findings, node);
        }
    }
    if let Some(ensure) = resource.attribute("ensure").and_then(Attribute::value)
        && let Some(text) = constant::string(ensure)
        && !["present", "absent", "file", "directory", "link"].contains(&text.as_ref())
        && !is_absolute(&text)
        && !text.contains('/')
        // If there is a target, it is used instead.
        && resource.attribute("target").is_none()
        && !resource.has_splat()
    {
        let near = findings.suggestion(&text, ["present", "absent", "file", "directory", "link"]);
        let message = format!(
            "`ensure => {text}` creates a link to a file of that name; expected `file`, `directory`, `link`, \
             `present` or `absent`{near}"
        );
        findings.report(ensure, message);
    }
    let given = |name: &str| {
        resource
            .attribute(name)
            .filter(|attribute| attribute.value().is_some_and(|value| value.kind() != NodeKind::Undef))
    };
    let is_known = |attribute: &Attribute<'_>| attribute.value().is_some_and(|value| !is_conditional(value));
    let contents: Vec<Attribute<'_>> = CONTENTS.into_iter().filter_map(given).filter(is_known).collect();
    if let [first, second, ..] = contents.as_slice() {
        findings.report(
            second.range(),
            format!("file takes either `{}` or `{}`, not both", first.name(), second.name()),
        );
    }
}

/// Whether a value may be undef, as variables and conditionals often are.
fn is_conditional(value: Syntax<'_>) -> bool {
    !matches!(
        value.kind(),
        NodeKind::String | NodeKind::InterpolatedString | NodeKind::Heredoc | NodeKind::Array
    )
}

fn absolute(findings: &mut Findings<'_, '_>, node: Syntax<'_>) {
    if let Some(string) = constant::string(node).filter(|string| !is_absolute(string)) {
        findings.report(node, format!("`path` of file expects an absolute path, got `{string}`"));
    }
}
