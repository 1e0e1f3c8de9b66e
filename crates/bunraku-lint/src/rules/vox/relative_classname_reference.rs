//! References to classes with a leading `::`.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "relative_classname_reference",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: SameMeaning,
    reports: "A reference to a class has `::` before the name.",
    why: "Since Puppet 4, all class names are absolute.",
    wrong: "\
Class['::apt'] -> Package['ntp']
",
    right: "\
Class['apt'] -> Package['ntp']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for class in findings.words().of_kind(Kind::Type).filter(|word| word.value() == "Class") {
        let Some(bracket) = class.next_code().filter(|next| next.is(Kind::LBrack)) else { continue };
        let inside = bracket.after().take_while(|word| !word.is(Kind::RBrack));
        for name in inside.filter(|word| word.is_any(&[Kind::Name, Kind::Single])) {
            if let Some(edit) = super::without_colons(name) {
                findings.report(name, "reference with `::` before the name").fix("remove `::`", [edit]);
            }
        }
    }
}
