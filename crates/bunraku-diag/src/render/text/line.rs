//! A line of source code on a terminal: the column of each byte, and where it is cut.

use super::width::width;

/// Longer lines are cut.
const MOST_COLUMNS: usize = 120;

/// How many characters before the place are kept when the start of a line is cut.
const CHARACTERS_BEFORE: usize = 40;

/// Tabs advance to the next multiple of this.
const TAB: usize = 4;

/// Marks where a line was cut.
const CUT: char = '…';

/// A line of source code as it is shown.
pub(super) struct Line {
    /// The text with tabs and control characters replaced and long ends cut.
    pub(super) text: String,
    /// The first byte of each shown character with its column; the last entry is the end.
    columns: Vec<(usize, usize)>,
}

impl Line {
    /// Prepares a line. If it is too long, it is cut around the byte `focus`.
    pub(super) fn new(text: &str, focus: usize) -> Line {
        let whole = Line::from(text, 0);
        let cut = whole.end() < text.len();
        if !cut || whole.column(focus) < MOST_COLUMNS - CHARACTERS_BEFORE {
            return whole;
        }
        let before = text.get(..focus).unwrap_or(text).char_indices().rev().take(CHARACTERS_BEFORE);
        Line::from(text, before.last().map_or(0, |(index, _)| index))
    }

    /// The column of a byte, starting from zero. Bytes that were cut are at the respective edge.
    pub(super) fn column(&self, byte: usize) -> usize {
        let after = self.columns.partition_point(|(start, _)| *start <= byte);
        after.checked_sub(1).and_then(|index| self.columns.get(index)).map_or(0, |(_, column)| *column)
    }

    /// The line from the byte `start` on.
    fn from(text: &str, start: usize) -> Line {
        let mut line = Line { text: String::new(), columns: Vec::new() };
        let mut column = 0;
        if start > 0 {
            line.text.push(CUT);
            column += 1;
        }
        for (index, char) in text.get(start..).unwrap_or("").char_indices() {
            line.columns.push((start + index, column));
            if column >= MOST_COLUMNS {
                line.text.push(CUT);
                return line;
            }
            if char == '\t' {
                let blanks = TAB - column % TAB;
                line.text.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            } else {
                let char = harmless(char);
                line.text.push(char);
                column += width(char);
            }
        }
        line.columns.push((text.len(), column));
        line
    }

    fn end(&self) -> usize {
        self.columns.last().map_or(0, |(byte, _)| *byte)
    }
}

/// The character, or a replacement if it could disturb a terminal or obscure the text.
pub(super) fn harmless(char: char) -> char {
    match char {
        '\0'..='\x1f' => char::from_u32(0x2400 + char as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        // The second set of control characters, those that change the writing direction, line separators that do not
        // end lines here, and the byte order mark.
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => '\u{fffd}',
        _ => char,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_tabs_and_wide_characters() {
        let line = Line::new("\ta\t漢x", 0);
        assert_eq!(line.text, "    a   漢x");
        assert_eq!([0, 1, 2, 3, 4, 6, 7, 99].map(|byte| line.column(byte)), [0, 4, 5, 8, 8, 10, 11, 11]);
    }

    #[test]
    fn control_characters_are_made_visible() {
        assert_eq!(Line::new("a\x1b[31m\u{202e}\u{feff}", 0).text, "a␛[31m\u{fffd}\u{fffd}");
    }

    #[test]
    fn long_lines_are_cut_on_the_right() {
        let line = Line::new(&"x".repeat(500), 10);
        assert_eq!(line.text, "x".repeat(120) + "…");
        assert_eq!(line.column(10), 10);
        assert_eq!(line.column(400), 120);
    }

    #[test]
    fn long_lines_are_cut_on_both_sides() {
        let line = Line::new(&"x".repeat(500), 300);
        assert_eq!(line.text, format!("…{}…", "x".repeat(119)));
        assert_eq!(line.column(300), 41);
        assert_eq!(line.column(10), 0);
    }

    #[test]
    fn the_end_of_a_long_line_is_not_cut() {
        let line = Line::new(&"x".repeat(500), 500);
        assert_eq!(line.text, format!("…{}", "x".repeat(40)));
        assert_eq!(line.column(500), 41);
    }
}
