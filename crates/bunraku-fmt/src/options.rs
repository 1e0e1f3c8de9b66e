//! What can be chosen.

use bunraku_edition::{Edition, PUPPET8};

/// The width of lines that the style guide allows.
pub const DEFAULT_LINE_WIDTH: usize = 140;

/// What can be chosen about the layout. It is little on purpose: one style needs no discussions.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The edition of the language that the text is read in.
    pub edition: &'static Edition,
    /// How long lines may be before lists and operators are broken.
    pub line_width: usize,
    /// Whether the arrows of a hash, selector or resource stand in one column.
    pub align_arrows: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { edition: &PUPPET8, line_width: DEFAULT_LINE_WIDTH, align_arrows: true }
    }
}
