//! Variables that are assigned twice in a scope.

use std::collections::HashMap;

use bunraku_infer::{VariableKind, branches, implies};

use crate::rule::{Findings, rule};

rule! {
    name: "reassigned_variable",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A variable is assigned a second time in the same scope.",
    why: "Puppet variables cannot be changed: compilation fails at the second assignment. To set a variable \
     conditionally, set it in every branch.",
    wrong: "\
class ntp {
  $port = 123
  $port = 124
}
",
    right: "\
class ntp {
  $port = 123
  $other_port = 124
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let model = findings.file.model();
    let mut first: HashMap<(usize, &str), Vec<usize>> = HashMap::new();
    for (index, variable) in model.variables.iter().enumerate() {
        let earlier = first.entry((variable.scope, variable.name)).or_default();
        if variable.kind == VariableKind::Assigned && earlier.len() < 20 {
            let here = branches(variable.node);
            let clash = earlier.iter().filter_map(|index| model.variables.get(*index)).find(|before| {
                before.kind != VariableKind::Assigned || implies(&branches(before.node), &here)
            });
            if let Some(before) = clash {
                let what =
                    if before.kind == VariableKind::Assigned { "is already set" } else { "is a parameter" };
                let line = findings.file.source.line_at(before.range.start);
                findings.report(
                    variable.range,
                    format!("cannot assign to `${}`: it {what} on line {line}", variable.name),
                );
            }
        }
        earlier.push(index);
    }
}
