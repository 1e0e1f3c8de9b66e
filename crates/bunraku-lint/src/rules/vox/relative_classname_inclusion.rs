//! Classes that are included with a leading `::`.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "relative_classname_inclusion",
    severity: Warning,
    enabled: true,
    set: Vox,
    repair: SameMeaning,
    reports: "A class is included, declared or inherited with `::` before its name.",
    why: "Since Puppet 4, all class names are absolute.",
    wrong: "\
include ::ntp
",
    right: "\
include ntp
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for word in findings.words().iter() {
        match word.kind() {
            Kind::Name | Kind::FunctionName if matches!(word.value(), "include" | "contain" | "require") => {
                included(findings, word);
            }
            Kind::Class => {
                let Some(brace) = word.next_code().filter(|next| next.is(Kind::LBrace)) else { continue };
                let titles = brace.after().take_while(|word| !word.is(Kind::Colon));
                for title in titles.filter(|word| word.is_any(&[Kind::Name, Kind::Single])) {
                    report(findings, title);
                }
            }
            Kind::Inherits => {
                if let Some(parent) = word.next_code().filter(|next| next.is(Kind::Name)) {
                    report(findings, parent);
                }
            }
            _ => {}
        }
    }
}

/// The names after `include` on its line, except those that are arguments of functions.
fn included<'f>(findings: &mut Findings<'_, 'f>, include: Word<'f>) {
    let Some(first) = include.next_code().filter(|next| !next.is(Kind::Arrow)) else { return };
    let mut depth = 0;
    let line = std::iter::successors(Some(first), |word| word.next());
    for word in line.take_while(|word| !word.is(Kind::Newline)) {
        if !word.is_any(&[Kind::Name, Kind::FunctionName, Kind::Single]) {
            continue;
        }
        let next = word.next_code().map(Word::kind);
        match next {
            Some(Kind::LParen) => depth += 1,
            Some(Kind::RParen) if depth > 0 => depth -= 1,
            _ if depth == 0 => report(findings, word),
            _ => {}
        }
    }
}

fn report<'f>(findings: &mut Findings<'_, 'f>, name: Word<'f>) {
    if let Some(edit) = super::without_colons(name) {
        findings.report(name, "class with `::` before its name").fix("remove `::`", [edit]);
    }
}
