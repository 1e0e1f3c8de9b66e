//! Compares the linter with puppet-lint: over the programs of its suites and those of its plugins, and over manifests.
//!
//! puppet-lint and the plugins are folders given by the caller; nothing of them is part of this repository.

mod manifests;
mod suites;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use bunraku::diag::{Severity, Source};
use bunraku::lint::{FileFormat, Preset, RuleSettings, SYNTAX, lint};
use serde_json::Value;

use crate::{arguments::Arguments, modules::folder, puppet::value};

/// Compares suites, or the manifests at the paths that are given; whether both say the same.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let puppet_lint = folder(arguments, "--puppet-lint")?;
    let plugins = match arguments.option("--plugins") {
        Some(plugins) => subfolders(Path::new(&plugins))?,
        None => Vec::new(),
    };
    let show = arguments.number("--show")?.unwrap_or(20) as usize;
    let only = arguments.option("--only");
    let mut paths = Vec::new();
    while let Some(path) = arguments.next() {
        paths.push(PathBuf::from(path));
    }
    // What else has its folder among the plugins is compared only once.
    let plugins: Vec<PathBuf> = plugins.into_iter().filter(|plugin| *plugin != puppet_lint).collect();
    if paths.is_empty() {
        suites::compare(&puppet_lint, &plugins, only.as_deref(), show)
    } else {
        manifests::compare(&puppet_lint, &plugins, only.as_deref(), &paths, show)
    }
}

fn subfolders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths: Vec<PathBuf> =
        entries.flatten().filter_map(|entry| std::fs::canonicalize(entry.path()).ok()).collect();
    paths.retain(|path| path.join("lib").is_dir());
    paths.sort();
    Ok(paths)
}

/// Where a check reports something, and how severe it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    check: String,
    line: u64,
    column: u64,
    kind: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {} {}", self.line, self.column, self.kind, self.check)
    }
}

/// The findings in an answer of puppet-lint, sorted. Those of syntax errors are left out, since both have their own grammar,
/// and what a plugin reports several times is there once.
fn findings(answer: &Value) -> Vec<Finding> {
    let rows = answer.as_array().into_iter().flatten();
    let finding = |row: &Value| Finding {
        check: row[0].as_str().unwrap_or_default().to_owned(),
        kind: row[1].as_str().unwrap_or_default().to_owned(),
        line: row[2].as_u64().unwrap_or(0),
        column: row[3].as_u64().unwrap_or(0),
    };
    let mut findings: Vec<Finding> =
        rows.map(finding).filter(|finding| finding.check != SYNTAX.name()).collect();
    findings.sort();
    findings.dedup();
    findings
}

/// What the linter reports, sorted and each once, and whether it can read the file.
fn ours(source: &Source, path: &str, settings: &RuleSettings) -> (Vec<Finding>, bool) {
    let report = lint(source, path, FileFormat::of(path), settings, None);
    let mut readable = true;
    let mut findings = Vec::new();
    for finding in report.findings {
        let diagnostic = finding.diagnostic;
        if diagnostic.code == SYNTAX {
            readable = false;
            continue;
        }
        let start = diagnostic.primary.as_ref().map_or(0, |label| label.span.range.start);
        let position = source.position(start);
        let kind = match (finding.ignored.is_some(), diagnostic.severity) {
            (true, _) => "ignored",
            (false, Severity::Error) => "error",
            (false, Severity::Warning) => "warning",
            (false, Severity::Info) => "info",
        };
        findings.push(Finding {
            check: diagnostic.code.name().to_owned(),
            kind: kind.to_owned(),
            line: u64::from(position.line),
            column: u64::from(position.column),
        });
    }
    findings.sort();
    findings.dedup();
    (findings, readable)
}

/// Settings with some rules alone. Returns the names of those that do not exist, too.
fn settings<'n>(names: impl Iterator<Item = &'n str>) -> (RuleSettings, Vec<&'n str>) {
    let mut settings = RuleSettings::new(Preset::Core);
    settings.clear();
    let unknown = names.filter(|name| !settings.set(name, true)).collect();
    (settings, unknown)
}

/// The findings that only the first of two sorted lists has; as often as it has them more.
fn without(left: &[Finding], right: &[Finding]) -> Vec<Finding> {
    let mut right = right.iter().peekable();
    let mut only = Vec::new();
    for finding in left {
        while right.next_if(|other| *other < finding).is_some() {}
        if right.next_if(|other| *other == finding).is_none() {
            only.push(finding.clone());
        }
    }
    only
}

/// An answer of Ruby.
fn answer(line: &str) -> Result<Value, String> {
    value(line).map_err(|error| format!("Ruby answers {line:?}: {error}"))
}

/// The first lines of two texts that differ, to see what it is about.
fn difference(theirs: &str, ours: &str) -> String {
    let pairs = theirs.split('\n').zip(ours.split('\n')).enumerate();
    match pairs.into_iter().find(|(_, (theirs, ours))| theirs != ours) {
        Some((at, (theirs, ours))) => {
            format!("  line {}\n    puppet-lint: {theirs:?}\n    bunraku:     {ours:?}", at + 1)
        }
        None => "  one text is longer".to_owned(),
    }
}
