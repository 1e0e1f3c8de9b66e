//! Regular expressions must be valid in Ruby.

use bunraku_diag::{TextRange, codes};
use bunraku_syntax::ast::{self, View};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::Regexp<'t>) {
    let pattern = node.pattern();
    let Err(error) = bunraku_regexp::check(&pattern) else { return };
    // Offsets agree with the source as long as no `\/` before them was shortened.
    let start = node.range().start + 1;
    let at = |offset: usize| start + offset as u32 + escaped_slashes(node.text(), offset);
    let range = TextRange::new(at(error.range.start), at(error.range.end));
    let inside = node.range().contains(range) && cx.text.is_char_boundary(range.start as usize);
    let range = if inside && cx.text.is_char_boundary(range.end as usize) { range } else { node.range() };
    cx.error_at(codes::INVALID_REGEXP, range, format!("invalid regular expression: {error}"));
}

/// How many `\/` of a literal precede an offset in its pattern.
fn escaped_slashes(raw: &str, offset: usize) -> u32 {
    let mut rest = raw.get(1..).unwrap_or("");
    let mut left = offset;
    let mut count = 0;
    while let Some(at) = rest.find("\\/") {
        if at >= left {
            break;
        }
        left -= at + 1;
        rest = rest.get(at + 2..).unwrap_or("");
        count += 1;
    }
    count
}
