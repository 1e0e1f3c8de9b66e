//! `ensure` after other attributes.

use crate::parts::Body;
use crate::rule::{Findings, rule};
use crate::word::Kind;
use bunraku_diag::TextRange;
use bunraku_syntax::ast::View;

rule! {
    name: "ensure_first_param",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameMeaning,
    reports: "The attribute `ensure` is not the first of a resource.",
    why: "It decides whether the resource exists at all, which readers want to know first.",
    wrong: "\
file { '/etc/motd':
  mode   => '0644',
  ensure => file,
}
",
    right: "\
file { '/etc/motd':
  ensure => file,
  mode   => '0644',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies().filter(|body| !body.resource_type.is(Kind::Class)) {
        let Some(at) = body.attributes().position(|attribute| attribute.name() == "ensure") else { continue };
        let word = body.attribute("ensure").and_then(|ensure| file.word_at(ensure.range().start));
        if let Some(ensure) = word.filter(|_| at > 0) {
            let edits = swapped(body, file.text());
            findings.report(ensure, "`ensure` is not the first attribute").fix("put it first", edits);
        }
    }
}

/// Swaps `ensure` and the first attribute.
fn swapped(body: Body<'_>, text: &str) -> Vec<(TextRange, String)> {
    let (Some(first), Some(ensure)) = (body.node().attributes().next(), body.attribute("ensure")) else {
        return Vec::new();
    };
    let (first, ensure) = (first.syntax(), ensure.syntax());
    // The text of a heredoc is elsewhere, and would have to move as well.
    let plain = |node: bunraku_syntax::Syntax<'_>| {
        node.descendants().all(|node| node.kind() != bunraku_syntax::NodeKind::Heredoc)
    };
    if !plain(first) || !plain(ensure) {
        return Vec::new();
    }
    let (first, ensure) = (first.range(), ensure.range());
    vec![(first, ensure.of(text).to_owned()), (ensure, first.of(text).to_owned())]
}
