//! Smaller versions of a manifest, by its syntax tree: without a part, or with something simpler in its place.

use std::ops::Range;

use bunraku::edition::PUPPET8;
use bunraku::syntax::{SourceKind, Syntax, parse};

/// A part of a manifest and what could replace it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    range: Range<usize>,
    with: String,
}

impl Edit {
    /// How many bytes shorter the manifest becomes.
    pub fn saves(&self) -> usize {
        self.range.len().saturating_sub(self.with.len())
    }

    /// The manifest after the edit, without lines that it leaves empty; `None` if it is not valid.
    pub fn apply(&self, text: &str) -> Option<String> {
        let (before, after) = (text.get(..self.range.start)?, text.get(self.range.end..)?);
        let whole = format!("{before}{}{after}", self.with);
        let lines: Vec<&str> = whole.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let text = lines.join("\n");
        parse(&text, SourceKind::Manifest, &PUPPET8.syntax).errors().is_empty().then_some(text)
    }
}

/// What may take the place of an expression.
const LITERALS: [&str; 3] = ["'x'", "{}", "[]"];

/// How long a line may become.
const LINE: usize = 100;

/// The edits that make a manifest smaller, those that save most first. Many of them make it invalid.
pub fn edits(text: &str) -> Vec<Edit> {
    let tree = parse(text, SourceKind::Manifest, &PUPPET8.syntax);
    let mut found = Vec::new();
    for node in tree.root(text).descendants().skip(1) {
        let range = range(node);
        found.push(Edit { range: with_comma(text, range.clone()), with: String::new() });
        // A name on the left of an arrow or an assignment goes with what is on the right.
        found.push(Edit { range: with_comma(text, with_rest(text, range.clone())), with: String::new() });
        for inner in node.descendants().skip(1).filter(|inner| inner.text().len() < range.len()) {
            let text = inner.text();
            let block = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            found.push(Edit { range: range.clone(), with: block.unwrap_or(text).trim().to_owned() });
        }
        let folded = node.text().split_whitespace().collect::<Vec<_>>().join(" ");
        if node.text().contains('\n') && folded.len() <= LINE {
            found.push(Edit { range: range.clone(), with: folded });
        }
        let literals = LITERALS.iter().filter(|literal| literal.len() < range.len());
        found.extend(literals.map(|literal| Edit { range: range.clone(), with: (*literal).to_owned() }));
    }
    found.retain(|edit| edit.saves() > 0);
    found.sort_by_key(|edit| std::cmp::Reverse(edit.saves()));
    found.dedup();
    found
}

fn range(node: Syntax<'_>) -> Range<usize> {
    node.range().start as usize..node.range().end as usize
}

/// The range with a comma or semicolon after it, or before it if it is the last of a list.
fn with_comma(text: &str, range: Range<usize>) -> Range<usize> {
    let after = text.get(range.end..).unwrap_or_default();
    let spaces = after.len() - after.trim_start().len();
    if after.trim_start().starts_with([',', ';']) {
        return range.start..range.end + spaces + 1;
    }
    let before = text.get(..range.start).unwrap_or_default().trim_end();
    match before.strip_suffix([',', ';']) {
        Some(before) => before.len()..range.end,
        None => range,
    }
}

/// The range up to the end of its line, without a comma.
fn with_rest(text: &str, range: Range<usize>) -> Range<usize> {
    let rest = text.get(range.end..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    range.start..range.end + line.trim_end().trim_end_matches([',', ';', '{', '(', '[']).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "class a (\n  $b = 1,\n) {\n  if $b {\n    file { '/x': mode => '1', owner => f($b) }\n  }\n}";

    #[track_caller]
    fn check(expected: &str) {
        let found: Vec<String> = edits(TEXT).iter().filter_map(|edit| edit.apply(TEXT)).collect();
        assert!(found.iter().any(|text| text == expected), "{found:#?}");
    }

    #[test]
    fn parts_are_removed() {
        check("class a {\n  if $b {\n    file { '/x': mode => '1', owner => f($b) }\n  }\n}");
        check("class a (\n  $b = 1,\n) {\n  if $b {\n    file { '/x':  owner => f($b) }\n  }\n}");
        check("class a (\n  $b = 1,\n) {\n}");
    }

    #[test]
    fn parts_take_the_place_of_the_whole() {
        check("class a (\n  $b = 1,\n) {\n  file { '/x': mode => '1', owner => f($b) }\n}");
        check("class a (\n  $b = 1,\n) {\n  if $b {\n    file { '/x': mode => '1', owner => $b }\n  }\n}");
    }

    #[test]
    fn what_fits_on_a_line_is_folded() {
        check("class a (\n  $b = 1,\n) {\n  if $b { file { '/x': mode => '1', owner => f($b) } }\n}");
    }

    #[test]
    fn expressions_become_literals() {
        check("class a (\n  $b = 1,\n) {\n  if $b {\n    file { '/x': mode => '1', owner => 'x' }\n  }\n}");
    }
}
