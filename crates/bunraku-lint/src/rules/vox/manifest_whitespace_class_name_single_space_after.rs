//! More or less than one space after the name of a class.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};

rule! {
    name: "manifest_whitespace_class_name_single_space_after",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "There is not one space between the name of a class or defined type and what follows.",
    why: "The parenthesis or brace after the name belongs on its line.",
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
            let message = format!("not one space after the name of the {}", definition.noun());
            findings.report(name, message).fix("write one space", [(between, " ")]);
        }
    }
}
