//! Variables that hide others.

use bunraku_infer::{ScopeKind, VariableKind, are_exclusive, branches};

use crate::rule::{Findings, rule};

rule! {
    name: "shadowed_variable",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A parameter or variable of a lambda has the same name as an outer variable.",
    why: "The outer variable cannot be read inside the lambda, and it is easy to confuse the two.",
    wrong: "\
class ntp ($server) {
  ['a', 'b'].each |$server| {
    notice($server)
  }
}
",
    right: "\
class ntp ($server) {
  ['a', 'b'].each |$name_of_server| {
    notice($name_of_server)
  }
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let model = findings.file.model();
    for variable in &model.variables {
        let Some(scope) = model.scopes.get(variable.scope) else { continue };
        if scope.kind != ScopeKind::Lambda || variable.name.starts_with('_') {
            continue;
        }
        let mut around = scope.parent;
        while let Some((at, outer)) = around.and_then(|at| Some((at, model.scopes.get(at)?))) {
            // What another branch sets does not exist in this one.
            let hidden = model.named(at, variable.name).find(|hidden| {
                hidden.range.start < variable.range.start
                    && !(hidden.kind == VariableKind::Assigned
                        && are_exclusive(&branches(hidden.node), &branches(variable.node)))
            });
            if let Some(hidden) = hidden {
                let line = findings.file.source.line_at(hidden.range.start);
                let what = match variable.kind {
                    VariableKind::LambdaParameter => "the parameter",
                    _ => "the variable",
                };
                findings.report(
                    variable.range,
                    format!("{what} `${}` hides the one on line {line}", variable.name),
                );
                break;
            }
            around = outer.parent;
        }
    }
}
