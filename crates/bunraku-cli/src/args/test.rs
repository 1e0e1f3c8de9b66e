//! The options of `bunraku test`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::examples::TEST_EXAMPLES;
use super::limits::LimitArgs;
use super::number::whole;
use super::policy::Allow;

/// The options of `bunraku test`.
#[derive(Debug, clap::Args)]
#[command(after_help = TEST_EXAMPLES)]
pub struct Test {
    /// Files and folders of specs
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// The folder of the module
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub module: PathBuf,
    /// Folders to find fixture modules in, separated by `:`
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// The folders with the facts of FacterDB, for `on_supported_os`, separated by `:`
    #[arg(long, value_name = "DIRS")]
    pub facterdb: Option<PathBuf>,
    /// A folder with Ruby libraries that specs may require, such as the `lib` folder of a gem. Can be repeated
    #[arg(long = "include", short = 'I', value_name = "DIR")]
    pub libraries: Vec<PathBuf>,
    /// The output format
    #[arg(long, short, value_enum, value_name = "FORMAT", default_value_t = TestFormat::Progress)]
    pub format: TestFormat,
    /// Run only examples whose full description contains this string
    #[arg(long = "example", short = 'e', value_name = "STRING")]
    pub names: Vec<String>,
    /// Run only examples with this tag; `~TAG` excludes them
    #[arg(long = "tag", short = 't', value_name = "TAG[:VALUE]")]
    pub tags: Vec<String>,
    /// The order of the examples of a file: `defined`, `random`, or `random:SEED`
    #[arg(long, value_name = "ORDER")]
    pub order: Option<String>,
    /// Run the examples of each file in the random order of this seed, as RSpec does
    #[arg(long, value_name = "SEED", value_parser = whole::<u32>)]
    pub seed: Option<u32>,
    /// Stop at the first failure
    #[arg(long)]
    pub fail_fast: bool,
    /// Show the slowest examples
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "10", value_parser = whole::<usize>)]
    pub profile: Option<usize>,
    /// Measure coverage of resources, lines, branches and conditions; `text` is printed, other formats are written to a file
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "text")]
    pub coverage: Option<CoverageFormat>,
    /// The file to write the coverage to
    #[arg(long, value_name = "FILE", requires = "coverage")]
    pub coverage_output: Option<PathBuf>,
    /// The maximum number of evaluation steps of an example
    #[arg(long, value_name = "COUNT", value_parser = whole::<u64>)]
    pub max_steps: Option<u64>,
    /// Keep running, and after each change run the specs it affects
    #[arg(long, conflicts_with_all = ["snapshot", "init", "coverage"])]
    pub watch: bool,
    /// Compare catalogs with snapshots in a folder, instead of running specs
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "spec/snapshots", conflicts_with = "init")]
    pub snapshot: Option<PathBuf>,
    /// Save the current catalogs as snapshots
    #[arg(long, requires = "snapshot")]
    pub bless: bool,
    /// A class to snapshot [default: all classes of the module that have no required parameters]
    #[arg(long = "class", value_name = "NAME", requires = "snapshot", conflicts_with = "nodes_from")]
    pub classes: Vec<String>,
    /// The systems whose facts are used, as in `bunraku compile --facts-of` [default: debian-12]
    #[arg(long, value_name = "SYSTEM", requires = "snapshot", conflicts_with = "nodes_from")]
    pub facts_of: Vec<String>,
    /// Snapshot the catalogs of nodes: a folder with a facts file for each node, or a list. `--module` is then the
    /// folder of an environment
    #[arg(long, value_name = "FILE|DIR", requires = "snapshot")]
    pub nodes_from: Option<PathBuf>,
    /// Write a starter suite: a file for each class and defined type. Existing files are not changed
    #[arg(long)]
    pub init: bool,
    /// What a spec file may use.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What the suite may have besides the module and its fixtures.
    #[command(flatten)]
    pub allow: Allow,
}

/// The formats of coverage reports.
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
    /// A dot for each example
    Progress,
    /// Groups and examples, as an outline
    Documentation,
    /// JSON, in RSpec's format
    Json,
    /// JUnit XML
    Junit,
    /// Annotations for GitHub's workflows
    Github,
}
