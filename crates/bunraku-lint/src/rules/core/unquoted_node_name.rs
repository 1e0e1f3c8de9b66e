//! Names of nodes without quotes.

use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{HostName, View};

use crate::rule::{Findings, rule};

rule! {
    name: "unquoted_node_name",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "The name of a node has no quotes.",
    why: "It is a string, so it should be quoted.",
    wrong: "\
node web01.example.com {
}
",
    right: "\
node 'web01.example.com' {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for name in findings.file.nodes(NodeKind::HostName).filter_map(HostName::cast) {
        let string = name.name();
        let edit = (name.range(), format!("'{string}'"));
        findings.report(name.range(), format!("node name `{string}` without quotes")).fix("quote it", [edit]);
    }
}
