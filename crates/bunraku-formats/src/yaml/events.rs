//! The events of a YAML stream, with workarounds for inputs that the parser cannot handle.
//!
//! libyaml-safer panics in two cases in which the C library does not: if the input ends inside the last line of a block
//! scalar, and if a comma directly follows a tag. Both are avoided by slightly changing the text.

use std::borrow::Cow;
use std::io::{BufReader, Cursor};

use libyaml_safer::{Encoding, Event, EventData, MappingStyle, Parser, ScalarStyle, SequenceStyle};

use bunraku_pcore::watch::Parts;

use super::MAX_DEPTH;
use crate::{Error, ErrorKind, Position};

/// The approximate size of a node while its collection is built, in bytes.
const NODE: u64 = 96;

/// How many bytes the parser receives at a time.
const CHUNK: usize = 1 << 14;

/// Reads events one by one.
pub(super) struct Events<'t> {
    parser: Parser<BufReader<Cursor<Cow<'t, [u8]>>>>,
    /// The length of the text if a line break was appended.
    unfinished: Option<u64>,
    parts: Parts,
}

impl Events<'_> {
    pub(super) fn new(text: &str) -> Result<Events<'_>, Error> {
        Ok(events_of(match part_tags_from_commas(text)? {
            Some(parted) => Cow::Owned(parted),
            None => Cow::Borrowed(text),
        }))
    }

    pub(super) fn next(&mut self) -> Result<Event, Error> {
        let mut event = self.parser.parse().map_err(|error| error_of(&error))?;
        if let Some(ended) = self.parts.count(NODE) {
            return Err(Error::ended(ended, position_of(event.start_mark)));
        }
        if let (Some(length), EventData::Scalar { value, style, .. }) = (self.unfinished, &mut event.data)
            && matches!(style, ScalarStyle::Literal | ScalarStyle::Folded)
            && event.end_mark.index >= length
            && value.ends_with('\n')
        {
            value.pop();
        }
        Ok(event)
    }
}

pub(super) fn position_of(mark: libyaml_safer::Mark) -> Position {
    let number = |from_zero: u64| u32::try_from(from_zero).unwrap_or(u32::MAX).saturating_add(1);
    Position { line: number(mark.line), column: number(mark.column) }
}

fn events_of(text: Cow<'_, str>) -> Events<'_> {
    let (text, unfinished) = finish_last_line(text);
    let bytes = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    };
    let mut parser = Parser::new();
    // The parser consumes all of its input at once, and stores each character in four bytes.
    parser.set_input(BufReader::with_capacity(CHUNK, Cursor::new(bytes)));
    parser.set_encoding(Encoding::Utf8);
    Events { parser, unfinished, parts: Parts::default() }
}

/// Terminates the last line. A line with only spaces is dropped.
fn finish_last_line(text: Cow<'_, str>) -> (Cow<'_, str>, Option<u64>) {
    let last = text.rsplit(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).next().unwrap_or("");
    if last.is_empty() {
        return (text, None);
    }
    let blank = last.bytes().all(|byte| byte == b' ');
    let keep = if blank { text.len() - last.len() } else { text.len() };
    if blank && keep > 0 {
        return match text {
            Cow::Borrowed(text) => (Cow::Borrowed(text.get(..keep).unwrap_or(text)), None),
            Cow::Owned(mut text) => {
                text.truncate(keep);
                (Cow::Owned(text), None)
            }
        };
    }
    let length = text.len() as u64;
    let mut text = text.into_owned();
    text.push('\n');
    (Cow::Owned(text), Some(length))
}

