//! Code that is never evaluated.

use std::collections::HashMap;

use bunraku_infer::constant;
use bunraku_syntax::ast::{Case, FunctionCall, Selector, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::rule::{Findings, rule};

rule! {
    name: "unreachable_code",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A statement follows `fail`, `return`, `next` or `break`, or an option of a `case` or selector \
     repeats an earlier one.",
    why: "It is never evaluated.",
    wrong: "\
class ntp {
  fail('not supported')
  notice('never')
}
",
    right: "\
class ntp {
  notice('first')
  fail('not supported')
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let root = findings.file.root();
    for block in root.descendants().filter(|node| matches!(node.kind(), NodeKind::Block | NodeKind::Root)) {
        let mut after: Option<&str> = None;
        for statement in block.children() {
            if let Some(name) = after {
                // Definitions are registered wherever they are.
                if !matches!(
                    statement.kind(),
                    NodeKind::Class | NodeKind::Define | NodeKind::Function | NodeKind::RenderText
                ) {
                    findings.report(
                        statement,
                        format!("this is never evaluated: `{name}` ends the block before it"),
                    );
                    break;
                }
            }
            if let Some(call) = FunctionCall::of(statement)
                .filter(|call| matches!(call.name, "fail" | "return" | "next" | "break"))
            {
                after = Some(call.name);
            }
        }
    }
    for case in findings.file.nodes(NodeKind::Case).filter_map(Case::cast) {
        let mut seen = HashMap::new();
        for option in case.options() {
            for value in option.values() {
                repeated(findings, value, &mut seen);
            }
        }
    }
    for selector in findings.file.nodes(NodeKind::Selector).filter_map(Selector::cast) {
        let mut seen = HashMap::new();
        for option in selector.entries().filter_map(|entry| entry.option()) {
            repeated(findings, option, &mut seen);
        }
    }
}

fn repeated(findings: &mut Findings<'_, '_>, value: Syntax<'_>, seen: &mut HashMap<String, u32>) {
    let key = match (constant::string(value), value.kind()) {
        (Some(string), _) => format!("'{string}'"),
        (
            None,
            NodeKind::Number
            | NodeKind::Boolean
            | NodeKind::Undef
            | NodeKind::Default
            | NodeKind::Regexp
            | NodeKind::TypeName,
        ) => value.text().to_owned(),
        _ => return,
    };
    let line = findings.file.source.line_at(value.range().start);
    match seen.get(&key) {
        Some(first) => {
            let first = *first;
            findings.report(
                value,
                format!(
                    "this option is never reached: it is the same as the one on line \
             {first}"
                ),
            );
        }
        None => {
            seen.insert(key, line);
        }
    }
}
