//! Lists in brackets: on one line if they are short, fit, and contain no line break of the author directly; otherwise
//! one item per line.

use bunraku_syntax::{NodeKind, ast::Lambda};

use super::items::Items;
use crate::document::{Group, Hug};
use crate::formatter::Formatter;

/// The maximum width of a list of several elements on one line.
const ROW_WIDTH: usize = 100;

/// A list in brackets.
pub(crate) struct List<'a, 's> {
    pub open: u32,
    pub items: Items<'a, 's>,
    /// Whether it is always broken.
    pub broken: bool,
    /// Which item may be broken instead of the list.
    pub hugs: Hugs,
}

/// Which item of a list may be broken instead of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hugs {
    /// None.
    Nothing,
    /// The only item.
    Only,
    /// The only item, or a hash or lambda at the end. For arguments.
    OnlyOrLast,
}

impl<'s> Formatter<'s> {
    pub(crate) fn list(&mut self, list: List<'_, 's>) {
        let items = &list.items;
        if self.has_tags(list.open, items.close) {
            self.flush(list.open);
            return self.keep(list.open, items.close + 1);
        }
        let continuation = std::mem::replace(&mut self.continuation, 2);
        if items.nodes.is_empty() && !self.has_comments(list.open, items.close) {
            self.token(list.open);
            self.token(items.close);
            self.continuation = continuation;
            return;
        }
        let author = self.has_line_end(list.open, items);
        self.flush(list.open);
        let outer = self.doc.start();
        self.token(list.open);
        self.doc.indent_if_broken(2);
        let mut written = Default::default();
        self.in_columns(|formatter| written = formatter.items(items));
        self.doc.indent_if_broken(-2);
        let hug = self.hug(&list, &written);
        self.doc.line(items.before_first, false);
        self.token(items.close);
        // A row of many elements is hard to read, even if there is room on the line.
        let wide = items.nodes.len() > 1 && self.doc.is_wider(outer, ROW_WIDTH);
        let broken = list.broken
            || author
            || wide && !written.last_breaks
            || written.breaks
            || written.last_breaks && hug.is_none();
        self.doc.end(outer, Group { broken, hug, brackets: true });
        self.continuation = continuation;
    }

    /// Whether there are comments between two brackets without items.
    pub(crate) fn has_comments(&self, open: u32, close: u32) -> bool {
        !self.trivia.between(open, close).is_empty()
    }

    /// Whether the source has a line break between the items.
    pub(crate) fn has_line_end(&self, open: u32, items: &Items<'_, 's>) -> bool {
        let mut from = open;
        for node in items.nodes {
            let (first, end) = node.tokens();
            if self.ends.any_between(from, first) {
                return true;
            }
            from = end.saturating_sub(1);
        }
        // What follows the tag of a heredoc comes after its text, unless it is on the line of the tag.
        let heredoc = items.nodes.last().is_some_and(|node| node.kind() == NodeKind::Heredoc);
        !heredoc && self.ends.any_between(from, items.close)
    }

    fn hug(&self, list: &List<'_, 's>, written: &super::items::Written) -> Option<Hug> {
        let last = *list.items.nodes.last()?;
        let only = list.items.nodes.len() == 1;
        let fits = match list.hugs {
            Hugs::Nothing => false,
            Hugs::Only => only,
            Hugs::OnlyOrLast => {
                only || last.kind() == NodeKind::Hash
                    || written.last_breaks && Lambda::of_call(last).is_some()
            }
        };
        if !fits {
            return None;
        }
        // The trailing comma of a broken list is the last element.
        let end = self.doc.elements.len() - 1 - usize::from(list.items.trailing_comma);
        let target = self.doc.tail(written.last, end, written.breaks_before_last)?;
        Some(Hug { target, from: written.last, indent: 2, always: only })
    }
}
