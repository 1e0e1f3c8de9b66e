//! The options of `bunraku doc`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::examples::DOC_EXAMPLES;

/// The options of `bunraku doc`.
#[derive(Debug, clap::Args)]
#[command(after_help = DOC_EXAMPLES)]
pub struct Doc {
    /// The folder of the module
    #[arg(value_name = "MODULE", default_value = ".")]
    pub module: PathBuf,
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = DocFormat::Markdown)]
    pub format: DocFormat,
    /// The file to write; `-` is standard output [default: REFERENCE.md or index.html in the module; JSON goes to
    /// standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write nothing; fail if the file is not up to date
    #[arg(long)]
    pub check: bool,
    /// Fail if documentation is missing or wrong
    #[arg(long)]
    pub fail_on_warnings: bool,
    /// Print errors only, without warnings and summary
    #[arg(long, short)]
    pub quiet: bool,
}

/// The forms of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DocFormat {
    /// REFERENCE.md
    Markdown,
    /// For other tools, in puppet-strings' format
    Json,
    /// An HTML page with search
    Html,
}
