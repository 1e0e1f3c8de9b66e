//! Properties of standard output: whether it is a terminal, its width, and whether it gets colours.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use bunraku::diag::render::Style;

use crate::args::Color;

/// The width if standard output is not a terminal, or its width is unknown.
const USUAL_WIDTH: usize = 100;

/// Whether standard output is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The width of the terminal in columns.
pub fn width() -> usize {
    if !is_terminal() {
        return USUAL_WIDTH;
    }
    let dimensions = rustyline::DefaultEditor::new().ok().and_then(|mut editor| editor.dimensions());
    dimensions.map_or(USUAL_WIDTH, |(columns, _)| usize::from(columns)).max(20)
}

/// Whether standard output gets colours.
pub fn style(color: Color) -> Style {
    let choice = match color {
        // Respects `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and terminals without colours.
        Color::Auto => AutoStream::choice(&io::stdout()),
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    if choice == ColorChoice::Never { Style::Plain } else { Style::Ansi }
}

/// Truncates text to `width` characters, ending it with an ellipsis.
pub fn fitted(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Wraps words into indented lines.
pub fn wrapped<'w>(words: impl IntoIterator<Item = &'w str>, indent: &str, width: usize) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if column == 0 || column + 1 + length > width {
            if column > 0 {
                text.push('\n');
            }
            text.push_str(indent);
            column = indent.chars().count();
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    if column > 0 {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_the_terminal_does() {
        assert_eq!(wrapped(["aa,", "bb,", "cc"], "  ", 8), "  aa,\n  bb, cc\n");
        assert_eq!(wrapped(["aa,", "bb,", "cc"], "  ", 9), "  aa, bb,\n  cc\n");
        assert_eq!(wrapped(["a-word-that-is-too-long"], "  ", 8), "  a-word-that-is-too-long\n");
        assert_eq!(wrapped([], "  ", 8), "");
        assert_eq!(fitted("abcdef", 6), "abcdef");
        assert_eq!(fitted("abcdefg", 6), "abcde…");
        assert_eq!(fitted("ab cdefg", 4), "ab…");
    }
}
