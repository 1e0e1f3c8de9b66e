//! Definitions inside classes.

use bunraku_syntax::NodeKind;

use crate::rule::{Findings, rule};

rule! {
    name: "nested_classes_or_defines",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A class or defined type is defined inside a class.",
    why: "Puppet finds a definition by the name of its file, so it cannot find one that is nested in another.",
    wrong: "\
class ntp {
  class server {
  }
}
",
    right: "\
class ntp {
}
class ntp::server {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for class in file.definitions().filter(|definition| definition.is_class) {
        for node in class.node().descendants().skip(1) {
            let what = match node.kind() {
                NodeKind::Class => "class",
                NodeKind::Define => "defined type",
                _ => continue,
            };
            if let Some(keyword) = file.word_at(node.range().start) {
                findings.report(keyword, format!("{what} inside a class"));
            }
        }
    }
}
