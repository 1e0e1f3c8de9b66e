//! Keys that are not parameters of a class.

use bunraku_infer::Lookup;

use super::data;
use crate::rule::{Findings, rule};

rule! {
    name: "hiera_unknown_key",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A key `class::parameter` in the data refers to a parameter that the class does not have.",
    why: "It is never looked up, so the value has no effect. Keys that code looks up by name, or that do not \
     belong to a class, are ignored.",
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
        let Lookup::Found(info) = project.class(class) else { continue };
        if parameter.is_empty() || info.parameter(parameter).is_some() || project.is_looked_up(entry.key) {
            continue;
        }
        let near =
            findings.suggestion(parameter, info.parameters.iter().map(|parameter| parameter.name.as_str()));
        findings.report(entry.range, format!("class `{class}` has no parameter `{parameter}`{near}"));
    }
}
