//! `bunraku config`: shows the effective settings and where each comes from.

use std::fmt::Write;
use std::path::Path;

use bunraku::diag::json::Json;
use bunraku::edition::Edition;
use bunraku::lint::{RULES, RuleSettings};
use bunraku::world::FileKind;
use bunraku_config::{Kind, SETTINGS, Setting, Value, schema};
use clap::{Parser, ValueEnum};

use super::{Status, lint};
use crate::args::lint::{RuleArgs, prepare};
use crate::args::{AlignArrows, Args, Color, Command, ConfigFormat, LogFormat, ShowConfig};
use crate::files;
use crate::output;
use crate::project::Project;
use crate::report::Reporter;

/// Runs the command.
pub fn run(args: &ShowConfig, project: &Project, color: Color) -> Status {
    if args.schema {
        return output::print(&schema());
    }
    if let Err(missing) = files::must_exist(&args.path) {
        return Reporter::new(LogFormat::Text, color).refuse(*missing);
    }
    let mut rows: Vec<Row> = Vec::new();
    let options = of_puppet_lint();
    for setting in SETTINGS {
        match setting.kind {
            Kind::Rules => rows.extend(rules(args, options.as_ref(), project)),
            _ => rows.push(row(setting, args, options.as_ref(), project)),
        }
    }
    match args.format {
        ConfigFormat::Text => output::show(&text(&rows, project)),
        ConfigFormat::Json => output::print(&json(&rows, project)),
    }
}

/// An effective setting.
struct Row {
    key: String,
    /// The value in the notation of the file; `None` if it is not set.
    value: Option<Value>,
    origin: Origin,
}

/// The origin of a value.
#[derive(Debug, Clone, PartialEq)]
enum Origin {
    Default,
    /// A line of `bunraku.toml`.
    File(u32),
    /// A file with options of puppet-lint.
    PuppetLint,
    /// An option on the command line.
    Option(String),
}

fn row(setting: &Setting, args: &ShowConfig, options: Option<&RuleArgs>, project: &Project) -> Row {
    let key = setting.key;
    let option = || Origin::Option(setting.option.unwrap_or_default().to_owned());
    let row = |value, origin| Row { key: key.to_owned(), value, origin };
    if let Some(value) = given(key, args) {
        return row(Some(value), option());
    }
    if let Some(value) = options.and_then(|options| of_rules(key, options)) {
        return row(Some(value), Origin::PuppetLint);
    }
    match (project.config().entry(key), project.line(key)) {
        (Some(entry), Some(line)) => row(Some(entry.value.clone()), Origin::File(line)),
        _ => row(default(setting), Origin::Default),
    }
}

/// The value given on the command line.
fn given(key: &str, args: &ShowConfig) -> Option<Value> {
    let path = |path: &Option<std::path::PathBuf>| Some(Value::Text(path.as_ref()?.display().to_string()));
    match key {
        "edition" => args.edition.map(|edition: &Edition| Value::Text(edition.name.to_owned())),
        "strict" => word(args.strict),
        "strict-variables" => args.strict_variables.map(Value::Switch),
        "environment.folder" => path(&args.environment),
        "environment.modulepath" => {
            let folders = args.modulepath.as_ref()?.split(':').filter(|folder| !folder.is_empty());
            Some(Value::List(folders.map(str::to_owned).collect()))
        }
        "environment.hiera-config" => path(&args.hiera_config),
        "environment.facts" => path(&args.facts),
        "fmt.line-width" => args.line_width.map(Value::Number),
        "fmt.align-arrows" => args.align_arrows.map(|align| Value::Switch(align == AlignArrows::Yes)),
        _ => of_rules(key, &args.rules),
    }
}

fn of_rules(key: &str, rules: &RuleArgs) -> Option<Value> {
    match key {
        "lint.preset" => word(rules.preset),
        "lint.relative" => rules.relative.then_some(Value::Switch(true)),
        "lint.fail-on-warnings" => rules.fail_on_warnings.then_some(Value::Switch(true)),
        "lint.top-scope-variables" => {
            let names = &rules.top_scope_variables;
            (!names.is_empty()).then(|| Value::List(names.clone()))
        }
        _ => None,
    }
}

fn word<T: ValueEnum>(value: Option<T>) -> Option<Value> {
    Some(Value::Text(value?.to_possible_value()?.get_name().to_owned()))
}

/// The rules that differ from their preset.
fn rules(args: &ShowConfig, options: Option<&RuleArgs>, project: &Project) -> Vec<Row> {
    let mut all = args.rules.clone();
    if let Some(options) = options {
        all.preset = all.preset.or(options.preset);
        all.switch.splice(0..0, options.switch.iter().cloned());
    }
    crate::project::rules(project.config(), &mut all);
    let settings = lint::settings(&all, project);
    let only_preset = RuleArgs { switch: Vec::new(), ..all.clone() };
    let usual = lint::settings(&only_preset, &Project::default());
    RULES
        .iter()
        .filter_map(|rule| rule_row(rule.name(), args, options, project, (&settings, &usual)))
        .collect()
}

