//! Binary operators.

use bunraku_syntax::ast::{Binary, View};
use bunraku_syntax::{Syntax, TokenKind};

use crate::document::{Flat, Group, Hug};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// Writes operators of one level with all their operands: on one line, or with a line break after each operator.
    pub(crate) fn binary(&mut self, binary: Binary<'s>) {
        let level = binary.operator().map(|(kind, _)| Level::of(kind));
        let mut rest = Vec::new();
        let mut left = Some(binary);
        let mut first = None;
        while let Some(binary) = left {
            rest.push(binary);
            first = binary.left();
            left = first
                .and_then(Binary::cast)
                .filter(|inner| inner.operator().map(|(kind, _)| Level::of(kind)) == level);
        }
        rest.reverse();
        if rest.iter().any(|binary| self.divides_block(*binary)) {
            let (first, end) = binary.syntax().tokens();
            return self.keep(first, end);
        }
        // A comment between the operands forces a line break.
        let breakable =
            level != Some(Level::Comparison) || rest.iter().any(|binary| self.has_comment(*binary));
        let group = self.doc.start();
        let continuation = std::mem::replace(&mut self.continuation, 2);
        let indent = if breakable { continuation } else { 0 };
        // Lines that end inside an operand would look like a break between two operands.
        let mut broken = false;
        if let Some(first) = first {
            broken |= self.operand(first);
        }
        self.doc.indent_if_broken(indent);
        let (mut last, mut before_last) = (0, 0);
        let mut last_breaks = false;
        for binary in &rest {
            broken |= last_breaks;
            let Some(right) = binary.right() else { continue };
            broken |= self.operator(*binary, right, breakable);
            last = self.doc.elements.len();
            before_last = self.doc.breaks;
            last_breaks = self.operand(right);
        }
        // A list at the end is broken instead of the operators before it: `$defaults + {`.
        let target = self.doc.tail(last, self.doc.elements.len(), before_last).filter(|_| breakable);
        let hug = target.map(|target| Hug {
            target,
            from: last,
            indent: usize::try_from(indent).unwrap_or(0),
            always: false,
        });
        broken |= last_breaks && hug.is_none();
        self.doc.indent_if_broken(-indent);
        self.continuation = continuation;
        self.doc.end(group, Group { broken: broken && breakable, hug, brackets: false });
    }

    /// Whether a `/` follows a `}`: on a different line, it could begin a regular expression.
    fn divides_block(&self, binary: Binary<'s>) -> bool {
        let Some((operator, TokenKind::Slash)) = binary.syntax().own_tokens().next() else { return false };
        let mut before = (0..operator).rev().map(|index| self.token_kind(index));
        before.find(|kind| !kind.is_trivia()) == Some(TokenKind::RBrace)
    }

    fn has_comment(&self, binary: Binary<'s>) -> bool {
        let (Some(left), Some(right)) = (binary.left(), binary.right()) else { return false };
        self.has_comments(left.tokens().1, right.tokens().0)
    }

    /// Writes an operand. Returns whether it contains a forced line break.
    fn operand(&mut self, node: Syntax<'s>) -> bool {
        let before = self.doc.breaks;
        self.expression(node);
        self.doc.breaks > before
    }

    /// Writes an operator up to its right operand. Returns whether there is a comment.
    fn operator(&mut self, binary: Binary<'s>, right: Syntax<'s>, breakable: bool) -> bool {
        let Some((operator, _)) = binary.syntax().own_tokens().next() else { return false };
        let before = self.doc.breaks;
        let block = self.new_block();
        self.doc.space();
        self.token(operator);
        let (first, _) = right.tokens();
        self.trailing_comments(first, block);
        if breakable || self.trivia.peek(first).is_some_and(|trivium| trivium.is_comment()) {
            self.leading_comments(first, Flat::Space, false);
        } else {
            self.doc.space();
        }
        self.doc.breaks > before
    }

    /// Writes the condition of an `if` or the like: further lines are indented more than the block below.
    pub(crate) fn condition(&mut self, node: Syntax<'s>) {
        let continuation = std::mem::replace(&mut self.continuation, 4);
        self.value(node);
        self.continuation = continuation;
    }
}

/// Operators that are broken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Or,
    And,
    Sum,
    Product,
    Shift,
    /// Comparisons, matches and `in`, after which lines are not broken.
    Comparison,
}

impl Level {
    fn of(operator: TokenKind) -> Level {
        match operator {
            TokenKind::Or => Level::Or,
            TokenKind::And => Level::And,
            TokenKind::Plus | TokenKind::Minus => Level::Sum,
            TokenKind::Star | TokenKind::Slash | TokenKind::Percent => Level::Product,
            TokenKind::ShiftLeft | TokenKind::ShiftRight => Level::Shift,
            _ => Level::Comparison,
        }
    }
}
