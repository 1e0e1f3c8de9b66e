//! Unused classes.

use bunraku_infer::bare;
use bunraku_syntax::NodeKind;

use crate::rule::{Findings, rule};

rule! {
    name: "unused_class",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "No code or data in the environment includes a class.",
    why: "It may be obsolete. Off by default, because other environments may use the module.",
    wrong: "\
class ntp::forgotten { }
",
    right: "\
class ntp::install { }
class ntp { include ntp::install }
",
    example: "manifests/forgotten.pp",
}

fn check(findings: &mut Findings<'_, '_>) {
    use bunraku_syntax::ast::{Class, View};
    let file = findings.file;
    let Some(project) = file.project.filter(|project| project.environment.is_some()) else { return };
    let Some((module, _)) = file.module() else { return };
    for class in file.nodes(NodeKind::Class).filter_map(Class::cast) {
        let name = bare(class.name());
        // The main class of the module is for others.
        let used = name == module
            || project.uses(|manifests| {
                manifests.included.contains(name)
                    || manifests.has_dynamic_includes
                    || manifests.classes.values().any(|other| other.parent.as_deref() == Some(name))
            })
            || project.data().mentions(name);
        if !used && let Some(range) = class.name_range() {
            findings.report(range, format!("class `{name}` is never included"));
        }
    }
}
