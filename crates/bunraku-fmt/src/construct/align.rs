//! Alignment: the `=>` of a block, the `=` of parameters.

use crate::document::Element;
use crate::formatter::Formatter;

/// The alignment of one list while it is written.
#[derive(Debug, Default)]
pub(crate) struct Alignment {
    keys: Vec<Key>,
    /// The current run of aligned items.
    run: u32,
}

/// What precedes the aligned sign.
#[derive(Debug, Clone, Copy)]
struct Key {
    /// The index of the padding after it.
    pad: usize,
    width: usize,
    /// Whether it is a list, which may be broken.
    breakable: bool,
    /// The width of what has to be on its last line: the sign, and a value that cannot be broken.
    after: usize,
    /// The width of what follows up to the first possible line break, if the alignment is dropped when it makes lines
    /// too long.
    rest: Option<usize>,
    run: u32,
}

/// The width of a sign and the space before it.
const SIGN: usize = 3;

/// How important alignment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Lines may become too long for it.
    Firm,
    /// It is dropped if it makes lines too long.
    IfItFits,
}

impl Formatter<'_> {
    /// Writes a list with aligned parts.
    pub(crate) fn in_columns(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.alignment);
        let indent = usize::try_from(self.doc.indent).unwrap_or(0);
        write(self);
        let alignment = std::mem::replace(&mut self.alignment, outer);
        let room = self.options.line_width.saturating_sub(indent);
        for run in alignment.keys.chunk_by(|a, b| a.run == b.run) {
            // A list that does not fit before the sign is broken, and has no width.
            let whole = || run.iter().filter(|key| !key.breakable || key.width + key.after <= room);
            let column = whole().map(|key| key.width).max().unwrap_or(0);
            let too_long = |key: &Key| {
                key.rest.is_some_and(|rest| key.width + rest <= room && column + rest > room)
                    || key.breakable && column + key.after > room
            };
            if whole().any(too_long) {
                continue;
            }
            for key in whole() {
                if let Some(Element::Pad(blanks)) = self.doc.elements.get_mut(key.pad) {
                    *blanks = column - key.width;
                }
            }
        }
    }

    /// Aligns the sign after what was written since `from` with those of the list; `write` writes the rest.
    pub(crate) fn column(&mut self, from: usize, column: Column, write: impl FnOnce(&mut Self)) {
        let key = self.doc.elements.get(from..).unwrap_or_default();
        let breakable = key.iter().any(|element| matches!(element, Element::Start(_)));
        let Some(width) = self.doc.flat_width(from) else { return write(self) };
        let pad = self.doc.elements.len();
        self.doc.elements.push(Element::Pad(0));
        write(self);
        let rest = (column == Column::IfItFits).then(|| self.doc.head_width(pad));
        let written = self.doc.elements.get(pad..).unwrap_or_default();
        let is_fenced = written.iter().any(|element| matches!(element, Element::Fence));
        let after = rest.filter(|_| !is_fenced).unwrap_or(SIGN);
        self.alignment.keys.push(Key { pad, width, breakable, after, rest, run: self.alignment.run });
    }

    /// Ends the current run: what follows is not aligned with what was written.
    pub(crate) fn end_run(&mut self) {
        self.alignment.run += 1;
    }
}
