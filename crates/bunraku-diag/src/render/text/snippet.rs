//! The marked lines of one file: which ones are shown, and how ranges over several lines are drawn.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::line::Line;
use super::marks::{self, Mark};
use super::paint::Role;
use super::row::{Head, Row};
use crate::Source;

/// A range over at most this many lines is shown completely, a longer one without its middle.
const MOST_WHOLE_LINES: u32 = 5;

/// The rows that show the marks in their lines.
///
/// A range over several lines has a lane on the left:
///
/// ```text
/// 1 | / class a {
/// 2 | |   notice(1)
/// 3 | | }
///   | |_^ this class
/// ```
pub(super) fn rows(source: &Source, marks: Vec<Mark>) -> Vec<Row> {
    let marks = with_lanes(marks);
    let lanes = marks.iter().filter_map(|(_, lane)| *lane).max().map_or(0, |lane| lane + 1);
    let mut drawing = Drawing { source, marks: &marks, open: vec![None; lanes], rows: Vec::new() };
    let mut previous = None;
    for line in shown_lines(source, &marks) {
        drawing.gap(previous, line);
        drawing.line(line);
        previous = Some(line);
    }
    drawing.rows
}

/// A mark with the lane of its range, if it spans lines.
type Placed = (Mark, Option<usize>);

/// Assigns lanes to marks over several lines; outer ranges are left of inner ones.
fn with_lanes(mut marks: Vec<Mark>) -> Vec<Placed> {
    marks.sort_by_key(|mark| (mark.first, mark.start, Reverse((mark.last, mark.end))));
    let mut ends: Vec<u32> = Vec::new();
    let place = |mark: Mark| {
        if !mark.spans_lines() {
            return (mark, None);
        }
        let lane = ends.iter().position(|end| *end < mark.first).unwrap_or(ends.len());
        match ends.get_mut(lane) {
            Some(end) => *end = mark.last,
            None => ends.push(mark.last),
        }
        (mark, Some(lane))
    };
    marks.into_iter().map(place).collect()
}

fn shown_lines(source: &Source, marks: &[Placed]) -> BTreeSet<u32> {
    let mut shown = BTreeSet::new();
    for (mark, _) in marks {
        if mark.last - mark.first < MOST_WHOLE_LINES {
            shown.extend(mark.first..=mark.last);
        } else {
            shown.extend([mark.first, mark.last]);
        }
        // A mark on an empty line, as at the end of a file, is of little use without the text before it.
        if mark.is_primary() && source.line(mark.first).trim().is_empty() {
            shown.extend((1..mark.first).rev().find(|line| !source.line(*line).trim().is_empty()));
        }
    }
    shown
}

/// The rows drawn so far.
struct Drawing<'m> {
    source: &'m Source,
    marks: &'m [Placed],
    /// For each lane, the colour of the range that is open in it.
    open: Vec<Option<Role>>,
    rows: Vec<Row>,
}

impl<'m> Drawing<'m> {
    /// Marks omitted lines, if a range continues over them.
    fn gap(&mut self, previous: Option<u32>, next: u32) {
        let Some(previous) = previous.filter(|previous| previous + 1 < next) else { return };
        if self.open.iter().all(Option::is_none) {
            return;
        }
        if previous + 2 == next {
            self.line(next - 1);
        } else {
            self.rows.push(self.row(Head::Gap));
        }
    }

    /// Draws a line and everything that belongs to it.
    fn line(&mut self, number: u32) {
        let text = self.source.line(number);
        let line = Line::new(text, self.focus(number));
        let indent = if self.open.is_empty() { 0 } else { self.open.len() + 1 };

        let mut row = self.row(Head::Line(number));
        let starts = self.spanning().filter(|(mark, _)| mark.first == number);
        let (at_margin, within): (Vec<_>, Vec<_>) =
            starts.partition(|(mark, _)| text.get(..mark.start).is_some_and(|text| text.trim().is_empty()));
        for (mark, lane) in at_margin {
            row.put(lane, '/', mark.role);
            self.set_open(lane, Some(mark.role));
        }
        row.text_at(indent, line.text.clone(), Role::Source);
        self.rows.push(row);

        let here = self.marks.iter().map(|(mark, _)| mark);
        let here: Vec<&Mark> = here.filter(|mark| mark.first == number && !mark.spans_lines()).collect();
        let below = marks::rows(&here, &line, indent, || self.row(Head::Below));
        self.rows.extend(below);

        for (mark, lane) in within {
            let row = self.edge(mark, lane, indent + line.column(mark.start));
            self.rows.push(row);
            self.set_open(lane, Some(mark.role));
        }
        let mut ends: Vec<_> = self.spanning().filter(|(mark, _)| mark.last == number).collect();
        ends.sort_by_key(|(_, lane)| Reverse(*lane));
        for (mark, lane) in ends {
            let mut row = self.edge(mark, lane, indent + line.column(mark.end.saturating_sub(1)));
            row.text_after(mark.text.clone(), mark.role);
            self.rows.push(row);
            self.set_open(lane, None);
        }
    }

    /// The marks over several lines, with their lanes.
    fn spanning(&self) -> impl Iterator<Item = (&'m Mark, usize)> + use<'m> {
        self.marks.iter().filter_map(|(mark, lane)| Some((mark, (*lane)?)))
    }

    /// The byte of a line that must stay visible if the line is cut.
    fn focus(&self, number: u32) -> usize {
        let starts =
            self.marks.iter().filter(|(mark, _)| mark.first == number).map(|(mark, _)| (mark, mark.start));
        let ends = self.spanning().filter(|(mark, _)| mark.last == number).map(|(mark, _)| (mark, mark.end));
        let primary_first = |(mark, byte): &(&Mark, usize)| (!mark.is_primary(), *byte);
        starts.chain(ends).min_by_key(primary_first).map_or(0, |(_, byte)| byte)
    }

    /// A row with the open ranges.
    fn row(&self, head: Head) -> Row {
        let mut row = Row::new(head);
        for (lane, role) in self.open.iter().enumerate() {
            if let Some(role) = role {
                row.put(lane, '|', *role);
            }
        }
        row
    }

    /// A row that connects a lane to the start or the end of its range.
    fn edge(&self, mark: &Mark, lane: usize, column: usize) -> Row {
        let mut row = self.row(Head::Below);
        (lane + 1..column).for_each(|column| row.put_behind(column, '_', mark.role));
        row.put(column, mark.char(), mark.role);
        row
    }

    fn set_open(&mut self, lane: usize, role: Option<Role>) {
        if let Some(open) = self.open.get_mut(lane) {
            *open = role;
        }
    }
}
