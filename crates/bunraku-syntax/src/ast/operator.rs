//! Operators, assignments, relationships and access.

use bunraku_diag::TextRange;

use super::{
    Access, Assignment, Binary, Interpolation, Negate, Not, Parenthesized, Relationship, Splat, child,
};
use crate::{Syntax, TokenKind};

macro_rules! operators {
    ($($view:ident)*) => {
        $(impl<'t> $view<'t> {
            /// The operator and its place.
            pub fn operator(self) -> Option<(TokenKind, TextRange)> {
                self.0.own_token(|_| true)
            }
        })*
    };
}

macro_rules! with_operand {
    ($($view:ident)*) => {
        $(impl<'t> $view<'t> {
            /// The operand.
            pub fn operand(self) -> Option<Syntax<'t>> {
                child(self.0, 0)
            }
        })*
    };
}

operators!(Assignment Binary);
with_operand!(Interpolation Negate Not Parenthesized Splat);

impl<'t> Binary<'t> {
    /// The left operand.
    pub fn left(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The right operand.
    pub fn right(self) -> Option<Syntax<'t>> {
        child(self.0, 1)
    }
}

impl<'t> Assignment<'t> {
    /// The left side: what is assigned to.
    pub fn target(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The right side: the value.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 1)
    }
}

impl<'t> Relationship<'t> {
    /// The operands, from left to right.
    pub fn operands(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children()
    }

    /// The arrows between the operands, with their places.
    pub fn arrows(self) -> impl Iterator<Item = (TokenKind, TextRange)> {
        let tree = self.0.tree();
        self.0.own_tokens().map(move |(index, kind)| (kind, tree.token_range(index)))
    }
}

impl<'t> Access<'t> {
    /// The expression before the brackets.
    pub fn target(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The keys in the brackets.
    pub fn keys(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children().skip(1)
    }
}
