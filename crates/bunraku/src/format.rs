//! The formatter, on a stack that is large enough for the deepest tree.

use bunraku_fmt::{FormatError, Formatted, LineRange, Options};
use bunraku_syntax::{SourceKind, Tree};

use crate::stack::with_large_stack;

/// Formats a source; see [`bunraku_fmt::format`].
pub fn format(text: &str, kind: SourceKind, options: &Options) -> Result<Formatted, FormatError> {
    with_large_stack(|| bunraku_fmt::format(text, kind, options))
}

/// Formats a source that is already parsed; see [`bunraku_fmt::format_tree`].
pub fn format_tree(text: &str, tree: &Tree, options: &Options) -> Result<Formatted, FormatError> {
    with_large_stack(|| bunraku_fmt::format_tree(text, tree, options))
}

/// Formats some lines of a source; see [`bunraku_fmt::format_range`].
pub fn format_range(
    text: &str,
    kind: SourceKind,
    lines: LineRange,
    options: &Options,
) -> Result<Formatted, FormatError> {
    with_large_stack(|| bunraku_fmt::format_range(text, kind, lines, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The deepest trees that the parser creates are formatted on any thread.
    #[test]
    fn deep_programs() {
        let deep = [
            format!("$x = {}1{}", "[".repeat(150), "]".repeat(150)),
            format!("$x = {}1{}", "f(".repeat(150), ")".repeat(150)),
            format!("$x = 1{}", " + 1".repeat(400)),
            format!("$x = $y{}", ".f".repeat(400)),
            format!("{}{}", "if $x { ".repeat(100), "}".repeat(100)),
        ];
        for string in deep {
            let once = format(&string, SourceKind::Manifest, &Options::default()).map(|once| once.text);
            let once = once.unwrap_or_else(|error| panic!("{error}: {string}"));
            let twice = format(&once, SourceKind::Manifest, &Options::default()).map(|twice| twice.changed);
            assert_eq!(twice, Ok(false), "{once}");
        }
    }
}
