//! Optional parameters and their defaults.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "optional_default",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "An `Optional` parameter has a default other than `undef`, or has no default in a defined type.",
    why: "`Optional` means that the parameter may be unset. With another default it cannot be unset with `undef`, \
     and without a default it must be passed.",
    wrong: "\
class ntp (Optional[String] $pool = 'pool.ntp.org') {
}
",
    right: "\
class ntp (String $pool = 'pool.ntp.org') {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        for parameter in definition.parameters() {
            let Some(name) = definition.parameter_word(parameter) else { continue };
            let first = super::type_word(file, parameter);
            if !first.is_some_and(|word| word.is(Kind::Type) && word.value() == "Optional") {
                continue;
            }
            let mut default = super::default_words(file, parameter);
            let Some(value) = default.next() else {
                if !definition.is_class {
                    findings.report(name, "optional parameter of a defined type without a default");
                }
                continue;
            };
            let calls = |word: crate::Word<'_>| word.is_any(&[Kind::Dot, Kind::LParen]);
            if !value.is_any(&[Kind::Undef, Kind::Variable]) && !calls(value) && !default.any(calls) {
                findings.report(name, "optional parameter with a default that is not `undef`");
            }
        }
    }
}
