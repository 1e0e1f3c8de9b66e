//! The coverage of a file's code.
//!
//! [`Settings::coverage`](crate::eval::Settings::coverage) makes a compilation record the expressions that it
//! evaluates, and [`measure`] compares them with those of a file. Only code counts: a line with only literal attributes
//! contains nothing that could run or not.

use std::collections::{BTreeMap, HashSet};

use bunraku_analysis::Analysis;
use bunraku_diag::{Source, TextRange};
use bunraku_ir::{Body, Definition, Expr, Operand};

/// What could run in a file, and whether it did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileCoverage {
    /// The lines on which a statement begins, starting from one.
    pub lines: BTreeMap<u32, bool>,
    /// The branches of conditions, in source order.
    pub branches: Vec<Branch>,
}

/// A branch of a condition.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Branch {
    /// The line of the condition.
    pub line: u32,
    /// The range of the branch's code.
    pub range: TextRange,
    /// Whether it was taken.
    pub ran: bool,
}

impl FileCoverage {
    /// The number of lines that ran, and the total.
    pub fn line_count(&self) -> (usize, usize) {
        (self.lines.values().filter(|ran| **ran).count(), self.lines.len())
    }

    /// The number of branches that ran, and the total.
    pub fn branch_count(&self) -> (usize, usize) {
        (self.branches.iter().filter(|branch| branch.ran).count(), self.branches.len())
    }
}

/// Measures a file; `ran` contains the places of evaluated expressions. A file with errors has no code.
pub fn measure(analysis: &Analysis, ran: &HashSet<TextRange>) -> FileCoverage {
    let mut found = FileCoverage::default();
    let Ok(module) = analysis.code() else { return found };
    let bodies = module.definitions.iter().filter_map(|definition| match definition {
        Definition::Class(class) => Some(&class.body),
        Definition::Define(define) => Some(&define.body),
        Definition::Function(function) => Some(&function.body),
        Definition::Node(node) => Some(&node.body),
        // A type is not code that runs.
        Definition::Alias(_) => None,
    });
    for body in bodies.chain([&module.main]) {
        measure_body(body, &analysis.source, ran, &mut found);
    }
    found.branches.sort();
    found.branches.dedup();
    found
}

/// Measures a template in ERB; `ran` contains the ranges of its lines that were written. What counts is text, and tags that write
/// something.
#[cfg(feature = "ruby")]
pub fn measure_erb(source: &Source, ran: &HashSet<TextRange>) -> FileCoverage {
    let lines = bunraku_ruby_puppet::template_lines(source.text()).into_iter();
    FileCoverage {
        lines: lines.map(|line| (line, ran.contains(&source.line_range(line)))).collect(),
        branches: Vec::new(),
    }
}

fn measure_body(body: &Body, source: &Source, ran: &HashSet<TextRange>, found: &mut FileCoverage) {
    for (expr, range) in body.exprs.iter().zip(&body.ranges) {
        let line = source.line_at(range.start);
        if is_statement(expr) {
            *found.lines.entry(line).or_default() |= ran.contains(range);
        }
        let mut branch = |operand: Operand| {
            // A literal branch is not evaluated as a step, so it is unknown whether it ran.
            if let (Operand::Expr(id), Some(range)) = (operand, body.range(operand))
                && !matches!(body.expr(id), Expr::Nothing | Expr::Definition)
                && !range.is_empty()
            {
                found.branches.push(Branch { line, range, ran: ran.contains(&range) });
            }
        };
        match expr {
            Expr::If { then, otherwise, .. } => [*then, *otherwise].into_iter().for_each(branch),
            Expr::Case(index) | Expr::Selector(index) => {
                let arms =
                    body.cases.get(*index as usize).map(|case| case.arms.as_slice()).unwrap_or_default();
                arms.iter().for_each(|arm| branch(arm.body));
            }
            _ => {}
        }
    }
}

fn is_statement(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Assign { .. }
            | Expr::AssignMany { .. }
            | Expr::Append { .. }
            | Expr::If { .. }
            | Expr::Case(_)
            | Expr::Call(_)
            | Expr::Resource(_)
            | Expr::Defaults(_)
            | Expr::Override(_)
            | Expr::Collector(_)
            | Expr::Chain(_)
            | Expr::Render(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Program, edition::PUPPET8, syntax::SourceKind};

    fn measured(text: &str) -> FileCoverage {
        let mut program = Program::new(&PUPPET8);
        program.settings.coverage = true;
        let outcome = program.evaluate("a.pp", text);
        assert!(outcome.error().is_none(), "{:?}", outcome.diagnostics);
        let analysis =
            Analysis::of_bytes("a.pp", text.as_bytes(), SourceKind::Manifest, None, &program.language());
        let coverage = outcome.coverage.unwrap_or_default();
        let none = HashSet::new();
        let ran = coverage.files().find(|(source, _)| source.name() == "a.pp").map_or(&none, |(_, ran)| ran);
        measure(&analysis, ran)
    }

    fn lines(text: &str) -> (Vec<u32>, Vec<u32>) {
        let found = measured(text);
        let of = |wanted: bool| {
            found.lines.iter().filter(|(_, ran)| **ran == wanted).map(|(line, _)| *line).collect()
        };
        (of(true), of(false))
    }

    #[test]
    fn code_that_did_not_run_is_told_by_its_lines() {
        let text = "\
class a {
  $x = 1
  if $x == 2 {
    notify { 'two': }
  } else {
    notify { 'other':
      message => 'literal',
    }
  }
}
class b {
  notify { 'b': }
}
include a
[1, 2].each |$v| {
  notice($v)
}
[].each |$v| {
  warning($v)
}
";
        assert_eq!(lines(text), (vec![2, 3, 6, 14, 15, 16, 18], vec![4, 12, 19]));
    }

    #[test]
    fn branches_are_counted_where_they_have_code() {
        let found = measured(
            "$x = 1\nif $x == 1 { notice(1) } else { notice(2) }\ncase $x { 1: { notice(3) } default: { notice(4) } }\n",
        );
        assert_eq!(found.branch_count(), (2, 4));
        let found = measured("$x = 1\n$y = if $x == 1 { 'a' } else { 'b' }\n");
        assert_eq!(found.branch_count(), (0, 0));
        let found = measured("unless true { notice(1) }\n");
        assert_eq!(found.branch_count(), (0, 1));
    }

    #[test]
    fn nothing_is_noted_when_nobody_asks() {
        assert!(Program::new(&PUPPET8).evaluate("a.pp", "notice(1)").coverage.is_none());
    }
}
