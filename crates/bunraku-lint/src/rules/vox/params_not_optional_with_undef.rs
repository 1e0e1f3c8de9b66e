//! Parameters with the default `undef`, although their type does not allow it.

use bunraku_syntax::ast::{Access, Parameter, View};

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "params_not_optional_with_undef",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: None,
    reports: "The default of a parameter is `undef`, but its type is neither `Optional` nor a `Variant` with `Undef`.",
    why: "The default is rejected when it is used, and the type does not show that the parameter may be unset.",
    wrong: "\
class ntp (String $pool = undef) {
}
",
    right: "\
class ntp (Optional[String] $pool = undef) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        for parameter in definition.parameters() {
            let first = super::type_word(file, parameter).filter(|word| word.is(Kind::Type));
            let default = super::default_words(file, parameter).next();
            if !default.is_some_and(|word| word.is(Kind::Undef)) || takes_undef(parameter) {
                continue;
            }
            if let Some(name) = definition.parameter_word(parameter).filter(|_| first.is_some()) {
                findings.report(name, "parameter defaults to `undef` but is not optional");
            }
        }
    }
}

fn takes_undef(parameter: Parameter<'_>) -> bool {
    let Some(ty) = parameter.ty() else { return true };
    let Some(access) = Access::cast(ty) else {
        return matches!(ty.text(), "Any" | "Data" | "Optional" | "RichData" | "Undef");
    };
    let undefined =
        |key: bunraku_syntax::Syntax<'_>| key.text() == "Undef" || key.text().starts_with("Optional[");
    match access.target().map(|target| target.text()) {
        Some("Optional") => true,
        Some("Variant") => access.keys().any(undefined),
        _ => false,
    }
}
