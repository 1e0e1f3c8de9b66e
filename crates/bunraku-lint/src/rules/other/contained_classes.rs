//! Classes that are declared, but not contained.

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "contained_classes",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A class is declared, and no line says `contain` with its name.",
    why: "What requires the class around it does not wait for a class that is only declared.",
    wrong: "\
class a {
  class { 'b': }
}
",
    right: "\
class a {
  class { 'b': }
  contain b
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies().filter(|body| body.resource_type.is(Kind::Class)) {
        let Some(title) = super::title(file, body) else { continue };
        if !file.text().lines().any(|line| contains(line, title.value())) {
            findings.report(
                body.resource_type,
                format!("class `{}` is declared, but not contained", title.value()),
            );
        }
    }
}

/// Whether a line says `contain` with the name of a class, outside of a comment.
fn contains(line: &str, class: &str) -> bool {
    let code = line.split('#').next().unwrap_or("");
    code.match_indices("contain").any(|(at, word)| {
        let rest = code.get(at + word.len()..).unwrap_or("");
        let name = rest.trim_start();
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        name.len() < rest.len() && name.strip_prefix(class).is_some_and(ends)
    })
}
