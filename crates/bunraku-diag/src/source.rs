//! Source files and places in them.

use std::{
    num::NonZeroU64,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use crate::Characters;

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
    #[inline]
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

    /// Whether it contains no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest range that contains both.
    pub fn cover(self, other: TextRange) -> TextRange {
        TextRange { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `other` is inside this range.
    pub fn contains(self, other: TextRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The part of `text` in this range; empty if the range is not valid for the text.
    #[inline]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Identifies a [`Source`]. It is unique in a process, so that places never have to be renumbered.
///
/// It has 64 bits because a server keeps creating sources, and is not zero so that an optional place takes no more
/// space than a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(NonZeroU64);

impl FileId {
    fn next() -> FileId {
        static LAST: AtomicU64 = AtomicU64::new(0);
        FileId(NonZeroU64::MIN.saturating_add(LAST.fetch_add(1, Relaxed)))
    }
}

/// A place: a range in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file that contains the range.
    pub file: FileId,
    /// The range in the content of the file.
    pub range: TextRange,
}

/// A line and a column, both starting from one; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line, starting from one.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// A line and a column as editors count them: both starting from zero, columns in UTF-16 code units.
///
/// A line ends with a line feed, optionally preceded by a carriage return, as in the language itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Utf16Position {
    /// The line, starting from zero.
    pub line: u32,
    /// The column in UTF-16 code units: a character outside the basic plane counts as two.
    pub column: u32,
}

/// One version of the content of a file.
#[derive(Debug)]
pub struct Source {
    id: FileId,
    name: String,
    text: Arc<str>,
    /// Offsets of the line starts, computed on demand: most files never occur in a message.
    lines: OnceLock<Vec<u32>>,
    characters: Characters,
}

impl Source {
    /// Creates a source with a name and content.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Source {
        Source {
            id: FileId::next(),
            name: name.into(),
            text: text.into(),
            lines: OnceLock::new(),
            characters: Characters::default(),
        }
    }

    /// The same source, with the same places, under another name in messages.
    pub fn shown_as(&self, name: impl Into<String>) -> Source {
        Source { id: self.id, ..Source::new(name, Arc::clone(&self.text)) }
    }

    /// The id that places use.
    pub fn id(&self) -> FileId {
        self.id
    }

    /// The place of a range in it.
    pub fn span(&self, range: TextRange) -> Span {
        Span { file: self.id, range }
    }

    /// The path as the user wrote it, or a name such as `<stdin>`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte offset. Offsets past the end are at the end, offsets within a character are at its
    /// start.
    pub fn position(&self, offset: u32) -> Position {
        let offset = self.boundary(offset);
        let lines = self.lines();
        let index = lines.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = lines.get(index).copied().unwrap_or(0);
        let column = self.characters.count(&self.text, TextRange::new(start, offset)) + 1;
        Position { line: index as u32 + 1, column }
    }

    /// The position of a byte offset for editors. Offsets past the end are at the end, offsets within a character are
    /// at its start, and those within a line break are before it.
    pub fn utf16_position(&self, offset: u32) -> Utf16Position {
        let offset = self.boundary(offset);
        let line = self.line_at(offset);
        let content = self.content_range(line);
        let before = TextRange::new(content.start, offset.min(content.end)).of(&self.text);
        Utf16Position { line: line - 1, column: before.encode_utf16().count() as u32 }
    }

    /// The byte offset of an editor's position. Columns past the end of a line are before its line break, lines past
    /// the end of the file are at its end, and a column within a character is at its start.
    pub fn utf16_offset(&self, position: Utf16Position) -> u32 {
        let content = self.content_range(position.line.saturating_add(1));
        let mut offset = content.start;
        let mut column = 0;
        for character in content.of(&self.text).chars() {
            column += character.len_utf16() as u32;
            if column > position.column {
                break;
            }
            offset += character.len_utf8() as u32;
        }
        offset
    }

    /// The line of a byte offset, starting from one.
    pub fn line_at(&self, offset: u32) -> u32 {
        self.lines().partition_point(|&start| start <= offset).max(1) as u32
    }

    /// The text of a line, which is numbered from one, without its line break.
    pub fn line(&self, line: u32) -> &str {
        let range = self.line_range(line);
        range.of(&self.text).trim_end_matches(['\n', '\r'])
    }

    /// The range of a line, which is numbered from one, with its line break.
    pub fn line_range(&self, line: u32) -> TextRange {
        let lines = self.lines();
        let index = (line as usize).saturating_sub(1);
        let end = self.text.len() as u32;
        let start = lines.get(index).copied().unwrap_or(end);
        TextRange::new(start, lines.get(index + 1).copied().unwrap_or(end))
    }

    /// The range of a line, which is numbered from one, without its line break.
    fn content_range(&self, line: u32) -> TextRange {
        let range = self.line_range(line);
        let text = range.of(&self.text);
        let content = text.strip_suffix('\n').map_or(text, |line| line.strip_suffix('\r').unwrap_or(line));
        TextRange::new(range.start, range.start + content.len() as u32)
    }

    /// Moves an offset back to a character boundary. It can be inside a character if the text was repaired after
    /// invalid bytes.
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

/// The files that the places of one run refer to.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    /// Sorted by id, which is nearly the order in which they are added.
    files: Vec<Arc<Source>>,
}

impl Sources {
    /// Creates an empty collection.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file, unless it is known, and returns its id.
    pub fn add(&mut self, source: impl Into<Arc<Source>>) -> FileId {
        let source = source.into();
        let id = source.id;
        if let Err(index) = self.position(id) {
            self.files.insert(index, source);
        }
        id
    }

    /// Finds a file by id.
    pub fn get(&self, file: FileId) -> Option<&Arc<Source>> {
        self.position(file).ok().and_then(|index| self.files.get(index))
    }

    /// All files, in the order of their creation.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().map(Arc::as_ref)
    }

    /// The index of a file, or where it would be inserted.
    fn position(&self, file: FileId) -> Result<usize, usize> {
        match self.files.last() {
            Some(last) if last.id < file => Err(self.files.len()),
            _ => self.files.binary_search_by_key(&file, |source| source.id),
        }
    }
}

