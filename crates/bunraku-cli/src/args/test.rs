//! The options of `bunraku test`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::examples::TEST_EXAMPLES;
use super::policy::Allow;

/// What `bunraku test` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = TEST_EXAMPLES)]
pub struct Test {
    /// Files and folders of specs
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// The folder of the module
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub module: PathBuf,
    /// Folders with modules, separated by `:`, for fixtures that the suite would fetch
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// The folder with the facts of FacterDB, for `on_supported_os`
    #[arg(long, value_name = "DIR")]
    pub facterdb: Option<PathBuf>,
    /// The form of the output
    #[arg(long, short, value_enum, value_name = "FORMAT", default_value_t = TestFormat::Progress)]
    pub format: TestFormat,
    /// Run only examples whose full description has this string in it
    #[arg(long = "example", short = 'e', value_name = "STRING")]
    pub names: Vec<String>,
    /// Run only examples with this tag; `~TAG` leaves those with the tag out
    #[arg(long = "tag", short = 't', value_name = "TAG[:VALUE]")]
    pub tags: Vec<String>,
    /// Stop each file at its first failure
    #[arg(long)]
    pub fail_fast: bool,
    /// Measure what the suite reaches: resources, lines and branches; `text` is printed, others are written to a file
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "text")]
    pub coverage: Option<CoverageFormat>,
    /// The file that coverage is written to
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub coverage_output: Option<PathBuf>,
    /// How many steps an example may take
    #[arg(long, value_name = "COUNT")]
    pub max_steps: Option<u64>,
    /// Run again after each change what the change can reach
    #[arg(long, conflicts_with_all = ["snapshot", "init", "coverage"])]
    pub watch: bool,
    /// Compare catalogs with those that a folder keeps, instead of running specs
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "spec/snapshots", conflicts_with = "init")]
    pub snapshot: Option<PathBuf>,
    /// Keep the catalogs as they are now
    #[arg(long, requires = "snapshot")]
    pub bless: bool,
    /// A class to keep the catalog of [default: all classes of the module that have no required parameters]
    #[arg(long = "class", value_name = "NAME", requires = "snapshot", conflicts_with = "nodes_from")]
    pub classes: Vec<String>,
    /// The systems whose facts the classes get, as in `bunraku compile --facts-of` [default: debian-12]
    #[arg(long, value_name = "SYSTEM", requires = "snapshot", conflicts_with = "nodes_from")]
    pub facts_of: Vec<String>,
    /// Keep the catalogs of nodes: a folder with the facts of each, or a list. The folder of the module is that of an
    /// environment then
    #[arg(long, value_name = "FILE|DIR", requires = "snapshot")]
    pub nodes_from: Option<PathBuf>,
    /// Write a first suite: a file for each class and defined type. Files that exist stay as they are
    #[arg(long)]
    pub init: bool,
    /// What the suite may have besides the module and its fixtures.
    #[command(flatten)]
    pub allow: Allow,
}

/// The forms in which coverage is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoverageFormat {
    /// For people
    Text,
    /// LCOV, which editors and services read [default file: lcov.info]
    Lcov,
    /// Cobertura's XML, which build servers read [default file: coverage.xml]
    Cobertura,
    /// A page with the source [default file: coverage.html]
    Html,
}

/// The forms of the output of `bunraku test`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// A dot an example
    Progress,
    /// Groups and examples, as an outline
    Documentation,
    /// JSON, as RSpec writes it
    Json,
    /// JUnit's XML
    Junit,
}
