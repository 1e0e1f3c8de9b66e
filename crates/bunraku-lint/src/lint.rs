//! Applies the rules to one file.

use std::borrow::Cow;

use bunraku_diag::{Code, Diagnostic, Source, codes};
use bunraku_infer::Project;
use bunraku_syntax::{SourceKind, SyntaxError, Tree, parse};

use crate::control::Controls;
use crate::file::{File, GRAMMAR, Read};
use crate::rule::{Findings, Rule, Set};
use crate::{RuleSettings, cut, yaml};

/// The findings in one file.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The findings, in source order.
    pub findings: Vec<Finding>,
    /// Control comments that do not match, by line.
    pub mistakes: Vec<(u32, String)>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The finding, its place, and how to fix it.
    pub diagnostic: Diagnostic,
    /// Why a control comment suppresses it, if one does; the reason may be empty.
    pub ignored: Option<String>,
}

/// The kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// A manifest: all rules.
    Manifest,
    /// An EPP template: syntax and semantic rules.
    Template,
    /// An ERB template: the variables that it reads.
    Erb,
    /// YAML: Hiera data and its configuration.
    Yaml,
    /// `metadata.json` of a module.
    Metadata,
    /// `Puppetfile` of an environment.
    Puppetfile,
    /// `environment.conf`.
    EnvironmentConf,
}

impl FileFormat {
    /// The kind of a file, by name or extension; files with an unknown extension are manifests.
    pub fn of(name: &str) -> FileFormat {
        match name.rsplit('/').next().unwrap_or(name) {
            "metadata.json" => return FileFormat::Metadata,
            "Puppetfile" => return FileFormat::Puppetfile,
            "environment.conf" => return FileFormat::EnvironmentConf,
            _ => {}
        }
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "epp" => FileFormat::Template,
            "erb" => FileFormat::Erb,
            "yaml" | "yml" => FileFormat::Yaml,
            _ => FileFormat::Manifest,
        }
    }
}

/// Applies the rules to a file. `path` is its path, absolute if that is known; `project` is what it can see.
pub fn lint(
    source: &Source,
    path: &str,
    kind: FileFormat,
    settings: &RuleSettings,
    project: Option<&Project>,
) -> Report {
    severe(found(source, None, path, kind, settings, project), settings)
}

/// Applies the rules to a manifest or EPP template that is already parsed, by the grammar of Puppet 8.
pub fn lint_tree(
    source: &Source,
    tree: &Tree,
    path: &str,
    kind: FileFormat,
    settings: &RuleSettings,
    project: Option<&Project>,
) -> Report {
    severe(found(source, Some(tree), path, kind, settings, project), settings)
}

/// The report with the severities of the settings.
fn severe(mut report: Report, settings: &RuleSettings) -> Report {
    for finding in &mut report.findings {
        let severity = settings.severity(finding.diagnostic.code);
        finding.diagnostic.severity = severity.unwrap_or(finding.diagnostic.severity);
    }
    report
}

/// The findings of the rules, with their own severities.
fn found(
    source: &Source,
    tree: Option<&Tree>,
    path: &str,
    kind: FileFormat,
    settings: &RuleSettings,
    project: Option<&Project>,
) -> Report {
    match kind {
        FileFormat::Manifest => {
            let read = match tree {
                Some(tree) => Read::of(source.text(), Cow::Borrowed(tree)),
                None => Read::manifest(source.text()),
            };
            manifest(source, &read, path, settings, project)
        }
        FileFormat::Template => {
            let tree = match tree {
                Some(tree) => Cow::Borrowed(tree),
                None => Cow::Owned(parse(source.text(), SourceKind::Template, GRAMMAR)),
            };
            let errors: Vec<Diagnostic> =
                tree.errors().iter().map(|error| syntax(error.to_diagnostic(source.id()))).collect();
            let found =
                if errors.is_empty() { other(source, path, kind, settings, project, &tree) } else { errors };
            sorted(found)
        }
        _ => {
            let tree = parse("", SourceKind::Manifest, GRAMMAR);
            let mut found = match kind {
                FileFormat::Yaml => yaml::lint(source, settings),
                _ => Vec::new(),
            };
            found.extend(other(source, path, kind, settings, project, &tree));
            sorted(found)
        }
    }
}

