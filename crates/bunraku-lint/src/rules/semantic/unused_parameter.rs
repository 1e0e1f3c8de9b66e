//! Unused parameters.

use bunraku_infer::{ScopeKind, VariableKind, bare};
use bunraku_resources::is_metaparameter;
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Function, View};

use super::reads::Reads;
use crate::rule::{Findings, rule};

rule! {
    name: "unused_parameter",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A parameter of a class, defined type or function is never used: not in its body, not in a template \
     it renders, and not by other classes on the modulepath.",
    why: "Setting it has no effect, although users would expect one.",
    wrong: "\
define ntp::client (
  String $address,
  Integer $port = 123,
) {
  notice($address)
}
",
    right: "\
define ntp::client (
  String $address,
  Integer $port = 123,
) {
  notice(\"${address}:${port}\")
}
",
    example: "manifests/client.pp",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let model = file.model();
    let mut reads = Reads::new(file);
    for variable in &model.variables {
        if variable.kind != VariableKind::Parameter
            || variable.reads > 0
            || variable.name.starts_with('_')
            || is_metaparameter(variable.name)
        {
            continue;
        }
        let Some(scope) = model.scopes.get(variable.scope) else { continue };
        if !matches!(scope.kind, ScopeKind::Class | ScopeKind::Define | ScopeKind::Function)
            || reads.may_read(variable.scope, variable.name)
            || gives_data(scope.node)
        {
            continue;
        }
        // A class without a body passes its parameters to others by name.
        if scope.kind == ScopeKind::Class
            && (reads.is_read_elsewhere(scope.name, variable.name) || reads.is_inherited(scope.name))
        {
            continue;
        }
        findings.report(variable.range, format!("parameter `${}` is never used", variable.name));
    }
}

/// Whether a function gives data to Hiera, which calls it with these arguments whether it needs them or not.
fn gives_data(node: Syntax<'_>) -> bool {
    let parameters = Function::cast(node).and_then(Function::parameters);
    parameters.is_some_and(|parameters| {
        parameters
            .iter()
            .filter_map(|parameter| parameter.ty())
            .any(|ty| bare(ty.text()) == "Puppet::LookupContext")
    })
}
