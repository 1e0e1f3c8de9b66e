//! The command line: commands, options and their help.

use std::path::PathBuf;

use bunraku_edition::{EDITIONS, Edition, PUPPET8};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};

/// The Puppet language: check programs before they run
#[derive(Debug, Parser)]
#[command(name = "bunraku", version, after_help = EXAMPLES)]
pub struct Args {
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true, display_order = 100)]
    pub color: Color,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check manifests and templates without running them
    ///
    /// Folders are searched for files that end in `.pp` or `.epp`; hidden files and what `.gitignore` names are
    /// left out. Files that are named themselves are always read: as a template if they end in `.epp`, else as a
    /// manifest.
    ///
    /// The exit status is 0 if nothing is wrong (there may be warnings), 1 if there are errors, and 2 if the
    /// command line is wrong or names a path that does not exist.
    Validate(Validate),
    /// Show how one file is read
    ///
    /// The exit status is 1 if the file has syntax errors. Trees and tokens are printed even then, as far as the
    /// file could be understood.
    Parse(Parse),
    /// Explain the code of a message
    Explain(Explain),
    /// Print a script that completes commands in a shell
    Completions(Completions),
}

/// What `bunraku validate` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = VALIDATE_EXAMPLES)]
pub struct Validate {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The name of standard input in messages; its ending tells manifests from templates
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// The edition of the language
    #[arg(long, value_name = "EDITION", default_value = PUPPET8.name, value_parser = edition_parser())]
    pub edition: &'static Edition,
    /// The form of messages; SARIF goes to standard output, all else to standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// What to make of the mistakes that the setting `strict` is about
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Strict::Error)]
    pub strict: Strict,
    /// Print messages only: no summary, no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// What `bunraku parse` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = PARSE_EXAMPLES)]
pub struct Parse {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The name of standard input in messages; its ending tells manifests from templates
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// What to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TreeFormat::Tree)]
    pub format: TreeFormat,
    /// The edition of the language
    #[arg(long, value_name = "EDITION", default_value = PUPPET8.name, value_parser = edition_parser())]
    pub edition: &'static Edition,
}

/// What `bunraku explain` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub struct Explain {
    /// The code, as it stands in brackets before a message
    #[arg(required_unless_present = "list")]
    pub code: Option<String>,
    /// List all codes, each with a line about it
    #[arg(long, conflicts_with = "code")]
    pub list: bool,
}

/// What `bunraku completions` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The form of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// One SARIF 2.1.0 document, for code scanners
    Sarif,
    /// Workflow commands, which GitHub shows beside changed lines
    Github,
}

/// What to make of the mistakes that the setting `strict` is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Strict {
    /// They are errors, as in Puppet 8
    Error,
    /// They are warnings
    Warning,
    /// They are not mentioned
    Off,
}

/// What is shown of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// The syntax tree, indented
    Tree,
    /// The syntax tree as JSON
    Json,
    /// The model in Puppet's extended notation
    Pn,
    /// The same notation as JSON
    PnJson,
    /// The tokens, one a line
    Tokens,
}

fn edition_parser() -> impl TypedValueParser<Value = &'static Edition> {
    PossibleValuesParser::new(EDITIONS.map(|edition| edition.name))
        .try_map(|name| Edition::find(&name).ok_or("there is no such edition"))
}

const EXAMPLES: &str = "\
Examples:
  bunraku validate manifests/            check all manifests and templates of a folder
  bunraku explain syntax-error           say more about a message
  bunraku help validate                  show the options of a command";

const VALIDATE_EXAMPLES: &str = "\
Examples:
  bunraku validate .                                  check all files of a repository
  bunraku validate site.pp modules/web                check a file and a folder
  bunraku validate --stdin-name a.epp - < a.epp       check what an editor holds
  bunraku validate --log-format sarif . > out.sarif   write a report for a code scanner";

const PARSE_EXAMPLES: &str = "\
Examples:
  bunraku parse site.pp                               show the syntax tree
  echo 'notice(1)' | bunraku parse --format pn -      show Puppet's notation of a program
  bunraku parse --format tokens --edition spec a.pp   show the tokens in another edition";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  bunraku explain syntax-error           print the page of a code
  bunraku explain --list                 list all codes";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bunraku completions bash > ~/.local/share/bash-completion/completions/bunraku
  bunraku completions fish > ~/.config/fish/completions/bunraku.fish";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_defined() {
        super::Args::command().debug_assert();
    }
}
