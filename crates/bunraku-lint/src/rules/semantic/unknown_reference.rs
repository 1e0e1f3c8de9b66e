//! References to resources that are not declared.

use std::collections::HashSet;

use bunraku_infer::{Project, constant};
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Access, View};

use crate::rule::{Findings, rule};

rule! {
    name: "unknown_reference",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "`require`, `before`, `notify` or `subscribe` refers to a resource that no code declares under this title.",
    why: "Compilation fails, unless the title is computed where the resource is declared. Off by default, because \
     only a compilation knows all resources.",
    wrong: "\
class ntp {
  file { '/etc/ntp.conf': require => Package['ntpd'] }
  package { 'ntp': }
}
",
    right: "\
class ntp {
  file { '/etc/ntp.conf': require => Package['ntp'] }
  package { 'ntp': }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let mut known = HashSet::new();
    let mut open = HashSet::new();
    for resource in file.declared().iter().copied() {
        let titles = resource.titles();
        // A computed title may be anything.
        if titles.is_empty()
            || resource.body.title().is_some_and(|title| {
                title.kind() == NodeKind::Array && titles.len() != title.children().count()
            })
        {
            open.insert(resource.type_name.to_lowercase());
        }
        known.extend(
            titles.into_iter().map(|(_, title)| (resource.type_name.to_lowercase(), title.into_owned())),
        );
    }
    for resource in file.declared().iter().copied() {
        for attribute in resource
            .attributes()
            .filter(|attribute| matches!(attribute.name(), "require" | "before" | "notify" | "subscribe"))
        {
            let Some(value) = attribute.value() else { continue };
            for access in value.descendants().filter_map(Access::cast) {
                let Some(target) = access.target().filter(|target| target.kind() == NodeKind::TypeName)
                else {
                    continue;
                };
                let ty = target.text().trim_start_matches("::").to_lowercase();
                if ty == "class" || open.contains(&ty) {
                    continue;
                }
                for key in access.keys() {
                    let Some(title) = constant::string(key) else { continue };
                    let reference = (ty.clone(), title.to_string());
                    let elsewhere =
                        |project: &Project| project.uses(|manifests| manifests.titles.contains(&reference));
                    if !known.contains(&reference) && !file.project.is_some_and(elsewhere) {
                        findings.report(key, format!("no code declares `{}['{title}']`", target.text()));
                    }
                }
            }
        }
    }
}
