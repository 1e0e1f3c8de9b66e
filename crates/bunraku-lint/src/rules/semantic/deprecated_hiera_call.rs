//! Functions of Hiera 3.

use crate::rule::{Findings, rule};

rule! {
    name: "deprecated_hiera_call",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: Unsafe,
    reports: "`hiera`, `hiera_array`, `hiera_hash` or `hiera_include` is called.",
    why: "They belong to Hiera 3 and have been deprecated since Puppet 5. `lookup` does the same, merging values \
     as set in the data or in the call.",
    wrong: "\
class ntp {
  $servers = hiera('ntp::servers')
}
",
    right: "\
class ntp {
  $servers = lookup('ntp::servers')
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for call in file.calls().iter() {
        let advice = match call.name {
            "hiera" => "lookup(KEY)",
            "hiera_array" => "lookup(KEY, { merge => unique })",
            "hiera_hash" => "lookup(KEY, { merge => hash })",
            "hiera_include" => "lookup(KEY, { merge => unique }).include",
            _ => continue,
        };
        let plain = call.name == "hiera" && call.arguments.len() == 1 && call.lambda.is_none();
        let reported = findings
            .report(call.name_range, format!("`{}` is a function of Hiera 3; use `{advice}`", call.name));
        if plain {
            reported.fix("call `lookup`", [(call.name_range, "lookup")]);
        }
    }
}
