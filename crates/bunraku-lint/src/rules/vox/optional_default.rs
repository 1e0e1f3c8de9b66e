//! Optional parameters and their defaults.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "optional_default",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "A parameter of the type `Optional` has a default that is not `undef`, or has none in a defined type.",
    why: "`Optional` says that the parameter may be left unset. With another default that cannot be done with `undef`, and \
          without one it has to be given.",
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
