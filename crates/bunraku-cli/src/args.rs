//! The command line: commands, options and their help.

mod ca;
mod check;
mod config;
mod doc;
mod epp;
mod evaluate;
mod examples;
mod facts;
mod fmt;
mod insight;
mod limits;
pub mod lint;
mod lookup;
mod number;
#[cfg(all(test, unix))]
mod page;
mod policy;
pub mod puppet;
#[cfg(unix)]
mod server;
mod store;
mod test;

use std::path::PathBuf;

use bunraku::edition::{EDITIONS, Edition, PUPPET8};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};

pub use ca::{
    Ca, CaCommand, CaDelete, CaFolders, CaFormat, CaGenerate, CaImport, CaList, CaNames, CaRenew, CaSetup,
    CaSign, NewCertificate,
};
pub use check::{Check, CheckFormat, FailOn, Part};
pub use config::{ConfigFormat, ShowConfig};
pub use doc::{Doc, DocFormat};
pub use epp::{Epp, EppCommand, Render, ValidateTemplates};
pub use evaluate::{
    CatalogFormat, Compile, Conditions, Eval, Functions, LineFormat, ManualFormat, Repl, ValueFormat,
};
use examples::{COMPLETIONS_EXAMPLES, EXAMPLES, EXPLAIN_EXAMPLES, PARSE_EXAMPLES, VALIDATE_EXAMPLES};
pub use facts::FactArgs;
pub use fmt::{AlignArrows, Fmt};
pub use insight::{
    AnswerFormat, CatalogApi, Diff, DiffFormat, Graph, GraphFormat, OneNode, ReasonFormat, Verify, Why,
    WhyNot,
};
pub use limits::LimitArgs;
pub use lint::Lint;
pub use lookup::{Lookup, RenderAs};
#[cfg(unix)]
pub use server::{LogLevel, LogLines, Server};
pub use store::{Store, StoreCommand, StoreFile, StoreGc, StoreServe};
pub use test::{CoverageFormat, Test, TestFormat};

