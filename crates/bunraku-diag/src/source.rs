//! Source files and places in them.

use std::sync::{Arc, OnceLock};

/// A half-open range of bytes in one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TextRange {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl TextRange {
    /// The range from `start` up to, not including, `end`.
    pub fn new(start: u32, end: u32) -> TextRange {
        TextRange { start, end: end.max(start) }
    }

    /// The empty range at `offset`.
    pub fn at(offset: u32) -> TextRange {
        TextRange { start: offset, end: offset }
    }

    /// The number of bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether there is no byte in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest range that contains both.
    pub fn cover(self, other: TextRange) -> TextRange {
        TextRange { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `other` lies inside.
    pub fn contains(self, other: TextRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The piece of `text` it names; empty where it does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Names one content of one file within a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place: a range in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The bytes of its text.
    pub range: TextRange,
}

/// A line and a column, both counted from one; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// One content of one file.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: Arc<str>,
    /// Offsets of the line starts, built when first asked for: most files are never in a message.
    lines: OnceLock<Vec<u32>>,
}

impl Source {
    /// A file of that name and content.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        Source { name: name.into(), text: text.into(), lines: OnceLock::new() }
    }

    /// The path as the user wrote it, or a name such as `<stdin>`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte offset; offsets past the end are at the end, offsets within a character
    /// are at its start.
    pub fn position(&self, offset: u32) -> Position {
        let offset = self.boundary(offset);
        let lines = self.lines();
        let index = lines.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = lines.get(index).copied().unwrap_or(0);
        let column = TextRange::new(start, offset).of(&self.text).chars().count() as u32 + 1;
        Position { line: index as u32 + 1, column }
    }

    /// The line of a byte offset, counted from one.
    pub fn line_at(&self, offset: u32) -> u32 {
        self.lines().partition_point(|&start| start <= offset).max(1) as u32
    }

    /// The text of a line, counted from one, without its line end.
    pub fn line(&self, line: u32) -> &str {
        let range = self.line_range(line);
        range.of(&self.text).trim_end_matches(['\n', '\r'])
    }

    /// The bytes of a line, counted from one, with its line end.
    pub fn line_range(&self, line: u32) -> TextRange {
        let lines = self.lines();
        let index = (line as usize).saturating_sub(1);
        let end = self.text.len() as u32;
        let start = lines.get(index).copied().unwrap_or(end);
        TextRange::new(start, lines.get(index + 1).copied().unwrap_or(end))
    }

    /// The offset, moved back to the next boundary between characters. It can lie within one where the text was
    /// repaired after invalid bytes.
    pub(crate) fn boundary(&self, offset: u32) -> u32 {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset as u32
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(index, _)| index as u32 + 1)).collect()
        })
    }
}

/// The files of one run; diagnostics name them by [`FileId`].
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
}

impl Sources {
    /// No files yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file and gives its name for diagnostics.
    pub fn add(&mut self, source: Source) -> FileId {
        self.add_shared(Arc::new(source))
    }

    /// As [`Sources::add`], for a file that others hold, too.
    pub fn add_shared(&mut self, source: Arc<Source>) -> FileId {
        self.files.push(source);
        FileId(self.files.len() as u32 - 1)
    }

    /// The file of that id, to keep.
    pub fn get_shared(&self, file: FileId) -> Option<&Arc<Source>> {
        self.files.get(file.0 as usize)
    }

    /// The file of that id.
    pub fn get(&self, file: FileId) -> Option<&Source> {
        self.files.get(file.0 as usize).map(Arc::as_ref)
    }
}
