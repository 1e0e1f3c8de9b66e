//! Several parameters on one line.

use bunraku_diag::TextRange;
use bunraku_syntax::ast::View;

use crate::parts::Definition;
use crate::rule::{Findings, rule};
use crate::word::Word;

rule! {
    name: "class_params_newline",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: SameTree,
    reports: "Parameters of a class or defined type share a line, or one shares the line of a parenthesis, unless all are on one line of fewer than 80 characters.",
    why: "One parameter per line is easier to read, change and document.",
    wrong: "\
class ntp ($server,
  $pool) {
}
",
    right: "\
class ntp (
  $server,
  $pool
) {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for definition in findings.file.definitions() {
        report(findings, definition);
    }
}

fn report<'f>(findings: &mut Findings<'_, 'f>, definition: Definition<'f>) -> Option<()> {
    let mut inside = definition.parameter_words()?;
    let (first, last) = (inside.next()?, inside.next_back()?);
    let (open, close) = (first.previous()?, last.next()?);
    if open.line() == close.line() && close.column() < 80 {
        return None;
    }
    let indent = definition.keyword.column() - 1;
    let mut before = open;
    for parameter in definition.parameters() {
        let name = definition.parameter_word(parameter)?;
        let start = findings.file.word_at(parameter.range().start)?;
        if name.line() == before.line() {
            let message = format!("parameter `{}` is not on a line of its own", name.value());
            findings.report(name, message).fix("put it on a line of its own", broken(start, indent + 2));
        }
        before = name;
    }
    if close.previous_solid()?.line() == close.line() {
        let message = "the parenthesis after the parameters is not on a line of its own";
        findings.report(close, message).fix("put it on a line of its own", broken(close, indent));
    }
    Some(())
}

/// The edit that adds a line break and an indentation before a word.
fn broken(word: Word<'_>, indent: u32) -> Option<(TextRange, String)> {
    let before = TextRange::new(word.previous_solid()?.range().end, word.range().start);
    Some((before, format!("\n{}", " ".repeat(indent as usize))))
}
