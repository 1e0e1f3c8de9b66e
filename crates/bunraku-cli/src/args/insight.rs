//! The options of `bunraku why`, `bunraku graph` and `bunraku diff`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::evaluate::NODES;
use super::examples::{DIFF_EXAMPLES, GRAPH_EXAMPLES, VERIFY_EXAMPLES, WHY_EXAMPLES, WHY_NOT_EXAMPLES};
use super::number::whole;
use super::{Compile, Conditions};
use crate::facts::Assignment;
use crate::site::SiteArgs;

/// What a question about one catalog needs to compile it.
#[derive(Debug, clap::Args)]
pub struct OneNode {
    /// The node
    #[arg(value_name = "NODE")]
    pub certname: String,
    /// The manifest to compile instead of the environment's
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// An external node classifier: a program that takes the name of a node and prints its classes, parameters and
    /// environment as YAML
    #[arg(long, value_name = "SCRIPT")]
    pub enc: Option<PathBuf>,
    /// The conditions it runs under.
    #[command(flatten)]
    pub conditions: Conditions,
}

impl OneNode {
    /// The compilation that produces the catalog.
    pub fn compilation(&self) -> Compile {
        let conditions = Conditions { node: Some(self.certname.clone()), ..self.conditions.clone() };
        let compilation = Compile::new(self.site.clone(), conditions);
        Compile { path: self.manifest.clone(), enc: self.enc.clone(), ..compilation }
    }
}

/// The options of `bunraku why`.
#[derive(Debug, clap::Args)]
#[command(after_help = WHY_EXAMPLES)]
pub struct Why {
    /// The node and its code.
    #[command(flatten)]
    pub node: OneNode,
    /// The resource, for example `File[/etc/motd]`
    #[arg(value_name = "RESOURCE")]
    pub resource: String,
    /// Explain the value of this parameter [default: explain why the resource is in the catalog]
    #[arg(value_name = "PARAMETER")]
    pub parameter: Option<String>,
    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReasonFormat::Text)]
    pub format: ReasonFormat,
    /// Write to a file; `-` is standard output [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The options of `bunraku why-not`.
#[derive(Debug, clap::Args)]
#[command(after_help = WHY_NOT_EXAMPLES)]
pub struct WhyNot {
    /// The node and its code.
    #[command(flatten)]
    pub node: OneNode,
    /// The missing resource or class, for example `Class[nginx]`
    #[arg(value_name = "RESOURCE")]
    pub resource: String,
    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReasonFormat::Text)]
    pub format: ReasonFormat,
    /// Write to a file; `-` is standard output [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The options of `bunraku graph`.
#[derive(Debug, clap::Args)]
#[command(after_help = GRAPH_EXAMPLES)]
pub struct Graph {
    /// The node and its code.
    #[command(flatten)]
    pub node: OneNode,
    /// The notation
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Show only what is near this resource
    #[arg(long, value_name = "RESOURCE")]
    pub around: Option<String>,
    /// With `--around`: the number of steps from the resource
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "around", value_parser = whole::<usize>)]
    pub distance: usize,
    /// Leave out relationships that are implied by others
    #[arg(long)]
    pub reduce: bool,
    /// Add relationships that follow from others
    #[arg(long, conflicts_with = "reduce")]
    pub closure: bool,
    /// Print the shortest path from one resource to another instead
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], conflicts_with = "around")]
    pub between: Option<Vec<String>>,
    /// Write to a file; `-` is standard output [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The options of `bunraku diff`.
#[derive(Debug, clap::Args)]
#[command(after_help = DIFF_EXAMPLES)]
pub struct Diff {
    /// A catalog, a folder of catalogs, the folder of an environment, a git revision, or a running server such as
    /// `https://puppet:8140/production`
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The other side of the comparison
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// The nodes to compile if a side is an environment or a server: a folder with a facts file for each node, a
    /// list, or a store
    #[arg(long, value_name = NODES, conflicts_with = "node")]
    pub nodes_from: Option<PathBuf>,
    /// The interface used to ask a server for catalogs
    #[arg(long, value_enum, value_name = "VERSION", default_value_t = CatalogApi::V4)]
    pub catalog_api: CatalogApi,
    /// An external node classifier: a program that takes the name of a node and prints its classes, parameters and
    /// environment as YAML
    #[arg(long, value_name = "SCRIPT")]
    pub enc: Option<PathBuf>,
    /// The store that exported resources are collected from; it is not changed
    #[arg(long, value_name = crate::store::HELP)]
    pub store: Option<String>,
    /// A folder that remembers which files each node depends on, so that the next run can skip nodes that a change
    /// does not affect
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Set a fact on the old side only. Can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub old_fact: Vec<Assignment>,
    /// Set a fact on the new side only. Can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub new_fact: Vec<Assignment>,
    /// Where modules and data are; the environment is the one whose revisions are compared.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The conditions they run under.
    #[command(flatten)]
    pub conditions: Conditions,
    /// Ignore what matches a pattern: `Type[title]` or `Type[title]::parameter`, where `*` matches anything
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,
    /// Ignore a parameter of all resources
    #[arg(long, value_name = "NAME")]
    pub ignore_attr: Vec<String>,
    /// Ignore resources with a tag
    #[arg(long, value_name = "TAG")]
    pub ignore_tags: Vec<String>,
    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = DiffFormat::Text)]
    pub format: DiffFormat,
    /// Write to a file; `-` is standard output [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The options of `bunraku verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub struct Verify {
    /// A folder with a recorded catalog `NODE.json` for each node, a single catalog, or a running server such as
    /// `https://puppet:8140/production`
    #[arg(value_name = "CATALOGS", required_unless_present = "puppet")]
    pub against: Option<PathBuf>,
    /// Compare with the catalogs compiled by this Puppet
    #[arg(long, value_name = "PROGRAM", conflicts_with = "against")]
    pub puppet: Option<PathBuf>,
    /// Reduce code, data and facts to a small program that shows the first difference, and write it to this folder
    #[arg(long, value_name = "DIR", requires = "puppet")]
    pub cut: Option<PathBuf>,
    /// The interface used to ask a server for catalogs
    #[arg(long, value_enum, value_name = "VERSION", default_value_t = CatalogApi::V4)]
    pub catalog_api: CatalogApi,
    /// The nodes: a folder with a facts file for each node, a list, or a store
    #[arg(long, value_name = NODES, conflicts_with = "node")]
    pub nodes_from: PathBuf,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The conditions they run under.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The format of the report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = AnswerFormat::Text)]
    pub format: AnswerFormat,
    /// Write to a file; `-` is standard output [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The interface of a server that gives catalogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CatalogApi {
    /// The one agents use; the server saves the facts
    V3,
    /// The one for tools, which may ask for any node; nothing is saved
    V4,
}

/// The form of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For a merge request
    Markdown,
    /// An HTML page with search
    Html,
}

/// The form of an answer that has reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReasonFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// One page
    Html,
}

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// The notations of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// Graphviz
    Dot,
    /// Mermaid, for Markdown
    Mermaid,
    /// GraphML, for yEd and Gephi
    Graphml,
    /// An HTML page with search
    Html,
    /// For programs
    Json,
}
