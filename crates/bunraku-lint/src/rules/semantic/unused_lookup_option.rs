//! Lookup options for keys without data.

use bunraku_pcore::Value;

use super::data;
use crate::rule::{Findings, rule};

rule! {
    name: "unused_lookup_option",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "`lookup_options` contains a key that is not in any data file.",
    why: "It has no effect. Patterns are ignored, and nothing is reported if data may come from elsewhere.",
    wrong: "\
---
lookup_options:
  web::prot: { merge: deep }
",
    right: "\
---
lookup_options:
  web::port: { merge: deep }
web::port: 8080
",
    on: [Yaml],
    example: "/data/common.yaml",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project.filter(|project| !project.data().is_open) else { return };
    let Some(document) = file.data() else { return };
    for entry in data::entries(file).into_iter().filter(|entry| entry.key == "lookup_options") {
        let Value::Hash(options) = entry.value else { continue };
        for key in options.keys().filter_map(Value::as_str).filter(|key| !key.starts_with('^')) {
            if !project.data().keys.contains_key(key) && !is_for_users(file, key) {
                let position = document.paths.get(&format!("lookup_options.{key}"));
                let range = position.map_or(entry.range, |position| data::range(file, *position, key));
                findings.report(range, format!("the key `{key}` is not in any data file"));
            }
        }
    }
}

/// Whether a module says how the parameter of one of its classes is looked up: its users have the data.
fn is_for_users(file: &crate::File<'_>, key: &str) -> bool {
    let (Some(project), Some((module, _))) = (file.project, file.module()) else { return false };
    let Some((class, parameter)) = key.rsplit_once("::") else { return false };
    let has = |class: &bunraku_infer::ClassInfo| class.parameters.iter().any(|own| own.name == parameter);
    class.split("::").next() == Some(module) && project.class(class).found().is_some_and(has)
}
