//! Code that is never evaluated.

use std::collections::HashMap;

use bunraku_infer::constant;
use bunraku_syntax::ast::{Block, Case, FunctionCall, Node, Selector, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::rule::{Findings, rule};

rule! {
    name: "unreachable_code",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A statement follows `fail`, `return`, `next` or `break`, or is in a branch for a literal condition \
     such as `if false`; an option of a `case` or selector repeats an earlier one, or follows `default`.",
    why: "It is never evaluated. `default` is chosen last wherever it is written, and is expected to be there.",
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
    for node in findings.file.root().descendants() {
        match Node::of(node) {
            Node::If(statement) => {
                branch(findings, statement.condition(), statement.then(), false);
                let alone = statement.otherwise().filter(|_| statement.elsifs().next().is_none());
                branch(findings, statement.condition(), alone, true);
            }
            Node::Elsif(statement) => branch(findings, statement.condition(), statement.then(), false),
            Node::Unless(statement) => {
                branch(findings, statement.condition(), statement.then(), true);
                branch(findings, statement.condition(), statement.otherwise(), false);
            }
            _ => {}
        }
    }
    for case in findings.file.nodes(NodeKind::Case).filter_map(Case::cast) {
        let mut seen = HashMap::new();
        for option in case.options() {
            for value in option.values() {
                repeated(findings, value, &mut seen);
            }
        }
        let options: Vec<_> = case.options().map(|option| option.values().collect()).collect();
        early_default(findings, &options);
    }
    for selector in findings.file.nodes(NodeKind::Selector).filter_map(Selector::cast) {
        let mut seen = HashMap::new();
        for option in selector.entries().filter_map(|entry| entry.option()) {
            repeated(findings, option, &mut seen);
        }
        let options: Vec<_> = selector.entries().filter_map(|entry| Some(vec![entry.option()?])).collect();
        early_default(findings, &options);
    }
}

/// Reports a block that is never evaluated because its condition is the literal `never`.
fn branch(
    findings: &mut Findings<'_, '_>,
    condition: Option<Syntax<'_>>,
    block: Option<Block<'_>>,
    never: bool,
) {
    let (Some(Node::Boolean(literal)), Some(block)) = (condition.map(Node::of), block) else { return };
    if literal.value() == never
        && let Some(first) = block.syntax().children().next()
    {
        findings.report(first, format!("this is never evaluated: the condition is `{}`", literal.value()));
    }
}

/// Reports a `default` before other options: it is chosen last wherever it is written.
fn early_default(findings: &mut Findings<'_, '_>, options: &[Vec<Syntax<'_>>]) {
    let before = options.split_last().map_or(&[][..], |(_, before)| before);
    let default = before.iter().flatten().find(|value| value.kind() == NodeKind::Default);
    if let Some(default) = default {
        findings.report(*default, "`default` is only chosen if no other option fits: write it last");
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
