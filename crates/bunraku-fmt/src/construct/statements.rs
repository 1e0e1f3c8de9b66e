//! Sequences of statements, or of the options of a `case`: one per line, with empty lines between blocks.

use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::document::{Element, Flat};
use crate::formatter::{Formatter, OneLine};
use crate::tokens::Gap;

impl<'s> Formatter<'s> {
    /// Writes statements, each on its own lines, up to the token after the last.
    pub(crate) fn statements(&mut self, nodes: &[Syntax<'s>], close: u32) {
        let block = self.new_block();
        let first = nodes.first().map_or(close, |node| node.tokens().0);
        self.trailing_comments(first, block);
        let block = self.new_block();
        let mut previous: Option<Syntax<'s>> = None;
        let mut index = 0;
        while let Some(node) = nodes.get(index) {
            let (token, _) = node.tokens();
            if let Some(off) = self.format_is_off(token) {
                let (kept, until) = self.kept_nodes(nodes.get(index..).unwrap_or_default(), off, close);
                self.leading_comments(off, Flat::Never, previous.is_some());
                self.keep(off, until);
                index += kept.max(1);
                previous = Some(*node);
                continue;
            }
            let apart = self.separation(previous, *node);
            match apart {
                Separation::EmptyLine => self.separate(token),
                Separation::IfSeveralLines | Separation::AsWritten => {
                    if apart == Separation::IfSeveralLines {
                        self.doc.elements.push(Element::Seam);
                    }
                    self.leading_comments(token, Flat::Never, previous.is_some());
                }
            }
            let next = nodes.get(index + 1).map_or(close, |node| node.tokens().0);
            self.doc.elements.push(Element::Enter { apart: apart == Separation::IfSeveralLines });
            if !self.kept_line(*node, next) {
                self.statement(*node);
            }
            self.doc.elements.push(Element::Leave);
            if let Some(node) = nodes.get(index + 1)
                && self.needs_semicolon(node.first_token())
                && self.has_semicolon(next)
            {
                self.doc.text(";");
            }
            self.trailing_comments(next, block);
            previous = Some(*node);
            index += 1;
        }
        self.closing_comments(close, block);
    }

    fn statement(&mut self, node: Syntax<'s>) {
        let one_line = std::mem::replace(&mut self.one_line, OneLine::No);
        self.expression(node);
        self.one_line = one_line;
    }

    /// Writes the comments before a statement that must be separated from the previous one by an empty line.
    pub(crate) fn separate(&mut self, token: u32) {
        if self.has_empty_line(token) {
            self.leading_comments(token, Flat::Never, true);
            return;
        }
        match self.trivia.peek(token).filter(|trivium| trivium.is_comment()) {
            None => {
                self.doc.line(Flat::Never, true);
                self.mark(token);
            }
            Some(trivium) => {
                self.doc.line(Flat::Never, true);
                self.trivia.take(token);
                self.mark(trivium.token);
                self.comment(trivium, 0);
                if self.gap(token) == Gap::Nothing && self.trivia.peek(token).is_none() {
                    self.doc.space();
                } else {
                    self.leading_comments(token, Flat::Never, true);
                }
            }
        }
    }

    /// Whether the source has an empty line between the last statement and a token.
    fn has_empty_line(&self, token: u32) -> bool {
        let waiting = self.trivia.waiting(token).iter();
        waiting.map(|trivium| trivium.gap).chain([self.gap(token)]).any(|gap| gap == Gap::EmptyLine)
    }

    fn separation(&self, previous: Option<Syntax<'s>>, node: Syntax<'s>) -> Separation {
        let Some(previous) = previous else { return Separation::AsWritten };
        match (Role::of(previous), Role::of(node)) {
            (Role::Definition, Role::Definition | Role::Block) | (Role::Block, Role::Definition) => {
                Separation::EmptyLine
            }
            (Role::Block, Role::Block) if !self.has_empty_line(node.tokens().0) => Separation::IfSeveralLines,
            _ => Separation::AsWritten,
        }
    }

    /// Whether a statement that starts with a token would be parsed as part of the one before it.
    fn needs_semicolon(&self, first: Option<TokenKind>) -> bool {
        use TokenKind::*;
        matches!(first, Some(LBrace | Minus | Star | Regexp | LParen | LineLParen | LBracket | ListStart))
    }

    /// Whether a semicolon precedes a token.
    pub(crate) fn has_semicolon(&self, token: u32) -> bool {
        let mut before = (0..token).rev().map(|index| self.token_kind(index));
        before.find(|kind| !kind.is_trivia()) == Some(TokenKind::Semicolon)
    }
}

/// The separation of two statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separation {
    /// An empty line.
    EmptyLine,
    /// An empty line if one of them spans several lines.
    IfSeveralLines,
    /// An empty line if the source has one.
    AsWritten,
}

/// The role of a statement for the empty lines around it.
enum Role {
    /// A definition.
    Definition,
    /// A statement with a block or attributes.
    Block,
    /// Any other statement.
    Other,
}

impl Role {
    fn of(node: Syntax<'_>) -> Role {
        use NodeKind::*;
        match node.kind() {
            Class | Define | Function | NodeDefinition | TypeAlias | TypeDefinition => Role::Definition,
            Resource | ResourceDefaults | ResourceOverride | UntitledResource | Virtual | Collector
            | Relationship | If | Unless | Case => Role::Block,
            _ => Role::Other,
        }
    }
}
