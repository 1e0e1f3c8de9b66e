//! Empty strings as defaults.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "params_empty_string_assignment",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "A string parameter has an empty string as its default.",
    why: "An empty string that means \"not set\" must be handled everywhere. `Optional[String[1]]` and `undef` \
     express this in the type.",
    wrong: "\
class ntp (String $pool = '') {
}
",
    right: "\
class ntp (Optional[String[1]] $pool = undef) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        for parameter in definition.parameters() {
            let first = super::type_word(file, parameter).filter(|word| word.is(Kind::Type));
            let takes_strings = first.is_some_and(|word| matches!(word.value(), "String" | "Variant"));
            let default = super::default_words(file, parameter).next();
            let is_empty = default.is_some_and(|word| word.is(Kind::Single) && word.value().is_empty());
            if let Some(name) = definition.parameter_word(parameter).filter(|_| takes_strings && is_empty) {
                findings.report(name, "empty string as the default of a parameter");
            }
        }
    }
}
