//! The options of `bunraku lookup`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::examples::LOOKUP_EXAMPLES;
use super::{Conditions, LineFormat};
use crate::site::SiteArgs;

/// What `bunraku lookup` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = LOOKUP_EXAMPLES)]
pub struct Lookup {
    /// The keys; the first that has a value counts
    #[arg(value_name = "KEY", required_unless_present_any = ["all_keys", "unused", "explain_options", "convert"])]
    pub keys: Vec<String>,
    /// How the values of several levels are merged [default: as `lookup_options` say]
    #[arg(long, value_enum, value_name = "STRATEGY")]
    pub merge: Option<MergeStrategy>,
    /// With `--merge deep`: what an element starts with that takes others away
    #[arg(long, value_name = "PREFIX", allow_hyphen_values = true)]
    pub knock_out_prefix: Option<String>,
    /// With `--merge deep`: sort the arrays that are merged
    #[arg(long)]
    pub sort_merged_arrays: bool,
    /// With `--merge deep`: merge hashes in arrays, too
    #[arg(long)]
    pub merge_hash_arrays: bool,
    /// The type that the value must have
    #[arg(long, value_name = "TYPE")]
    pub r#type: Option<String>,
    /// The value if nothing is found
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub default: Option<String>,
    /// Show how the value was found
    #[arg(long)]
    pub explain: bool,
    /// Show how `lookup_options` were found; also with `--explain`
    #[arg(long)]
    pub explain_options: bool,
    /// Compile the node first, so that variables of its manifests are known
    #[arg(long, short)]
    pub compile: bool,
    /// The form of the value [default: `yaml`, and `s` for explanations]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub render_as: Option<RenderAs>,
    /// List all keys of the data and where they are; of all nodes, unless `--node` or `--facts` is given
    #[arg(long, conflicts_with_all = ["keys", "unused", "explain", "explain_options"])]
    pub all_keys: bool,
    /// List the keys that no class, no lookup and no interpolation reads
    #[arg(long, conflicts_with_all = ["keys", "explain", "explain_options"])]
    pub unused: bool,
    /// Print the version 5 of a `hiera.yaml` of version 3
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keys", "all_keys", "unused", "explain", "explain_options"])]
    pub convert: Option<PathBuf>,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// What a lookup finds.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The form of log lines and messages
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LineFormat::Text)]
    pub log_format: LineFormat,
}

/// How values are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum MergeStrategy {
    /// The first value
    First,
    /// All different values in one array
    Unique,
    /// One hash of all
    Hash,
    /// The same, with what is inside
    Deep,
    /// The same; where something is in both, the lower level's comes first
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
    /// Its name in data.
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
