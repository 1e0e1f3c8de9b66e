//! References to resources that are not declared.

use bunraku_infer::{KnownTitles, Project, bare, constant};
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Access, Resource, View};

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
    // What is not on the modulepath may declare anything.
    if file.project.is_some() && !file.is_complete() {
        return;
    }
    let mut local = KnownTitles::default();
    file.nodes(NodeKind::Resource).filter_map(Resource::cast).for_each(|resource| local.resource(resource));
    file.calls().iter().for_each(|call| local.call(call));
    let own = file.project.map(|project| match file.module() {
        Some((module, _)) => project.module(module).map(|index| index.manifests(&*project.world)),
        None => Some(project.site()),
    });
    // A computed title may be anything.
    let is_open = |ty: &str| {
        let own = own.flatten().is_some_and(|manifests| manifests.titles.are_computed(ty));
        own || local.are_computed(ty)
    };
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
                let ty = bare(target.text()).to_lowercase();
                if ty == "class" || is_open(&ty) {
                    continue;
                }
                for key in access.keys() {
                    let Some(title) = constant::string(key) else { continue };
                    // Each catalog has the stage in which classes are by default.
                    if ty == "stage" && title == "main" {
                        continue;
                    }
                    let elsewhere =
                        |project: &Project| project.uses(|manifests| manifests.titles.has(&ty, &title));
                    if !local.has(&ty, &title) && !file.project.is_some_and(elsewhere) {
                        findings.report(key, format!("no code declares `{}['{title}']`", target.text()));
                    }
                }
            }
        }
    }
}
