//! Variables of classes with `::`.

use crate::rule::{Findings, rule};
use crate::rules::core;
use crate::word::Kind;

rule! {
    name: "topscope_variable",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: SameMeaning,
    reports: "A variable of a class is read with `::` before its name.",
    why: "Since Puppet 4, names with a namespace are absolute.",
    wrong: "\
class ntp::server {
  notice($::ntp::servers)
}
",
    right: "\
class ntp::server {
  notice($ntp::servers)
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    if file.definitions().next().is_none() {
        return;
    }
    for variable in findings.words().of_kind(Kind::Variable) {
        let Some(name) = variable.value().strip_prefix("::").filter(|name| core::is_qualified(name)) else {
            continue;
        };
        let edit = super::without_colons(variable);
        findings.report(variable, format!("`$::{name}` is `${name}`")).fix("remove `::`", edit);
    }
}
