//! The options of `bunraku lint`: those of puppet-lint, and a few more.
//!
//! puppet-lint has two options for every check, and reads options from files. Both are rewritten before the command
//! line is parsed, so that the parser does not depend on the list of rules: `--no-NAME-check` becomes `--switch=-NAME`.
//! `bunraku check` accepts the same options, so that the files mean the same for it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use bunraku::diag::nearest;
use clap::{CommandFactory, ValueEnum};

use super::examples::LINT_EXAMPLES;

/// The options of `bunraku lint`.
#[derive(Debug, clap::Args)]
#[command(after_help = LINT_EXAMPLES, args_override_self = true)]
pub struct Lint {
    /// Files and folders; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Which rules to follow, and how.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// The environment that the files belong to [default: the one they are in]
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// The folders to find modules in, separated by `:`
    #[arg(long, value_name = "DIRS", value_delimiter = ':')]
    pub modulepath: Vec<PathBuf>,
    /// List the rules with a one-line description
    #[arg(long)]
    pub list_checks: bool,
    /// What to show
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::All)]
    pub error_level: Level,
    /// Show findings that comments suppress
    #[arg(long)]
    pub show_ignored: bool,
    /// Show the file name on each line, even for a single file
    #[arg(long)]
    pub with_filename: bool,
    /// Show the source line below each finding
    #[arg(long)]
    pub with_context: bool,
    /// The format of a line: `%{path}:%{line}:%{column}: %{KIND} %{message} (%{check})`, `%{kind}`, `%{filename}`,
    /// `%{fullpath}`
    #[arg(long, value_name = "FORMAT")]
    pub log_format: Option<String>,
    /// The format of the report
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Lines)]
    pub output_format: Form,
    /// The same as `--output-format json`
    #[arg(long)]
    pub json: bool,
    /// The same as `--output-format sarif`
    #[arg(long)]
    pub sarif: bool,
    /// Also write a report for Code Climate and GitLab to a file
    #[arg(long, value_name = "FILE")]
    pub codeclimate_report_file: Option<PathBuf>,
    /// Fix what can be fixed without changing the meaning of the code
    #[arg(long, short)]
    pub fix: bool,
    /// With `--fix` or `--diff`: include fixes that should be reviewed
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Show what `--fix` would change, without changing it
    #[arg(long)]
    pub diff: bool,
    /// Add comments to the files that suppress all current findings
    #[arg(long, conflicts_with_all = ["fix", "diff"])]
    pub add_ignore: bool,
    /// Show the number of findings for each rule instead of the findings
    #[arg(long)]
    pub statistics: bool,
    /// Keep running, and lint again whenever a file changes
    #[arg(long, conflicts_with_all = ["fix", "add_ignore"])]
    pub watch: bool,
    /// Lint all files, including those that have not changed
    #[arg(long)]
    pub no_cache: bool,
    /// The name of standard input in messages; its extension decides whether it is a manifest or data
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// Also read options from this file
    #[arg(long, short, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Do not read `/etc/puppet-lint.rc`, or `.puppet-lint.rc` in the home folder and the current folder
    #[arg(long)]
    pub no_config: bool,
    /// Not supported: plugins in Ruby
    #[arg(long, short, hide = true, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Not supported: plugins in Ruby
    #[arg(long, hide = true, value_name = "PATH")]
    pub load_from_puppet: Option<PathBuf>,
}

impl Lint {
    /// The format of the report.
    pub fn form(&self) -> Form {
        match (self.sarif, self.json) {
            (true, _) => Form::Sarif,
            (false, true) => Form::Json,
            (false, false) => self.output_format,
        }
    }
}

/// Which rules to follow, and how.
#[derive(Debug, Clone, clap::Args)]
pub struct RuleArgs {
    /// The set of rules to use [default: core]
    #[arg(long, value_enum, value_name = "PRESET")]
    pub preset: Option<Preset>,
    /// Use only these rules; `--NAME-check` and `--no-NAME-check` turn one on and off
    #[arg(long, value_name = "NAMES")]
    pub only_checks: Option<String>,
    /// In the order of the command line: `-NAME`, `+NAME`, or `=NAMES` for these alone.
    #[arg(long, hide = true, allow_hyphen_values = true, action = clap::ArgAction::Append)]
    pub switch: Vec<String>,
    /// Fail if there are warnings
    #[arg(long)]
    pub fail_on_warnings: bool,
    /// Skip paths that match one of these patterns
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',', default_value = "vendor/**/*.pp")]
    pub ignore_paths: Vec<String>,
    /// Check the layout relative to the module's folder, whatever its name is
    #[arg(long)]
    pub relative: bool,
    /// Top-scope variables that are not facts
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub top_scope_variables: Vec<String>,
}

