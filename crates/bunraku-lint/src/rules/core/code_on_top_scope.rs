//! Code outside classes and defined types.

use crate::rule::{Findings, rule};

rule! {
    name: "code_on_top_scope",
    severity: Warning,
    enabled: false,
    set: Core,
    repair: None,
    reports: "Code is outside any class or defined type.",
    why: "In a module, such code is rejected or never run. Every token is reported separately.",
    wrong: "\
notice('hello')
",
    right: "\
class hello {
  notice('hello')
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    // In a broken file, what is at the top level is a guess.
    if file.broken {
        return;
    }
    let mut inside: Vec<_> =
        file.definitions().map(|part| (part.keyword.index(), part.end.index())).collect();
    inside.sort_unstable();
    let mut inside = inside.into_iter().peekable();
    // The first word after the definitions that have begun so far.
    let mut after = 0;
    for word in findings.words().iter().filter(|word| !word.kind().is_formatting()) {
        while let Some((_, last)) = inside.next_if(|(first, _)| *first <= word.index()) {
            after = after.max(last + 1);
        }
        if word.index() >= after {
            let message = format!("code outside a class or defined type: `{}`", word.value());
            findings.report(word, message);
        }
    }
}
