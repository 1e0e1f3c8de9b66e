//! The options of `bunraku check`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Conditions;
use super::examples::CHECK_EXAMPLES;
use super::lint::RuleArgs;
use crate::site::SiteArgs;

/// The options of `bunraku check`.
#[derive(Debug, clap::Args)]
#[command(after_help = CHECK_EXAMPLES, args_override_self = true)]
pub struct Check {
    /// Files and folders
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Run only these parts
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    pub only: Vec<Part>,
    /// Skip these parts
    #[arg(long, value_enum, value_name = "PARTS", value_delimiter = ',')]
    pub skip: Vec<Part>,
    /// Check only new files and files that differ from the last commit, according to `git`
    #[arg(long)]
    pub changed: bool,
    /// The lowest severity that makes the command fail [default: error]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub fail_on: Option<FailOn>,
    /// The format of the report, which goes to standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Lint all files, including those that have not changed
    #[arg(long)]
    pub no_cache: bool,
    /// Print findings only, without summary and progress
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
    /// Manifests: syntax and everything `puppet parser validate` finds
    Validate,
    /// Lint rules
    Lint,
    /// The formatting of manifests and templates
    Fmt,
    /// EPP and ERB templates
    Templates,
    /// YAML, JSON, `hiera.yaml` and `metadata.json`
    Data,
    /// Ruby files
    Ruby,
    /// The catalogs of all nodes whose facts are available
    Compile,
}

impl Part {
    /// The name on the command line and in `bunraku.toml`.
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

/// The format of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people
    Text,
    /// One JSON object per line
    Json,
    /// One SARIF 2.1.0 document, for code scanners
    Sarif,
    /// Workflow commands, which GitHub shows next to the changed lines
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
