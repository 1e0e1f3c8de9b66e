//! Missing files of modules.

use bunraku_infer::constant;
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Attribute, Node};

use super::asked::is_searched;
use crate::rule::{Findings, rule};

rule! {
    name: "file_missing",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "`source => 'puppet:///modules/...'` or the function `file` refers to a file that does not exist in \
     the module.",
    why: "The agent cannot find it. If there are several sources, the first one that exists is used, so a list is \
     only reported if none of them exist.",
    wrong: "\
class ntp {
  file { '/etc/motd': source => 'puppet:///modules/ntp/modt' }
}
",
    right: "\
class ntp {
  file { '/etc/motd': source => 'puppet:///modules/ntp/motd' }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for resource in file.declared().iter().copied().filter(|resource| resource.type_name == "file") {
        let Some(value) = resource.attribute("source").and_then(Attribute::value) else { continue };
        let nodes: Vec<Syntax<'_>> = match Node::of(value) {
            Node::Array(array) => array.elements().collect(),
            _ => vec![value],
        };
        let missing: Option<Vec<(Syntax<'_>, String)>> = nodes
            .iter()
            .map(|node| {
                let text = constant::string(*node)?;
                let name = text.strip_prefix("puppet:///modules/")?;
                is_missing(file, name).then(|| (*node, name.to_owned()))
            })
            .collect();
        for (node, name) in missing.into_iter().flatten().take(1) {
            report(findings, node, &name);
        }
    }
    for call in file.calls().iter().filter(|call| call.name == "file" && call.arguments.len() == 1) {
        let Some(node) = call.argument(0) else { continue };
        let Some(name) = constant::string(node).filter(|name| !name.starts_with('/')) else { continue };
        if is_missing(file, &name) {
            report(findings, node, &name);
        }
    }
}

fn is_missing(file: &crate::File<'_>, name: &str) -> bool {
    let Some((module, rest)) = name.split_once('/') else { return false };
    let Some(project) = file.project else { return false };
    let Some(index) = project.module(module) else { return false };
    let path = index.root.join("files").join(rest.trim_end_matches('/'));
    project.lacks(&path) && !is_searched(file, "find_file", name)
}

fn report(findings: &mut Findings<'_, '_>, node: Syntax<'_>, name: &str) {
    let (module, rest) = name.split_once('/').unwrap_or((name, ""));
    findings.report(node, format!("module `{module}` has no file `{rest}`"));
}
