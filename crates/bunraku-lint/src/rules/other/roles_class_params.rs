//! Roles with parameters.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "roles_class_params",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A role class has parameters.",
    why: "A role only selects profiles. Differences between nodes belong in the profiles' data.",
    wrong: "\
class role::web ($port) {
}
",
    right: "\
class role::web {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let roles = file.definitions().filter(|class| class.is_class && class.name.value().starts_with("role"));
    for word in
        roles.filter_map(|class| class.parameter_words()).flatten().filter(|word| word.is(Kind::Variable))
    {
        findings.report(word, "role with a parameter");
    }
}
