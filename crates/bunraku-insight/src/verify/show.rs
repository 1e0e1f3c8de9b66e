//! Renders the report of a verification.

use std::fmt::Write;

use bunraku_edition::PUPPET8;
use bunraku_formats::json::{Layout, write};
use bunraku_pcore::Value;

use super::{Report, Verdict};
use crate::diff;

/// How many differences of a node are shown.
const SHOWN: usize = 40;

pub fn text(report: &Report) -> String {
    let mut out = String::new();
    if report.verdicts.iter().any(|verdict| !verdict.changes.is_empty()) {
        let _ = writeln!(out, "old: {}; new: bunraku", report.against);
    }
    for verdict in report.verdicts.iter().filter(|verdict| !verdict.is_equal()) {
        node(verdict, &mut out);
    }
    let all = report.verdicts.len();
    let explained =
        report.verdicts.iter().filter(|verdict| verdict.is_equal() && !verdict.explained.is_empty()).count();
    let failed = report.verdicts.iter().filter(|verdict| verdict.failure.is_some()).count();
    let _ = writeln!(out, "compared with {}", report.against);
    for (name, value) in &report.about {
        let _ = writeln!(out, "  {name:<10} {value}");
    }
    let _ = writeln!(out, "  nodes      {all}");
    let _ = writeln!(out, "  equal      {}", report.equal());
    if explained > 0 {
        let mut rules: Vec<_> =
            report.verdicts.iter().flat_map(|verdict| &verdict.explained).copied().collect();
        rules.sort();
        rules.dedup();
        let rules: Vec<&str> = rules.into_iter().map(super::Rule::says).collect();
        let _ = writeln!(out, "             ({explained} of them with {})", rules.join(", "));
    }
    let _ = writeln!(out, "  different  {}", all - report.equal() - failed);
    let _ = writeln!(out, "  failed     {failed}");
    let (here, there) = report.milliseconds;
    let _ = writeln!(
        out,
        "  time       {here} ms here{}",
        there.map_or_else(String::new, |there| format!(", {there} ms there"))
    );
    if let Some(there) = there.filter(|there| *there > here && all > 0) {
        let seconds = |milliseconds: u128| milliseconds * RUNS_A_DAY / 1000;
        let _ = writeln!(
            out,
            "  saved      with a run every 30 minutes {} s a day instead of {} s",
            seconds(here),
            seconds(there)
        );
    }
    let _ = writeln!(out, "\n  signed     ______________________________  date  ____________");
    out
}

/// How often an agent requests its catalog by default.
const RUNS_A_DAY: u128 = 48;

fn node(verdict: &Verdict, out: &mut String) {
    let _ = writeln!(out, "{}", verdict.node);
    if let Some(failure) = &verdict.failure {
        let _ = writeln!(out, "  {failure}");
    }
    let changes = diff::Report::new(&[(verdict.node.clone(), verdict.changes.clone())], Vec::new()).to_text();
    let lines: Vec<&str> = changes.lines().chain(verdict.others.iter().map(String::as_str)).collect();
    for line in lines.iter().take(SHOWN) {
        let _ = writeln!(out, "  {line}");
    }
    if lines.len() > SHOWN {
        let _ = writeln!(out, "  ... and {} more lines", lines.len() - SHOWN);
    }
}

/// The version of the format, which is increased when a field is renamed, removed or changes its meaning.
const VERSION: i64 = 1;

pub fn json(report: &Report) -> String {
    let string = |text: &str| Value::str(text);
    let number = |number: u128| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
    let nodes = report.verdicts.iter().map(|verdict| {
        let parameters = verdict.changes.iter().map(|change| string(&change.summary()));
        let differences = parameters.chain(verdict.others.iter().map(|other| string(other)));
        Value::hash([
            (string("node"), string(&verdict.node)),
            (string("equal"), Value::Bool(verdict.is_equal())),
            (string("differences"), Value::array(differences)),
            (string("explained"), Value::array(verdict.explained.iter().map(|rule| string(rule.says())))),
            (string("failure"), verdict.failure.as_deref().map_or(Value::Undef, Value::str)),
        ])
    });
    let document = Value::hash([
        (string("version"), Value::Int(VERSION)),
        (string("against"), string(&report.against)),
        (string("milliseconds"), number(report.milliseconds.0)),
        (string("milliseconds_there"), report.milliseconds.1.map_or(Value::Undef, number)),
        (string("nodes"), Value::array(nodes)),
    ]);
    let layout = Layout { max_nesting: 0, ..Layout::pretty() };
    let mut json = write(&PUPPET8.types, &document, layout).unwrap_or_default();
    json.push('\n');
    json
}
