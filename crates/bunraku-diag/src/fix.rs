//! Changes to source files that a diagnostic proposes, and how to apply them.

use std::fmt;

use crate::{FileId, Span, TextRange};

/// A change that resolves a diagnostic: what a person would do by hand, as edits.
///
/// The edits of a fix belong together: applying only some of them would break the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, as an entry of an editor's menu: "write `elsif`".
    pub title: String,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it may be applied without review.
    pub applicability: Applicability,
}

/// A replacement of one range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The range to replace; an empty range inserts.
    pub span: Span,
    /// The new text; empty to delete.
    pub replacement: String,
}

/// Whether a fix may be applied without review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applicability {
    /// The program means what was intended, or its behaviour stays the same.
    Safe,
    /// It is most likely what was intended, but the behaviour of the program may change, or another place must change
    /// as well. Requires review.
    Unsafe,
}

impl Applicability {
    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

/// Why fixes cannot be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixError {
    /// Two edits change the same bytes, or insert different text at the same place.
    Overlap(TextRange, TextRange),
    /// An edit is outside the file, or splits a character.
    OutOfText(TextRange),
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FixError::Overlap(first, second) => write!(
                f,
                "two edits overlap: bytes {}..{} and {}..{}",
                first.start, first.end, second.start, second.end
            ),
            FixError::OutOfText(range) => {
                write!(f, "an edit is outside the file: bytes {}..{}", range.start, range.end)
            }
        }
    }
}

impl std::error::Error for FixError {}

/// Applies fixes to a file. Edits of other files are ignored.
///
/// The order of the fixes does not matter. An edit that several fixes have in common is applied once; any other overlap
/// is an error, because one of the two would no longer mean what it says.
pub fn apply_fixes<'f>(
    text: &str,
    file: FileId,
    fixes: impl IntoIterator<Item = &'f Fix>,
) -> Result<String, FixError> {
    let edits = fixes.into_iter().flat_map(|fix| &fix.edits).filter(|edit| edit.span.file == file);
    let mut edits: Vec<&Edit> = edits.collect();
    edits.sort_by_key(|edit| edit.span.range);
    edits.dedup();
    let mut result = String::with_capacity(text.len());
    let mut last: Option<TextRange> = None;
    let mut copied = 0;
    for edit in edits {
        let range = edit.span.range;
        if let Some(last) = last
            && (range.start < last.end || range == last)
        {
            return Err(FixError::Overlap(last, range));
        }
        let fits = text.get(range.start as usize..range.end as usize).is_some();
        let between = text.get(copied..range.start as usize).filter(|_| fits);
        result.push_str(between.ok_or(FixError::OutOfText(range))?);
        result.push_str(&edit.replacement);
        copied = range.end as usize;
        last = Some(range);
    }
    result.push_str(text.get(copied..).unwrap_or(""));
    Ok(result)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::Source;

    static FILE: LazyLock<FileId> = LazyLock::new(|| Source::new("a.pp", "abcdéf").id());

    fn edit(start: u32, end: u32, replacement: &str) -> Edit {
        let span = Span { file: *FILE, range: TextRange::new(start, end) };
        Edit { span, replacement: replacement.to_owned() }
    }

    fn fix(edits: Vec<Edit>) -> Fix {
        Fix { title: "change".to_owned(), edits, applicability: Applicability::Safe }
    }

    fn apply(edits: Vec<Edit>) -> Result<String, FixError> {
        apply_fixes("abcdéf", *FILE, &[fix(edits)])
    }

    #[test]
    fn nothing_changes_nothing() {
        assert_eq!(apply(Vec::new()), Ok("abcdéf".to_owned()));
    }

    #[test]
    fn edits_of_several_fixes_apply_in_any_order() {
        let (first, second) = (fix(vec![edit(0, 1, "AA")]), fix(vec![edit(4, 6, "e"), edit(2, 3, "")]));
        let expected = Ok("AAbdef".to_owned());
        assert_eq!(apply_fixes("abcdéf", *FILE, [&first, &second]), expected);
        assert_eq!(apply_fixes("abcdéf", *FILE, [&second, &first]), expected);
    }

    #[test]
    fn edits_may_touch() {
        assert_eq!(
            apply(vec![edit(1, 2, "B"), edit(2, 3, "C"), edit(1, 1, "-"), edit(3, 3, "+")]),
            Ok("a-BC+déf".to_owned())
        );
    }

    #[test]
    fn both_ends_of_the_text_can_grow() {
        assert_eq!(apply(vec![edit(0, 0, "<"), edit(7, 7, ">")]), Ok("<abcdéf>".to_owned()));
    }

    #[test]
    fn the_same_edit_twice_is_one() {
        let again = [fix(vec![edit(1, 1, ",")]), fix(vec![edit(1, 1, ",")])];
        assert_eq!(apply_fixes("abcdéf", *FILE, &again), Ok("a,bcdéf".to_owned()));
    }

    #[test]
    fn overlaps_are_refused() {
        let overlap = |a: (u32, u32), b: (u32, u32)| {
            Err(FixError::Overlap(TextRange::new(a.0, a.1), TextRange::new(b.0, b.1)))
        };
        assert_eq!(apply(vec![edit(2, 4, "x"), edit(1, 3, "y")]), overlap((1, 3), (2, 4)));
        assert_eq!(apply(vec![edit(0, 4, "x"), edit(1, 2, "y")]), overlap((0, 4), (1, 2)));
        assert_eq!(apply(vec![edit(1, 2, "x"), edit(1, 2, "y")]), overlap((1, 2), (1, 2)));
        assert_eq!(apply(vec![edit(1, 1, "x"), edit(1, 1, "y")]), overlap((1, 1), (1, 1)));
        assert_eq!(apply(vec![edit(1, 3, "x"), edit(2, 2, "y")]), overlap((1, 3), (2, 2)));
    }

    #[test]
    fn edits_outside_of_the_text_are_refused() {
        let outside = |start: u32, end: u32| Err(FixError::OutOfText(TextRange::new(start, end)));
        assert_eq!(apply(vec![edit(5, 6, "x")]), outside(5, 6));
        assert_eq!(apply(vec![edit(7, 8, "x")]), outside(7, 8));
        assert_eq!(apply(vec![edit(9, 9, "x")]), outside(9, 9));
    }

    #[test]
    fn edits_of_other_files_are_left_alone() {
        let mut other = edit(0, 1, "x");
        other.span.file = Source::new("b.pp", "").id();
        assert_eq!(apply(vec![other, edit(1, 2, "B")]), Ok("aBcdéf".to_owned()));
    }
}
