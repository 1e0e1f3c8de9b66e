//! Plans as parsed by the real Puppet: `plans.cases` has its answers.

mod common;

use std::collections::BTreeSet;

use bunraku_check::{CheckSettings, check};
use bunraku_diag::{Severity, Source};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, parse, pn};
use common::{FILE, shown};

#[test]
fn puppet_reads_the_same() {
    let mut count = 0;
    for case in include_str!("plans.cases").split("\n---\n").skip(1) {
        let (program, answers): (Vec<&str>, Vec<&str>) =
            case.lines().partition(|line| !line.starts_with(">> "));
        let program = program.join("\n");
        let expected: Vec<&str> = answers.iter().map(|answer| answer.trim_start_matches(">> ")).collect();
        assert_eq!(answers_to(&program, &expected), expected, "{program}");
        count += 1;
    }
    assert!(count > 150, "{count}");
}

/// Our answers in the form of Puppet's. Trees that Puppet cannot print are left out.
fn answers_to(program: &str, expected: &[&str]) -> Vec<String> {
    let source = Source::new("a.pp", program);
    let tree = parse(program, SourceKind::Plan, &PUPPET8.syntax);
    if let Some(error) = tree.errors().first() {
        let line = source.line_at(error.range.start);
        // Puppet does not name a line if the end comes too early.
        let named = expected.iter().any(|answer| answer.contains("line"));
        return vec![if named { format!("syntax error, line {line}") } else { "syntax error".to_owned() }];
    }
    let mut answers = Vec::new();
    if expected.iter().any(|answer| answer.starts_with('(') || answer.parse::<i64>().is_ok()) {
        answers.push(pn::text(&tree, program, &PUPPET8.syntax));
    }
    let found = check(&tree, program, *FILE, &PUPPET8.syntax, &CheckSettings::default());
    let errors = found.iter().filter(|found| found.severity == Severity::Error);
    let places = errors.filter_map(|error| error.primary.as_ref());
    let lines: BTreeSet<u32> = places.map(|label| source.line_at(label.span.range.start)).collect();
    if !lines.is_empty() {
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        answers.push(format!("errors, lines {}", lines.join(", ")));
    }
    answers
}

#[test]
fn what_a_plan_cannot_have() {
    let found = |program: &str| {
        let tree = parse(program, SourceKind::Plan, &PUPPET8.syntax);
        shown(&check(&tree, program, *FILE, &PUPPET8.syntax, &CheckSettings::default()), program)
    };
    assert_eq!(found("plan a { file { 'x': } }"), ["error not-in-plan at file"]);
    assert_eq!(found("plan a { apply('x') { file { 'x': } } }"), [""; 0]);
    assert_eq!(found("plan a { apply('x') { apply('y') { } } }"), ["error not-in-plan at apply"]);
    assert_eq!(found("class a { }"), ["error not-in-plan at class a"]);
    // In a manifest these words are names.
    assert_eq!(shown(&common::found("plan(1) apply('x')"), "plan(1) apply('x')"), [""; 0]);
}
