//! Nodes that declare more than a role.

use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{NodeDefinition, View};

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "node_definition",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A node declares something other than a single role class.",
    why: "With roles and profiles, a node has one role; everything else belongs in profiles.",
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
    for node in file.nodes(NodeKind::NodeDefinition).filter_map(NodeDefinition::cast) {
        let mut has_role = false;
        for body in file.bodies().filter(|body| node.range().contains(body.node().range())) {
            let is_class = body.resource_type.is(Kind::Class);
            if !is_class || has_role || !super::begins_with(super::title(file, body), "role") {
                findings.report(body.resource_type, "node declares something other than one role");
            }
            has_role |= is_class;
        }
    }
}
