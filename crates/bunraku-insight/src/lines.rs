//! Unified diffs of two texts.

use std::fmt::Write;

/// The number of context lines.
const CONTEXT: usize = 3;

/// Texts that differ in more lines are shown as a single change.
const MOST: usize = 1_000;

/// The unified diff between the old and the new text of a file; empty if they are equal.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    let hunks = hunks(old, new);
    if hunks.is_empty() { hunks } else { format!("--- {name}\n+++ {name}\n{hunks}") }
}

/// A unified diff without the two lines that name the files.
pub fn hunks(old: &str, new: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let changes = changes(&old, &new);
    let mut text = String::new();
    for hunk in changes.chunk_by(|a, b| b.old.0 - a.old.1 <= 2 * CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let before = first.old.0.min(CONTEXT);
        let after = (old.len() - last.old.1).min(CONTEXT);
        let from = (first.old.0 - before, first.new.0 - before);
        let lengths = (last.old.1 + after - from.0, last.new.1 + after - from.1);
        let _ = writeln!(text, "@@ -{} +{} @@", place(from.0, lengths.0), place(from.1, lengths.1));
        let mut at = from.0;
        for change in hunk {
            lines(&mut text, ' ', old.get(at..change.old.0));
            lines(&mut text, '-', old.get(change.old.0..change.old.1));
            lines(&mut text, '+', new.get(change.new.0..change.new.1));
            at = change.old.1;
        }
        lines(&mut text, ' ', old.get(at..last.old.1 + after));
    }
    text
}

/// A range of old lines, and the new lines that replace them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    old: (usize, usize),
    new: (usize, usize),
}

/// The changes, by Myers' algorithm: as few lines as possible.
fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let prefix = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(prefix..).unwrap_or_default(), new.get(prefix..).unwrap_or_default());
    let suffix = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let a = old_rest.get(..old_rest.len() - suffix).unwrap_or_default();
    let b = new_rest.get(..new_rest.len() - suffix).unwrap_or_default();
    let steps = steps(a, b).unwrap_or_else(|| vec![(0, 0), (a.len(), 0), (a.len(), b.len())]);
    let mut changes: Vec<Change> = Vec::new();
    for step in steps.windows(2) {
        let &[(x, y), (to_x, to_y)] = step else { continue };
        if to_x > x && to_y > y {
            continue;
        }
        let change = Change { old: (prefix + x, prefix + to_x), new: (prefix + y, prefix + to_y) };
        match changes.last_mut() {
            Some(last) if last.old.1 == change.old.0 && last.new.1 == change.new.0 => {
                last.old.1 = change.old.1;
                last.new.1 = change.new.1;
            }
            _ => changes.push(change),
        }
    }
    changes
}

/// The shortest edit script between two lists: each step consumes a line of one of them, or equal lines of both. `None`
/// if it is too long.
fn steps(a: &[&str], b: &[&str]) -> Option<Vec<(usize, usize)>> {
    let size = (a.len() + b.len()).min(MOST);
    // The furthest point on each diagonal, after each number of changes. Diagonal `k` is at `k + size + 1`.
    let mut reached = vec![0usize; 2 * size + 3];
    let mut history: Vec<Vec<usize>> = Vec::new();
    for cost in 0..=size {
        history.push(reached.clone());
        for index in (size + 1 - cost..=size + 1 + cost).step_by(2) {
            let (left, right) = (*reached.get(index - 1)?, *reached.get(index + 1)?);
            let down = index == size + 1 - cost || index != size + 1 + cost && left < right;
            let mut x = if down { right } else { left + 1 };
            let mut y = (x + size + 1).checked_sub(index)?;
            while x < a.len() && y < b.len() && a.get(x) == b.get(y) {
                (x, y) = (x + 1, y + 1);
            }
            *reached.get_mut(index)? = x;
            if x >= a.len() && y >= b.len() {
                return back(&history, size, (a.len(), b.len()));
            }
        }
    }
    None
}

/// The path traced back from the end, reversed.
fn back(history: &[Vec<usize>], size: usize, end: (usize, usize)) -> Option<Vec<(usize, usize)>> {
    let (mut x, mut y) = end;
    let mut way = vec![end];
    for (cost, reached) in history.iter().enumerate().rev() {
        let index = x + size + 1 - y;
        let (left, right) = (*reached.get(index - 1)?, *reached.get(index + 1)?);
        let down = index == size + 1 - cost || index != size + 1 + cost && left < right;
        let before = if down { index + 1 } else { index - 1 };
        let from_x = *reached.get(before)?;
        let start = if cost == 0 { (0, 0) } else { (from_x, (from_x + size + 1).checked_sub(before)?) };
        let middle = match (cost, down) {
            (0, _) => (0, 0),
            (_, true) => (start.0, start.1 + 1),
            (_, false) => (start.0 + 1, start.1),
        };
        if (x, y) != middle {
            way.push(middle);
        }
        if cost > 0 {
            way.push(start);
        }
        (x, y) = start;
    }
    way.reverse();
    way.dedup();
    Some(way)
}

/// A line range in the header of a hunk.
fn place(from: usize, length: usize) -> String {
    match length {
        0 => format!("{from},0"),
        1 => format!("{}", from + 1),
        length => format!("{},{length}", from + 1),
    }
}

fn lines(text: &mut String, sign: char, lines: Option<&[&str]>) {
    for line in lines.unwrap_or_default() {
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_texts_have_no_difference() {
        assert_eq!(unified("a", "x\ny\n", "x\ny\n"), "");
        assert_eq!(unified("a", "", ""), "");
    }

    #[test]
    fn changes_have_lines_around_them() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\nten";
        let expected = "--- a\n+++ a\n@@ -2,8 +2,9 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n+ten\n\\ No newline at end of file\n";
        assert_eq!(unified("a", old, new), expected);
    }

    #[test]
    fn changes_far_apart_are_hunks_of_their_own() {
        let old: String = (0..40).map(|number| format!("{number}\n")).collect();
        let new = old.replace("3\n4\n", "3\n").replace("\n30\n", "\n30\nmore\n");
        let string = unified("a", &old, &new);
        assert_eq!(string.matches("@@ -").count(), 2, "{string}");
        assert!(string.contains("@@ -2,7 +2,6 @@"), "{string}");
    }

    #[test]
    fn an_empty_file_is_filled_and_emptied() {
        assert_eq!(unified("a", "", "x\n"), "--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n");
        assert_eq!(unified("a", "x\n", ""), "--- a\n+++ a\n@@ -1 +0,0 @@\n-x\n");
    }

    /// Applying the changes to one text results in the other.
    #[test]
    fn changes_lead_from_old_to_new() {
        let mut state = 7u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..500 {
            let mut list = |length: u32| -> Vec<&'static str> {
                (0..length).map(|_| ["a", "b", "c", "d"][next(4) as usize]).collect()
            };
            let (old, new) = (list(12), list(9));
            let mut made: Vec<&str> = Vec::new();
            let mut at = 0;
            for change in changes(&old, &new) {
                made.extend(&old[at..change.old.0]);
                made.extend(&new[change.new.0..change.new.1]);
                at = change.old.1;
            }
            made.extend(&old[at..]);
            assert_eq!(made, new, "{old:?}");
        }
    }
}
