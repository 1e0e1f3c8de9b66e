//! Missing required parameters.

use bunraku_intern::FastSet;

use bunraku_infer::{Lookup, Project, bare};
use bunraku_resources::is_metaparameter;

use bunraku_syntax::NodeKind;

use crate::declared::{Taker, included_classes};
use crate::rule::{Findings, rule};

rule! {
    name: "missing_parameter",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A class or defined type is declared without a required parameter, and the data does not set it either.",
    why: "Compilation fails. Class parameters may come from Hiera, so nothing is reported if data may come from \
     outside the environment's files.",
    wrong: "\
class ntp {
  ntp::server { 'a.example.com': }
}
",
    right: "\
class ntp {
  ntp::server { 'a.example.com':
    address => '192.0.2.1',
  }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let defaults = types_with_defaults(file);
    for resource in file.declared().iter().copied() {
        if resource.has_splat() || resource.is_default() {
            continue;
        }
        let taker = resource.taker(file);
        let Some(parameters) = taker.parameters() else { continue };
        let class = match &taker {
            Taker::Class(class) => Some(class.name.as_str()),
            _ => None,
        };
        let given = resource.names();
        let missing: Vec<&str> = parameters
            .iter()
            .filter(|parameter| parameter.is_required() && !is_metaparameter(&parameter.name))
            .filter(|parameter| !matches!(parameter.name.as_str(), "name" | "title"))
            .filter(|parameter| !given.contains(parameter.name.as_str()))
            .filter(|parameter| class.is_none_or(|class| has_no_data(file, class, &parameter.name)))
            .map(|parameter| parameter.name.as_str())
            .collect();
        let ty = bare(resource.type_name).to_ascii_lowercase();
        let elsewhere = |project: &Project| project.uses(|manifests| manifests.defaults.contains(&ty));
        let has_defaults = class.is_none() && (defaults.contains(&ty) || file.project.is_some_and(elsewhere));
        if !missing.is_empty()
            && !has_defaults
            && let Some(title) = resource.body.title()
        {
            findings.report(title, format!("{} expects a value for {}", taker.label(), list(&missing)));
        }
    }
    for call in file.calls().iter() {
        for (node, name) in included_classes(call) {
            let Lookup::Found(class) = file.class(&name) else { continue };
            // Whoever declares it with its parameters may come first.
            if is_configured(file, &class.name) {
                continue;
            }
            let missing: Vec<&str> = class
                .parameters
                .iter()
                .filter(|parameter| {
                    parameter.is_required() && has_no_data(file, &class.name, &parameter.name)
                })
                .map(|parameter| parameter.name.as_str())
                .collect();
            if !missing.is_empty() {
                findings.report(
                    node,
                    format!(
                        "class `{}` expects a value for {}, which is not set in the data either",
                        class.name,
                        list(&missing)
                    ),
                );
            }
        }
    }
}

/// Whether any code declares a class with parameters.
fn is_configured(file: &crate::File<'_>, class: &str) -> bool {
    let here = file.declared().iter().copied().any(|resource| match resource.taker(file) {
        Taker::Class(found) => found.name == class && resource.attributes().next().is_some(),
        _ => false,
    });
    here || file.project.is_some_and(|project| project.uses(|manifests| manifests.configured.contains(class)))
}

/// Whether a parameter of a class has a value nowhere in the data. Only an environment has all data.
fn has_no_data(file: &crate::File<'_>, class: &str, parameter: &str) -> bool {
    let Some(project) = file.project else { return false };
    if project.environment.is_none() {
        return false;
    }
    !project.data().may_have(&format!("{class}::{parameter}"))
}

/// The types that the file sets defaults for.
fn types_with_defaults(file: &crate::File<'_>) -> FastSet<String> {
    use bunraku_syntax::ast::{ResourceDefaults, View};
    let defaults = file.nodes(NodeKind::ResourceDefaults).filter_map(ResourceDefaults::cast);
    defaults
        .filter_map(|defaults| Some(bare(defaults.resource_type()?.text()).to_ascii_lowercase()))
        .collect()
}

fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
