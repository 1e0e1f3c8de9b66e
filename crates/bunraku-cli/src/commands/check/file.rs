//! Checks one file: it is read and parsed once and passed to every part that handles its kind.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku::analysis::{Analyses, Analysis, CheckSettings, Language};
use bunraku::diag::{Diagnostic, Severity, Source, TextRange, codes};
use bunraku::edition::PUPPET8;
use bunraku::fmt::{FormatError, Options, format_tree};
use bunraku::infer::Modules;
use bunraku::lint::{self as rules, FileFormat};
use bunraku::syntax::{SourceKind, Tree};

use super::{Findings, Parts};
use crate::args::{Check, Part, Strict};
use crate::commands::lint::{self, Cache, Projects};
use crate::commands::{fmt, validate};
use crate::files::{Content, Input};
use crate::module_file;
use crate::project::Project;

/// The state shared by the checks of all files.
pub struct Checker {
    parts: Parts,
    language: Language,
    rules: rules::RuleSettings,
    /// The index of what modules define.
    projects: Projects,
    cache: Cache,
    options: Options,
    /// The analyses that compilations make, if there are any.
    analyses: Option<Arc<Analyses>>,
}

/// An index of modules that parses no manifest a node or a check of a file has parsed, or will.
fn index(inputs: &[Input], analyses: Arc<Analyses>, language: Language) -> Modules {
    let manifests = inputs.iter().filter(|input| input.kind(false) == SourceKind::Manifest);
    let paths = manifests.filter_map(Input::path).map(|path| PathBuf::from(lint::absolute(path)));
    let analyse = move |path: &Path, text: String| {
        let namespace = module_file::namespace(path);
        let source = Source::new(path.display().to_string(), text);
        analyses.of(source, SourceKind::Manifest, namespace.as_deref(), &language)
    };
    Modules::analysed(paths, Box::new(analyse))
}

impl Checker {
    /// Creates a checker from the command line and the project.
    pub fn new(
        args: &Check,
        project: &Project,
        parts: Parts,
        inputs: &[Input],
        analyses: Option<Arc<Analyses>>,
    ) -> Checker {
        let edition = args.conditions.edition.unwrap_or(&PUPPET8);
        let strict = args.conditions.strict.unwrap_or(Strict::Error).into();
        let rules = lint::settings(&args.rules, project);
        let modulepath = args.site.modulepath.as_deref().unwrap_or_default();
        let folders: Vec<_> =
            modulepath.split(':').filter(|folder| !folder.is_empty()).map(Into::into).collect();
        let language = bunraku::language(edition, CheckSettings { strict });
        // The index is about the language of Puppet 8.
        let shared = analyses.clone().filter(|_| std::ptr::eq(edition, &PUPPET8));
        let modules = shared.map_or_else(Modules::default, |analyses| index(inputs, analyses, language));
        Checker {
            parts,
            language,
            projects: Projects::new(args.site.environment.as_deref(), &folders, modules),
            cache: Cache::open(&rules, args.no_cache),
            rules,
            options: project.layout(edition),
            analyses,
        }
    }

    /// Saves the lint cache for the next run.
    pub fn finish(self) {
        self.cache.save();
    }

    /// Checks a file; `None` if it is fine.
    pub fn check(&self, input: &Input) -> Option<Findings> {
        let part = part(input);
        let is_checked = part.is_some_and(|part| self.parts.has(part));
        let kind = FileFormat::of(&input.name);
        let lints = self.parts.has(Part::Lint) && (part != Some(Part::Ruby)) && lint::knows(input);
        let formats = self.parts.has(Part::Fmt) && ["pp", "epp"].contains(&input.ending());
        if !(is_checked || lints || formats) {
            return None;
        }
        let source = match input.read() {
            Content::Text(source) => source,
            Content::Broken(..) if input.is_policy() => return None,
            // A template may have any encoding.
            Content::Broken(..) if kind == FileFormat::Erb => return None,
            Content::Broken(source, failure) => {
                let found = vec![(part.unwrap_or(Part::Validate), failure)];
                return Some(Findings { source: Arc::new(source), found });
            }
        };
        let mut found: Vec<(Part, Diagnostic)> = Vec::new();
        let is_code = ["pp", "epp"].contains(&input.ending());
        let analysis = is_code.then(|| self.analyse(input, &source));
        let source = match (part.filter(|_| is_checked), &analysis) {
            (Some(part), Some(analysis)) => {
                found.extend(analysis.diagnostics.iter().map(|diagnostic| (part, diagnostic.clone())));
                Arc::new(analysis.source.shown_as(source.name()))
            }
            (None, Some(analysis)) => Arc::new(analysis.source.shown_as(source.name())),
            (Some(part), None) => {
                let (source, diagnostics) = validate::check(input, source, false, &self.language);
                found.extend(diagnostics.into_iter().map(|diagnostic| (part, diagnostic)));
                source
            }
            (None, None) => Arc::new(source),
        };
        let tree = analysis.as_ref().map(|analysis| &analysis.tree);
        // Further checks on a broken file would only report consequences.
        let broken = found.iter().any(|(_, diagnostic)| diagnostic.severity == Severity::Error);
        if lints && !broken {
            let findings = self.lint(input, &source, tree, kind);
            found.extend(findings.into_iter().map(|found| (Part::Lint, found)));
        }
        if formats && !broken {
            let unparsed = !is_checked;
            let findings = tree.map(|tree| self.layout(&source, tree, unparsed)).unwrap_or_default();
            found.extend(findings.into_iter().map(|found| (Part::Fmt, found)));
        }
        (!found.is_empty()).then_some(Findings { source, found })
    }

