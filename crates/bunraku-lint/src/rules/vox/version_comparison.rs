//! Versions that are compared as numbers.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "version_comparison",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: Unsafe,
    reports: "A variable whose name ends in `version` or `release` is compared as a number.",
    why: "As numbers, 4.10 is less than 4.9, and a string cannot be compared with a number. Use `versioncmp` to \
     compare versions.",
    wrong: "\
if $puppetversion >= 4 {
}
",
    right: "\
if versioncmp($puppetversion, '4') >= 0 {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for variable in findings.words().of_kind(Kind::Variable) {
        let value = variable.value();
        if !value.ends_with("version") && !value.ends_with("release") {
            continue;
        }
        let Some(operator) = variable.next_code().filter(|word| compares_numbers(*word)) else { continue };
        let edits = edits(variable, operator);
        findings.report(variable, "version compared as a number").fix("use `versioncmp`", edits);
    }
}

fn compares_numbers(operator: Word<'_>) -> bool {
    match operator.kind() {
        Kind::Greater | Kind::GreaterEqual | Kind::Less | Kind::LessEqual => true,
        Kind::IsEqual | Kind::NotEqual => operator.next_code().is_some_and(|next| next.is(Kind::Number)),
        _ => false,
    }
}

fn edits(variable: Word<'_>, operator: Word<'_>) -> Vec<(TextRange, String)> {
    let other = operator.next_code().filter(|word| word.is_any(&[Kind::Number, Kind::Single, Kind::Double]));
    let Some(other) = other.filter(|_| variable.text().starts_with('$')) else { return Vec::new() };
    vec![
        (variable.range(), format!("versioncmp({}, '{}')", variable.text(), other.value())),
        (other.range(), "0".to_owned()),
    ]
}