/// Which rules to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// The rules of puppet-lint
    Core,
    /// The rules of puppet-lint and of Vox Pupuli's plugins
    Vox,
    /// All rules
    All,
}

/// What to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Errors and warnings
    All,
    /// Warnings
    Warning,
    /// Errors
    Error,
}

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// One line per finding, in puppet-lint's format
    Lines,
    /// With the source code, for people
    Text,
    /// One JSON document, in puppet-lint's format
    Json,
    /// One SARIF 2.1.0 document, for code scanners
    Sarif,
    /// Workflow commands, which GitHub shows next to the changed lines
    Github,
    /// One document for GitLab and Code Climate
    Gitlab,
}

/// The commands that take rule options.
const COMMANDS: &[&str] = &["lint", "check", "config"];

/// Rewrites the options about rules in the arguments of the process. Options from files come first, so that the command
/// line overrides them. `read` returns the lines of a file.
pub fn prepare(
    args: impl Iterator<Item = OsString>,
    files: &[PathBuf],
    read: impl Fn(&Path) -> Option<String>,
) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    let is_command = |(at, arg): &(usize, &OsString)| {
        let after_color = args.get(at - 1).is_some_and(|before| before == "--color");
        !after_color && !arg.as_encoded_bytes().starts_with(b"-")
    };
    let command = args.iter().enumerate().skip(1).find(is_command);
    let command = command.and_then(|(at, arg)| Some((at, *COMMANDS.iter().find(|name| arg == **name)?)));
    let Some((at, command)) = command else { return args };
    let own = args.split_off(at + 1);

    let mut lines = Vec::new();
    let named = named_files(&own);
    // `config` reads the files itself, to report which options come from them.
    let without = command == "config" || own.iter().any(|arg| arg == "--no-config");
    let usual = if without { &[][..] } else { files };
    for file in usual.iter().chain(&named) {
        match read(file) {
            Some(text) => lines.extend(options(&text, file, command)),
            // A folder, or bytes that are not UTF-8: somebody counts on the options.
            None if named.contains(file) || file.symlink_metadata().is_ok() => {
                eprintln!("warning: cannot read `{}`: its options are ignored", file.display());
            }
            None => {}
        }
    }
    args.extend(switches(lines.into_iter().map(OsString::from)));
    args.extend(switches(own.into_iter()));
    args
}

/// The files given with `-c` and `--config`.
fn named_files(args: &[OsString]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        if arg == "-c" || arg == "--config" {
            files.extend(args.get(at + 1).map(PathBuf::from));
        } else if let Some(file) = arg.to_str().and_then(|arg| arg.strip_prefix("--config=")) {
            files.push(PathBuf::from(file));
        }
    }
    files
}

