//! What `bunraku fmt` is told.

use std::path::PathBuf;

use bunraku::edition::{Edition, PUPPET8};
use bunraku::fmt::{DEFAULT_LINE_WIDTH, LineRange, Options};
use clap::ValueEnum;

use super::edition_parser;
use super::examples::FMT_EXAMPLES;

/// What `bunraku fmt` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = FMT_EXAMPLES)]
pub struct Fmt {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write nothing: print the names of the files that would change
    #[arg(long)]
    pub check: bool,
    /// Write nothing: print what would change
    #[arg(long)]
    pub diff: bool,
    /// Format these lines only, for example `3:7`, of a single file
    #[arg(long, value_name = "FIRST:LAST")]
    pub range: Option<LineRange>,
    /// How long lines may be before lists are broken [default: 140]
    #[arg(long, value_name = "COLUMNS")]
    pub line_width: Option<usize>,
    /// Whether to align the arrows of a block [default: yes]
    #[arg(long, value_enum, value_name = "WHETHER")]
    pub align_arrows: Option<AlignArrows>,
    /// The name of standard input in messages; its ending tells manifests from templates
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_name: String,
    /// The edition of the language [default: puppet8]
    #[arg(long, value_name = "EDITION", value_parser = edition_parser())]
    pub edition: Option<&'static Edition>,
    /// Read all manifests as Puppet does with its setting `tasks`: `plan` and `apply` are keywords, and nothing makes a
    /// catalog outside `apply`. Files in the folder `plans` of a module are read so anyway
    #[arg(long)]
    pub tasks: bool,
    /// Print messages only: no summary, no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Whether to align the arrows of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AlignArrows {
    /// As puppet-lint requires them
    Yes,
    /// One blank before each
    No,
}

impl Fmt {
    /// The options of the formatter.
    pub fn options(&self) -> Options {
        Options {
            edition: self.edition.unwrap_or(&PUPPET8),
            line_width: self.line_width.unwrap_or(DEFAULT_LINE_WIDTH),
            align_arrows: self.align_arrows != Some(AlignArrows::No),
        }
    }
}
