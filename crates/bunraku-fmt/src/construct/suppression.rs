//! `# fmt: off`, `# fmt: on` and `# fmt: skip`: regions that keep their layout.

use bunraku_syntax::{Syntax, TokenKind};

use crate::comments::Trivium;
use crate::document::Element;
use crate::formatter::Formatter;
use crate::tokens::Gap;

impl<'s> Formatter<'s> {
    /// The token of a comment `# fmt: off` on its own line, among those before a token that have not been consumed.
    pub(crate) fn format_is_off(&self, before: u32) -> Option<u32> {
        let waiting = self.trivia.waiting(before).iter();
        waiting
            .take_while(|trivium| trivium.is_comment())
            .find(|trivium| self.says(trivium, "off"))
            .map(|t| t.token)
    }

    /// How many of the nodes are in the region that begins at `off`, and the token at which it ends: a comment `# fmt:
    /// on` between two of the nodes, or the end of the list.
    pub(crate) fn kept_nodes(&self, nodes: &[Syntax<'s>], off: u32, close: u32) -> (usize, u32) {
        let mut from = off;
        for (index, node) in nodes.iter().enumerate() {
            let (first, end) = node.tokens();
            if let Some(on) = self.switch_on(from, first) {
                return (index, on);
            }
            from = end;
        }
        (nodes.len(), self.switch_on(from, close).unwrap_or(close))
    }

    /// Writes everything between two tokens as in the source.
    pub(crate) fn keep(&mut self, from: u32, to: u32) {
        let start = self.tree.token_range(from).start as usize;
        let end = self.tree.token_range(to).start as usize;
        let text = self.text.get(start..end).unwrap_or("").trim_end();
        self.trivia.skip(to);
        if text.contains('\n') {
            self.doc.breaks += 1;
        }
        self.doc.elements.push(Element::Verbatim(text));
    }

    /// Writes a node as in the source if `# fmt: skip` is at the end of its last line. `next` is the token that follows
    /// the node in its list.
    pub(crate) fn kept_line(&mut self, node: Syntax<'s>, next: u32) -> bool {
        let (first, end) = node.tokens();
        let after = self.trivia.between(end, next);
        let skip =
            after.iter().take_while(|trivium| trivium.is_trailing()).find(|t| self.says_at_end(t, "skip"));
        let Some(skip) = skip.map(|trivium| trivium.token) else { return false };
        self.flush(first);
        // The texts of heredocs are below the comment, which is then part of what is kept.
        let heredocs = self.tree.heredocs().iter().filter(|heredoc| (first..end).contains(&heredoc.tag));
        let to = heredocs.map(|heredoc| heredoc.end_token).max();
        self.keep(first, to.filter(|to| *to > skip).unwrap_or(end));
        true
    }

    fn switch_on(&self, from: u32, to: u32) -> Option<u32> {
        let found = self.trivia.between(from, to).iter().find(|trivium| self.says(trivium, "on"));
        found.map(|trivium| trivium.token)
    }

    fn says(&self, trivium: &Trivium, word: &str) -> bool {
        trivium.gap != Gap::Nothing && self.says_at_end(trivium, word)
    }

    fn says_at_end(&self, trivium: &Trivium, word: &str) -> bool {
        let comment = self.token_text(trivium.token).strip_prefix('#');
        let order = comment.and_then(|comment| comment.trim().strip_prefix("fmt:"));
        trivium.kind == TokenKind::LineComment && order.is_some_and(|order| order.trim() == word)
    }
}
