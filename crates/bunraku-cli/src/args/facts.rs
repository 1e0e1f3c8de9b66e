//! The options that give the facts of a node.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use crate::facts::{Assignment, systems};

/// Where the facts of a node come from. Later ones replace earlier ones of the same name.
#[derive(Debug, Clone, clap::Args)]
pub struct FactArgs {
    /// Use built-in facts of a common system, such as `debian-12` or `windows-2022`
    #[arg(long, value_name = "SYSTEM", ignore_case = true, hide_possible_values = true,
          value_parser = PossibleValuesParser::new(systems::names()))]
    pub facts_of: Option<String>,
    /// A file with facts, as printed by `facter`, `puppet facts` or PuppetDB, or a folder with such a file for each
    /// node. Can be repeated
    #[arg(long, value_name = "FILE|DIR")]
    pub facts: Vec<PathBuf>,
    /// Set a fact: `role=web`, `os.family=RedHat`, `ports=[80,443]`. Can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub fact: Vec<Assignment>,
}

impl FactArgs {
    /// Whether any facts are given.
    pub fn is_given(&self) -> bool {
        self.facts_of.is_some() || !self.facts.is_empty() || !self.fact.is_empty()
    }
}
