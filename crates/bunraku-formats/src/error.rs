//! Errors of readers, with their positions.

use std::{cell::Cell, fmt};

use bunraku_pcore::watch::Ended;

/// Why a document cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The kind of error.
    pub kind: ErrorKind,
    /// What is wrong, without the position.
    pub message: String,
    /// Where the reader noticed it; line 0 if that is unknown.
    pub position: Position,
}

/// The kinds of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The syntax is invalid.
    Syntax,
    /// Collections are nested too deeply.
    Nesting,
    /// References expand to too many values.
    Size,
    /// It is well-formed but contains something that data cannot represent.
    Data,
    /// A [watch](bunraku_pcore::watch) ended the reading; the document may be valid.
    Ended,
}

/// A position in a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// The line, starting from one.
    pub line: u32,
    /// The column in characters, starting from one.
    pub column: u32,
}

impl Error {
    /// The error of a reader that was ended.
    pub(crate) fn ended(ended: Ended, position: Position) -> Error {
        Error::new(ErrorKind::Ended, ended_message(ended), position)
    }

    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>, position: Position) -> Error {
        Error { kind, message: message.into(), position }
    }
}

/// The message for a reader that was ended.
pub(crate) fn ended_message(ended: Ended) -> &'static str {
    match ended {
        Ended::Time => "reading this takes longer than the time limit",
        Ended::Cancelled => "reading this was cancelled",
        Ended::Memory => "reading this takes more memory than the limit",
    }
}

impl Position {
    /// The position of a byte; [`Lines`] is faster for many of them.
    pub(crate) fn of(text: &str, at: usize) -> Position {
        Lines::new(text).position(at)
    }
}

/// The starts of the lines, for finding many positions.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// The last requested byte and its column: requests are in order, and a line may be long.
    last: Cell<(usize, usize)>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Lines<'t> {
        let starts = {
            let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        };
        Lines { text, starts, last: Cell::new((0, 0)) }
    }

    /// The position of a byte.
    pub(crate) fn position(&self, at: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let (known, before) = match self.last.get() {
            (last, column) if (start..=at).contains(&last) => (last, column),
            _ => (start, 0),
        };
        let before = before + self.text.get(known..at).unwrap_or("").chars().count();
        self.last.set((at, before));
        let column = before + 1;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Position { line: number(line), column: number(column) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.position.line, self.position.column, self.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::{Lines, Position};

    #[test]
    fn positions_are_the_same_in_any_order() {
        let text = "aé\nbcd\n\nxyz";
        let lines = Lines::new(text);
        let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for at in bytes.iter().chain(bytes.iter().rev()).chain(bytes.iter().step_by(2)) {
            assert_eq!(lines.position(*at), Position::of(text, *at), "{at}");
        }
        assert_eq!(lines.position(text.len()), Position { line: 4, column: 4 });
        assert_eq!(lines.position(4), Position { line: 2, column: 1 });
    }
}
