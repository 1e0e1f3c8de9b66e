//! Classes that are declared without being contained.

use bunraku_infer::bare;
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Class, FunctionCall, View};

use crate::declared::included_classes;
use crate::rule::{Findings, rule};

rule! {
    name: "contain_missing",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "A class includes a class of its own module without containing it.",
    why: "Resources that require the outer class do not wait for the included one.",
    wrong: "\
class ntp {
  include ntp::install
}
",
    right: "\
class ntp {
  contain ntp::install
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for class in findings.file.nodes(NodeKind::Class).filter_map(Class::cast) {
        let own = bare(class.name());
        // Only the main class of the module is what others require.
        if own.contains("::") {
            continue;
        }
        let calls: Vec<FunctionCall<'_>> =
            class.syntax().descendants().filter_map(FunctionCall::of).collect();
        let contained: Vec<String> = calls
            .iter()
            .filter(|call| call.name == "contain")
            .flat_map(included_classes)
            .map(|(_, name)| name.into_owned())
            .collect();
        for call in calls.iter().filter(|call| call.name == "include") {
            for (node, name) in included_classes(call) {
                let name = bare(&name);
                if name.split("::").next() == Some(own)
                    && name != own
                    && !name.ends_with("::params")
                    && !contained.iter().any(|other| bare(other) == name)
                {
                    findings.report(node, format!("class `{name}` is included, not contained"));
                }
            }
        }
    }
}
