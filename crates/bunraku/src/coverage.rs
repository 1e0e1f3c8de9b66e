//! The coverage of a file's code.
//!
//! [`Settings::coverage`](crate::eval::Settings::coverage) makes a compilation record the expressions that it
//! evaluates, and [`measure`] compares them with those of a file. Only code counts: a line with only literal attributes
//! contains nothing that could run or not.

use std::collections::BTreeMap;

use bunraku_analysis::Analysis;
use bunraku_diag::{Source, TextRange};
use bunraku_eval::{Choice, Ran};
use bunraku_ir::{Body, Definition, Expr, Operand};

/// What could run in a file, and whether it did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileCoverage {
    /// The lines on which a statement begins, and those of templates with text, starting from one.
    pub lines: BTreeMap<u32, bool>,
    /// The branches of `if`, `case` and selectors, in source order.
    pub branches: Vec<Branch>,
    /// What `if`, `and`, `or` and `!` test, in source order. A test that contains others is not listed.
    pub conditions: Vec<Condition>,
}

/// A branch of an `if`, `case` or selector.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Branch {
    /// The line of the expression.
    pub line: u32,
    /// Whether it was taken.
    pub ran: bool,
}

/// A test that can turn out two ways.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Condition {
    /// The line of the expression that tests it.
    pub line: u32,
    /// Whether it was ever true.
    pub held: bool,
    /// Whether it was ever false.
    pub failed: bool,
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

    /// The number of ways that conditions turned out, and the total: two of each.
    pub fn condition_count(&self) -> (usize, usize) {
        let ways = |condition: &Condition| usize::from(condition.held) + usize::from(condition.failed);
        (self.conditions.iter().map(ways).sum(), 2 * self.conditions.len())
    }

    /// Whether everything ran that begins on a line, in all ways.
    pub fn is_complete(&self, line: u32) -> bool {
        self.lines.get(&line).is_none_or(|ran| *ran)
            && self.branches.iter().all(|branch| branch.line != line || branch.ran)
            && self.conditions.iter().all(|test| test.line != line || test.held && test.failed)
    }
}

/// Measures a file; `ran` is what ran of it. A file with errors has no code.
pub fn measure(analysis: &Analysis, ran: &Ran) -> FileCoverage {
    let Ok(module) = analysis.code() else { return FileCoverage::default() };
    let bodies = module.definitions.iter().filter_map(|definition| match definition {
        Definition::Class(class) => Some(&class.body),
        Definition::Define(define) => Some(&define.body),
        Definition::Function(function) => Some(&function.body),
        Definition::Node(node) => Some(&node.body),
        // A type is not code that runs.
        Definition::Alias(_) => None,
    });
    let mut found = CoverageScan {
        source: &analysis.source,
        ran,
        ways: BTreeMap::new(),
        coverage: FileCoverage::default(),
    };
    bodies.chain([&module.main]).for_each(|body| found.add(body));
    for way in found.ways.into_values() {
        match way {
            Way::Branch(branch) => found.coverage.branches.push(branch),
            Way::Condition(condition) => found.coverage.conditions.push(condition),
        }
    }
    found.coverage
}

/// Measures a template in ERB; `ran` contains the ranges of its lines that were written. What counts is text, and tags that write
/// something.
#[cfg(feature = "ruby")]
pub fn measure_erb(source: &Source, ran: &Ran) -> FileCoverage {
    let lines = bunraku_ruby_puppet::template_lines(source.text()).into_iter();
    FileCoverage {
        lines: lines.map(|line| (line, ran.places.contains(&source.line_range(line)))).collect(),
        ..FileCoverage::default()
    }
}

/// What was found in a file so far.
struct CoverageScan<'a> {
    source: &'a Source,
    ran: &'a Ran,
    /// By the place of the expression: an expression may be in several bodies.
    ways: BTreeMap<(TextRange, bool, u32), Way>,
    coverage: FileCoverage,
}

enum Way {
    Branch(Branch),
    Condition(Condition),
}

