//! The options of `bunraku fmt`.

use std::path::PathBuf;

use bunraku::edition::{Edition, PUPPET8};
use bunraku::fmt::{DEFAULT_LINE_WIDTH, LineRange, Options};
use clap::ValueEnum;

use super::edition_parser;
use super::examples::FMT_EXAMPLES;
use super::number::whole;

/// The options of `bunraku fmt`.
#[derive(Debug, clap::Args)]
#[command(after_help = FMT_EXAMPLES)]
pub struct Fmt {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Change nothing; print the names of the files that would change
    #[arg(long)]
    pub check: bool,
    /// Change nothing; print the changes as a diff
    #[arg(long)]
    pub diff: bool,
    /// Format only these lines of a single file, for example `3:7`
    #[arg(long, value_name = "FIRST:LAST")]
    pub range: Option<LineRange>,
    /// The length at which lists are broken over several lines [default: 140]
    #[arg(long, value_name = "COLUMNS", value_parser = whole::<usize>)]
    pub line_width: Option<usize>,
    /// Whether to align the arrows of a block [default: yes]
    #[arg(long, value_enum, value_name = "WHETHER")]
    pub align_arrows: Option<AlignArrows>,
    /// The name of standard input in messages; its extension decides whether it is a manifest or a template
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// The edition of the language [default: puppet8]
    #[arg(long, value_name = "EDITION", value_parser = edition_parser())]
    pub edition: Option<&'static Edition>,
    /// Parse manifests like Puppet with its setting `tasks`: `plan` and `apply` are keywords, and resources may only
    /// be declared inside `apply`. Files in a module's folder `plans` are always parsed this way
    #[arg(long)]
    pub tasks: bool,
    /// Print messages only, without summary and progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Whether to align the arrows of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AlignArrows {
    /// Align them, as puppet-lint requires
    Yes,
    /// Put one space before each
    No,
}

impl Fmt {
    /// Returns the formatter's options.
    pub fn options(&self) -> Options {
        Options {
            edition: self.edition.unwrap_or(&PUPPET8),
            line_width: self.line_width.unwrap_or(DEFAULT_LINE_WIDTH),
            align_arrows: self.align_arrows != Some(AlignArrows::No),
        }
    }
}
