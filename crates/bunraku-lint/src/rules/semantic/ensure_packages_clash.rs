//! Packages that are declared and ensured.

use std::collections::HashMap;

use bunraku_infer::{branches, constant, implies};
use bunraku_syntax::ast::{Node, View};

use crate::rule::{Findings, rule};

rule! {
    name: "ensure_packages_clash",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "A package is both declared as a resource and passed to `ensure_packages` or \
     `stdlib::ensure_packages` in the same file.",
    why: "If the two differ in an attribute, or the resource comes second, compilation fails.",
    wrong: "\
class ntp {
  ensure_packages(['ntp'])
  package { 'ntp': ensure => latest }
}
",
    right: "\
class ntp {
  ensure_packages(['ntp'])
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let mut ensured = HashMap::new();
    for call in
        file.calls().iter().filter(|call| matches!(call.name, "ensure_packages" | "stdlib::ensure_packages"))
    {
        let Some(first) = call.argument(0) else { continue };
        let nodes = match Node::of(first) {
            Node::Array(array) => array.elements().collect(),
            _ => vec![first],
        };
        for node in nodes {
            if let Some(name) = constant::string(node) {
                ensured.insert(name.into_owned(), node);
            }
        }
    }
    for resource in file.declared().iter().copied().filter(|resource| resource.type_name == "package") {
        for (node, title) in resource.titles() {
            if let Some(other) = ensured.get(title.as_ref()) {
                let (here, there) = (branches(resource.body.syntax()), branches(*other));
                if implies(&here, &there) || implies(&there, &here) {
                    let line = file.source.line_at(other.range().start);
                    findings.report(
                        node,
                        format!("package `{title}` is already passed to `ensure_packages` on line {line}"),
                    );
                }
            }
        }
    }
}
