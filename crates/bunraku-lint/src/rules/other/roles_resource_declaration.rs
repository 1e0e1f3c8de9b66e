//! Roles that declare more than profiles.

use bunraku_syntax::ast::View;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "roles_resource_declaration",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A role class declares or includes something other than profiles.",
    why: "With roles and profiles, a role only includes profiles.",
    wrong: "\
class role::web {
  include apache
}
",
    right: "\
class role::web {
  include profile::apache
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for role in file.definitions().filter(|class| class.is_class && class.name.value().starts_with("role")) {
        for body in file.bodies().filter(|body| role.node().range().contains(body.node().range())) {
            let is_class = body.resource_type.is(Kind::Class);
            if !is_class || !super::begins_with(super::title(file, body), "profile") {
                findings.report(body.resource_type, "role declares something other than profiles");
            }
        }
        for include in role.words().filter(|word| word.value() == "include") {
            if !super::begins_with(include.next_code(), "profile") {
                findings.report(include, "role includes something other than profiles");
            }
        }
    }
}
