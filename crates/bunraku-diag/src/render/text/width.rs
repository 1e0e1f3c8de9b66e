//! How many columns of a terminal a character takes.
//!
//! This works by Unicode blocks rather than by character: a mark that is off by a column below a rare script does no
//! harm, and the complete tables would be the largest part of this crate.

/// Blocks whose characters take two columns.
const WIDE: [(char, char); 19] = [
    ('\u{1100}', '\u{115f}'),
    ('\u{231a}', '\u{231b}'),
    ('\u{23e9}', '\u{23ec}'),
    ('\u{2705}', '\u{2705}'),
    ('\u{274c}', '\u{274e}'),
    ('\u{2e80}', '\u{303e}'),
    ('\u{3041}', '\u{4dbf}'),
    ('\u{4e00}', '\u{a4cf}'),
    ('\u{a960}', '\u{a97f}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fe30}', '\u{fe6f}'),
    ('\u{ff01}', '\u{ff60}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{16fe0}', '\u{1b2ff}'),
    ('\u{1f300}', '\u{1f64f}'),
    ('\u{1f680}', '\u{1f6ff}'),
    ('\u{1f900}', '\u{1faff}'),
    ('\u{20000}', '\u{3fffd}'),
];

/// Blocks whose characters are drawn over the one before them.
const COMBINING: [(char, char); 15] = [
    ('\u{300}', '\u{36f}'),
    ('\u{483}', '\u{489}'),
    ('\u{591}', '\u{5bd}'),
    ('\u{610}', '\u{61a}'),
    ('\u{64b}', '\u{65f}'),
    ('\u{e34}', '\u{e3a}'),
    ('\u{e47}', '\u{e4e}'),
    ('\u{1ab0}', '\u{1aff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{200b}', '\u{200d}'),
    ('\u{2060}', '\u{2064}'),
    ('\u{20d0}', '\u{20ff}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{fe20}', '\u{fe2f}'),
    ('\u{e0100}', '\u{e01ef}'),
];

/// The number of columns that a printable character takes.
pub(super) fn width(char: char) -> usize {
    let within = |blocks: &[(char, char)]| blocks.iter().any(|(first, last)| (first..=last).contains(&&char));
    if char < '\u{300}' {
        1
    } else if within(&COMBINING) {
        0
    } else if within(&WIDE) {
        2
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn widths() {
        assert_eq!("aé漢字🎭한ｆ".chars().map(width).collect::<Vec<_>>(), [1, 1, 2, 2, 2, 2, 2]);
        assert_eq!("e\u{301}\u{200b}".chars().map(width).collect::<Vec<_>>(), [1, 0, 0]);
    }
}