/// Inserts a space between a tag and the comma after it; `None` if that does not occur.
///
/// What only looks like a tag, because it is inside a quoted or plain scalar, must not change. So all places get a
/// space first, that text is parsed, and the places that turn out to be inside a scalar are left alone the second time.
/// A space never makes a valid text invalid, so errors in that text are errors in the original. If there are none,
/// every bracket is known.
fn part_tags_from_commas(text: &str) -> Result<Option<String>, Error> {
    let places = tag_commas(text);
    if places.is_empty() {
        return Ok(None);
    }
    let all = with_blanks(text, &places);
    let mut scalars: Vec<(u64, u64)> = Vec::new();
    // The outermost flow collections, and the number of open brackets; everything inside brackets is in flow style.
    let mut brackets: Vec<(u64, u64)> = Vec::new();
    let mut open = 0;
    let mut events = events_of(Cow::Owned(all));
    let end = loop {
        let event = events.next().map_err(|error| without_blanks(error, text, &places))?;
        let start = event.start_mark.index;
        match event.data {
            EventData::StreamEnd | EventData::DocumentEnd { .. } => break event.end_mark.index,
            EventData::Scalar { .. } => scalars.push((start, event.end_mark.index)),
            EventData::SequenceStart { style: SequenceStyle::Flow, .. }
            | EventData::MappingStart { style: MappingStyle::Flow, .. } => {
                if open == 0 {
                    brackets.push((start, start));
                }
                open += 1;
                if open > MAX_DEPTH {
                    return Err(without_blanks(too_deep(position_of(event.start_mark)), text, &places));
                }
            }
            EventData::SequenceEnd | EventData::MappingEnd if open > 0 => {
                open -= 1;
                if let Some((_, end)) = brackets.last_mut() {
                    *end = event.end_mark.index;
                }
            }
            _ => {}
        }
    };
    // The ranges are sorted and disjoint.
    let within = |ranges: &[(u64, u64)], index: u64| {
        let next = ranges.partition_point(|(start, _)| *start <= index);
        next.checked_sub(1).and_then(|last| ranges.get(last)).is_some_and(|(_, end)| index < *end)
    };
    let outside: Vec<usize> = places
        .iter()
        .enumerate()
        .filter(|(before, place)| {
            // Each place is shifted by the spaces inserted before it. Nothing is known about what follows the first
            // document.
            let index = (**place + before) as u64;
            (index >= end || within(&brackets, index)) && !within(&scalars, index)
        })
        .map(|(_, place)| *place)
        .collect();
    Ok(Some(with_blanks(text, &outside)))
}

/// Moves an error in the text with all spaces to its position in the original.
fn without_blanks(mut error: Error, text: &str, places: &[usize]) -> Error {
    let Some(line) = text.split('\n').nth((error.position.line as usize).saturating_sub(1)) else {
        return error;
    };
    let start = line.as_ptr().addr() - text.as_ptr().addr();
    let mut places = places.iter().filter_map(|place| place.checked_sub(start)).peekable();
    let (mut column, mut blanks) = (0, 0);
    for (index, _) in line.char_indices() {
        if places.next_if_eq(&index).is_some() {
            column += 1;
            blanks += 1;
        }
        column += 1;
        if column >= error.position.column {
            break;
        }
    }
    error.position.column = error.position.column.saturating_sub(blanks).max(1);
    error
}

/// The places where a comma follows what may be a tag.
fn tag_commas(text: &str) -> Vec<usize> {
    /// What the preceding characters may be part of.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Part {
        Other,
        /// `!name`
        Tag,
        /// `!<tag:example.org,2000:x>`, which may contain commas.
        Verbatim,
    }
    let mut places = Vec::new();
    let mut part = Part::Other;
    let mut last = ' ';
    for (index, char) in text.char_indices() {
        // In the middle of a word, `!` does not start a tag; all other characters that can precede a token are here.
        let starts = last.is_whitespace() || "[]{},?:\"'>\u{feff}".contains(last);
        part = match (part, char) {
            (Part::Tag, '<') if last == '!' => Part::Verbatim,
            (Part::Verbatim, '>') => Part::Tag,
            (Part::Verbatim, char) if !char.is_whitespace() => Part::Verbatim,
            (Part::Other, '!') if starts => Part::Tag,
            (Part::Tag, ',') => {
                places.push(index);
                Part::Other
            }
            (Part::Tag, char) if !char.is_whitespace() => Part::Tag,
            _ => Part::Other,
        };
        last = char;
    }
    places
}

fn with_blanks(text: &str, places: &[usize]) -> String {
    let mut result = String::with_capacity(text.len() + places.len());
    let mut start = 0;
    for place in places {
        result.push_str(text.get(start..*place).unwrap_or(""));
        result.push(' ');
        start = *place;
    }
    result.push_str(text.get(start..).unwrap_or(""));
    result
}

/// The error for nesting that is too deep.
pub(super) fn too_deep(position: Position) -> Error {
    let message = format!("arrays and hashes are nested more than {MAX_DEPTH} levels deep");
    Error::new(ErrorKind::Nesting, message, position)
}

fn error_of(error: &libyaml_safer::Error) -> Error {
    // A line that is not a key is only noticed when the next key starts.
    let is_key = error.context().is_some_and(|context| context.contains("simple key"));
    let mark = error.context_mark().filter(|_| is_key).or(error.problem_mark());
    let position = mark.map(position_of).unwrap_or_default();
    let context = error.context().map(|context| format!(" {context}")).unwrap_or_default();
    Error::new(ErrorKind::Syntax, format!("{}{context}", error.problem()), position)
}
