//! The marks below a line, `^^^` and `---`, with their labels.

use super::line::Line;
use super::paint::Role;
use super::row::Row;
use super::single_line;
use crate::{Label, Source, TextRange};

/// A label to be drawn: by lines, and by bytes within them.
pub(super) struct Mark {
    /// The line where it starts.
    pub(super) first: u32,
    /// The byte of that line where it starts.
    pub(super) start: usize,
    /// The line where it ends.
    pub(super) last: u32,
    /// The byte of that line before which it ends.
    pub(super) end: usize,
    /// Whether it is the primary one, which determines its colour.
    pub(super) role: Role,
    pub(super) text: String,
}

impl Mark {
    /// The mark for a label in a file. Line breaks at its end are left out.
    pub(super) fn new(source: &Source, label: &Label, role: Role) -> Mark {
        let start = source.boundary(label.span.range.start);
        let covered = TextRange::new(start, source.boundary(label.span.range.end)).of(source.text());
        let end = start + covered.trim_end_matches(['\n', '\r']).len() as u32;
        let (first, start) = within_line(source, start);
        let (last, end) = within_line(source, end);
        Mark { first, start, last, end, role, text: single_line(&label.text) }
    }

    /// Whether it spans more than one line.
    pub(super) fn spans_lines(&self) -> bool {
        self.first != self.last
    }

    /// Whether it is the primary one.
    pub(super) fn is_primary(&self) -> bool {
        self.role != Role::Other
    }

    /// The character it is drawn with.
    pub(super) fn char(&self) -> char {
        if self.is_primary() { '^' } else { '-' }
    }
}

/// The rows below a line for marks within it. The first column of the line is `indent`.
///
/// The label of the rightmost mark is next to it, those of the others are below, as in
///
/// ```text
/// --- ^^^ the second
/// |
/// the first
/// ```
pub(super) fn rows(marks: &[&Mark], line: &Line, indent: usize, new_row: impl Fn() -> Row) -> Vec<Row> {
    if marks.is_empty() {
        return Vec::new();
    }
    let mut drawn: Vec<Drawn> = marks.iter().map(|mark| Drawn::new(mark, line, indent)).collect();
    // Primary marks are drawn on top of the others.
    drawn.sort_by_key(|drawn| drawn.mark.is_primary());
    let mut underlines = new_row();
    for Drawn { mark, start, end } in &drawn {
        (*start..*end).for_each(|column| underlines.put(column, mark.char(), mark.role));
    }

    let rightmost = drawn.iter().map(|drawn| drawn.end).max();
    drawn.retain(|drawn| !drawn.mark.text.is_empty());
    drawn.sort_by_key(|drawn| (drawn.start, drawn.end, drawn.mark.is_primary()));
    if let Some(beside) = drawn.pop_if(|drawn| Some(drawn.end) == rightmost) {
        underlines.text_after(beside.mark.text.clone(), beside.mark.role);
    }

    let mut rows = vec![underlines];
    if !drawn.is_empty() {
        rows.push(connected(&drawn, &new_row));
    }
    while let Some(last) = drawn.pop() {
        let mut row = connected(&drawn, &new_row);
        row.text_at(last.start, last.mark.text.clone(), last.mark.role);
        rows.push(row);
    }
    rows
}

/// A mark with its columns.
struct Drawn<'m> {
    mark: &'m Mark,
    start: usize,
    end: usize,
}

impl<'m> Drawn<'m> {
    fn new(mark: &'m Mark, line: &Line, indent: usize) -> Drawn<'m> {
        let start = indent + line.column(mark.start);
        // Empty ranges, and what was cut, are one column wide.
        let end = (indent + line.column(mark.end)).max(start + 1);
        Drawn { mark, start, end }
    }
}

/// A row with lines that connect the marks to their labels below.
fn connected(drawn: &[Drawn<'_>], new_row: impl Fn() -> Row) -> Row {
    let mut row = new_row();
    for Drawn { mark, start, .. } in drawn {
        row.put(*start, '|', mark.role);
    }
    row
}

fn within_line(source: &Source, offset: u32) -> (u32, usize) {
    let line = source.position(offset).line;
    let within = (offset - source.line_range(line).start) as usize;
    (line, within.min(source.line(line).len()))
}
