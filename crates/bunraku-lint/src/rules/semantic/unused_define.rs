//! Unused defined types.

use bunraku_infer::bare;
use bunraku_syntax::NodeKind;

use crate::rule::{Findings, rule};

rule! {
    name: "unused_define",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "A defined type is never declared in the environment.",
    why: "It may be obsolete. Off by default, because other environments may use the module.",
    wrong: "\
define ntp::forgotten () { }
",
    right: "\
define ntp::used () { }
class ntp { ntp::used { 'a': } }
",
    example: "manifests/forgotten.pp",
}

fn check(findings: &mut Findings<'_, '_>) {
    use bunraku_syntax::ast::{Define, View};
    let file = findings.file;
    let Some(project) = file.project.filter(|project| project.environment.is_some()) else { return };
    for define in file.nodes(NodeKind::Define).filter_map(Define::cast) {
        let name = bare(define.name());
        if !project.uses(|manifests| manifests.resource_types.contains(name))
            && let Some(range) = define.name_range()
        {
            findings.report(range, format!("defined type `{name}` is never declared"));
        }
    }
}
