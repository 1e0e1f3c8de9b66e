//! The programs of suites: what the checks report about each of them, and what their fixes leave of it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use bunraku::diag::Source;
use bunraku::lint::{FileFormat, RuleSettings, fix};
use serde_json::Value;

use super::{answer, difference, findings, ours, settings, without};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../../ruby/lint/suite.rb");

/// How many programs there are, and about how many both say the same.
#[derive(Default)]
struct Count {
    programs: usize,
    equal: usize,
}

/// Runs each suite with the real tool and gives its programs to the linter.
pub fn compare(
    puppet_lint: &Path,
    plugins: &[PathBuf],
    only: Option<&str>,
    show: usize,
) -> Result<bool, String> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut differences: Vec<String> = Vec::new();
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    for suite in std::iter::once(puppet_lint).chain(plugins.iter().map(PathBuf::as_path)) {
        let (mut programs, mut equal) = (0, 0);
        for record in record(puppet_lint, suite)? {
            let check = record["check"].as_str().unwrap_or_default();
            if only.is_some_and(|only| only.split(',').all(|name| name != check)) {
                continue;
            }
            let Some(settings) = with_options(check, &record["settings"]) else {
                *unknown.entry(check.to_owned()).or_default() += 1;
                continue;
            };
            let what = if record["fixed"].is_null() { "reports" } else { "fixes" };
            let count = counts.entry(what).or_default();
            count.programs += 1;
            programs += 1;
            match differs(&record, check, &settings) {
                None => {
                    count.equal += 1;
                    equal += 1;
                }
                Some(how) => {
                    let code = record["code"].as_str().unwrap_or_default();
                    differences.push(format!("{check} {}\n{code}\n{how}", record["settings"]));
                }
            }
        }
        println!("{}: {equal} of {programs}", name(suite));
    }
    differences.iter().take(show).for_each(|difference| println!("\n{difference}"));
    if differences.len() > show {
        println!("\n... and {} more differences; --show N shows more", differences.len() - show);
    }
    for (what, Count { programs, equal }) in counts {
        println!("{what}: {equal} of {programs} programs are the same");
    }
    for (check, programs) in unknown {
        println!("{check}: no such rule here, {programs} programs");
    }
    Ok(differences.is_empty())
}

fn name(suite: &Path) -> String {
    suite.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Runs a suite. Examples that fail with this version of puppet-lint do not matter: recorded is what the checks say.
fn record(puppet_lint: &Path, suite: &Path) -> Result<Vec<Value>, String> {
    let mut command = Command::new("ruby");
    command.args(["-W0", "-e", SCRIPT]).arg(suite).env("LC_ALL", "C.UTF-8");
    command.env("RUBYLIB", puppet_lint.join("lib"));
    let output = command.output().map_err(|error| format!("ruby does not start: {error}"))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    if lines.is_empty() {
        println!("{}: nothing was recorded\n{}", name(suite), String::from_utf8_lossy(&output.stderr));
    }
    lines.lines().map(answer).collect()
}

/// The settings of a program; nothing if the rule does not exist.
fn with_options(check: &str, options: &Value) -> Option<RuleSettings> {
    let (mut settings, unknown) = settings(std::iter::once(check));
    settings.relative = options["relative"] == true;
    let texts = |value: &Value| -> Vec<String> {
        let rows = value.as_array().into_iter().flatten().chain(value.is_string().then_some(value));
        rows.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    settings.top_scope_variables = texts(&options["top_scope_variables"]);
    let styles = texts(&options["docs_allowed_styles"]);
    if !styles.is_empty() {
        settings.documentation_styles = styles;
    }
    unknown.is_empty().then_some(settings)
}

/// How the answers differ, if they do.
fn differs(record: &Value, check: &str, settings: &RuleSettings) -> Option<String> {
    let code = record["code"].as_str().unwrap_or_default();
    let path = record["path"].as_str().unwrap_or_default();
    // puppet-lint takes a path for one below the current folder, the linter gets absolute ones.
    let path = if path.is_empty() || path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    let source = Source::new("program", code);
    if let Some(theirs) = record["fixed"].as_str() {
        let fixed = fix(&source, &path, FileFormat::of(&path), settings, None, true);
        return (fixed.text != theirs).then(|| difference(theirs, &fixed.text));
    }
    let theirs = findings(&record["places"]);
    let (ours, readable) = ours(&source, &path, settings);
    let lines = |title: &str, findings: Vec<super::Finding>| -> String {
        findings.iter().map(|finding| format!("  {title}: {finding}\n")).collect()
    };
    let mut found = lines("only puppet-lint", without(&theirs, &ours));
    found.push_str(&lines("only bunraku", without(&ours, &theirs)));
    if !readable {
        found.push_str("  Puppet cannot read it\n");
    }
    (theirs != ours).then_some(format!("{check}\n{found}"))
}
