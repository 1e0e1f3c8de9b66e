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
#[cfg(all(test, unix))]
mod page;
mod policy;
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
pub use server::{LogLevel, Server};
pub use store::{Store, StoreCommand, StoreFile, StoreGc, StoreServe};
pub use test::{CoverageFormat, Test, TestFormat};

/// The Puppet language: check, evaluate and compile programs
#[derive(Debug, Parser)]
#[command(name = "bunraku", version, disable_version_flag = true, after_help = EXAMPLES)]
pub struct Args {
    /// Print the version; with `--verbose` also the commit, the target and the compiler
    #[arg(long, short = 'V', action = clap::ArgAction::Version)]
    version: Option<bool>,
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true, display_order = 100)]
    pub color: Color,
    /// Leave `bunraku.toml` unread
    #[arg(long, global = true, display_order = 101)]
    pub isolated: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check manifests, templates, data and Ruby files without running them
    ///
    /// Each file is checked by the rules of its ending: `.pp`, `.epp`, `.erb`, `.rb`, `.yaml`, `.json`. Manifests of
    /// modules must define what their paths stand for. In folders, hidden files and what `.gitignore` names are left
    /// out, and so are data and Ruby files below `spec` and `vendor`. A file with another ending is a manifest.
    ///
    /// The exit status is 0 if nothing is wrong (there may be warnings), 1 if there are errors, and 2 if the
    /// command line is wrong or names a path that does not exist.
    Validate(Validate),
    /// Format manifests and templates
    ///
    /// Files are rewritten in place; `-` reads standard input and writes to standard output. Only layout changes: each
    /// result is compared with the original, and a file with syntax errors is left alone. Folders are searched for files
    /// that end in `.pp` or `.epp`; hidden files, what `.gitignore` names, and folders `vendor` and `spec/fixtures` are
    /// left out. A region between the lines `# fmt: off` and `# fmt: on` keeps its layout, and so does a statement with
    /// `# fmt: skip` at its end.
    ///
    /// The exit status is 0 if all files are formatted now, with `--check` or `--diff` 1 if some are not, and 2 if a file
    /// has syntax errors or cannot be read or written, or if the command line is wrong.
    Fmt(Fmt),
    /// Find what could be better in code that works, and fix it
    ///
    /// The rules and options are those of puppet-lint and of its plugins; `bunraku explain NAME` says more about a rule.
    /// Folders are searched for manifests, templates and data files.
    ///
    /// The exit status is 0 if nothing is wrong, 1 if there are errors, or warnings with `--fail-on-warnings`, and 2 if the
    /// command line is wrong or a file cannot be written.
    Lint(Box<Lint>),
    /// Check a project for CI or before a commit
    ///
    /// Manifests, templates, data and Ruby files are validated, the rules of the linter followed, the layout compared, and
    /// the catalogs of all nodes compiled whose facts are at hand: those of `--facts`, of the folder that `bunraku.toml`
    /// names, or of `facts` in the environment. Hidden files, what `.gitignore` names, and folders `vendor` and
    /// `spec/fixtures` are left out.
    ///
    /// The exit status is 0 if nothing is wrong (there may be warnings), 1 if there are errors, or warnings with `--fail-on
    /// warning`, and 2 if the command line or `bunraku.toml` is wrong.
    Check(Box<Check>),
    /// Write the reference of a module from its comments
    ///
    /// Comments and tags are read as puppet-strings reads them: those of classes, defined types, functions, types,
    /// providers and data types in Puppet and Ruby, and the metadata of tasks.
    ///
    /// The exit status is 0 if the reference was written, 1 if a file has syntax errors, if `--check` finds it out of date,
    /// or if there are warnings with `--fail-on-warnings`, and 2 if the command line is wrong or nothing can be written.
    Doc(Doc),
    /// Show how one file is read
    ///
    /// The exit status is 1 if the file has syntax errors. Trees and tokens are printed even then, as far as the
    /// file could be understood.
    Parse(Parse),
    /// Make the catalog of a node
    ///
    /// A terminal gets a summary of the catalog, a pipe or a file the catalog itself as JSON; `--format` chooses. What the
    /// program logs and what is wrong with it goes to standard error. Without MANIFEST and `--environment`, the working
    /// folder is the environment.
    ///
    /// The exit status is 0 if there is a catalog, 1 if the program fails, and 2 if the command line is wrong, names
    /// a file that does not exist, or facts that cannot be read.
    Compile(Compile),
    /// Compare catalogs
    ///
    /// Each side is a catalog in JSON, a folder of them, the folder of an environment, or a revision of the git repository
    /// that the environment is in. The nodes of an environment are compiled. With several nodes, equal changes are told
    /// once.
    ///
    /// The exit status is 0 if there is no difference, 2 if there are some, and 1 if something cannot be read or compiled.
    Diff(Box<Diff>),
    /// Prove that catalogs are those that Puppet makes
    ///
    /// The nodes are compiled and compared with recorded catalogs, or with those of an installed Puppet. Everything counts
    /// that an agent gets; what may differ without changing anything, such as the order of tags, is named.
    ///
    /// The exit status is 0 if all nodes are equal, 1 if a node differs or cannot be compared, and 2 if the command line is
    /// wrong.
    Verify(Box<Verify>),
    /// Tell where a resource or a value comes from
    ///
    /// The node is compiled. The answer names the attribute, default, override or line of data that gave the value, what it
    /// was computed from, the conditions around it, and who declared the resource.
    ///
    /// The exit status is 0 if there is an answer, 1 if the program fails, and 2 if the command line is wrong or the catalog
    /// does not have what is asked about.
    Why(Box<Why>),
    /// Tell why a class or a resource is not in a catalog
    ///
    /// The node is compiled, and the manifests of the environment and its modules are searched for code that would declare
    /// what is missing. The answer names that code, the conditions around it, and what keeps the code itself out.
    ///
    /// The exit status is 0 if there is an answer, 1 if the program fails, and 2 if the command line is wrong or the catalog
    /// has what is asked about.
    WhyNot(Box<WhyNot>),
    /// Show the order of a catalog as a graph, and its cycles
    ///
    /// The exit status is 0 if the catalog can be applied, 1 if it has cycles or the program fails, and 2 if the command line
    /// is wrong.
    Graph(Box<Graph>),
    /// Look values up in the data of an environment
    ///
    /// The first key that has a value counts. The value is printed as YAML, or as `--render-as` says. `--explain` shows
    /// every layer, level and file that was asked, and which of them gave the value.
    ///
    /// The exit status is 0 if there is a value, 1 if there is none or the lookup fails, and 2 if the command line is
    /// wrong.
    Lookup(Lookup),
    /// Evaluate an expression or a program and print its last value
    ///
    /// The value is printed as a program would write it, or as JSON. What is logged goes to standard error.
    ///
    /// The exit status is 0 if there is a value, 1 if the program fails, and 2 if the command line is wrong.
    Eval(Eval),
    /// Render or check EPP templates
    ///
    /// The exit status is 0 if all is well, 1 if a template fails or has errors, and 2 if the command line is wrong.
    Epp(Epp),
    /// Run the rspec-puppet suite of a module
    ///
    /// Paths are files or folders of specs, or files with lines, as in `spec/classes/init_spec.rb:12`; without any, all of
    /// the module's specs run, except acceptance tests. The modules of `.fixtures.yml` are looked for in
    /// `spec/fixtures/modules` and in the folders of `--modulepath`; nothing is fetched.
    ///
    /// The exit status is 0 if no example fails, 1 if some do or a file cannot be loaded, and 2 if the command line is
    /// wrong.
    Test(Test),
    /// Serve catalogs and files to Puppet agents
    ///
    /// The environments are those below the folder of `--confdir`, or those that its `puppet.conf` names. What happens is
    /// logged to standard error. `SIGHUP` loads everything again, `SIGTERM` lets clients finish.
    ///
    /// The exit status is 0 if the server was told to stop, and 2 if it cannot start.
    #[cfg(unix)]
    Server(Box<Server>),
    /// Manage certificates: list, sign, revoke and renew them, or make an authority
    ///
    /// The files are those of puppetserver, and the options those of `puppetserver ca`. The command changes the files
    /// themselves, and may do so while a server uses them.
    ///
    /// The exit status is 0 if all was done, 1 if something could not be done for one of the names, and 2 if the command
    /// line is wrong or there is no authority.
    Ca(Box<Ca>),
    /// Try the language out, one input at a time
    ///
    /// On a terminal lines can be edited, completed with the tab key, and recalled in later runs. From a pipe inputs
    /// are read line by line; then the exit status is 1 if one of them fails.
    Repl(Repl),
    /// Ask, move and clean up a store of facts, catalogs and reports
    ///
    /// A store is an SQLite database that `bunraku compile --store` and servers write to; queries are those of PuppetDB.
    ///
    /// The exit status is 0 if there is an answer, and 2 if the store or the query is wrong.
    Store(Store),
    /// List the functions, or explain one
    Functions(Functions),
    /// Explain the code of a message
    Explain(Explain),
    /// Show the settings that are in force, and where each comes from
    ///
    /// Settings are those of the command line, of `bunraku.toml` in the folder of PATH or one above it, and for rules of
    /// `.puppet-lint.rc`. Options have the last word.
    ///
    /// The exit status is 0, or 2 if the file is wrong.
    Config(Box<ShowConfig>),
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
    /// The edition of the language [default: puppet8]
    #[arg(long, value_name = "EDITION", value_parser = edition_parser())]
    pub edition: Option<&'static Edition>,
    /// The form of messages; SARIF goes to standard output, all else to standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// What to make of the mistakes that the setting `strict` is about [default: error]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub strict: Option<Strict>,
    /// Read all manifests as Puppet does with its setting `tasks`: `plan` and `apply` are keywords, and nothing makes a
    /// catalog outside `apply`. Files in the folder `plans` of a module are read so anyway
    #[arg(long)]
    pub tasks: bool,
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
    /// Read all manifests as Puppet does with its setting `tasks`: `plan` and `apply` are keywords, and nothing makes a
    /// catalog outside `apply`. Files in the folder `plans` of a module are read so anyway
    #[arg(long)]
    pub tasks: bool,
}

/// What `bunraku explain` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub struct Explain {
    /// The code, as shown in brackets before a message
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
    /// The model in Puppet's extended notation
    Pn,
    /// The same notation as JSON
    PnJson,
    /// The tokens, one a line
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