/// The options in a file, one per line; a value may be on the next line. Other lines are ignored. An unknown option, which may belong to a plugin, is
/// dropped with a warning. Linter options that have no meaning for another command are dropped too.
fn options(text: &str, file: &Path, command: &str) -> Vec<String> {
    let commands = super::Args::command();
    let known_to = |command: &str, name: &str| {
        let long = |arg: &clap::Arg| arg.get_long() == name.strip_prefix("--");
        let short = |arg: &clap::Arg| arg.get_short().is_some_and(|short| name == format!("-{short}"));
        let command = commands.find_subcommand(command);
        command.is_some_and(|command| command.get_arguments().any(|arg| long(arg) || short(arg)))
    };
    let only_lint = ["--fix", "-f", "--json", "--sarif", "--config", "-c"];
    let takes_value = |name: &str| {
        let lint = commands.find_subcommand("lint").into_iter().flat_map(clap::Command::get_arguments);
        let mut options = lint.filter(|arg| arg.get_action().takes_values());
        name == "--only-checks" || options.any(|arg| arg.get_long() == name.strip_prefix("--"))
    };
    let mut options = Vec::new();
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with('-') {
            continue;
        }
        let (name, mut value) = match line.split_once(['=', ' ']) {
            Some((name, value)) => (name, Some(value.trim())),
            None => (line, None),
        };
        if value.is_none() && takes_value(name) {
            value = lines.next_if(|next| !next.is_empty() && !next.starts_with(['-', '#']));
        }
        if !name.ends_with("-check") {
            if !known_to("lint", name) {
                let longs =
                    commands.find_subcommand("lint").into_iter().flat_map(clap::Command::get_arguments);
                let longs: Vec<String> =
                    longs.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
                let help = match nearest(name, longs.iter().map(String::as_str)) {
                    Some(similar) => format!("; did you mean `{similar}`?"),
                    None => String::new(),
                };
                eprintln!("warning: unknown option `{name}` in `{}`{help}", file.display());
                continue;
            }
            if command != "lint" && (only_lint.contains(&name) || !known_to(command, name)) {
                continue;
            }
        }
        options.push(name.to_owned());
        options.extend(value.map(str::to_owned));
    }
    options
}

/// Rewrites `--no-NAME-check`, `--NAME-check` and `--only-checks NAMES` as switches.
fn switches(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut result = Vec::new();
    let mut only = false;
    for arg in args {
        if std::mem::take(&mut only) {
            result.push(joined("--switch==", &arg));
            continue;
        }
        let text = arg.to_str().unwrap_or("");
        let name = text.strip_prefix("--").and_then(|rest| rest.strip_suffix("-check"));
        if text == "--only-checks" {
            only = true;
        } else if let Some(names) = text.strip_prefix("--only-checks=") {
            result.push(joined("--switch==", OsStr::new(names)));
        } else if let Some(name) = name {
            result.push(OsString::from(match name.strip_prefix("no-") {
                Some(name) => format!("--switch=-{name}"),
                None => format!("--switch=+{name}"),
            }));
        } else {
            result.push(arg);
        }
    }
    if only {
        // Lets the parser report the missing value.
        result.push(OsString::from("--only-checks"));
    }
    result
}

fn joined(option: &str, value: &OsStr) -> OsString {
    let mut joined = OsString::from(option);
    joined.push(value);
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(args: &[&str], rc: &str) -> Vec<String> {
        let files = [PathBuf::from(".puppet-lint.rc")];
        let args = std::iter::once("bunraku").chain(args.iter().copied()).map(OsString::from);
        let result = prepare(args, &files, |_| Some(rc.to_owned()));
        result.into_iter().skip(1).map(|arg| arg.into_string().unwrap()).collect()
    }

    #[test]
    fn switches_keep_their_order() {
        let args = ["lint", "--no-140chars-check", "--only-checks", "a,b", "--80chars-check", "x.pp"];
        assert_eq!(
            prepared(&args, ""),
            ["lint", "--switch=-140chars", "--switch==a,b", "--switch=+80chars", "x.pp"]
        );
    }

    #[test]
    fn files_come_before_the_command_line() {
        let rc = "# comment\n\n--relative\n--error-level error\n--log-format=%{path} %{line}\n--no-hard_tabs-check\n";
        assert_eq!(
            prepared(&["--color", "lint", "lint", "--hard_tabs-check"], rc),
            [
                "--color",
                "lint",
                "lint",
                "--relative",
                "--error-level",
                "error",
                "--log-format",
                "%{path} %{line}",
                "--switch=-hard_tabs",
                "--switch=+hard_tabs"
            ]
        );
        assert_eq!(prepared(&["lint", "--no-config"], rc), ["lint", "--no-config"]);
    }

    #[test]
    fn values_in_files_may_be_on_the_next_line() {
        let rc = "--only-checks\na,b\n--with-filename\n--log-format\n%{path} %{line}\n--relative\nx\n";
        assert_eq!(
            prepared(&["lint"], rc),
            ["lint", "--switch==a,b", "--with-filename", "--log-format", "%{path} %{line}", "--relative"]
        );
    }

    #[test]
    fn other_commands_are_left_alone() {
        assert_eq!(
            prepared(&["validate", "--no-x-check", "lint"], "--fix"),
            ["validate", "--no-x-check", "lint"]
        );
    }
}
