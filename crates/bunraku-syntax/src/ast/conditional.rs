//! `if`, `unless`, `case`, selectors and blocks.

use bunraku_diag::TextRange;

use super::{
    Block, Case, CaseOption, Else, Elsif, If, Selector, SelectorEntry, Unless, View, all, child, first, token,
};
use crate::{Syntax, TokenKind};

impl<'t> Block<'t> {
    /// The statements in the braces.
    pub fn statements(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children()
    }
}

impl<'t> If<'t> {
    /// The condition.
    pub fn condition(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The block for a true condition.
    pub fn then(self) -> Option<Block<'t>> {
        first(self.0)
    }

    /// The `elsif` branches.
    pub fn elsifs(self) -> impl Iterator<Item = Elsif<'t>> + Clone {
        all(self.0)
    }

    /// The `else` block.
    pub fn otherwise(self) -> Option<Block<'t>> {
        otherwise(self.0)
    }
}

impl<'t> Elsif<'t> {
    /// The condition.
    pub fn condition(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The block for a true condition, if all conditions before it were false.
    pub fn then(self) -> Option<Block<'t>> {
        first(self.0)
    }
}

impl<'t> Unless<'t> {
    /// The condition.
    pub fn condition(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The block for a false condition.
    pub fn then(self) -> Option<Block<'t>> {
        first(self.0)
    }

    /// The `else` block, for a true condition.
    pub fn otherwise(self) -> Option<Block<'t>> {
        otherwise(self.0)
    }
}

impl<'t> Case<'t> {
    /// The control expression.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The options, in source order.
    pub fn options(self) -> impl Iterator<Item = CaseOption<'t>> + Clone {
        all(self.0)
    }
}

impl<'t> CaseOption<'t> {
    /// The values before the colon.
    pub fn values(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children().filter(|part| Block::cast(*part).is_none())
    }

    /// The place of the colon after the values.
    pub fn colon(self) -> Option<TextRange> {
        token(self.0, TokenKind::Colon)
    }

    /// The block for a match of one of the values.
    pub fn body(self) -> Option<Block<'t>> {
        first(self.0)
    }
}

impl<'t> Selector<'t> {
    /// The control expression.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The options with their values, in source order.
    pub fn entries(self) -> impl Iterator<Item = SelectorEntry<'t>> + Clone {
        all(self.0)
    }
}

impl<'t> SelectorEntry<'t> {
    /// The option that the control expression is compared with.
    pub fn option(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The value of the selector if the option matches.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 1)
    }

    /// The place of the `=>`.
    pub fn arrow(self) -> Option<TextRange> {
        token(self.0, TokenKind::FatArrow)
    }
}

fn otherwise<'t>(node: Syntax<'t>) -> Option<Block<'t>> {
    first(first::<Else<'t>>(node)?.0)
}
