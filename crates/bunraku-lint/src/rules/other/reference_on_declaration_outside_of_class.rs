//! References to resources that are declared elsewhere.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "reference_on_declaration_outside_of_class",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A resource refers to another that this file does not declare.",
    why: "The reference fails unless another file happens to declare the resource.",
    wrong: "\
service { 'ntp':
  require => Package['ntp'],
}
",
    right: "\
package { 'ntp': }
service { 'ntp':
  require => Package['ntp'],
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for reference in file.bodies().flat_map(|body| body.words()).filter(|word| word.is(Kind::ClassRef)) {
        let Some(title) = reference.next().filter(|next| next.is(Kind::LBrack)).and_then(Word::next) else {
            continue;
        };
        let wanted = reference.value().to_lowercase();
        let mut bodies = file.bodies_of(&wanted);
        if !bodies.any(|body| super::title(file, body).is_some_and(|word| word.value() == title.value())) {
            let message = format!("reference to `{}`, which is declared elsewhere", title.value());
            findings.report(reference, message);
        }
    }
}
