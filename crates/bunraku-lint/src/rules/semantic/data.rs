//! Data files, for the rules about Hiera.

use std::path::Path;

use bunraku_diag::TextRange;
use bunraku_formats::Position;
use bunraku_pcore::Value;

use crate::File;

/// A top-level key of a data file.
pub(super) struct Entry<'a> {
    pub key: &'a str,
    pub value: &'a Value,
    pub range: TextRange,
}

/// The entries of a Hiera data file: one that a hierarchy of the project may read.
pub(super) fn entries<'a>(file: &'a File<'_>) -> Vec<Entry<'a>> {
    let Some(project) = file.project else { return Vec::new() };
    let path = Path::new(file.path);
    if !project.data().files.contains(path) {
        return Vec::new();
    }
    let Some(document) = file.data() else { return Vec::new() };
    let Value::Hash(hash) = &document.value else { return Vec::new() };
    let mut found = Vec::new();
    for ((key, value), position) in hash.iter().zip(&document.positions) {
        let Some(key) = key.as_str() else { continue };
        found.push(Entry { key, value, range: range(file, *position, key) });
    }
    found
}

/// The place of a key.
pub(super) fn range(file: &File<'_>, position: Position, key: &str) -> TextRange {
    let line = file.source.line_range(position.line);
    let text = line.of(file.source.text());
    let skipped: usize =
        text.chars().take(position.column.saturating_sub(1) as usize).map(char::len_utf8).sum();
    let mut start = line.start + skipped as u32;
    if text.get(skipped..).is_some_and(|rest| rest.starts_with(['\'', '"'])) {
        start += 1;
    }
    let end = (start + key.len() as u32).min(line.end.max(start));
    TextRange::new(start, end)
}
