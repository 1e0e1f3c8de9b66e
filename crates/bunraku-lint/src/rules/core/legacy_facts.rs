//! Legacy facts, which structured facts have replaced.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};
use bunraku_resources::facts::{self, Legacy};

rule! {
    name: "legacy_facts",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: Unsafe,
    reports: "A legacy fact is used instead of a structured one, in code or in data files.",
    why: "Puppet 8 agents no longer send legacy facts. The hash `$facts` contains the value.",
    wrong: "\
notice($::osfamily)
",
    right: "\
notice($facts['os']['family'])
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for variable in findings.words().variables() {
        let Some((name, range)) = fact(variable) else { continue };
        let Some(legacy) = facts::legacy(name) else { continue };
        let message = format!("legacy fact `{name}`");
        let edit = match legacy {
            Legacy::Moved(path) => Some((range, super::in_facts(variable, &path))),
            Legacy::Gone => None,
        };
        findings.report(variable, message).fix("read the structured fact", edit);
    }
}

/// The fact that a variable refers to, and its range.
fn fact(variable: Word<'_>) -> Option<(&str, TextRange)> {
    let value = variable.value();
    let whole = variable.range();
    if let Some(key) = value.strip_prefix("::").unwrap_or(value).strip_prefix("facts[") {
        let key = key.strip_suffix(']')?;
        let bare = key.strip_prefix('\'').and_then(|key| key.strip_suffix('\'')).unwrap_or(key);
        return Some((bare, whole));
    }
    if value == "facts" {
        let key = variable.next_code().filter(|word| word.is(Kind::LBrack))?.next_code()?;
        let end = key.next_code().filter(|word| word.is(Kind::RBrack))?;
        let is_name = key.is_any(&[Kind::Double, Kind::Single, Kind::Name]);
        return is_name.then(|| (key.value(), whole.cover(end.range())));
    }
    value.strip_prefix("::").map(|name| (name, whole))
}
