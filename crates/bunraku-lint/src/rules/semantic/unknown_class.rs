//! Classes that do not exist.

use bunraku_diag::TextRange;
use bunraku_infer::bare;
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Access, Class, View};

use super::asked::is_asked_for;
use crate::declared::included_classes;
use crate::rule::{Findings, rule};

rule! {
    name: "unknown_class",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A class that does not exist in its module is included, declared or inherited.",
    why: "Compilation fails. Classes of modules that are not on the modulepath are not reported, because they may \
     exist elsewhere.",
    wrong: "\
class ntp::service {
  include ntp::instal
}
",
    right: "\
class ntp::service {
  include ntp::install
}
",
    example: "manifests/service.pp",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for call in file.calls().iter() {
        for (node, name) in included_classes(call) {
            report(findings, node.range(), &name);
        }
    }
    for resource in file.declared().iter().copied().filter(|resource| resource.type_name == "class") {
        for (node, name) in resource.titles() {
            report(findings, node.range(), &name);
        }
    }
    for class in file.nodes(NodeKind::Class).filter_map(Class::cast) {
        if let Some(parent) = class.parent()
            && let Some(range) = parent.name_range()
        {
            report(findings, range, parent.name());
        }
    }
    // References in relationships; those in conditions such as `defined(Class['a'])` may be about classes that do not
    // exist.
    for access in file.nodes(NodeKind::Access).filter_map(Access::cast) {
        let of_class = access.target().is_some_and(|target| target.text() == "Class");
        let asked = access.syntax().ancestors().any(|node| {
            matches!(
                node.kind(),
                NodeKind::Call
                    | NodeKind::MethodCall
                    | NodeKind::StatementCall
                    | NodeKind::Binary
                    | NodeKind::Collector
            )
        });
        if !of_class || asked {
            continue;
        }
        for key in access.keys() {
            if let Some(name) = bunraku_infer::constant::string(key) {
                report(findings, key.range(), &name);
            }
        }
    }
}

fn report(findings: &mut Findings<'_, '_>, range: TextRange, name: &str) {
    let file = findings.file;
    let name = bare(name);
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b':'));
    if !is_name || !file.class(name).is_missing() || is_asked_for(file, range, name) {
        return;
    }
    let module = name.split("::").next().unwrap_or(name);
    let Some(project) = file.project else { return };
    let Some(index) = project.module(module) else { return };
    let names = index.manifests(&*project.world).classes.keys().map(String::as_str);
    let near = findings.suggestion(name, names);
    findings.report(range, format!("unknown class `{name}`: not found in module `{module}`{near}"));
}
