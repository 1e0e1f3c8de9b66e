//! Passwords in code.

use super::security::names_password;
use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "security_password_in_code",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A variable whose name suggests a password is set to a literal string.",
    why: "Everyone who can read the code knows the password.",
    wrong: "\
class db {
  $root_password = 'secret'
}
",
    right: "\
class db (
  Sensitive[String[1]] $root_password,
) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for variable in findings.words().of_kind(Kind::Variable) {
        let Some(equals) = variable.next_code().filter(|next| next.is(Kind::Equals)) else { continue };
        if !names_password(variable.value()) {
            continue;
        }
        // The value may be in brackets.
        let after = std::iter::successors(equals.next_code(), |word| word.next_code());
        let value = after.into_iter().find(|word| !word.is_any(&[Kind::LBrack, Kind::LBrace, Kind::LParen]));
        if value.is_some_and(|value| value.kind().is_plain_string() && !value.value().is_empty()) {
            findings.report(variable, "password in code");
        }
    }
}
