//! What `bunraku check` is told.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Conditions;
use super::examples::CHECK_EXAMPLES;
use super::lint::RuleArgs;
use crate::site::SiteArgs;

/// What `bunraku check` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = CHECK_EXAMPLES, args_override_self = true)]
pub struct Check {
    /// Files and folders
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Check these parts and no others
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    pub only: Vec<Part>,
    /// Leave these parts out
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    pub skip: Vec<Part>,
    /// Check files that differ from the last commit only, and new ones; `git` tells which these are
    #[arg(long)]
    pub changed: bool,
    /// How bad a finding must be for the command to fail [default: error]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub fail_on: Option<FailOn>,
    /// The form of the report, which goes to standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Follow rules through all files, also through those that have not changed
    #[arg(long)]
    pub no_cache: bool,
    /// Print findings only: no summary, no progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Which rules to follow, and how.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Where code and data of the nodes are.
    #[command(flatten)]
    pub site: SiteArgs,
    /// What compilations find. Each file of facts is a node.
    #[command(flatten)]
    pub conditions: Conditions,
}

/// A part of the check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Manifests: syntax, and what `puppet parser validate` finds
    Validate,
    /// The rules of the linter
    Lint,
    /// The layout of manifests and templates
    Fmt,
    /// EPP and ERB templates
    Templates,
    /// YAML, JSON, `hiera.yaml` and `metadata.json`
    Data,
    /// Ruby files
    Ruby,
    /// The catalogs of all nodes with facts
    Compile,
}

impl Part {
    /// Its name on the command line and in `bunraku.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Part::Validate => "validate",
            Part::Lint => "lint",
            Part::Fmt => "fmt",
            Part::Templates => "templates",
            Part::Data => "data",
            Part::Ruby => "ruby",
            Part::Compile => "compile",
        }
    }
}

/// How bad a finding must be for the command to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// An error
    Error,
    /// A warning or an error
    Warning,
}

/// The form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
    /// One SARIF 2.1.0 document, for code scanners
    Sarif,
    /// Workflow commands, which GitHub shows beside changed lines
    Github,
    /// One document for GitLab and Code Climate
    #[value(alias = "codeclimate")]
    Gitlab,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_called_the_same_in_the_settings() {
        let names: Vec<&str> = Part::value_variants().iter().map(|part| part.name()).collect();
        assert_eq!(names, bunraku_config::PARTS);
        for part in Part::value_variants() {
            assert_eq!(
                part.to_possible_value().map(|value| value.get_name().to_owned()).as_deref(),
                Some(part.name())
            );
        }
    }
}
