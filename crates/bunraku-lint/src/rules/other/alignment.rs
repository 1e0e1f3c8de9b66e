//! Alignment of signs in parameters.

use bunraku_diag::TextRange;

use crate::word::{Kind, Word};

/// The signs that are not in the common column, with that column. Each sign comes with the minimum column that it
/// needs. Signs on the same line are ignored.
pub(super) fn misplaced<'f>(signs: &[(Word<'f>, u32)]) -> Vec<(Word<'f>, u32)> {
    let (Some((first, _)), Some((last, _))) = (signs.first(), signs.last()) else { return Vec::new() };
    if first.line() == last.line() {
        return Vec::new();
    }
    let column = signs.iter().map(|(_, needed)| *needed).max().unwrap_or(1);
    let wrong = signs.iter().filter(|(sign, _)| sign.column() != column);
    wrong.map(|(sign, _)| (*sign, column)).collect()
}

/// Whether no word of the same kind precedes one on its line.
pub(super) fn is_first_on_line(word: Word<'_>) -> bool {
    let mut before = word.before().take_while(|before| !before.is(Kind::Newline));
    !before.any(|before| before.is(word.kind()))
}

/// The edit of the blanks before a sign that moves it to a column, if there is room.
pub(super) fn moved(sign: Word<'_>, column: u32) -> Option<(TextRange, String)> {
    let start = sign.range().start;
    let blank = sign.previous().filter(|before| before.is_any(&[Kind::Blank, Kind::Indent]));
    let old = blank.map_or(TextRange::new(start, start), Word::range);
    let width = i64::from(old.end - old.start) + i64::from(column) - i64::from(sign.column());
    let least = i64::from(blank.is_some_and(|blank| blank.is(Kind::Blank)));
    usize::try_from(width).ok().filter(|_| width >= least).map(|width| (old, " ".repeat(width)))
}
