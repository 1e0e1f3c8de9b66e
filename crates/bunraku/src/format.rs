//! The formatter, on a stack that is large enough for the deepest tree.

use bunraku_fmt::{FormatError, Formatted, LineRange, Options};
use bunraku_syntax::SourceKind;

use crate::stack::with_large_stack;

/// Gives a text its layout; see [`bunraku_fmt::format`].
pub fn format(text: &str, kind: SourceKind, options: &Options) -> Result<Formatted, FormatError> {
    with_large_stack(|| bunraku_fmt::format(text, kind, options))
}

/// Gives some lines of a text their layout; see [`bunraku_fmt::format_range`].
pub fn format_range(
    text: &str,
    kind: SourceKind,
    lines: LineRange,
    options: &Options,
) -> Result<Formatted, FormatError> {
    with_large_stack(|| bunraku_fmt::format_range(text, kind, lines, options))
}