/// Check, compile and test Puppet code
#[derive(Debug, Parser)]
#[command(name = "bunraku", version, disable_version_flag = true, after_help = EXAMPLES)]
pub struct Args {
    /// Print the version; with `--verbose`, also the commit, target and compiler
    #[arg(long, short = 'V', action = clap::ArgAction::Version)]
    version: Option<bool>,
    /// When to use colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true, display_order = 100)]
    pub color: Color,
    /// Do not read `bunraku.toml`
    #[arg(long, global = true, display_order = 101)]
    pub isolated: bool,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommand.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check manifests, templates, data and Ruby files without running them
    ///
    /// The extension decides how a file is checked: `.pp`, `.epp`, `.erb`, `.rb`, `.yaml`, `.json`. A file with any
    /// other extension is checked as a manifest. A module's manifests must define what their paths say they define.
    /// Folders are searched without hidden files, files matched by `.gitignore`, and data and Ruby files below `spec`
    /// and `vendor`.
    ///
    /// The exit status is 0 if there are no errors (warnings are fine), 1 if there are, and 2 if the command line is
    /// wrong or names a path that does not exist.
    Validate(Validate),
    /// Format manifests and templates
    ///
    /// Files are rewritten in place; `-` reads standard input and writes to standard output. Only the layout changes:
    /// each result is compared with the original, and files with syntax errors are left alone. Folders are searched
    /// for `.pp` and `.epp` files, without hidden files, files matched by `.gitignore`, and the folders `vendor` and
    /// `spec/fixtures`. Lines between `# fmt: off` and `# fmt: on` keep their layout, and so does a statement that
    /// ends with `# fmt: skip`.
    ///
    /// The exit status is 0 if all files are formatted, 1 if `--check` or `--diff` finds one that is not, and 2 if a
    /// file has syntax errors or cannot be read or written, or if the command line is wrong.
    Fmt(Fmt),
    /// Find problems and questionable style, and fix them
    ///
    /// The rules and options are those of puppet-lint and its plugins, plus rules that know types, modules and data;
    /// `bunraku explain NAME` explains a rule. Folders are searched for manifests, templates and data files.
    ///
    /// The exit status is 0 if there are no errors, 1 if there are (or warnings, with `--fail-on-warnings`), and 2 if
    /// the command line is wrong or a file cannot be written.
    Lint(Box<Lint>),
    /// Run all checks on a project, for CI or before a commit
    ///
    /// This validates manifests, templates, data and Ruby files, runs the linter, checks the formatting, and compiles
    /// the catalog of every node whose facts are available: from `--facts`, from the folder set in `bunraku.toml`, or
    /// from the folder `facts` of the environment. Hidden files, files matched by `.gitignore`, and the folders
    /// `vendor` and `spec/fixtures` are skipped.
    ///
    /// The exit status is 0 if there are no errors (warnings are fine), 1 if there are (or warnings, with `--fail-on
    /// warning`), and 2 if the command line or `bunraku.toml` is wrong.
    Check(Box<Check>),
    /// Write a module's reference documentation from its comments
    ///
    /// Reads the same comments and tags as puppet-strings, for classes, defined types, functions, types, providers
    /// and data types, in Puppet and in Ruby, and the metadata of tasks.
    ///
    /// The exit status is 0 if the reference was written, 1 if a file has syntax errors, if `--check` finds it out of date,
    /// or if there are warnings with `--fail-on-warnings`, and 2 if the command line is wrong or nothing can be written.
    Doc(Doc),
    /// Show the syntax tree or tokens of a file
    ///
    /// The exit status is 1 if the file has syntax errors; the tree or tokens of what could be parsed are printed all
    /// the same.
    Parse(Parse),
    /// Compile the catalog of a node
    ///
    /// On a terminal this prints a summary of the catalog, to a pipe or file the catalog itself as JSON; `--format`
    /// overrides this. Log lines and errors go to standard error. Without MANIFEST and `--environment`, the
    /// environment is the current folder.
    ///
    /// The exit status is 0 if the catalog compiles, 1 if it does not, and 2 if the command line is wrong, names a
    /// file that does not exist, or names facts that cannot be read.
    Compile(Compile),
    /// Compare catalogs
    ///
    /// Each side is a catalog in JSON, a folder of catalogs, the folder of an environment, or a revision of the
    /// environment's git repository. The nodes of an environment are compiled. Changes that several nodes share are
    /// shown once.
    ///
    /// The exit status is 0 if there are no differences, 2 if there are, and 1 if something cannot be read or
    /// compiled.
    Diff(Box<Diff>),
    /// Verify that catalogs are the same as Puppet's
    ///
    /// The nodes are compiled and compared with recorded catalogs, or with those of an installed Puppet. Everything
    /// an agent receives is compared; differences that change nothing, such as the order of tags, are listed
    /// separately.
    ///
    /// The exit status is 0 if all catalogs are the same, 1 if one differs or cannot be compared, and 2 if the
    /// command line is wrong.
    Verify(Box<Verify>),
    /// Show where a resource or a value comes from
    ///
    /// Compiles the node and shows the attribute, default, override or line of data that set the value, what it was
    /// computed from, the conditions around it, and what declared the resource.
    ///
    /// The exit status is 0 if there is an answer, 1 if the catalog does not compile, and 2 if the command line is
    /// wrong or the resource or parameter is not in the catalog.
    Why(Box<Why>),
    /// Show why a class or resource is not in a catalog
    ///
    /// Compiles the node and searches the manifests of the environment and its modules for code that would declare
    /// the resource. Shows that code, the conditions around it, and why it was not evaluated.
    ///
    /// The exit status is 0 if there is an answer, 1 if the catalog does not compile, and 2 if the command line is
    /// wrong or the resource is in the catalog.
    WhyNot(Box<WhyNot>),
    /// Show the dependency graph of a catalog, and its cycles
    ///
    /// The exit status is 0 if there are no cycles, 1 if there are or the catalog does not compile, and 2 if the
    /// command line is wrong.
    Graph(Box<Graph>),
    /// Look up values in the Hiera data of an environment
    ///
    /// Prints the value of the first key that has one, as YAML or in the format set by `--render-as`. `--explain`
    /// shows every layer, level and file that was searched, and which of them had the value.
    ///
    /// The exit status is 0 if a value is found, 1 if none is found or the lookup fails, and 2 if the command line is
    /// wrong.
    Lookup(Lookup),
    /// Evaluate an expression or a program and print its last value
    ///
    /// The value is printed in Puppet syntax, as JSON or as YAML. Log lines go to standard error.
    ///
    /// The exit status is 0 if the program runs, 1 if it fails, and 2 if the command line is wrong.
    Eval(Eval),
    /// Render or check EPP templates
    ///
    /// The exit status is 0 if there are no errors, 1 if a template fails or has errors, and 2 if the command line is
    /// wrong.
    Epp(Epp),
    /// Run the rspec-puppet suite of a module
    ///
    /// Paths are spec files, folders of spec files, or a line of a file, as in `spec/classes/init_spec.rb:12`, or the id of an example, as in `spec/classes/init_spec.rb[1:2]`.
    /// Without paths, all specs of the module run, except acceptance tests. Modules listed in `.fixtures.yml` are
    /// looked up in `spec/fixtures/modules` and on the `--modulepath`; nothing is downloaded.
    ///
    /// The exit status is 0 if no example fails, 1 if one fails or a file cannot be loaded, and 2 if the command line
    /// is wrong.
    Test(Test),
    /// Serve catalogs and files to Puppet agents
    ///
    /// The environments are those in the folder `environments` of `--confdir`, or those configured in its
    /// `puppet.conf`. The log goes to standard error. `SIGHUP` reloads everything; `SIGTERM` stops the server after
    /// current requests finish.
    ///
    /// The exit status is 0 if the server was asked to stop, and 2 if it cannot start.
    #[cfg(unix)]
    Server(Box<Server>),
    /// Manage certificates: list, sign, revoke and renew them, or create an authority
    ///
    /// Uses puppetserver's files and the options of `puppetserver ca`. The files are changed directly, which is safe
    /// while a server is running.
    ///
    /// The exit status is 0 on success, 1 if the operation failed for one of the names, and 2 if the command line is
    /// wrong or there is no authority.
    Ca(Box<Ca>),
    /// Try out the language interactively
    ///
    /// On a terminal, lines can be edited, Tab completes, and the history is kept between sessions. Piped input is
    /// read line by line, and the exit status is 1 if any input fails.
    Repl(Repl),
    /// Query, export, import and clean up a store of facts, catalogs and reports
    ///
    /// A store is an SQLite database that `bunraku compile --store` and `bunraku server` write to; queries are
    /// written as for PuppetDB.
    ///
    /// The exit status is 0 on success, and 2 if the store cannot be used or the query is invalid.
    Store(Store),
    /// List the functions, or explain one
    Functions(Functions),
    /// Explain an error code or a lint rule
    Explain(Explain),
    /// Show the effective settings and where each comes from
    ///
    /// Settings come from the command line, from `bunraku.toml` in the folder of PATH or a parent folder, and, for
    /// lint rules, from `.puppet-lint.rc`. The command line takes precedence.
    ///
    /// The exit status is 0, or 2 if `bunraku.toml` is invalid.
    Config(Box<ShowConfig>),
    /// Print a completion script for a shell
    Completions(Completions),
}

