//! Nodes that declare more than a role.

use bunraku_syntax::ast::{NodeDefinition, View};

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "node_definition",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A node declares something other than one class whose name begins with `role`.",
    why: "With roles and profiles, a node has one role, and everything else is in profiles.",
    wrong: "\
node 'web' {
  package { 'ntp': }
}
",
    right: "\
node 'web' {
  class { 'role::web': }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for node in file.root().descendants().filter_map(NodeDefinition::cast) {
        let mut has_role = false;
        for body in file.bodies().filter(|body| node.range().contains(body.node().range())) {
            let is_class = body.resource_type.is(Kind::Class);
            if !is_class || has_role || !super::begins_with(super::title(file, body), "role") {
                findings.report(body.resource_type, "node that declares more than one role");
            }
            has_role |= is_class;
        }
    }
}
