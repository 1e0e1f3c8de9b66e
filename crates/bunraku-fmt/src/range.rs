//! Formats some lines only: the result is the source with a part replaced by the formatted one.

use std::str::FromStr;

use crate::printer::Printed;

/// A range of lines, numbered from one, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRange {
    /// The first line.
    pub first: usize,
    /// The last line.
    pub last: usize,
}

impl FromStr for LineRange {
    type Err = String;

    fn from_str(string: &str) -> Result<LineRange, String> {
        let wrong =
            || format!("`{string}` is not a range of lines: write `3:7`, the first and the last line");
        let (first, last) = string.split_once(':').unwrap_or((string, string));
        let number = |string: &str| string.trim().parse().ok().filter(|line| *line > 0).ok_or_else(wrong);
        let range = LineRange { first: number(first)?, last: number(last)? };
        if range.first > range.last {
            return Err(format!("the range `{string}` ends before it begins"));
        }
        Ok(range)
    }
}

/// The sources with the lines of a range replaced, starting with the smallest change.
///
/// Source and result are cut where the same thing begins a line in both. In most cases the pieces are complete; with a
/// comment before a comma that moves they are not, so the caller must check that it is the same program.
pub(crate) fn splices<'a>(
    text: &'a str,
    printed: &'a Printed,
    lines: LineRange,
) -> impl Iterator<Item = String> + 'a {
    let start = line_start(text, lines.first - 1);
    let end = line_start(text, lines.last);
    let mut marks = vec![(0, 0)];
    marks.extend(printed.marks.iter().map(|(source, at)| (*source as usize, *at)));
    marks.push((text.len(), printed.text.len()));
    let from = marks.partition_point(|(source, _)| *source <= start).saturating_sub(1);
    let to = marks.partition_point(|(source, _)| *source < end).min(marks.len() - 1).max(from);
    let widest = from.max(marks.len() - 1 - to);
    (0..=widest).filter_map(move |wider| {
        let (from, from_new) = *marks.get(from.saturating_sub(wider))?;
        let (to, to_new) = *marks.get((to + wider).min(marks.len() - 1))?;
        Some([text.get(..from)?, printed.text.get(from_new..to_new)?, text.get(to..)?].concat())
    })
}

/// The offset of a line, which is numbered from zero; the end of the text if there are fewer.
fn line_start(text: &str, line: usize) -> usize {
    match line.checked_sub(1) {
        None => 0,
        Some(before) => text.match_indices('\n').nth(before).map_or(text.len(), |(at, _)| at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!("3:7".parse(), Ok(LineRange { first: 3, last: 7 }));
        assert_eq!("4".parse(), Ok(LineRange { first: 4, last: 4 }));
        assert!("0:2".parse::<LineRange>().is_err());
        assert!("7:3".parse::<LineRange>().is_err());
        assert!("a:b".parse::<LineRange>().is_err());
    }
}