impl CoverageScan<'_> {
    fn add(&mut self, body: &Body) {
        for (expr, range) in body.exprs.iter().zip(&body.ranges) {
            let line = self.source.line_at(range.start);
            if is_statement(expr) {
                *self.coverage.lines.entry(line).or_default() |= self.ran.places.contains(range);
            }
            match expr {
                Expr::RenderText(_) => self.add_text(*range),
                Expr::If { test, then, otherwise } => {
                    self.add_branch(body, *range, 0, *then, true);
                    // What an `elsif` has is counted there.
                    if !is_chained(body, *otherwise) {
                        self.add_branch(body, *range, 1, *otherwise, false);
                    }
                    self.add_condition(body, *range, 0, *test);
                }
                Expr::And(left, right) | Expr::Or(left, right) => {
                    self.add_condition(body, *range, 0, *left);
                    self.add_condition(body, *range, 1, *right);
                }
                Expr::Not(operand) => self.add_condition(body, *range, 0, *operand),
                Expr::Case(index) | Expr::Selector(index) => {
                    let arms = body.cases.get(*index as usize).map(|case| case.arms.as_slice());
                    for (number, arm) in (0..).zip(arms.unwrap_or_default()) {
                        self.add_branch(body, *range, number, arm.body, true);
                    }
                }
                _ => {}
            }
        }
    }

    /// The lines of a template on which text begins or goes on.
    fn add_text(&mut self, range: TextRange) {
        let ran = self.ran.places.contains(&range);
        let mut start = range.start;
        for piece in range.of(self.source.text()).split_inclusive('\n') {
            if !piece.trim().is_empty() {
                *self.coverage.lines.entry(self.source.line_at(start)).or_default() |= ran;
            }
            start += u32::try_from(piece.len()).unwrap_or(0);
        }
    }

    /// A branch with code or a value. An `if` has one that is taken if its test holds, and one that is taken if it does not.
    fn add_branch(&mut self, body: &Body, range: TextRange, number: u32, operand: Operand, holds: bool) {
        let is_empty = match operand {
            Operand::Expr(id) => matches!(body.expr(id), Expr::Nothing | Expr::Definition),
            Operand::Const(_) => body.range(operand).is_none(),
            Operand::Local(_) | Operand::Take(_) => false,
        };
        if is_empty {
            return;
        }
        let part = if holds { number } else { 0 };
        let ran = self.ran.choices.contains(&Choice { range, part, holds });
        let line = self.source.line_at(range.start);
        self.ways.insert((range, false, number), Way::Branch(Branch { line, ran }));
    }

    fn add_condition(&mut self, body: &Body, range: TextRange, part: u32, test: Operand) {
        let contains_others = match test {
            Operand::Expr(id) => matches!(body.expr(id), Expr::And(..) | Expr::Or(..) | Expr::Not(_)),
            // A literal has one way.
            Operand::Const(_) => true,
            Operand::Local(_) | Operand::Take(_) => false,
        };
        if contains_others {
            return;
        }
        let saw = |holds| self.ran.choices.contains(&Choice { range, part, holds });
        let condition =
            Condition { line: self.source.line_at(range.start), held: saw(true), failed: saw(false) };
        self.ways.insert((range, true, part), Way::Condition(condition));
    }
}

/// Whether this is the `if` of an `elsif`, or of an `else` with nothing else.
fn is_chained(body: &Body, operand: Operand) -> bool {
    matches!(operand, Operand::Expr(id) if matches!(body.expr(id), Expr::If { .. }))
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
        let none = Ran::default();
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
        assert_eq!(found.branch_count(), (1, 2));
        let found = measured("$x = 1\n$y = $x ? { 2 => 'a', 1 => $x, default => 'b' }\n");
        assert_eq!(found.branch_count(), (1, 3));
        let found = measured("unless true { notice(1) }\n");
        assert_eq!(found.branch_count(), (0, 1));
        // An `elsif` counts its own branches.
        let found =
            measured("$x = 1\nif $x == 1 { notice(1) }\nelsif $x == 2 { notice(2) }\nelse { notice(3) }\n");
        assert_eq!(found.branch_count(), (1, 3));
    }

    #[test]
    fn conditions_have_two_ways() {
        let found = measured(
            "[1, 2].each |$x| {\n  if $x == 1 and $x < 5 {\n    notice(1)\n  }\n  unless !($x > 3) { notice(2) }\n}\n",
        );
        let ways: Vec<(u32, bool, bool)> =
            found.conditions.iter().map(|test| (test.line, test.held, test.failed)).collect();
        assert_eq!(ways, [(2, true, true), (2, true, false), (5, false, true)]);
        assert_eq!(found.condition_count(), (4, 6));
        // A literal cannot turn out otherwise, and a slot is a test like any other.
        let found = measured("if true { notice(1) }\n$x = true\nif $x { notice($x) }\n");
        assert_eq!(found.condition_count(), (1, 2));
        assert!(!found.is_complete(3) && found.is_complete(2));
    }

    #[test]
    fn nothing_is_noted_when_nobody_asks() {
        assert!(Program::new(&PUPPET8).evaluate("a.pp", "notice(1)").coverage.is_none());
    }
}
