//! Duplicate resources.

use std::collections::HashMap;

use bunraku_infer::{bare, branches, implies};

use super::asked::is_declared_only_if_asked;
use crate::rule::{Findings, rule};
use bunraku_syntax::ast::View;

rule! {
    name: "duplicate_resource",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A resource of the same type and title is declared twice unconditionally.",
    why: "A resource can only be in the catalog once: compilation fails at the second declaration.",
    wrong: "\
class ntp {
  package { 'ntp': ensure => installed }
  package { 'ntp': ensure => latest }
}
",
    right: "\
class ntp {
  package { 'ntp': ensure => installed }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let mut first: HashMap<(String, String), Vec<bunraku_syntax::Syntax<'_>>> = HashMap::new();
    for resource in file.declared().iter().copied() {
        let inner = resource.body.syntax();
        for (node, title) in resource.titles() {
            let title = match resource.type_name {
                "class" => bare(&title).to_lowercase(),
                "file" if title.len() > 1 => title.trim_end_matches('/').to_owned(),
                _ => title.to_string(),
            };
            let earlier = first.entry((resource.type_name.to_lowercase(), title.clone())).or_default();
            let here = branches(inner);
            let clash = earlier.iter().take(20).find(|before| {
                let before = branches(**before);
                implies(&before, &here) || implies(&here, &before)
            });
            let is_alone = || is_declared_only_if_asked(file, node.range(), resource.type_name, &title);
            if let Some(before) = clash
                && !is_alone()
            {
                let line = file.source.line_at(before.range().start);
                findings.report(
                    node,
                    format!(
                        "resource `{}` is already declared on line {line}",
                        label(resource.type_name, &title)
                    ),
                );
            }
            earlier.push(node);
        }
    }
}

fn label(type_name: &str, title: &str) -> String {
    format!("{}['{title}']", bunraku_diag::capitalized(type_name))
}
