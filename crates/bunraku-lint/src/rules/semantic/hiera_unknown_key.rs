//! Keys that are not parameters of a class.

use bunraku_infer::{Lookup, Project};

use super::data;
use crate::rule::{Findings, rule};

rule! {
    name: "hiera_unknown_key",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A key `class::parameter` in the data refers to a class or a parameter that does not exist.",
    why: "It is never looked up, so the value has no effect. Keys that code looks up by name, or may \
     look up by a computed one, are ignored, and so are those of modules that are not on the modulepath.",
    wrong: "\
---
web::prot: 8080
",
    right: "\
---
web::port: 8080
",
    on: [Yaml],
    example: "/data/common.yaml",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    for entry in data::entries(file) {
        let Some((class, parameter)) = entry.key.rsplit_once("::") else { continue };
        if parameter.is_empty() || class.is_empty() || project.is_looked_up(entry.key) {
            continue;
        }
        match project.class(class) {
            Lookup::Found(info) if info.parameter(parameter).is_none() => {
                let names = info.parameters.iter().map(|parameter| parameter.name.as_str());
                let near = findings.suggestion(parameter, names);
                findings.report(entry.range, format!("class `{class}` has no parameter `{parameter}`{near}"));
            }
            Lookup::Missing if is_for_nobody(project, class, entry.key, parameter) => {
                let message = match project.define(class).found() {
                    Some(_) => format!("`{class}` is a defined type, which takes no values from the data"),
                    None => {
                        let module = class.split("::").next().and_then(|module| project.module(module));
                        let names =
                            module.into_iter().flat_map(|it| it.manifests(&*project.world).classes.keys());
                        let near = findings.suggestion(class, names.map(String::as_str));
                        format!("unknown class `{class}`{near}")
                    }
                };
                findings.report(entry.range, message);
            }
            _ => {}
        }
    }
}

/// Whether no code can look up a key that is not a parameter's: none computes such keys, and no template or function of the
/// module mentions it.
fn is_for_nobody(project: &Project, class: &str, key: &str, parameter: &str) -> bool {
    let module = class.split("::").next().unwrap_or(class);
    !project.may_be_looked_up(key) && !project.mentions(module, parameter)
}
