//! Functions that do not exist.

use std::collections::HashSet;

use bunraku_infer::{Lookup, is_of_enterprise};
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::Function;

use super::asked::is_asked_for;
use crate::rule::{Findings, rule};
use bunraku_syntax::ast::View;

rule! {
    name: "unknown_function",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A function is called that does not exist in Puppet or in any module on the modulepath.",
    why: "Compilation fails. A name without a namespace is only reported if all dependencies in `metadata.json` \
     are on the modulepath, because any of them may provide the function.",
    wrong: "\
class ntp {
  notice(upcsae('a'))
}
",
    right: "\
class ntp {
  notice(upcase('a'))
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    let own: HashSet<&str> =
        file.nodes(NodeKind::Function).filter_map(Function::cast).map(|function| function.name()).collect();
    let complete = file.is_complete();
    for call in file.calls().iter() {
        if own.contains(call.name) || !matches!(project.function(call.name), Lookup::Missing) {
            continue;
        }
        if !call.name.contains("::") && (!complete || is_of_enterprise(call.name)) {
            continue;
        }
        if is_asked_for(file, call.name_range, call.name) {
            continue;
        }
        let near = findings.suggestion(call.name, project.function_names());
        findings.report(call.name_range, format!("unknown function `{}`{near}", call.name));
    }
}
