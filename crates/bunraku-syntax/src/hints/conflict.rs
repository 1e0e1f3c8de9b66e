//! Conflict markers of version control systems.

use bunraku_diag::{TextRange, codes};

use super::Code;
use crate::SyntaxError;

const MARKS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// Merges all errors about conflict markers into one. Returns whether there are any.
pub(super) fn explain(code: &Code<'_>, errors: &mut Vec<SyntaxError>) -> bool {
    let marks = marks(code.text);
    let on_mark = |error: &SyntaxError| marks.iter().any(|mark| mark.contains(error.range));
    let Some(first) = errors.iter().position(&on_mark) else { return false };
    // A row of equals signs alone may be a heading. The other markers are `<<<<<<<`, or are followed by a name.
    let opened =
        marks.iter().map(|mark| mark.of(code.text)).any(|mark| mark.starts_with('<') || mark.contains(' '));
    if !opened {
        return false;
    }
    errors.truncate(first + 1);
    if let Some(error) = errors.get_mut(first) {
        if let Some(mark) = marks.iter().find(|mark| mark.contains(error.range)) {
            error.range = TextRange::new(error.range.start, mark.end);
        }
        error.code = codes::SYNTAX_ERROR;
        error.message = "this file has an unresolved merge conflict".to_owned();
        error.label = "conflict marker".to_owned();
        error.labels = marks
            .iter()
            .filter(|mark| !mark.contains(error.range))
            .map(|mark| (*mark, String::new()))
            .collect();
        error.help = Some(
            "keep the lines that you want, and remove the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`"
                .to_owned(),
        );
    }
    true
}

/// The lines that are conflict markers.
fn marks(text: &str) -> Vec<TextRange> {
    let mut start = 0;
    let mut marks = Vec::new();
    for line in text.split_inclusive('\n') {
        let mark = MARKS.iter().any(|mark| {
            line.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r']))
        });
        if mark {
            marks.push(TextRange::new(start, start + line.trim_end().len() as u32));
        }
        start += line.len() as u32;
    }
    marks
}
