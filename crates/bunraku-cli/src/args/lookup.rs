//! The options of `bunraku lookup`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::examples::LOOKUP_EXAMPLES;
use super::{Conditions, LineFormat};
use crate::site::SiteArgs;

/// The options of `bunraku lookup`.
#[derive(Debug, clap::Args)]
#[command(after_help = LOOKUP_EXAMPLES)]
pub struct Lookup {
    /// The keys; the value of the first one found is printed
    #[arg(value_name = "KEY", required_unless_present_any = ["all_keys", "unused", "explain_options", "convert"])]
    pub keys: Vec<String>,
    /// How values of several levels are merged [default: as set in `lookup_options`]
    #[arg(long, value_enum, value_name = "STRATEGY")]
    pub merge: Option<MergeStrategy>,
    /// With `--merge deep`: the prefix of elements that remove others
    #[arg(long, value_name = "PREFIX", allow_hyphen_values = true)]
    pub knock_out_prefix: Option<String>,
    /// With `--merge deep`: sort merged arrays
    #[arg(long)]
    pub sort_merged_arrays: bool,
    /// With `--merge deep`: also merge hashes in arrays
    #[arg(long)]
    pub merge_hash_arrays: bool,
    /// The type the value must have
    #[arg(long, value_name = "TYPE")]
    pub r#type: Option<String>,
    /// The value to use if nothing is found
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub default: Option<String>,
    /// Show how the value was found
    #[arg(long)]
    pub explain: bool,
    /// Show how `lookup_options` was found; can be combined with `--explain`
    #[arg(long)]
    pub explain_options: bool,
    /// Compile the node first, so that variables set in manifests are known
    #[arg(long, short)]
    pub compile: bool,
    /// The format of the value [default: `yaml`, or `s` for explanations]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub render_as: Option<RenderAs>,
    /// List all keys and where they are; for all nodes, unless `--node` or `--facts` is given
    #[arg(long, conflicts_with_all = ["keys", "unused", "explain", "explain_options"])]
    pub all_keys: bool,
    /// List the keys that no class, lookup or interpolation reads
    #[arg(long, conflicts_with_all = ["keys", "explain", "explain_options"])]
    pub unused: bool,
    /// Convert a version 3 `hiera.yaml` to version 5 and print it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keys", "all_keys", "unused", "explain", "explain_options"])]
    pub convert: Option<PathBuf>,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The conditions it runs under.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The format of log lines and messages
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LineFormat::Text)]
    pub log_format: LineFormat,
}

/// How values are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum MergeStrategy {
    /// The first value
    First,
    /// All distinct values in one array
    Unique,
    /// One hash of all keys
    Hash,
    /// The same, merging nested hashes and arrays
    Deep,
    /// The same, with lower levels taking precedence
    ReverseDeep,
    /// The same as `deep`
    #[value(hide = true)]
    UnconstrainedDeep,
    /// The same as `first`
    #[value(hide = true)]
    Default,
}

/// The form of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RenderAs {
    /// A YAML document
    Yaml,
    /// JSON
    Json,
    /// Text
    S,
}

impl MergeStrategy {
    /// The name used in `lookup_options`.
    pub fn name(self) -> &'static str {
        match self {
            MergeStrategy::First => "first",
            MergeStrategy::Unique => "unique",
            MergeStrategy::Hash => "hash",
            MergeStrategy::Deep => "deep",
            MergeStrategy::ReverseDeep => "reverse_deep",
            MergeStrategy::UnconstrainedDeep => "unconstrained_deep",
            MergeStrategy::Default => "default",
        }
    }
}
