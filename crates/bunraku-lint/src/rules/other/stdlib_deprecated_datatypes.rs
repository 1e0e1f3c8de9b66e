//! Types that stdlib has removed.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "stdlib_deprecated_datatypes",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A type begins with `Stdlib::Compat::`.",
    why: "Newer versions of stdlib have removed these types.",
    wrong: "\
class ntp (Stdlib::Compat::String $pool) {
}
",
    right: "\
class ntp (String $pool) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for name in
        findings.words().of_kind(Kind::ClassRef).filter(|name| name.value().contains("Stdlib::Compat::"))
    {
        findings.report(name, format!("stdlib no longer has the type `{}`", name.value()));
    }
}
