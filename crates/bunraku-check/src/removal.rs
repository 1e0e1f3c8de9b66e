//! Removes an item from a list.

use bunraku_diag::TextRange;
use bunraku_syntax::{Syntax, ast::View};

/// The range to delete in order to remove one of the items of a list, with the comma before or after it.
///
/// `None` if a heredoc is involved: its text is on other lines, which would have to be removed or kept as well.
pub(crate) fn removal<'t, V: View<'t>>(items: impl Iterator<Item = V>, item: V) -> Option<TextRange> {
    let range = item.range();
    let mut before = None;
    let mut after = None;
    for other in items.map(View::range) {
        if other.end <= range.start {
            before = Some(other.end);
        } else if other.start >= range.end {
            after = Some(other.start);
            break;
        }
    }
    let deleted = match (before, after) {
        (Some(before), _) => TextRange::new(before, range.end),
        (None, Some(after)) => TextRange::new(range.start, after),
        (None, None) => range,
    };
    (!touches_heredoc(item.syntax(), deleted)).then_some(deleted)
}

fn touches_heredoc(node: Syntax<'_>, range: TextRange) -> bool {
    let meets = |other: TextRange| other.start < range.end && range.start < other.end;
    node.tree()
        .heredocs()
        .iter()
        .any(|heredoc| meets(node.tree().token_range(heredoc.tag)) || meets(heredoc.text))
}
