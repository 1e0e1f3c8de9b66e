//! Files without a line break at the end.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "manifest_whitespace_missing_newline_end_of_file",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "The last line of the file does not end with a newline.",
    why: "Tools that compare or concatenate files expect one.",
    wrong: "class ntp { }",
    right: "class ntp { }\n",
}

fn check(findings: &mut Findings<'_, '_>) {
    let last = findings.words().iter().next_back();
    if let Some(last) = last.filter(|last| !last.is(Kind::Newline)) {
        let edit = (TextRange::at(findings.file.text().len() as u32), "\n");
        findings.report(last, "missing newline at the end of the file").fix("end the line", [edit]);
    }
}
