//! The items of lists: elements, entries, arguments, parameters, attributes, with their comments.

use bunraku_syntax::Syntax;

use crate::document::Flat;
use crate::formatter::Formatter;
use crate::tokens::Gap;

/// The items between two brackets.
pub(crate) struct Items<'a, 's> {
    pub nodes: &'a [Syntax<'s>],
    /// The token of the closing bracket.
    pub close: u32,
    /// What precedes the first item if the list is on one line.
    pub before_first: Flat,
    /// Whether a trailing comma is allowed.
    pub trailing_comma: bool,
    /// Whether comments and empty lines end an alignment.
    pub parted: bool,
    /// Writes an item.
    pub each: fn(&mut Formatter<'s>, Syntax<'s>),
}

/// The result of writing items.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Whether one of them, or a comment, contains a line break, not counting the last item.
    pub breaks: bool,
    /// Whether the last item contains a line break.
    pub last_breaks: bool,
    /// The index of the last item in the document.
    pub last: usize,
    /// The number of forced line breaks before it.
    pub breaks_before_last: usize,
}

impl<'s> Formatter<'s> {
    /// Writes items, each on its own line if the enclosing group is broken.
    pub(crate) fn items(&mut self, items: &Items<'_, 's>) -> Written {
        let block = self.new_block();
        let mut written = Written::default();
        let start = self.doc.breaks;
        let first = items.nodes.first().map_or(items.close, |node| node.tokens().0);
        self.trailing_comments(first, block);
        let block = self.new_block();
        let mut index = 0;
        while let Some(node) = items.nodes.get(index) {
            let (token, _) = node.tokens();
            let flat = if index == 0 { items.before_first } else { Flat::Space };
            if let Some(off) = self.format_is_off(token) {
                let (kept, until) =
                    self.kept_nodes(items.nodes.get(index..).unwrap_or_default(), off, items.close);
                self.leading_comments(off, flat, index > 0);
                self.keep(off, until);
                index += kept;
                written.last = self.doc.elements.len();
                self.end_run();
                continue;
            }
            let parted = self.leading_comments(token, flat, index > 0);
            if parted && items.parted {
                self.end_run();
            }
            let next = items.nodes.get(index + 1).map_or(items.close, |node| node.tokens().0);
            written.last = self.doc.elements.len();
            written.last_breaks = false;
            let before = self.doc.breaks;
            written.breaks_before_last = before;
            if !self.kept_line(*node, next) {
                (items.each)(self, *node);
            }
            let breaks = self.doc.breaks > before;
            index += 1;
            if index < items.nodes.len() {
                self.doc.text(",");
                written.breaks |= breaks;
            } else {
                written.last_breaks = breaks;
                if items.trailing_comma {
                    self.doc.elements.push(crate::document::Element::IfBroken(","));
                }
            }
            let before = self.doc.breaks;
            self.trailing_comments(next, block);
            written.breaks |= self.doc.breaks > before;
        }
        let before = self.doc.breaks;
        self.closing_comments(items.close, block);
        written.breaks |= self.doc.breaks > before;
        written.breaks |= items.nodes.is_empty() && self.doc.breaks > start;
        written
    }

    /// Writes comments on separate lines before a token, and ends the line before it. Returns whether there was a
    /// comment or an empty line.
    pub(crate) fn leading_comments(&mut self, token: u32, flat: Flat, mut blank: bool) -> bool {
        let mut parted = false;
        let mut same_line = false;
        while let Some(trivium) = self.trivia.peek(token).filter(|trivium| trivium.is_comment()) {
            let empty = blank && trivium.gap == Gap::EmptyLine;
            self.doc.line(flat, empty);
            self.trivia.take(token);
            self.mark(trivium.token);
            self.comment(trivium, 0);
            same_line = self.gap(token) == Gap::Nothing && self.trivia.peek(token).is_none();
            (parted, blank) = (true, true);
        }
        if same_line {
            self.doc.space();
            return true;
        }
        let empty = blank && self.gap(token) == Gap::EmptyLine;
        self.doc.line(flat, empty);
        self.mark(token);
        parted || empty
    }

    /// Writes the comments before a closing bracket.
    pub(crate) fn closing_comments(&mut self, close: u32, block: u32) {
        self.trailing_comments(close, block);
        while let Some(trivium) = self.trivia.peek(close).filter(|trivium| trivium.is_comment()) {
            let first = self.token_before_is_open(trivium.token);
            self.doc.line(Flat::Never, !first && trivium.gap == Gap::EmptyLine);
            self.trivia.take(close);
            self.mark(trivium.token);
            self.comment(trivium, 0);
        }
    }

    /// Whether an opening bracket directly precedes a token, ignoring blanks.
    fn token_before_is_open(&self, token: u32) -> bool {
        use bunraku_syntax::TokenKind::*;
        let mut before = (0..token).rev().map(|index| self.token_kind(index));
        let kind = before.find(|kind| *kind != Whitespace);
        matches!(
            kind,
            None | Some(LBrace | SelectorBrace | LBracket | ListStart | LParen | LineLParen | Pipe | Colon)
        )
    }
}
