//! Missing templates.

use bunraku_infer::constant;
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::FunctionCall;

use super::asked::is_searched;
use super::reads::template_file;
use crate::rule::{Findings, rule};

rule! {
    name: "template_missing",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "`template` or `epp` renders a file that does not exist in the module.",
    why: "Compilation fails.",
    wrong: "\
class ntp {
  $content = epp('ntp/ntp.cnf.epp', { 'server' => 'a' })
}
",
    right: "\
class ntp {
  $content = epp('ntp/ntp.conf.epp', { 'server' => 'a' })
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for call in file.calls().iter().filter(|call| matches!(call.name, "template" | "epp")) {
        for node in names(call) {
            let Some(name) = constant::string(node) else { continue };
            let Some((module, rest)) = name.split_once('/') else { continue };
            let Some(project) = file.project else { continue };
            let Some(index) = project.module(module) else { continue };
            if project.lacks(&template_file(&index.root, call.name, rest))
                && !is_searched(file, "find_template", &name)
            {
                findings.report(node, format!("module `{module}` has no template `{rest}`"));
            }
        }
    }
}

fn names<'f>(call: &FunctionCall<'f>) -> Vec<Syntax<'f>> {
    match call.name {
        "epp" => call.argument(0).into_iter().collect(),
        _ => call.argument_nodes(),
    }
}