impl<S: Into<Arc<Source>>> FromIterator<S> for Sources {
    fn from_iter<I: IntoIterator<Item = S>>(files: I) -> Sources {
        let mut sources = Sources::new();
        sources.extend(files);
        sources
    }
}

impl<S: Into<Arc<Source>>> Extend<S> for Sources {
    fn extend<I: IntoIterator<Item = S>>(&mut self, files: I) {
        for source in files {
            self.add(source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Utf16Position {
        Utf16Position { line, column }
    }

    #[test]
    fn columns_count_utf16_code_units() {
        let source = Source::new("a.pp", "aé漢😀z\nb");
        let columns = [(0, 0), (1, 1), (3, 2), (6, 3), (10, 5), (11, 6)];
        for (offset, column) in columns {
            assert_eq!(source.utf16_position(offset), at(0, column));
            assert_eq!(source.utf16_offset(at(0, column)), offset);
        }
        assert_eq!(source.position(10).column, 5, "in characters the astral one counts once");
        assert_eq!(source.utf16_offset(at(0, 4)), 6, "the middle of a pair is its start");
        assert_eq!(source.utf16_position(8), at(0, 3), "the middle of a character is its start");
    }

    #[test]
    fn line_ends_belong_to_no_column() {
        let source = Source::new("a.pp", "ab\r\ncd\n\r\n");
        assert_eq!(source.utf16_position(2), at(0, 2));
        assert_eq!(source.utf16_position(3), at(0, 2), "between CR and LF is before both");
        assert_eq!(source.utf16_position(4), at(1, 0));
        assert_eq!(source.utf16_position(6), at(1, 2));
        assert_eq!(source.utf16_position(7), at(2, 0));
        assert_eq!(source.utf16_position(9), at(3, 0));
        assert_eq!(source.utf16_offset(at(0, 3)), 2);
        assert_eq!(source.utf16_offset(at(0, 99)), 2);
        assert_eq!(source.utf16_offset(at(1, 99)), 6);
        assert_eq!(source.utf16_offset(at(2, 1)), 7);
        assert_eq!(source.utf16_offset(at(3, 0)), 9);
    }

    #[test]
    fn a_carriage_return_alone_ends_no_line() {
        let source = Source::new("a.pp", "a\rb");
        assert_eq!(source.utf16_position(3), at(0, 3));
        assert_eq!(source.utf16_offset(at(0, 2)), 2);
    }

    #[test]
    fn what_lies_outside_is_at_the_end() {
        let source = Source::new("a.pp", "ab\ncd");
        assert_eq!(source.utf16_position(99), at(1, 2));
        assert_eq!(source.utf16_offset(at(2, 0)), 5);
        assert_eq!(source.utf16_offset(at(u32::MAX, u32::MAX)), 5);
        let empty = Source::new("a.pp", "");
        assert_eq!(empty.utf16_position(0), at(0, 0));
        assert_eq!(empty.utf16_offset(at(0, 7)), 0);
    }

    #[test]
    fn positions_lead_back_to_their_offsets() {
        let text = "$a = '😀é'\r\n\n# 漢\t\n\r\n$b";
        let source = Source::new("a.pp", text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let position = source.utf16_position(offset as u32);
            let in_line_end = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
            let expected = if in_line_end { offset - 1 } else { offset };
            assert_eq!(source.utf16_offset(position) as usize, expected, "offset {offset}");
            let before = &text[..expected];
            assert_eq!(position.line as usize, before.matches('\n').count());
            let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
            assert_eq!(position.column as usize, line.encode_utf16().count());
        }
    }

    #[test]
    fn a_file_is_found_by_its_id_however_often_and_in_which_order_it_is_added() {
        let files: Vec<Arc<Source>> = (0..5).map(|n| Arc::new(Source::new(n.to_string(), ""))).collect();
        let mut sources = Sources::new();
        for index in [3, 0, 4, 0, 3] {
            let Some(source) = files.get(index) else { continue };
            assert_eq!(sources.add(Arc::clone(source)), source.id());
        }
        let known = |index: usize| files.get(index).and_then(|source| sources.get(source.id()));
        let names: Vec<&str> = (0..5).filter_map(known).map(|source| source.name()).collect();
        assert_eq!(names, ["0", "3", "4"]);
    }
}
