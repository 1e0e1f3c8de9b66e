//! A row of a snippet: the gutter, the drawn cells, and a text after them.

use super::paint::{Painter, Role};

/// The content of the gutter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// The line number of a source line.
    Line(u32),
    /// Empty: the row belongs to the line above.
    Below,
    /// Lines were omitted here.
    Gap,
}

/// One row of a snippet.
pub(super) struct Row {
    head: Head,
    cells: Vec<(char, Role)>,
    text: String,
    text_role: Role,
}

impl Row {
    /// A row without cells or text.
    pub(super) fn new(head: Head) -> Row {
        Row { head, cells: Vec::new(), text: String::new(), text_role: Role::Source }
    }

    /// The line number, if the row shows a source line.
    pub(super) fn line(&self) -> Option<u32> {
        match self.head {
            Head::Line(line) => Some(line),
            Head::Below | Head::Gap => None,
        }
    }

    /// Draws a character at a column.
    pub(super) fn put(&mut self, column: usize, char: char, role: Role) {
        if self.cells.len() <= column {
            self.cells.resize(column + 1, (' ', Role::Source));
        }
        if let Some(cell) = self.cells.get_mut(column) {
            *cell = (char, role);
        }
    }

    /// Draws a character at a column unless something is drawn there.
    pub(super) fn put_behind(&mut self, column: usize, char: char, role: Role) {
        if self.cells.get(column).is_none_or(|cell| cell.0 == ' ') {
            self.put(column, char, role);
        }
    }

    /// Sets the text that starts at a column, replacing what was drawn from there on.
    pub(super) fn text_at(&mut self, column: usize, text: String, role: Role) {
        self.cells.resize(column, (' ', Role::Source));
        self.text = text;
        self.text_role = role;
    }

    /// Sets the text that starts one space after the last cell.
    pub(super) fn text_after(&mut self, text: String, role: Role) {
        self.text_at(self.cells.len() + 1, text, role);
    }

    /// Writes the row, with `gutter` columns for line numbers.
    pub(super) fn write(&self, gutter: usize, out: &mut Painter) {
        let head = match self.head {
            Head::Line(line) => format!("{line:>gutter$} |"),
            Head::Below => format!("{:gutter$} |", ""),
            Head::Gap => format!("{:1$}", "...", gutter + 2),
        };
        out.paint(Role::Gutter, &head);
        out.paint(Role::Source, " ");
        for run in self.cells.chunk_by(|left, right| left.1 == right.1) {
            let text: String = run.iter().map(|cell| cell.0).collect();
            out.paint(run.first().map_or(Role::Source, |cell| cell.1), &text);
        }
        out.paint(self.text_role, &self.text);
        out.end_line();
    }
}
