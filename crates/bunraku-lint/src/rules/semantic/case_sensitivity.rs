//! Options that differ only in case.

use std::collections::HashMap;

use bunraku_infer::constant;
use bunraku_syntax::ast::{Case, Selector, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::rule::{Findings, rule};

rule! {
    name: "case_sensitivity",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "Two options of a `case` or selector differ only in the case of their letters.",
    why: "Strings are compared ignoring case, so the second one is never chosen.",
    wrong: "\
class ntp {
  case $facts['os']['name'] {
    'debian': { notice(1) }
    'Debian': { notice(2) }
    default: { notice(3) }
  }
}
",
    right: "\
class ntp {
  case $facts['os']['name'] {
    'Debian': { notice(1) }
    default: { notice(3) }
  }
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    for case in findings.file.nodes(NodeKind::Case).filter_map(Case::cast) {
        look(findings, case.options().flat_map(|option| option.values().collect::<Vec<_>>()));
    }
    for selector in findings.file.nodes(NodeKind::Selector).filter_map(Selector::cast) {
        look(findings, selector.entries().filter_map(|entry| entry.option()));
    }
}

fn look<'f>(findings: &mut Findings<'_, 'f>, options: impl Iterator<Item = Syntax<'f>>) {
    let mut seen: HashMap<String, String> = HashMap::new();
    for option in options {
        let Some(string) = constant::string(option) else { continue };
        match seen.get(&string.to_lowercase()) {
            Some(first) if *first != string => {
                let message = format!(
                    "`{string}` is never chosen: `{first}` before it is equal, because case is ignored"
                );
                findings.report(option, message);
            }
            Some(_) => {}
            None => {
                seen.insert(string.to_lowercase(), string.into_owned());
            }
        }
    }
}
