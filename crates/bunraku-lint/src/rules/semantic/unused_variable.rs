//! Unused variables.

use bunraku_intern::FastSet;

use bunraku_infer::{ScopeKind, VariableKind};

use super::reads::Reads;
use crate::rule::{Findings, rule};

rule! {
    name: "unused_variable",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A variable is set but never used: not in the file, not in a template it renders, and not as \
     `$class::variable` by other classes on the modulepath.",
    why: "It is obsolete, or its name is misspelled where it should be used.",
    wrong: "\
define ntp::client ($address) {
  $file = \"/etc/ntp/${address}\"
  $unused = 1
  notice($file)
}
",
    right: "\
define ntp::client ($address) {
  $file = \"/etc/ntp/${address}\"
  notice($file)
}
",
    example: "manifests/client.pp",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let model = file.model();
    let mut reads = Reads::new(file);
    let read = model.variables.iter().filter(|variable| variable.reads > 0);
    let read: FastSet<(usize, &str)> =
        read.map(|variable| (model.body_of(variable.scope), variable.name)).collect();
    for variable in &model.variables {
        if variable.kind != VariableKind::Assigned || variable.reads > 0 || variable.name.starts_with('_') {
            continue;
        }
        let body = model.body_of(variable.scope);
        let Some(scope) = model.scopes.get(body) else { continue };
        // A variable of the top scope or a node is visible to all classes; a template's last value is rendered.
        if matches!(scope.kind, ScopeKind::Top | ScopeKind::Node | ScopeKind::Template) {
            continue;
        }
        // A variable that is read on one path counts as read on all.
        let namesake = read.contains(&(body, variable.name));
        if namesake || is_last(variable.node) || reads.may_read(body, variable.name) {
            continue;
        }
        let own_scope = scope.kind == ScopeKind::Class && variable.scope == body;
        if own_scope && reads.is_read_elsewhere(scope.name, variable.name) {
            continue;
        }
        findings.report(variable.range, format!("`${}` is set but never used", variable.name));
    }
}

/// Whether an assignment is the value of a function or lambda: its last statement, or that of a branch at its end.
fn is_last(node: bunraku_syntax::Syntax<'_>) -> bool {
    use bunraku_syntax::NodeKind;
    let Some(mut inner) = node.ancestors().find(|node| node.kind() == NodeKind::Assignment) else {
        return false;
    };
    if inner.parent().is_none_or(|parent| parent.kind() != NodeKind::Block) {
        return true;
    }
    while let Some(around) = inner.parent() {
        match around.kind() {
            NodeKind::Block if inner.is_last_child() => {}
            NodeKind::If | NodeKind::Elsif | NodeKind::Else | NodeKind::Unless => {}
            NodeKind::Case | NodeKind::CaseOption => {}
            kind => return matches!(kind, NodeKind::Lambda | NodeKind::Function),
        }
        inner = around;
    }
    false
}
