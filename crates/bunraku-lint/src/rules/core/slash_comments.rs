//! Comments that begin with two slashes.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "slash_comments",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "A comment begins with `//`.",
    why: "Puppet no longer supports such comments: it reads `//` as an empty regular expression.",
    wrong: "\
// the servers
$servers = []
",
    right: "\
# the servers
$servers = []
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for comment in findings.words().of_kind(Kind::SlashComment) {
        let start = comment.range().start;
        let edit = (TextRange::new(start, start + 2), "#");
        findings.report(comment, "comment that begins with `//`").fix("write `#`", [edit]);
    }
}
