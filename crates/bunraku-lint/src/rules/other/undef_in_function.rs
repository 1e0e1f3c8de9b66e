//! `undef` as an argument.

use bunraku_syntax::ast::{Call, MethodCall, StatementCall, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::rule::{Findings, rule};

rule! {
    name: "undef_in_function",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "An argument of a function is `undef`.",
    why: "Before Puppet 4, functions received an empty string instead, and some still expect one.",
    wrong: "\
notice(undef)
",
    right: "\
notice('')
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for node in findings.file.root().descendants() {
        for argument in arguments(node).into_iter().filter(|node| node.kind() == NodeKind::Undef) {
            findings.report(argument.range(), "`undef` as an argument");
        }
    }
}

fn arguments(node: Syntax<'_>) -> Vec<Syntax<'_>> {
    let listed = Call::cast(node).and_then(Call::arguments);
    let listed = listed.or_else(|| MethodCall::cast(node).and_then(MethodCall::arguments));
    let listed = listed.map(|arguments| arguments.values().collect());
    let statement = || StatementCall::cast(node).map(|call| call.arguments().collect());
    listed.or_else(statement).unwrap_or_default()
}
