//! `bunraku lint`: checks files against the rules and fixes findings.

mod cache;
mod projects;
mod show;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use bunraku::diag::{Diagnostic, Position, Source, codes, nearest};
use bunraku::infer::{self, Modules, Parsed};
use bunraku::lint::{self, FileFormat, Finding, RULES, Repair, Rule, RuleSettings};
use bunraku::world::wildcard;

use super::Status;
use crate::args::lint::{Form, Preset, RuleArgs};
use crate::args::{Color, Lint, LogFormat};
use crate::files::{self, Content, Folders, Input};
use crate::output;
use crate::pool::{self, Event};
use crate::project::Project;
use crate::replace::replace;
use crate::report::Reporter;
use bunraku::insight::lines;
pub use cache::Cache;
pub use projects::Projects;
use show::Show;

/// The file extensions and names searched for in folders.
const ENDINGS: &[&str] =
    &["pp", "epp", "erb", "yaml", "yml", "metadata.json", "Puppetfile", "environment.conf"];

/// Runs the command.
pub fn run(args: &Lint, project: &Project, color: Color) -> Status {
    for plugin in args.load.iter().chain(&args.load_from_puppet) {
        let plugin = plugin.display();
        eprintln!("warning: `{plugin}` is ignored: puppet-lint plugins written in Ruby cannot be loaded");
    }
    let settings = settings(&args.rules, project);
    if args.list_checks {
        return output::print(&list());
    }
    if args.watch {
        return watch::watch(args, color, || once(args, &settings, project, color));
    }
    once(args, &settings, project, color)
}

/// Checks all files once.
fn once(args: &Lint, settings: &RuleSettings, project: &Project, color: Color) -> Status {
    // The files are searched for while the cache is read.
    let (found, cache) = std::thread::scope(|scope| {
        let cache = scope.spawn(|| Cache::open(settings, args.no_cache));
        let found = files::find_in(&args.paths, &args.stdin_name, Folders::All, ENDINGS);
        (found, cache.join())
    });
    let found = match found {
        Ok(found) => project.keep(found, &args.paths),
        Err(reason) => return Reporter::new(LogFormat::Text, color).refuse(*reason),
    };
    let cache = cache.unwrap_or_else(|_| Cache::open(settings, true));
    if let Some(note) = found.note() {
        eprintln!("{note}");
    }
    let inputs = found.inputs;
    if inputs.is_empty() {
        eprintln!("no manifests, templates or data files found");
    }
    let is_folder = args.paths.iter().any(|path| path.is_dir());
    let mut inputs: Vec<Input> = inputs.into_iter().filter(|input| !is_ignored(input, &args.rules)).collect();
    if matches!(args.form(), Form::Sarif | Form::Github | Form::Gitlab)
        || args.codeclimate_report_file.is_some()
    {
        inputs.iter_mut().for_each(Input::rename_below_here);
    }
    let mut show = Show::new(args, is_folder || inputs.len() > 1, color);
    let checked = inputs.iter().filter_map(Input::path).map(|path| PathBuf::from(absolute(path)));
    let modules = Modules::for_checking(checked);
    let projects = Projects::new(args.environment.as_deref(), &args.modulepath, modules);
    let work = |_, input: &Input| follow(input, args, settings, &cache, &projects);
    pool::map_in_order(&inputs, work, |event| {
        if let Event::Result(Some(outcome)) = event {
            show.outcome(outcome);
        }
    });
    cache.save();
    show.finish()
}

/// The result of linting a file.
pub struct Linted {
    /// The file in its current state, after any fixes.
    pub source: Arc<Source>,
    /// The path, as shown in reports.
    pub path: String,
    /// The findings that remain.
    pub findings: Vec<Finding>,
    /// The findings that were fixed, with their original positions.
    pub mended: Vec<(Diagnostic, Position)>,
    /// Malformed control comments, by line.
    pub mistakes: Vec<(u32, String)>,
    /// What `--fix` would change, as a diff.
    pub diff: String,
    /// Why the file could not be read or written.
    pub failure: Option<Diagnostic>,
}