fn rule_row(
    name: &str,
    args: &ShowConfig,
    options: Option<&RuleArgs>,
    project: &Project,
    (settings, usual): (&RuleSettings, &RuleSettings),
) -> Option<Row> {
    let key = format!("{}.{name}", bunraku_config::RULES_KEY);
    let switched = |rules: &RuleArgs| {
        let named = |switch: &&String| {
            switch.starts_with('=')
                || switch.get(1..).is_some_and(|names| names.split(',').any(|one| one == name))
        };
        rules.switch.iter().rfind(named).cloned()
    };
    let origin = if let Some(switch) = switched(&args.rules) {
        Some(Origin::Option(match switch.split_at_checked(1) {
            Some(("-", name)) => format!("--no-{name}-check"),
            Some(("+", name)) => format!("--{name}-check"),
            _ => "--only-checks".to_owned(),
        }))
    } else if options.and_then(switched).is_some() {
        Some(Origin::PuppetLint)
    } else {
        project.line(&key).map(Origin::File)
    };
    let severity = project.config().text(&key).filter(|level| matches!(*level, "warning" | "error"));
    let level = match (settings.follows(name), severity) {
        (false, _) => "off",
        (true, Some(severity)) => severity,
        (true, None) => "on",
    };
    // `--only-checks` affects all rules. Those that were off anyway are not listed.
    let differs = settings.follows(name) != usual.follows(name) || severity.is_some();
    let mentioned = matches!(origin, Some(Origin::File(_)));
    let origin = origin.filter(|_| differs || mentioned)?;
    Some(Row { key, value: Some(Value::Text(level.to_owned())), origin })
}

/// The default of a setting.
fn default(setting: &Setting) -> Option<Value> {
    Some(match (setting.kind, setting.default) {
        (_, "") => return None,
        (Kind::Switch, switch) => Value::Switch(switch == "true"),
        (Kind::Number(..), number) => Value::Number(number.parse().ok()?),
        (Kind::Choice(_) | Kind::Path, text) => Value::Text(text.trim_matches('"').to_owned()),
        _ => Value::List(Vec::new()),
    })
}

/// The options from puppet-lint's files.
fn of_puppet_lint() -> Option<RuleArgs> {
    let start = ["bunraku", "lint"].map(std::ffi::OsString::from);
    let read = |path: &Path| files::text_of(path, FileKind::Configuration);
    let args = prepare(start.into_iter(), &files::lint_options(), read);
    match Args::try_parse_from(args).ok()?.command {
        Command::Lint(lint) => Some(lint.rules),
        _ => None,
    }
}

fn text(rows: &[Row], project: &Project) -> String {
    let shown: Vec<(String, String)> = rows.iter().map(|row| (line(row), origin(row, project))).collect();
    let width =
        shown.iter().map(|(line, _)| line.chars().count()).filter(|width| *width <= 60).max().unwrap_or(0);
    let mut text = match project.name() {
        Some(name) => format!("# settings of {name}\n"),
        None => format!("# {} not found: defaults\n", bunraku_config::FILE_NAME),
    };
    for (line, origin) in shown {
        let _ = writeln!(text, "{line:width$}  # {origin}");
    }
    text
}

fn line(row: &Row) -> String {
    match &row.value {
        Some(value) => format!("{} = {value}", row.key),
        None => format!("# {}", row.key),
    }
}

fn origin(row: &Row, project: &Project) -> String {
    match &row.origin {
        Origin::Default if row.value.is_none() => "not set".to_owned(),
        Origin::Default => "default".to_owned(),
        Origin::File(line) => format!("{}:{line}", project.name().unwrap_or_default()),
        Origin::PuppetLint => ".puppet-lint.rc".to_owned(),
        Origin::Option(option) => option.clone(),
    }
}

fn json(rows: &[Row], project: &Project) -> String {
    let settings = rows.iter().map(|row| {
        let value = match &row.value {
            None => Json::Null,
            Some(Value::Switch(switch)) => Json::Bool(*switch),
            Some(Value::Number(number)) => Json::Number(*number),
            Some(Value::Text(text)) => Json::string(text.as_str()),
            Some(Value::List(list)) => {
                Json::List(list.iter().map(|text| Json::string(text.as_str())).collect())
            }
        };
        let mut members = vec![("key", Json::string(row.key.as_str())), ("value", value)];
        match &row.origin {
            Origin::Default => members.push(("from", Json::string("default"))),
            Origin::File(line) => members.extend([
                ("from", Json::string("file")),
                ("file", Json::from(project.name())),
                ("line", Json::Number(*line)),
            ]),
            Origin::PuppetLint => members.push(("from", Json::string("puppet-lint.rc"))),
            Origin::Option(option) => {
                members.extend([("from", Json::string("option")), ("option", Json::string(option.as_str()))]);
            }
        }
        Json::Object(members)
    });
    let settings = Json::List(settings.collect());
    let members =
        vec![("version", Json::Number(1)), ("file", Json::from(project.name())), ("settings", settings)];
    format!("{:#}\n", Json::Object(members))
}
