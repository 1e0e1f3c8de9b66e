//! Options of the formatter.

use bunraku_edition::{Edition, PUPPET8};

/// The maximum line width of the Puppet style guide.
pub const DEFAULT_LINE_WIDTH: usize = 140;

/// The options of the layout. There are few on purpose: one style needs no discussions.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The edition in which the source is parsed.
    pub edition: &'static Edition,
    /// The width above which lists and operators are broken.
    pub line_width: usize,
    /// Whether the arrows of a hash, selector or resource are aligned.
    pub align_arrows: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { edition: &PUPPET8, line_width: DEFAULT_LINE_WIDTH, align_arrows: true }
    }
}
