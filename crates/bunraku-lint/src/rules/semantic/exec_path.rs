//! Commands that exec cannot find.

use bunraku_diag::Severity;
use bunraku_infer::{bare, constant};
use bunraku_syntax::ast::{Attribute, AttributeOperation, Node, ResourceDefaults, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::declared::Declared;
use crate::rule::{Findings, rule};

rule! {
    name: "exec_path",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "An `exec` runs a command that is not an absolute path, without setting `path`.",
    why: "The agent rejects it: `'cmd' is not qualified and no path was specified`. Resource defaults for `Exec` \
     in the file or in the environment's manifests are taken into account.",
    wrong: "\
class ntp {
  exec { 'reload': command => 'ntpq -p', refreshonly => true }
}
",
    right: "\
class ntp {
  exec { 'reload': command => '/usr/bin/ntpq -p', refreshonly => true }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let site = file.project.is_some_and(|project| project.site().has_exec_path || module_sets(file));
    if site || file.root().descendants().any(sets_path) {
        return;
    }
    // The manifests of an environment may set a default path; without an environment, users of the module may do so.
    let known = file.project.is_some_and(|project| project.environment.is_some());
    let severity = if known { Severity::Error } else { Severity::Warning };
    for resource in file.declared().iter().copied().filter(|resource| resource.type_name == "exec") {
        let provider = resource
            .attribute("provider")
            .and_then(Attribute::value)
            .map(|value| constant::string(value).unwrap_or_default());
        if resource.has_splat()
            || resource.attribute("path").is_some()
            || provider.is_some_and(|provider| provider != "posix")
        {
            continue;
        }
        for node in programs(resource) {
            let Some(program) = program(node) else { continue };
            let windows = program.get(1..2) == Some(":") || program.starts_with("\\\\");
            if !program.starts_with('/') && !windows && !program.contains('=') {
                let message = format!("`{program}` is not an absolute path, and the exec has no `path`");
                findings.report_as(severity, node, message);
            }
        }
    }
}

/// The expressions that begin with the name of a program: the command, and the conditions under which it runs.
fn programs(resource: Declared<'_>) -> Vec<Syntax<'_>> {
    let value = |name: &str| resource.attribute(name).and_then(Attribute::value);
    let mut programs = match (value("command"), resource.body.title()) {
        (Some(command), _) => first(command).into_iter().collect(),
        (None, Some(title)) => elements(title),
        (None, None) => Vec::new(),
    };
    // A condition may be several commands, each of which may have its arguments in an array.
    let conditions = ["unless", "onlyif"].into_iter().filter_map(value);
    programs.extend(conditions.flat_map(elements).filter_map(first));
    programs
}

fn elements(node: Syntax<'_>) -> Vec<Syntax<'_>> {
    match Node::of(node) {
        Node::Array(array) => array.elements().collect(),
        _ => vec![node],
    }
}

fn first(node: Syntax<'_>) -> Option<Syntax<'_>> {
    elements(node).into_iter().next()
}

/// The first word of a command, as far as it is written.
fn program(node: Syntax<'_>) -> Option<String> {
    let word = |text: &str| text.trim_start_matches(['"', '\'']).split_whitespace().next().map(str::to_owned);
    let text = constant::beginning(node);
    // A variable may continue a word.
    let is_whole =
        node.kind() != NodeKind::InterpolatedString || text.trim_start().contains(char::is_whitespace);
    is_whole.then(|| word(&text)).flatten()
}

fn module_sets(file: &crate::File<'_>) -> bool {
    let Some((name, _)) = file.module() else { return false };
    let Some(project) = file.project else { return false };
    project.module(name).is_some_and(|index| index.manifests(&*project.world).has_exec_path)
}

fn sets_path(node: Syntax<'_>) -> bool {
    if node.kind() != NodeKind::ResourceDefaults {
        return false;
    }
    let Some(defaults) = ResourceDefaults::cast(node) else { return false };
    defaults.resource_type().is_some_and(|ty| bare(ty.text()) == "Exec")
        && defaults.attributes().any(|operation| match operation {
            AttributeOperation::Attribute(attribute) => matches!(attribute.name(), "path" | "provider"),
            AttributeOperation::Splat(_) => true,
        })
}
