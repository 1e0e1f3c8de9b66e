//! More or less than one space after the name of a class.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};

rule! {
    name: "manifest_whitespace_class_name_single_space_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "The name of a class or defined type is not followed by exactly one space.",
    why: "The parenthesis or brace belongs on the same line as the name.",
    wrong: "\
class ntp($servers)
{
}
",
    right: "\
class ntp ($servers)
{
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        let name = definition.name;
        let Some(next) = name.next_solid() else { continue };
        let between = TextRange::new(name.range().end, next.range().start);
        if between.of(file.text()) != " " {
            let message = format!("expected one space after the name of the {}", definition.noun());
            findings.report(name, message).fix("use one space", [(between, " ")]);
        }
    }
}
