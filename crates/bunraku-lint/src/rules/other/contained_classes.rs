//! Classes that are declared, but not contained.

use bunraku_diag::TextRange;

use crate::parts::Body;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "contained_classes",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: Unsafe,
    reports: "A class is declared but not contained.",
    why: "Resources that require the outer class do not wait for a class that is only declared.",
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
    let classes: Vec<_> = file.bodies().filter(|body| body.resource_type.is(Kind::Class)).collect();
    if classes.is_empty() {
        return;
    }
    let lines: Vec<&str> = file.text().lines().filter(|line| line.contains("contain")).collect();
    for body in classes {
        let Some(title) = super::title(file, body) else { continue };
        if !lines.iter().any(|line| contains(line, title.value())) {
            let message = format!("class `{}` is declared, but not contained", title.value());
            findings.report(body.resource_type, message).fix("contain it", edit(body, title));
        }
    }
}

/// A line after the resource, with the same indentation.
fn edit(body: Body<'_>, title: Word<'_>) -> Option<(TextRange, String)> {
    let last = [body.end].into_iter().chain(body.end.after()).find(|word| word.is(Kind::RBrace))?.range();
    let indent = " ".repeat(body.resource_type.column() as usize - 1);
    let known = title.is_any(&[Kind::Single, Kind::Double, Kind::Name]);
    known.then(|| (TextRange::new(last.end, last.end), format!("\n{indent}contain {}", title.value())))
}

/// Whether a line contains `contain` with the name of a class, outside a comment.
fn contains(line: &str, class: &str) -> bool {
    let code = line.split('#').next().unwrap_or("");
    code.match_indices("contain").any(|(at, word)| {
        let rest = code.get(at + word.len()..).unwrap_or("");
        let name = rest.trim_start();
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        name.len() < rest.len() && name.strip_prefix(class).is_some_and(ends)
    })
}
