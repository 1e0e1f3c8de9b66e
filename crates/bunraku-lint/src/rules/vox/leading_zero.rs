//! Numbers that begin with a zero.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "leading_zero",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: Unsafe,
    reports: "A number without quotes begins with a zero.",
    why: "It is read as an octal number, which is rarely intended, and loses the zero when printed.",
    wrong: "\
$umask = 0022
",
    right: "\
$umask = '0022'
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for number in findings.words().of_kind(Kind::Number) {
        let mut digits = number.text().bytes();
        if digits.next() == Some(b'0') && digits.next().is_some_and(|digit| digit.is_ascii_digit()) {
            let edit = (number.range(), format!("'{}'", number.text()));
            findings.report(number, "number that begins with a zero").fix("quote it", [edit]);
        }
    }
}
