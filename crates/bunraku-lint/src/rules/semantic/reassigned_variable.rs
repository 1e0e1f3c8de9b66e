//! Variables that are assigned twice in a scope.

use bunraku_intern::FastMap;

use bunraku_infer::{ScopeKind, VariableKind, branches, implies};
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::Node;

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
    let mut first: FastMap<(usize, &str), Vec<usize>> = FastMap::default();
    for (index, variable) in model.variables.iter().enumerate() {
        let earlier = first.entry((variable.scope, variable.name)).or_default();
        let is_assigned = variable.kind == VariableKind::Assigned;
        let has_title = model
            .scopes
            .get(variable.scope)
            .is_some_and(|scope| matches!(scope.kind, ScopeKind::Class | ScopeKind::Define));
        if is_assigned && has_title && matches!(variable.name, "title" | "name") {
            let message = format!("cannot assign to `${}`: Puppet sets it", variable.name);
            findings.report(variable.range, message);
        }
        if is_assigned && earlier.len() < 20 && !asks_whether_set(variable.node, variable.name) {
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

/// Whether code is only evaluated after a question whether the variable is set: `if !defined('$a') { $a = 1 }`.
fn asks_whether_set(node: Syntax<'_>, name: &str) -> bool {
    let question = format!("${name}");
    let asks = |condition: Option<Syntax<'_>>| {
        condition.is_some_and(|condition| {
            let text = condition.text();
            text.contains("defined") && text.contains(&question)
        })
    };
    node.ancestors().any(|around| match Node::of(around) {
        Node::If(statement) => {
            asks(statement.condition()) || statement.elsifs().any(|elsif| asks(elsif.condition()))
        }
        Node::Unless(statement) => asks(statement.condition()),
        _ => false,
    })
}
