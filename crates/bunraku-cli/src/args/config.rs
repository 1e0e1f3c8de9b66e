//! The options of `bunraku config`: where to look, and the options that override settings.

use std::path::PathBuf;

use bunraku::edition::Edition;
use clap::ValueEnum;

use super::examples::CONFIG_EXAMPLES;
use super::fmt::AlignArrows;
use super::lint::RuleArgs;
use super::number::whole;
use super::{Strict, edition_parser};

/// The options of `bunraku config`.
#[derive(Debug, clap::Args)]
#[command(after_help = CONFIG_EXAMPLES, args_override_self = true)]
pub struct ShowConfig {
    /// The file or folder that the settings are for
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ConfigFormat::Text)]
    pub format: ConfigFormat,
    /// Print the JSON schema of `bunraku.toml` instead
    #[arg(long)]
    pub schema: bool,
    /// The edition of the language
    #[arg(long, value_name = "EDITION", value_parser = edition_parser())]
    pub edition: Option<&'static Edition>,
    /// How to treat the mistakes that Puppet's setting `strict` covers
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub strict: Option<Strict>,
    /// Whether an unknown variable is an error
    #[arg(long, value_name = "BOOL", action = clap::ArgAction::Set)]
    pub strict_variables: Option<bool>,
    /// The folder of an environment
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// Folders to find modules in, separated by `:`
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// The global `hiera.yaml`
    #[arg(long, value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,
    /// A folder with a facts file for each node
    #[arg(long, value_name = "DIR")]
    pub facts: Option<PathBuf>,
    /// The length at which lists are broken over several lines
    #[arg(long, value_name = "COLUMNS", value_parser = whole::<u32>)]
    pub line_width: Option<u32>,
    /// Whether to align the arrows of a block
    #[arg(long, value_enum, value_name = "WHETHER")]
    pub align_arrows: Option<AlignArrows>,
    /// Which rules to follow, and how.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ConfigFormat {
    /// In the format of `bunraku.toml`
    Text,
    /// One JSON object
    Json,
}
