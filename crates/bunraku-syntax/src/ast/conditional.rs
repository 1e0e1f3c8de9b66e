//! `if`, `unless`, `case`, selectors and blocks.

use bunraku_diag::TextRange;

use super::{
    Block, Case, CaseOption, Else, Elsif, If, Selector, SelectorEntry, Unless, View, all, child, first, token,
};
use crate::{Syntax, TokenKind};

impl<'t> Block<'t> {
    /// What stands in the braces.
    pub fn statements(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children()
    }
}

impl<'t> If<'t> {
    /// The test.
    pub fn condition(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// What is evaluated if the test holds.
    pub fn then(self) -> Option<Block<'t>> {
        first(self.0)
    }

    /// The further tests.
    pub fn elsifs(self) -> impl Iterator<Item = Elsif<'t>> + Clone {
        all(self.0)
    }

    /// What is evaluated if no test holds.
    pub fn otherwise(self) -> Option<Block<'t>> {
        otherwise(self.0)
    }
}

impl<'t> Elsif<'t> {
    /// The test.
    pub fn condition(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// What is evaluated if the test holds, and none before it did.
    pub fn then(self) -> Option<Block<'t>> {
        first(self.0)
    }
}

impl<'t> Unless<'t> {
    /// The test.
    pub fn condition(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// What is evaluated if the test does not hold.
    pub fn then(self) -> Option<Block<'t>> {
        first(self.0)
    }

    /// What is evaluated if the test holds.
    pub fn otherwise(self) -> Option<Block<'t>> {
        otherwise(self.0)
    }
}

impl<'t> Case<'t> {
    /// The value that is compared.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The options, in the order of the text.
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

    /// What is evaluated if one of the values matches.
    pub fn body(self) -> Option<Block<'t>> {
        first(self.0)
    }
}

impl<'t> Selector<'t> {
    /// The value that is compared.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The options with their values, in the order of the text.
    pub fn entries(self) -> impl Iterator<Item = SelectorEntry<'t>> + Clone {
        all(self.0)
    }
}

impl<'t> SelectorEntry<'t> {
    /// What is compared with the value of the selector.
    pub fn option(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// What the selector gives if the option matches.
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
