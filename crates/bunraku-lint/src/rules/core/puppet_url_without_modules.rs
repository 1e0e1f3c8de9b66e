//! `puppet:` URLs of files outside modules.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "puppet_url_without_modules",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: Unsafe,
    reports: "A `puppet:` URL does not use the mount point `modules`.",
    why: "Module files are served from there; any other mount point must be configured on the server.",
    wrong: "\
file { '/etc/motd':
  source => 'puppet:///site/motd',
}
",
    right: "\
file { '/etc/motd':
  source => 'puppet:///modules/site/motd',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let strings = |word: &Word<'_>| word.is_any(&[Kind::Single, Kind::Double, Kind::StringStart]);
    for string in findings.words().iter().filter(strings) {
        let Some(rest) = string.value().strip_prefix("puppet://") else { continue };
        let slash = rest.find('/');
        let path = slash.and_then(|slash| rest.get(slash + 1..)).unwrap_or("");
        if path.starts_with("modules/") {
            continue;
        }
        // `modules` is the name of a server here, because a slash is missing before it.
        if rest.starts_with("modules/") {
            let server = string.value_range().start + "puppet://".len() as u32;
            let edit = Some((TextRange::at(server), "/"));
            let message = "`puppet:` URL with two slashes, after which `modules` is the name of a server";
            findings.report(string, message).fix("insert `/`", edit);
            continue;
        }
        let after =
            slash.map(|slash| string.value_range().start + "puppet://".len() as u32 + slash as u32 + 1);
        let edit = after.map(|after| (TextRange::at(after), "modules/"));
        findings.report(string, "`puppet:` URL without `modules/`").fix("insert `modules/`", edit);
    }
}
