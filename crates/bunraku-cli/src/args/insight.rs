//! What `bunraku why`, `bunraku graph` and `bunraku diff` are told.

use std::path::PathBuf;

use clap::ValueEnum;

use super::evaluate::NODES;
use super::examples::{DIFF_EXAMPLES, GRAPH_EXAMPLES, VERIFY_EXAMPLES, WHY_EXAMPLES, WHY_NOT_EXAMPLES};
use super::{Compile, Conditions};
use crate::facts::Assignment;
use crate::site::SiteArgs;

/// What a question about one catalog needs to compile it.
#[derive(Debug, clap::Args)]
pub struct OneNode {
    /// The node
    #[arg(value_name = "NODE")]
    pub certname: String,
    /// The manifest, in the place of the environment's
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// A program that is called with the name of a node and prints its classes, parameters and environment as YAML
    #[arg(long, value_name = "SCRIPT")]
    pub enc: Option<PathBuf>,
    /// What the program finds.
    #[command(flatten)]
    pub conditions: Conditions,
}

impl OneNode {
    /// The compilation that gives the catalog.
    pub fn compilation(&self) -> Compile {
        let conditions = Conditions { node: Some(self.certname.clone()), ..self.conditions.clone() };
        let compilation = Compile::new(self.site.clone(), conditions);
        Compile { path: self.manifest.clone(), enc: self.enc.clone(), ..compilation }
    }
}

/// What `bunraku why` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = WHY_EXAMPLES)]
pub struct Why {
    /// The node and its code.
    #[command(flatten)]
    pub node: OneNode,
    /// The resource, for example `File[/etc/motd]`
    #[arg(value_name = "RESOURCE")]
    pub resource: String,
    /// The parameter whose value is asked about; without it, why the resource is there
    #[arg(value_name = "PARAMETER")]
    pub parameter: Option<String>,
    /// The form of the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReasonFormat::Text)]
    pub format: ReasonFormat,
    /// Write it to a file [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `bunraku why-not` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = WHY_NOT_EXAMPLES)]
pub struct WhyNot {
    /// The node and its code.
    #[command(flatten)]
    pub node: OneNode,
    /// The resource or class that is missing, for example `Class[nginx]`
    #[arg(value_name = "RESOURCE")]
    pub resource: String,
    /// The form of the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReasonFormat::Text)]
    pub format: ReasonFormat,
    /// Write it to a file [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `bunraku graph` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = GRAPH_EXAMPLES)]
pub struct Graph {
    /// The node and its code.
    #[command(flatten)]
    pub node: OneNode,
    /// The notation
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Only what is near a resource
    #[arg(long, value_name = "RESOURCE")]
    pub around: Option<String>,
    /// How far is near
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "around")]
    pub distance: usize,
    /// Leave out relationships that follow from others
    #[arg(long)]
    pub reduce: bool,
    /// Print the shortest way from one resource to another instead
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], conflicts_with = "around")]
    pub between: Option<Vec<String>>,
    /// Write it to a file [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `bunraku diff` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = DIFF_EXAMPLES)]
pub struct Diff {
    /// A catalog, a folder of catalogs, the folder of an environment, a revision of git, or a running server such as
    /// `https://puppet:8140/production`
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The same, to compare it with
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// The nodes to compile where a side is an environment or a server: a folder with the facts of each, a list, or a store
    #[arg(long, value_name = NODES, conflicts_with = "node")]
    pub nodes_from: Option<PathBuf>,
    /// How a server is asked
    #[arg(long, value_enum, value_name = "VERSION", default_value_t = CatalogApi::V4)]
    pub catalog_api: CatalogApi,
    /// A program that is called with the name of a node and prints its classes, parameters and environment as YAML
    #[arg(long, value_name = "SCRIPT")]
    pub enc: Option<PathBuf>,
    /// Where exported resources are collected from; nothing is kept in it
    #[arg(long, value_name = crate::store::HELP)]
    pub store: Option<String>,
    /// A folder in which it is kept which files each node needs, so that nodes which a change cannot reach are not compiled
    /// the next time
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Set one fact on the old side only. It may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub old_fact: Vec<Assignment>,
    /// Set one fact on the new side only. It may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    pub new_fact: Vec<Assignment>,
    /// Where modules and data are; the environment is the one whose revisions are compared.
    #[command(flatten)]
    pub site: SiteArgs,
    /// What programs find.
    #[command(flatten)]
    pub conditions: Conditions,
    /// Leave out what a pattern names: `Type[title]` or `Type[title]::parameter`, with `*` for anything
    #[arg(long, value_name = "PATTERN")]
    pub ignore: Vec<String>,
    /// Leave out a parameter of all resources
    #[arg(long, value_name = "NAME")]
    pub ignore_attr: Vec<String>,
    /// Leave out resources with a tag
    #[arg(long, value_name = "TAG")]
    pub ignore_tags: Vec<String>,
    /// The form of the result
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = DiffFormat::Text)]
    pub format: DiffFormat,
    /// Write it to a file [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `bunraku verify` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub struct Verify {
    /// A folder of recorded catalogs, one file `NODE.json` for each node, one catalog, or a running server such as
    /// `https://puppet:8140/production`
    #[arg(value_name = "CATALOGS", required_unless_present = "puppet")]
    pub against: Option<PathBuf>,
    /// Compare with what this installed Puppet compiles
    #[arg(long, value_name = "PROGRAM", conflicts_with = "against")]
    pub puppet: Option<PathBuf>,
    /// Cut code, data and facts down to a small program that shows the first difference, and write it to this folder
    #[arg(long, value_name = "DIR", requires = "puppet")]
    pub cut: Option<PathBuf>,
    /// How a server is asked
    #[arg(long, value_enum, value_name = "VERSION", default_value_t = CatalogApi::V4)]
    pub catalog_api: CatalogApi,
    /// The nodes: a folder with the facts of each, a list, or a store
    #[arg(long, value_name = NODES, conflicts_with = "node")]
    pub nodes_from: PathBuf,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// What programs find.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The form of the report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = AnswerFormat::Text)]
    pub format: AnswerFormat,
    /// Write it to a file [default: -]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The interface of a server that gives catalogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CatalogApi {
    /// As an agent asks for the catalog of its own node; the server keeps the facts
    V3,
    /// As tools ask for that of any node; nothing is kept
    V4,
}

/// The form of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// For the description of a merge request
    Markdown,
    /// One page with search
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
    /// One page with search
    Html,
    /// For programs
    Json,
}
