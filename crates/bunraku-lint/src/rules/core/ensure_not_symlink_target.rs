//! The target of a link as the value of `ensure`.

use crate::rule::{Findings, rule};
use crate::word::Kind;
use bunraku_diag::TextRange;
use bunraku_syntax::ast::View;

rule! {
    name: "ensure_not_symlink_target",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameMeaning,
    reports: "The value of `ensure` of a file is a path.",
    why: "Puppet creates a link to it; `ensure => link` with `target` makes that clear.",
    wrong: "\
file { '/etc/localtime':
  ensure => '/usr/share/zoneinfo/UTC',
}
",
    right: "\
file { '/etc/localtime':
  ensure => link,
  target => '/usr/share/zoneinfo/UTC',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies_of("file") {
        let Some(value) = body.value("ensure").filter(|value| value.value().starts_with('/')) else {
            continue;
        };
        let name = body.attribute("ensure").and_then(|ensure| file.word_at(ensure.range().start));
        let indent = name.and_then(|name| name.previous()).filter(|word| word.is(Kind::Indent));
        // A resource on one line stays on one line.
        let between = indent.map_or(" ".to_owned(), |indent| format!("\n{}", indent.text()));
        let taken = body.attribute("target").is_some();
        let edit =
            (!taken).then(|| (TextRange::at(value.range().start), format!("link,{between}target => ")));
        findings.report(value, "symlink target in `ensure`").fix("write `target`", edit);
    }
}
