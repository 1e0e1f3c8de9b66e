//! The options of the commands that evaluate programs.

use std::path::PathBuf;

use bunraku::edition::{Edition, PUPPET8};
use clap::{ArgAction, ValueEnum};

use super::examples::{COMPILE_EXAMPLES, EVAL_EXAMPLES, FUNCTIONS_EXAMPLES, REPL_EXAMPLES};
use super::policy::Allow;
use super::{FactArgs, LimitArgs, LogFormat, Strict, edition_parser};
use crate::site::SiteArgs;

/// What a program finds: the node, its facts, and the rules.
#[derive(Debug, Clone, clap::Args)]
pub struct Conditions {
    /// The name of the node [default: the one that the facts tell, or `localhost`]
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,
    /// The name of the environment [default: that of its folder, or `production`]
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
    /// What to make of the mistakes that the setting `strict` is about [default: error]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub strict: Option<Strict>,
    /// Whether an unknown variable is an error [default: true]
    #[arg(long, value_name = "BOOL", action = ArgAction::Set)]
    pub strict_variables: Option<bool>,
    /// A folder in which functions in Ruby keep data from one compilation to the next, in place of Puppet's `vardir`
    /// [default: they keep data until the compilation ends]
    #[arg(long, value_name = "FOLDER")]
    pub state: Option<PathBuf>,
    /// What random numbers of functions and templates in Ruby start from [default: the name of the node and the day]
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// What it may read, run and learn.
    #[command(flatten)]
    pub allow: Allow,
    /// What the program may use.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Show what the program logs with `info`
    #[arg(long, short)]
    pub verbose: bool,
    /// Show what the program logs with `info` and `debug`
    #[arg(long, short)]
    pub debug: bool,
}

impl Conditions {
    /// The edition of the language.
    pub fn edition(&self) -> &'static Edition {
        self.edition.unwrap_or(&PUPPET8)
    }
}

/// Where nodes are.
pub(super) const NODES: &str = "FILE|DIR|STORE";

/// What `bunraku compile` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPILE_EXAMPLES)]
pub struct Compile {
    /// The manifest, in the place of the environment's if there is one; `-` is standard input
    #[arg(value_name = "MANIFEST")]
    pub path: Option<PathBuf>,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// A program that is called with the name of a node and prints its classes, parameters and environment as YAML
    #[arg(long, value_name = "SCRIPT")]
    pub enc: Option<PathBuf>,
    /// Compile many nodes at once: a folder with the facts of each, a store that has them, or a file with the name of one
    /// on each line, which a path to its facts may follow. The catalogs are written to the folder that `--output` names
    #[arg(long, value_name = NODES, requires = "result", conflicts_with = "node")]
    pub nodes_from: Option<PathBuf>,
    /// Look for what an agent would refuse: cycles, values that types refuse, resources that are missing. No catalog is
    /// written
    #[arg(long, conflicts_with = "format", group = "result")]
    pub check: bool,
    /// Where exported resources are collected from and `puppetdb_query` asks: a YAML or JSON file with the resources of
    /// other nodes, or a database, which is made if it does not exist and keeps the facts and catalogs that are compiled
    #[arg(long, value_name = crate::store::HELP)]
    pub store: Option<String>,
    /// Whether the store stays as it is.
    #[arg(skip)]
    pub only_reads: bool,
    /// The name of standard input in messages and in the catalog
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// What the program finds.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The form of the catalog [default: `summary` on a terminal, else `json`]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<CatalogFormat>,
    /// The form of log lines and messages; SARIF goes to standard output, all else to standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Write the catalog to a file, which is replaced only by a whole one; `-` is standard output [default: -]
    #[arg(long, short, value_name = "FILE|DIR", group = "result")]
    pub output: Option<PathBuf>,
}

impl Compile {
    /// The compilation of nodes of a site, with nothing else said.
    pub fn new(site: SiteArgs, conditions: Conditions) -> Compile {
        Compile {
            path: None,
            site,
            enc: None,
            nodes_from: None,
            check: false,
            store: None,
            only_reads: false,
            stdin_name: "<stdin>".to_owned(),
            conditions,
            format: None,
            log_format: LogFormat::Text,
            output: None,
        }
    }
}

/// What `bunraku eval` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = EVAL_EXAMPLES)]
pub struct Eval {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "expression")]
    pub path: Option<PathBuf>,
    /// The program itself; several are lines of one
    #[arg(long, short, value_name = "EXPR", conflicts_with = "path", allow_hyphen_values = true)]
    pub expression: Vec<String>,
    /// The name of standard input in messages
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// The form of the value
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ValueFormat::Text)]
    pub format: ValueFormat,
    /// Where modules and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// What the program finds.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The form of log lines and messages
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LineFormat::Text)]
    pub log_format: LineFormat,
}

/// What `bunraku repl` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = REPL_EXAMPLES)]
pub struct Repl {
    /// Where modules and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// What inputs find.
    #[command(flatten)]
    pub conditions: Conditions,
}

/// What `bunraku functions` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = FUNCTIONS_EXAMPLES)]
pub struct Functions {
    /// The function; all of them if it is left out
    pub name: Option<String>,
    /// Where modules are, which have functions of their own.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The form of lists and manuals
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ManualFormat::Text)]
    pub format: ManualFormat,
}

/// The form of log lines and messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LineFormat {
    /// For people
    Text,
    /// One JSON object a line; only messages have a `code`
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
    /// What is in it: numbers, types and classes
    Summary,
    /// Its resources, each below what contains it
    Tree,
    /// The catalog itself, as agents get it
    Json,
    /// The same, indented
    JsonPretty,
}

/// The form of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ValueFormat {
    /// As a program would write it
    Text,
    /// As in a catalog: an object with `__ptype` for what JSON has no form for. Sensitive values are shown
    Json,
    /// The same as a YAML document
    Yaml,
}

/// The form of lists and manuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ManualFormat {
    /// For people
    Text,
    /// One page with everything
    Markdown,
    /// For programs
    Json,
}