/// Checks one file; `None` if there is nothing to report.
fn follow(
    input: &Input,
    args: &Lint,
    settings: &RuleSettings,
    cache: &Cache,
    projects: &Projects,
) -> Option<Linted> {
    let path = input.path().map_or_else(String::new, absolute);
    let kind = FileFormat::of(&input.name);
    let changes = args.fix || args.diff || args.add_ignore;
    let known = projects.parsed(&path).filter(|_| kind == FileFormat::Manifest && !changes);
    let (source, tree) = match known {
        Some(Parsed { text, tree }) => (Source::new(&*input.name, text), Some(tree)),
        None => match input.read() {
            Content::Text(source) => (source, None),
            Content::Broken(..) if input.is_policy() => return None,
            // A template may be of any encoding.
            Content::Broken(..) if kind == FileFormat::Erb => return None,
            Content::Broken(source, failure) => {
                let outcome = Linted::new(source, path, Vec::new(), Vec::new());
                return Some(Linted { failure: Some(failure), ..outcome });
            }
        },
    };
    if args.add_ignore && kind == FileFormat::Manifest {
        let seen = projects.of(&path);
        return ignore(input, source, path, settings, seen.project());
    }
    let mut outcome = if args.fix || args.diff {
        let seen = projects.of(&path);
        fixed(input, args, (source, path), kind, settings, seen.project())
    } else {
        let seen = projects.of(&path);
        let report = cache.report(
            &source,
            &path,
            || seen.stamp(),
            || match &tree {
                Some(tree) => lint::lint_tree(&source, tree, &path, kind, settings, seen.project()),
                None => lint::lint(&source, &path, kind, settings, seen.project()),
            },
        );
        Linted::new(source, path, report.findings, report.mistakes)
    };
    if !args.show_ignored {
        outcome.findings.retain(|finding| finding.ignored.is_none());
    }
    outcome.has_something_to_say().then_some(outcome)
}

impl Linted {
    fn new(source: Source, path: String, findings: Vec<Finding>, mistakes: Vec<(u32, String)>) -> Linted {
        Linted {
            source: Arc::new(source),
            path,
            findings,
            mistakes,
            mended: Vec::new(),
            diff: String::new(),
            failure: None,
        }
    }

    fn has_something_to_say(&self) -> bool {
        !self.findings.is_empty()
            || !self.mended.is_empty()
            || !self.mistakes.is_empty()
            || !self.diff.is_empty()
            || self.failure.is_some()
    }
}

/// Fixes the findings, or shows how.
fn fixed(
    input: &Input,
    args: &Lint,
    (source, path): (Source, String),
    kind: FileFormat,
    settings: &RuleSettings,
    project: Option<&infer::Project>,
) -> Linted {
    let fixed = lint::fix(&source, &path, kind, settings, project, args.unsafe_fixes);
    let mut failure = fixed.refused.first().map(|rule| {
        let message =
            format!("{}: the fix for `{rule}` would break the file and was not applied", source.name());
        Diagnostic::warning(codes::WRONG_USE, message)
    });
    let changes = fixed.text != source.text();
    if args.diff {
        let diff = lines::unified(source.name(), source.text(), &fixed.text);
        let report = lint::lint(&source, &path, kind, settings, project);
        let outcome = Linted::new(source, path, report.findings, report.mistakes);
        return Linted { diff, failure, ..outcome };
    }
    let unwritten = match input.path() {
        Some(file) if changes => write(file, source.text(), &fixed.text),
        None => {
            // Input from standard input is written to standard output.
            output::print(&fixed.text);
            None
        }
        Some(_) => None,
    };
    if unwritten.is_some() {
        failure = unwritten;
        let report = lint::lint(&source, &path, kind, settings, project);
        let outcome = Linted::new(source, path, report.findings, report.mistakes);
        return Linted { failure, ..outcome };
    }
    let source = if changes { Source::new(source.name(), fixed.text) } else { source };
    let report = lint::lint(&source, &path, kind, settings, project);
    let outcome = Linted::new(source, path, report.findings, report.mistakes);
    Linted { mended: fixed.mended, failure, ..outcome }
}

