//! Measures whether a group fits on the rest of its line.

use super::{GLUED, Printer};
use crate::document::{Element, Flat, Hug, Line, columns};

/// What is being measured.
struct Part {
    /// The group to measure.
    start: usize,
    /// The end of the innermost group that was open from the start.
    until: usize,
    /// A group that is broken.
    broken: Option<usize>,
}

impl Printer<'_, '_> {
    /// Whether a group fits on the rest of the line if it is on one line, except for parts with forced line breaks and
    /// the group `broken` at its end.
    pub(super) fn fits(&self, start: usize, broken: Option<usize>) -> bool {
        self.measure(start, self.column_of_next(), Vec::new(), Part { start, until: usize::MAX, broken })
    }

    /// Whether the item at the end of a group fits on a separate line if the group is broken.
    pub(super) fn fits_on_own_line(&self, hug: Hug) -> bool {
        let until = self.end_of(hug.target);
        let part = Part { start: usize::MAX, until, broken: None };
        self.measure(hug.from, self.margin() + hug.indent, vec![false, true], part)
    }

    /// Whether the elements from an index up to the first possible line break fit after a column. `inside` says for
    /// each enclosing group whether it is on one line.
    fn measure(&self, from: usize, column: usize, mut inside: Vec<bool>, part: Part) -> bool {
        let mut left = self.width.saturating_sub(column);
        let mut space = usize::from(self.space && !self.at_start && from == part.start);
        let mut outside = self.modes.len();
        let elements = self.elements.iter().enumerate().skip(from);
        for (index, element) in elements {
            if index == part.until {
                inside.pop();
            }
            let flat = match inside.last() {
                Some(flat) => *flat,
                None => {
                    outside.checked_sub(1).and_then(|at| self.modes.get(at)).is_some_and(|mode| mode.flat)
                }
            };
            let text: &str = match element {
                Element::Text(text) => text,
                Element::Fence if inside.is_empty() => return true,
                Element::Verbatim(_) if self.template => return true,
                Element::Mark(_) if self.template && index > from => return true,
                Element::Verbatim(text) => text,
                Element::IfBroken(text) if !flat => text,
                Element::Pad(width) if !flat => {
                    space += width;
                    continue;
                }
                Element::Space => {
                    space = space.max(1);
                    continue;
                }
                Element::Line(Line { flat: Flat::Never, .. }) => return true,
                Element::Line(line) if flat => {
                    space = space.max(usize::from(line.flat == Flat::Space));
                    continue;
                }
                Element::Line(_) => return true,
                Element::Start(group) => {
                    // After the group itself, anything that can be broken may be broken.
                    let measured = index == part.start || flat && !inside.is_empty();
                    inside.push(measured && !group.broken && part.broken != Some(index));
                    continue;
                }
                Element::End => {
                    if inside.pop().is_none() {
                        outside = outside.saturating_sub(1);
                    }
                    continue;
                }
                Element::Comment(comment) if comment.ends_line => return true,
                _ => continue,
            };
            let (text, ends) = text.split_once('\n').map_or((text, false), |(first, _)| (first, true));
            let width = space + columns(text);
            space = 0;
            if width > left {
                return false;
            }
            if ends {
                return true;
            }
            left -= width;
        }
        true
    }

    /// The index after the end of a group.
    fn end_of(&self, start: usize) -> usize {
        let mut depth = 0usize;
        let elements = self.elements.iter().enumerate().skip(start);
        let mut ends = elements.map(|(index, element)| {
            match element {
                Element::Start(_) => depth += 1,
                Element::End => depth = depth.saturating_sub(1),
                _ => {}
            }
            (index + 1, depth)
        });
        ends.find(|(_, depth)| *depth == 0).map_or(usize::MAX, |(end, _)| end)
    }

    /// The column of the next characters.
    fn column_of_next(&self) -> usize {
        match (self.at_start, self.closed) {
            (true, _) => self.margin(),
            (false, true) => self.margin() + GLUED,
            (false, false) => self.column,
        }
    }
}
