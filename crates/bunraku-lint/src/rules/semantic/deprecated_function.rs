//! Functions that their modules declare as deprecated.

use bunraku_infer::Lookup;

use crate::rule::{Findings, rule};

rule! {
    name: "deprecated_function",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: Unsafe,
    reports: "A function is called that its module marks as deprecated.",
    why: "A later version of the module may remove it. What is deprecated depends on the version of the module on \
     the modulepath.",
    wrong: "\
class ntp {
  notice(old_thing('a'))
}
",
    right: "\
class ntp {
  notice(stdlib::new_thing('a'))
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    for call in file.calls().iter() {
        let Lookup::Found(function) = project.function(call.name) else { continue };
        let Some(instead) = function.deprecated.filter(|_| !function.built_in) else { continue };
        let own = file.module().is_some_and(|(module, _)| call.name.starts_with(&format!("{module}::")));
        if own {
            continue;
        }
        let exists = !instead.is_empty()
            && instead != call.name
            && matches!(project.function(&instead), Lookup::Found(_));
        let advice = if exists { format!("; use `{instead}`") } else { String::new() };
        let reported =
            findings.report(call.name_range, format!("function `{}` is deprecated{advice}", call.name));
        if exists {
            reported.fix(format!("call `{instead}`"), [(call.name_range, instead)]);
        }
    }
}
