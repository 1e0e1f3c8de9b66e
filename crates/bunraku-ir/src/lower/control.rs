//! `if`, `unless`, `case` and selectors.

use bunraku_diag::TextRange;
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, View},
};

use super::Lowering;
use crate::{Arm, Case, Expr, Operand};

impl Lowering {
    /// Lowers each `elsif` to an `if` inside the `else`. Iterative, because the chain may be long.
    pub(super) fn if_expression(&mut self, node: ast::If<'_>) -> Operand {
        let mut tests = vec![self.test(node.condition(), node.then(), node.range())];
        // What the first condition sets is certain afterwards; what the others set is not.
        let further = self.builder.branch();
        for elsif in node.elsifs() {
            tests.push(self.test(elsif.condition(), elsif.then(), elsif.range()));
        }
        let mut otherwise = self.branch(node.otherwise());
        self.builder.join(further);
        for (test, then, range) in tests.into_iter().rev() {
            otherwise = self.builder.push(Expr::If { test, then, otherwise }, range);
        }
        otherwise
    }

    /// Lowers a condition and its block.
    fn test(
        &mut self,
        condition: Option<Syntax<'_>>,
        then: Option<ast::Block<'_>>,
        range: TextRange,
    ) -> (Operand, Operand, TextRange) {
        (self.optional(condition), self.branch(then), range)
    }

    /// Lowers `unless` to an `if` with its branches swapped.
    pub(super) fn unless_expression(&mut self, node: ast::Unless<'_>) -> Operand {
        let test = self.optional(node.condition());
        let otherwise = self.branch(node.then());
        let then = self.branch(node.otherwise());
        self.builder.push(Expr::If { test, then, otherwise }, node.range())
    }

    fn branch(&mut self, block: Option<ast::Block<'_>>) -> Operand {
        let branch = self.builder.branch();
        let operand = self.block(block);
        self.builder.join(branch);
        operand
    }

    pub(super) fn case(&mut self, node: ast::Case<'_>) -> Operand {
        let value = self.optional(node.value());
        let mut arms = Vec::new();
        for option in node.options() {
            let values: Vec<Syntax<'_>> = option.values().collect();
            let branch = self.builder.branch();
            let (options, _) = self.elements(values.iter().copied());
            let default = values.iter().position(|value| unwrapped(*value).kind() == NodeKind::Default);
            let options = self.builder.list(&options);
            let body = self.block(option.body());
            self.builder.join(branch);
            arms.push(Arm { options, default: default.map(|index| index as u32), body });
        }
        self.builder.body.cases.push(Case { value, arms });
        let index = self.builder.body.cases.len() as u32 - 1;
        self.builder.push(Expr::Case(index), node.range())
    }

    pub(super) fn selector(&mut self, node: ast::Selector<'_>) -> Operand {
        let value = self.optional(node.value());
        let mut arms = Vec::new();
        for entry in node.entries() {
            let branch = self.builder.branch();
            let (options, _) = self.elements(entry.option().into_iter());
            let default =
                entry.option().filter(|option| unwrapped(*option).kind() == NodeKind::Default).map(|_| 0);
            let options = self.builder.list(&options);
            let body = self.optional(entry.value());
            self.builder.join(branch);
            arms.push(Arm { options, default, body });
        }
        self.builder.body.cases.push(Case { value, arms });
        let index = self.builder.body.cases.len() as u32 - 1;
        self.builder.push(Expr::Selector(index), node.range())
    }
}

/// Removes parentheses.
pub(super) fn unwrapped(node: Syntax<'_>) -> Syntax<'_> {
    let mut node = node;
    while let Some(inner) = ast::Parenthesized::cast(node).and_then(ast::Parenthesized::operand) {
        node = inner;
    }
    node
}
