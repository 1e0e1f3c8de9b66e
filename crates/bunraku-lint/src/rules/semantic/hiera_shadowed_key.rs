//! Keys that are also in the default hierarchy.

use super::data;
use crate::rule::{Findings, rule};

rule! {
    name: "hiera_shadowed_key",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "A key has the same value in the data of a module and in the data of the environment.",
    why: "One of the two has no effect.",
    wrong: "\
---
ntp::config::driftfile: /var/lib/ntp/drift
",
    right: "\
---
ntp::config::other: /var/lib/ntp/drift
",
    on: [Yaml],
    example: "data/common.yaml",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    let Some(environment) = &project.environment else { return };
    let Some((_, root)) = file.module() else { return };
    for entry in data::entries(file) {
        if entry.key == "lookup_options" || project.data().has_options(entry.key) {
            continue;
        }
        let Some(files) = project.data().keys.get(entry.key) else { continue };
        let shadow =
            files.iter().find(|path| path.starts_with(environment.join("data")) && !path.starts_with(root));
        let same = shadow
            .and_then(|path| project.data_value(path, entry.key))
            .is_some_and(|value| value == *entry.value);
        if let Some(shadow) = shadow.filter(|_| same) {
            let name = shadow.strip_prefix(environment).unwrap_or(shadow).display();
            findings.report(entry.range, format!("`{}` has the same value in {name}", entry.key));
        }
    }
}