/// The options of `bunraku validate`.
#[derive(Debug, clap::Args)]
#[command(after_help = VALIDATE_EXAMPLES)]
pub struct Validate {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The name of standard input in messages; its extension decides whether it is a manifest or a template
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// The edition of the language [default: puppet8]
    #[arg(long, value_name = "EDITION", value_parser = edition_parser())]
    pub edition: Option<&'static Edition>,
    /// The format of messages; SARIF goes to standard output, the others to standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// How to treat the mistakes that Puppet's setting `strict` covers [default: error]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub strict: Option<Strict>,
    /// Parse manifests like Puppet with its setting `tasks`: `plan` and `apply` are keywords, and resources may only
    /// be declared inside `apply`. Files in a module's folder `plans` are always parsed this way
    #[arg(long)]
    pub tasks: bool,
    /// Print messages only, without summary and progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// The options of `bunraku parse`.
#[derive(Debug, clap::Args)]
#[command(after_help = PARSE_EXAMPLES)]
pub struct Parse {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The name of standard input in messages; its extension decides whether it is a manifest or a template
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// What to print
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TreeFormat::Tree)]
    pub format: TreeFormat,
    /// The edition of the language
    #[arg(long, value_name = "EDITION", default_value = PUPPET8.name, value_parser = edition_parser())]
    pub edition: &'static Edition,
    /// Parse manifests like Puppet with its setting `tasks`: `plan` and `apply` are keywords, and resources may only
    /// be declared inside `apply`. Files in a module's folder `plans` are always parsed this way
    #[arg(long)]
    pub tasks: bool,
}

/// The options of `bunraku explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub struct Explain {
    /// The code shown in brackets in a message, or the name of a lint rule
    #[arg(required_unless_present = "list")]
    pub code: Option<String>,
    /// List all codes with a one-line description
    #[arg(long, conflicts_with = "code")]
    pub list: bool,
}

/// The options of `bunraku completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// When to use colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The format of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// One JSON object per line
    Json,
    /// One SARIF 2.1.0 document, for code scanners
    Sarif,
    /// Workflow commands, which GitHub shows next to the changed lines
    Github,
}

/// How to treat the mistakes that Puppet's setting `strict` covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Strict {
    /// As errors, like Puppet 8
    Error,
    /// As warnings
    Warning,
    /// Not at all
    Off,
}

impl From<Strict> for bunraku::analysis::Strict {
    fn from(strict: Strict) -> bunraku::analysis::Strict {
        match strict {
            Strict::Error => bunraku::analysis::Strict::Error,
            Strict::Warning => bunraku::analysis::Strict::Warning,
            Strict::Off => bunraku::analysis::Strict::Off,
        }
    }
}

/// What is shown of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    /// The syntax tree, indented
    Tree,
    /// The syntax tree as JSON
    Json,
    /// Puppet's model in PN (Puppet extended S-expression) notation
    Pn,
    /// The same as JSON
    PnJson,
    /// The tokens, one per line
    Tokens,
}

fn edition_parser() -> impl TypedValueParser<Value = &'static Edition> {
    PossibleValuesParser::new(EDITIONS.map(|edition| edition.name))
        .try_map(|name| Edition::find(&name).ok_or("unknown edition"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_defined() {
        super::Args::command().debug_assert();
    }
}