fn sorted(mut found: Vec<Diagnostic>) -> Report {
    found.sort_by_key(place);
    Report { findings: found.into_iter().map(reported).collect(), mistakes: Vec::new() }
}

fn place(diagnostic: &Diagnostic) -> Option<u32> {
    diagnostic.primary.as_ref().map(|label| label.span.range.start)
}

/// Applies the rules for a file that is not a manifest.
fn other(
    source: &Source,
    path: &str,
    kind: FileFormat,
    settings: &RuleSettings,
    project: Option<&Project>,
    tree: &Tree,
) -> Vec<Diagnostic> {
    let text = source.text();
    // They have no words in the sense of a manifest, and no rule uses them.
    let words = cut::nothing(text);
    let root = tree.root(if kind == FileFormat::Template { text } else { "" });
    let file = File::new(path, source, (settings, project), kind, &words, root);
    let mut found = Vec::new();
    for rule in settings.rules().filter(|rule| rule.kinds.contains(&kind)) {
        follow(rule, &file, &mut found);
    }
    found
}

fn manifest(
    source: &Source,
    read: &Read<'_>,
    path: &str,
    settings: &RuleSettings,
    project: Option<&Project>,
) -> Report {
    let text = source.text();
    let words = File::cut(read, text);
    let mut file =
        File::new(path, source, (settings, project), FileFormat::Manifest, &words, read.root(text));
    let controls = Controls::read(&words);

    // The words of a plan are like those of any manifest.
    let plan = read.tree.kind() == SourceKind::Plan;
    let errors = read.tree.errors();
    let broken = !errors.is_empty();
    file.broken = broken;
    let readable = errors.iter().all(leaves_words);
    let errors = errors.iter().map(|error| syntax(error.to_diagnostic(source.id())));
    let mut found: Vec<Diagnostic> = errors.collect();
    for rule in settings.rules().filter(|rule| rule.kinds.contains(&FileFormat::Manifest)) {
        // The semantics of a broken file or a plan are unknown; their words can be checked all the same.
        if readable && (rule.set != Set::Semantic || !(broken || plan)) {
            follow(rule, &file, &mut found);
        }
    }
    found.sort_by_key(place);
    let findings = found.into_iter().map(|diagnostic| {
        let line = place(&diagnostic).map_or(1, |offset| source.line_at(offset));
        let ignored = controls.reason(diagnostic.code.name(), line).map(str::to_owned);
        Finding { ignored: ignored.filter(|_| diagnostic.code != SYNTAX), diagnostic }
    });
    Report { findings: findings.collect(), mistakes: controls.mistakes }
}

/// Whether the words of a file are known in spite of an error. After an unterminated string they are not.
fn leaves_words(error: &SyntaxError) -> bool {
    let known = [
        codes::SYNTAX_ERROR,
        codes::ARGUMENTS_WITHOUT_CALL,
        codes::VIRTUAL_NON_RESOURCE,
        codes::INVALID_NAME,
        codes::INVALID_NUMBER,
    ];
    known.contains(&error.code)
}

fn follow(rule: &'static Rule, file: &File<'_>, found: &mut Vec<Diagnostic>) {
    let mut findings = Findings { file, rule, found: std::mem::take(found) };
    (rule.check)(&mut findings);
    *found = findings.found;
}

fn reported(diagnostic: Diagnostic) -> Finding {
    Finding { diagnostic, ignored: None }
}

/// The name under which syntax errors are reported.
pub const SYNTAX: Code = Code::new(
    "syntax",
    "# syntax\n\nThe file has a syntax error.\n\nPuppet rejects it, and no other rule is checked. `bunraku \
     validate` shows the full message.\n\n## Wrong\n\n```puppet\nfile { '/etc/motd' mode => '0644' }\n```\n\n\
     ## Right\n\n```puppet\nfile { '/etc/motd': mode => '0644' }\n```\n",
);

fn syntax(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { code: SYNTAX, ..diagnostic }
}
