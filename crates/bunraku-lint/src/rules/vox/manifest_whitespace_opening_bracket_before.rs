//! Spaces before an opening bracket.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "manifest_whitespace_opening_bracket_before",
    severity: Error,
    enabled: true,
    set: Vox,
    repair: SameTree,
    reports: "A `[` that starts an array is not preceded by exactly one space, or a `[` that accesses an element is \
     preceded by a space.",
    why: "With a space, `$a ['b']` is a variable and an array; without one, it is an access. Only a person can \
     decide which is meant.",
    wrong: "\
$servers =['a', 'b']
",
    right: "\
$servers = ['a', 'b']
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for bracket in findings.words().of_kind(Kind::LBrack) {
        let (Some(before), Some(solid)) = (bracket.previous(), bracket.previous_solid()) else { continue };
        if is_fine(bracket, before, solid) {
            continue;
        }
        let between = TextRange::new(solid.range().end, bracket.range().start);
        let opens = solid.is_any(&[Kind::LParen, Kind::LBrack, Kind::LBrace]);
        let blank = if opens { "" } else { " " };
        let edit = (between.of(findings.file.text()) != blank && !solid.kind().is_comment())
            .then_some((between, blank));
        findings.report(bracket, "unexpected or missing space before `[`").fix("fix the spacing", edit);
    }
}

fn is_fine(bracket: Word<'_>, before: Word<'_>, solid: Word<'_>) -> bool {
    const LINE: &[Kind] = &[Kind::Indent, Kind::Newline];
    let begins_line = before.is_any(LINE);
    let one_blank = bracket.index() - solid.index() == 2 && before.is_single_blank();
    if before.is_any(&[Kind::ClassRef, Kind::Variable, Kind::Name]) || solid.is(Kind::Comment) {
        return true;
    }
    let after_word = &[Kind::Semicolon, Kind::Comma, Kind::Colon, Kind::Name, Kind::RBrack, Kind::RBrace];
    if begins_line && solid.is_any(after_word) {
        return true;
    }
    match solid.kind() {
        Kind::RBrack | Kind::RBrace | Kind::RParen | Kind::LParen | Kind::LBrack | Kind::Type => {
            solid == before || begins_line
        }
        Kind::LBrace => solid == before || begins_line || brace_of_block(solid, one_blank),
        Kind::ClassRef | Kind::Variable => false,
        _ => one_blank,
    }
}

/// Whether a brace opens the block of a lambda or of a resource, where one space is right.
fn brace_of_block(brace: Word<'_>, one_blank: bool) -> bool {
    let before = brace.previous_solid();
    before.is_none_or(|before| before.is_any(&[Kind::Name, Kind::Pipe]) && one_blank)
}