/// Inserts control comments that suppress all findings.
fn ignore(
    input: &Input,
    source: Source,
    path: String,
    settings: &RuleSettings,
    project: Option<&infer::Project>,
) -> Option<Linted> {
    let text = lint::add_ignores(&source, &path, settings, project);
    let failure = match (&text, input.path()) {
        (Some(text), Some(file)) if text != source.text() => write(file, source.text(), text),
        _ => None,
    };
    let source = match text.filter(|_| failure.is_none()) {
        Some(text) => Source::new(source.name(), text),
        None => source,
    };
    let report = lint::lint(&source, &path, FileFormat::Manifest, settings, project);
    let findings = report.findings.into_iter().filter(|finding| finding.ignored.is_none()).collect();
    let outcome = Linted { failure, ..Linted::new(source, path, findings, report.mistakes) };
    outcome.has_something_to_say().then_some(outcome)
}

/// Replaces a file, unless it has changed since it was read. Returns what went wrong.
fn write(file: &Path, before: &str, after: &str) -> Option<Diagnostic> {
    let reason = replace(file, before, after).err()?;
    let message = format!("cannot write `{}`: {reason}", file.display());
    Some(Diagnostic::error(codes::UNWRITABLE_FILE, message))
}

/// Whether `--ignore-paths` excludes a file.
pub fn is_ignored(input: &Input, args: &RuleArgs) -> bool {
    args.ignore_paths.iter().any(|pattern| wildcard::matches(pattern, &input.name, wildcard::Flags::NONE))
}

/// Whether any rules apply to files of this kind.
pub fn knows(input: &Input) -> bool {
    let name = input.name.rsplit('/').next().unwrap_or(&input.name);
    ENDINGS.contains(&input.ending()) || ENDINGS.contains(&name)
}

/// The absolute path, as rules and reports use it.
pub fn absolute(path: &Path) -> String {
    // The system is asked once, not for each file.
    static HERE: LazyLock<PathBuf> = LazyLock::new(|| std::env::current_dir().unwrap_or_default());
    let whole = HERE.join(path);
    std::path::absolute(&whole).unwrap_or(whole).display().to_string()
}

/// The rules selected by the project and the command line, which takes precedence.
pub fn settings(args: &RuleArgs, project: &Project) -> RuleSettings {
    let mut settings = RuleSettings::new(match args.preset.unwrap_or(Preset::Core) {
        Preset::Core => lint::Preset::Core,
        Preset::Vox => lint::Preset::Vox,
        Preset::All => lint::Preset::All,
    });
    project.config().apply_rules(&mut settings);
    settings.relative = args.relative;
    settings.top_scope_variables = args.top_scope_variables.clone();
    for switch in &args.switch {
        let (sign, names) = switch.split_at_checked(1).unwrap_or(("", ""));
        if sign == "=" {
            settings.clear();
        }
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            if !settings.set(name, sign != "-") && name != lint::SYNTAX.name() {
                warn_unknown(name);
            }
        }
    }
    settings
}

/// Warns about an unknown rule. It may belong to a plugin that is not built in, so linting continues.
fn warn_unknown(name: &str) {
    let help = match nearest(name, RULES.iter().map(|rule| rule.name())) {
        Some(similar) => format!("; did you mean `{similar}`?"),
        None => String::new(),
    };
    eprintln!("warning: unknown check `{name}`{help}");
}

/// Lists all rules, one per line.
fn list() -> String {
    let width = RULES.iter().map(|rule| rule.name().len()).max().unwrap_or(0);
    let line = |rule: &&Rule| {
        let fix = match rule.repair {
            Repair::None => "   ",
            Repair::SameTree | Repair::SameMeaning => "fix",
            Repair::Unsafe => "(f)",
        };
        let set = match rule.set {
            lint::Set::Core => "core ",
            lint::Set::Vox => "vox  ",
            lint::Set::Other => "other",
            lint::Set::Semantic => "sem  ",
        };
        let off = if rule.enabled { "   " } else { "off" };
        format!("{:width$}  {set}  {off}  {fix}  {}\n", rule.name(), rule.code.summary())
    };
    RULES.iter().map(line).collect()
}

/// Whether findings are written to standard output as one document at the end.
fn is_document(form: Form) -> bool {
    matches!(form, Form::Json | Form::Sarif | Form::Gitlab)
}
