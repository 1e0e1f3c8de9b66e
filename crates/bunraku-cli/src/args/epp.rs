//! The options of `bunraku epp`.

use std::path::PathBuf;

use bunraku::edition::{Edition, PUPPET8};

use super::examples::{RENDER_EXAMPLES, VALIDATE_TEMPLATES_EXAMPLES};
use super::{Conditions, LineFormat, Strict, edition_parser};
use crate::site::SiteArgs;

/// What `bunraku epp` is told.
#[derive(Debug, clap::Args)]
pub struct Epp {
    /// What to do.
    #[command(subcommand)]
    pub command: EppCommand,
}

/// What to do with templates.
#[derive(Debug, clap::Subcommand)]
pub enum EppCommand {
    /// Print the text of templates
    ///
    /// A template is a file, `module/name.epp` in an environment, or standard input. Several are printed one after the
    /// other, each with its name before it.
    Render(Box<Render>),
    /// Check templates without rendering them; `bunraku parse` shows how one is read
    Validate(ValidateTemplates),
}

/// What `bunraku epp render` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = RENDER_EXAMPLES)]
pub struct Render {
    /// The templates [default: standard input]
    #[arg(value_name = "TEMPLATE")]
    pub templates: Vec<String>,
    /// The template itself
    #[arg(short, long = "e", value_name = "TEXT", conflicts_with = "templates", allow_hyphen_values = true)]
    pub expression: Option<String>,
    /// The parameters: an expression that gives a hash; they come before those of the file
    #[arg(long, value_name = "HASH", allow_hyphen_values = true)]
    pub values: Option<String>,
    /// A file with parameters: YAML, JSON, or a manifest (`.pp`) whose last value is a hash
    #[arg(long, value_name = "FILE", alias = "values_file")]
    pub values_file: Option<PathBuf>,
    /// Leave out the names of templates
    #[arg(long)]
    pub no_header: bool,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// What a template finds.
    #[command(flatten)]
    pub conditions: Conditions,
    /// The form of log lines and messages
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LineFormat::Text)]
    pub log_format: LineFormat,
}

/// What `bunraku epp validate` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = VALIDATE_TEMPLATES_EXAMPLES)]
pub struct ValidateTemplates {
    /// The templates [default: standard input]
    #[arg(value_name = "TEMPLATE")]
    pub templates: Vec<String>,
    /// Go on after a template with errors
    #[arg(long, alias = "continue_on_error")]
    pub continue_on_error: bool,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The edition of the language
    #[arg(long, value_name = "EDITION", default_value = PUPPET8.name, value_parser = edition_parser())]
    pub edition: &'static Edition,
    /// What to make of the mistakes that the setting `strict` is about
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Strict::Error)]
    pub strict: Strict,
    /// The form of messages
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LineFormat::Text)]
    pub log_format: LineFormat,
}
