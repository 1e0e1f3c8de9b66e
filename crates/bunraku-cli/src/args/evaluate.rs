//! The options of the commands that evaluate programs.

use std::path::PathBuf;

use bunraku::edition::{Edition, PUPPET8};
use clap::{ArgAction, ValueEnum};

use super::examples::{COMPILE_EXAMPLES, EVAL_EXAMPLES, FUNCTIONS_EXAMPLES, REPL_EXAMPLES};
use super::number::whole;
use super::policy::Allow;
use super::{FactArgs, LimitArgs, LogFormat, Strict, edition_parser};
use crate::site::SiteArgs;

/// The conditions under which a program runs: the node, its facts, and the rules.
#[derive(Debug, Clone, clap::Args)]
pub struct Conditions {
    /// The name of the node [default: the name in the facts, or `localhost`]
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,
    /// The name of the environment [default: the name of its folder, or `production`]
    #[arg(long, value_name = "NAME")]
    pub environment_name: Option<String>,
    /// The facts of the node.
    #[command(flatten)]
    pub facts: FactArgs,
    /// A JSON or YAML file with the value of `$trusted`
    #[arg(long, value_name = "FILE")]
    pub trusted: Option<PathBuf>,
    /// The edition of the language [default: puppet8]
    #[arg(long, value_name = "EDITION", value_parser = edition_parser())]
    pub edition: Option<&'static Edition>,
    /// How to treat the mistakes that Puppet's setting `strict` covers [default: error]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub strict: Option<Strict>,
    /// Whether an unknown variable is an error [default: true]
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub strict_variables: Option<bool>,
    /// A folder where Ruby functions keep data between compilations, in place of Puppet's `vardir` [default: data is
    /// dropped when the compilation ends]
    #[arg(long, value_name = "FOLDER")]
    pub state: Option<PathBuf>,
    /// The seed of random numbers in Ruby functions and templates [default: derived from the name of the node and the
    /// date]
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// What the code may access.
    #[command(flatten)]
    pub allow: Allow,
    /// What the program may use.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Show log lines of the level `info`
    #[arg(long, short)]
    pub verbose: bool,
    /// Show log lines of the levels `info` and `debug`
    #[arg(long, short)]
    pub debug: bool,
}

impl Conditions {
    /// The edition of the language.
    pub fn edition(&self) -> &'static Edition {
        self.edition.unwrap_or(&PUPPET8)
    }
}

/// The source of the list of nodes.
pub(super) const NODES: &str = "FILE|DIR|STORE";

/// The options of `bunraku compile`.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPILE_EXAMPLES)]
pub struct Compile {
    /// The manifest to compile instead of the environment's; `-` is standard input
    #[arg(value_name = "MANIFEST")]
    pub path: Option<PathBuf>,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// An external node classifier: a program that takes the name of a node and prints its classes, parameters and
    /// environment as YAML
    #[arg(long, value_name = "SCRIPT")]
    pub enc: Option<PathBuf>,
    /// Compile many nodes: a folder with a facts file for each node, a store, or a list with a node name on each
    /// line, optionally followed by the path of its facts. The catalogs are written to the folder given with
    /// `--output`
    #[arg(long, value_name = NODES, requires = "result", conflicts_with = "node")]
    pub nodes_from: Option<PathBuf>,
    /// Report what would fail when the catalog is applied: dependency cycles, invalid values, missing resources. No
    /// catalog is written
    #[arg(long, conflicts_with = "format", group = "result")]
    pub check: bool,
    /// The store of exported resources, also used by `puppetdb_query`: a YAML or JSON file with the resources of
    /// other nodes, or a database. A database is created if it does not exist, and facts and compiled catalogs are
    /// saved in it
    #[arg(long, value_name = crate::store::HELP)]
    pub store: Option<String>,
    /// Whether the store stays as it is.
    #[arg(skip)]
    pub only_reads: bool,
    /// Whether the relationships that types of modules add are found.
    #[arg(skip)]
    pub automatic: bool,
    /// The name of standard input in messages and in the catalog
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// The conditions it runs under.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The format of the catalog [default: `summary` on a terminal, otherwise `json`]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<CatalogFormat>,
    /// The format of log lines and messages; SARIF goes to standard output, the others to standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Write the catalog to a file, which is only replaced once the catalog is complete; `-` is standard output
    /// [default: -]
    #[arg(long, short, value_name = "FILE|DIR", group = "result")]
    pub output: Option<PathBuf>,
}

impl Compile {
    /// The options for compiling the nodes of a site, with defaults for everything else.
    pub fn new(site: SiteArgs, conditions: Conditions) -> Compile {
        Compile {
            path: None,
            site,
            enc: None,
            nodes_from: None,
            check: false,
            store: None,
            only_reads: false,
            automatic: false,
            stdin_name: "<stdin>".to_owned(),
            conditions,
            format: None,
            log_format: LogFormat::Text,
            output: None,
        }
    }
}

/// Both forms: what is missing may be either.
const EVAL_USAGE: &str = "bunraku eval [OPTIONS] FILE\n       bunraku eval [OPTIONS] -e EXPR";

/// The options of `bunraku eval`.
#[derive(Debug, clap::Args)]
#[command(after_help = EVAL_EXAMPLES, override_usage = EVAL_USAGE)]
pub struct Eval {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "expression")]
    pub path: Option<PathBuf>,
    /// The program itself; if repeated, the values are the lines of one program
    #[arg(long, short, value_name = "EXPR", conflicts_with = "path", allow_hyphen_values = true)]
    pub expression: Vec<String>,
    /// The name of standard input in messages
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// The format of the value
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ValueFormat::Text)]
    pub format: ValueFormat,
    /// Where modules and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The conditions it runs under.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The format of log lines and messages
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LineFormat::Text)]
    pub log_format: LineFormat,
}

/// The options of `bunraku repl`.
#[derive(Debug, clap::Args)]
#[command(after_help = REPL_EXAMPLES)]
pub struct Repl {
    /// Where modules and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The conditions they run under.
    #[command(flatten)]
    pub conditions: Conditions,
}

/// The options of `bunraku functions`.
#[derive(Debug, clap::Args)]
#[command(after_help = FUNCTIONS_EXAMPLES)]
pub struct Functions {
    /// The function [default: all functions]
    pub name: Option<String>,
    /// Where modules are, which have functions of their own.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The format of lists and manuals
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ManualFormat::Text)]
    pub format: ManualFormat,
}

/// The format of log lines and messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LineFormat {
    /// For people
    Text,
    /// One JSON object per line; only messages have a `code`
    Json,
}

impl From<LineFormat> for LogFormat {
    fn from(format: LineFormat) -> LogFormat {
        match format {
            LineFormat::Text => LogFormat::Text,
            LineFormat::Json => LogFormat::Json,
        }
    }
}

/// The form of a catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CatalogFormat {
    /// The number of resources, their types, and the classes
    Summary,
    /// The resources as a tree, by what contains them
    Tree,
    /// The catalog itself, as sent to agents
    Json,
    /// The same, indented
    JsonPretty,
}

/// The form of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ValueFormat {
    /// In Puppet syntax
    Text,
    /// As in a catalog; a value that JSON cannot represent is an object with `__ptype`. Sensitive values are shown
    Json,
    /// The same as YAML
    Yaml,
}

/// The format of lists and manuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ManualFormat {
    /// For people
    Text,
    /// One page with everything
    Markdown,
    /// For programs
    Json,
}