    /// Parses and checks a manifest or template, unless a node has needed it before.
    fn analyse(&self, input: &Input, source: &Source) -> Arc<Analysis> {
        let kind = input.kind(false);
        let namespace = validate::namespace(input);
        let analyse = |source: Source| match &self.analyses {
            Some(known) => known.of(source, kind, namespace.as_deref(), &self.language),
            None => Arc::new(Analysis::new(source, kind, namespace.as_deref(), &self.language)),
        };
        match input.path() {
            // Compilations name files by their absolute paths.
            Some(path) => analyse(source.shown_as(lint::absolute(path))),
            None => analyse(source.shown_as(source.name())),
        }
    }

    fn lint(&self, input: &Input, source: &Source, tree: Option<&Tree>, kind: FileFormat) -> Vec<Diagnostic> {
        let path = input.path().map_or_else(String::new, lint::absolute);
        let seen = self.projects.of(&path);
        // The rules are about the language of Puppet 8.
        let tree = tree.filter(|_| std::ptr::eq(self.language.edition, &PUPPET8));
        let report = self.cache.report(
            source,
            &path,
            || seen.stamp(),
            || match tree {
                Some(tree) => rules::lint_tree(source, tree, &path, kind, &self.rules, seen.project()),
                None => rules::lint(source, &path, kind, &self.rules, seen.project()),
            },
        );
        let found = report.findings.into_iter().filter(|finding| finding.ignored.is_none());
        found.map(|finding| finding.diagnostic).collect()
    }

    /// Checks the layout of a file. Syntax errors are only reported if no other part does so.
    fn layout(&self, source: &Source, tree: &Tree, unparsed: bool) -> Vec<Diagnostic> {
        match format_tree(source.text(), tree, &self.options) {
            Ok(formatted) if formatted.changed => vec![unformatted(source, &formatted.text)],
            Ok(_) => Vec::new(),
            Err(FormatError::Syntax(_)) if !unparsed => Vec::new(),
            Err(error) => fmt::reasons(source, &error),
        }
    }
}

/// The part responsible for files of this kind; `None` if only lint rules apply.
fn part(input: &Input) -> Option<Part> {
    let name = input.name.rsplit('/').next().unwrap_or_default();
    match input.ending() {
        _ if matches!(name, "Puppetfile" | "environment.conf") => None,
        "epp" | "erb" => Some(Part::Templates),
        "rb" => Some(Part::Ruby),
        "yaml" | "yml" | "eyaml" | "json" => Some(Part::Data),
        _ => Some(Part::Validate),
    }
}

/// A diagnostic for a file that is not formatted, at the first line that differs.
fn unformatted(source: &Source, formatted: &str) -> Diagnostic {
    let pairs = source.text().lines().zip(formatted.lines());
    let same = pairs.take_while(|(is, should)| is == should).count();
    let line = u32::try_from(same + 1).unwrap_or(1);
    let range = source.line_range(line);
    let text = source.line(line);
    let blanks = u32::try_from(text.len() - text.trim_start().len()).unwrap_or(0);
    let place = TextRange::new((range.start + blanks).min(range.end), range.end);
    let should = formatted.lines().nth(same).unwrap_or_default().trim();
    let label = if should.is_empty() { String::new() } else { format!("formatted: `{should}`") };
    Diagnostic::error(codes::NOT_FORMATTED, "this file is not formatted")
        .at(source.span(place), label)
        .help(format!("run `bunraku fmt {}`", source.name()))
}
