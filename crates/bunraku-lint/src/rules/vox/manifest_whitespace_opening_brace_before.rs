//! Spaces before an opening brace.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "manifest_whitespace_opening_brace_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `{` is not preceded by exactly one space, or follows `(` or `[` with a space.",
    why: "The brace belongs on the same line as what it opens.",
    wrong: "\
class ntp{
}
",
    right: "\
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for brace in findings.words().of_kind(Kind::LBrace) {
        let (Some(before), Some(solid)) = (brace.previous(), brace.previous_solid()) else { continue };
        if is_fine(brace, before, solid) {
            continue;
        }
        let blank = if solid.is_any(&[Kind::LParen, Kind::LBrack]) { "" } else { " " };
        let edit = (TextRange::new(solid.range().end, brace.range().start), blank);
        // A comment must be followed by a line break.
        let edit = (!solid.kind().is_comment()).then_some(edit);
        findings.report(brace, "expected one space before `{`").fix("use one space", edit);
    }
}

fn is_fine(brace: Word<'_>, before: Word<'_>, solid: Word<'_>) -> bool {
    let one_blank = brace.index() - solid.index() == 2 && before.is_single_blank();
    let broken = || solid.through(brace).any(|word| word.is(Kind::Newline));
    match solid.kind() {
        Kind::Comment | Kind::Colon => true,
        Kind::Comma => before.is_any(&[Kind::Indent, Kind::Newline]) || one_blank,
        Kind::LParen | Kind::LBrack => solid == before || broken(),
        Kind::LBrace => one_blank || broken(),
        _ => one_blank,
    }
}
