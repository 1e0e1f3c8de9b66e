//! The options of `bunraku epp`.

use std::path::PathBuf;

use bunraku::edition::{Edition, PUPPET8};

use super::examples::{RENDER_EXAMPLES, VALIDATE_TEMPLATES_EXAMPLES};
use super::{Conditions, LineFormat, Strict, edition_parser};
use crate::site::SiteArgs;

/// The options of `bunraku epp`.
#[derive(Debug, clap::Args)]
pub struct Epp {
    /// The subcommand.
    #[command(subcommand)]
    pub command: EppCommand,
}

/// What to do with templates.
#[derive(Debug, clap::Subcommand)]
pub enum EppCommand {
    /// Render templates
    ///
    /// A template is a file, `module/name.epp` in an environment, or standard input. If there are several, each is
    /// preceded by its name.
    Render(Box<Render>),
    /// Check templates without rendering them; `bunraku parse` shows the syntax tree of one
    Validate(ValidateTemplates),
}

/// The options of `bunraku epp render`.
#[derive(Debug, clap::Args)]
#[command(after_help = RENDER_EXAMPLES)]
pub struct Render {
    /// The templates [default: standard input]
    #[arg(value_name = "TEMPLATE")]
    pub templates: Vec<String>,
    /// The template itself
    #[arg(short, long = "e", value_name = "TEXT", conflicts_with = "templates", allow_hyphen_values = true)]
    pub expression: Option<String>,
    /// The parameters: an expression whose value is a hash; they take precedence over those in a file
    #[arg(long, value_name = "HASH", allow_hyphen_values = true)]
    pub values: Option<String>,
    /// A file with the parameters: YAML, JSON, or a manifest (`.pp`) whose last value is a hash
    #[arg(long, value_name = "FILE", alias = "values_file")]
    pub values_file: Option<PathBuf>,
    /// Do not print the names of templates
    #[arg(long)]
    pub no_header: bool,
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

/// The options of `bunraku epp validate`.
#[derive(Debug, clap::Args)]
#[command(after_help = VALIDATE_TEMPLATES_EXAMPLES)]
pub struct ValidateTemplates {
    /// The templates [default: standard input]
    #[arg(value_name = "TEMPLATE")]
    pub templates: Vec<String>,
    /// Continue after a template with errors
    #[arg(long, alias = "continue_on_error")]
    pub continue_on_error: bool,
    /// Where code and data are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// The edition of the language
    #[arg(long, value_name = "EDITION", default_value = PUPPET8.name, value_parser = edition_parser())]
    pub edition: &'static Edition,
    /// How to treat the mistakes that Puppet's setting `strict` covers
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Strict::Error)]
    pub strict: Strict,
    /// The format of messages
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LineFormat::Text)]
    pub log_format: LineFormat,
}
