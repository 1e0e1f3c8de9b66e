//! `if`, `unless`, `case` and selectors.

use bunraku_syntax::{NodeKind, Syntax};

use super::Lowering;
use crate::{Arm, Case, Expr, Operand};

impl Lowering {
    pub(super) fn if_expression(&mut self, node: Syntax<'_>, negated: bool) -> Operand {
        let parts: Vec<Syntax<'_>> = node.children().collect();
        self.if_parts(node, &parts, negated)
    }

    /// A test, a block and what follows; each `elsif` is an `if` in the place of the `else`.
    fn if_parts(&mut self, node: Syntax<'_>, parts: &[Syntax<'_>], negated: bool) -> Operand {
        let test = match parts.first() {
            Some(test) => self.expression(*test),
            None => self.undef(),
        };
        let then = self.branch(parts.get(1).copied());
        let otherwise = match parts.get(2) {
            Some(elsif) if elsif.kind() == NodeKind::Elsif => {
                let mut rest: Vec<Syntax<'_>> = elsif.children().take(2).collect();
                rest.extend(parts.iter().skip(3).copied());
                let branch = self.builder.branch();
                let operand = self.if_parts(*elsif, &rest, false);
                self.builder.join(branch);
                operand
            }
            part => self.branch(part.and_then(|part| part.child(0))),
        };
        let (then, otherwise) = if negated { (otherwise, then) } else { (then, otherwise) };
        self.builder.push(Expr::If { test, then, otherwise }, node.range())
    }

    fn branch(&mut self, block: Option<Syntax<'_>>) -> Operand {
        let Some(block) = block else { return self.undef() };
        let branch = self.builder.branch();
        let operand = self.statements(block.children());
        self.builder.join(branch);
        operand
    }

    pub(super) fn case(&mut self, node: Syntax<'_>) -> Operand {
        let value = self.child(node, 0);
        let mut arms = Vec::new();
        for option in node.children().filter(|child| child.kind() == NodeKind::CaseOption) {
            let values: Vec<Syntax<'_>> =
                option.children().filter(|child| child.kind() != NodeKind::Block).collect();
            let branch = self.builder.branch();
            let (options, _) = self.elements(values.iter().copied());
            let default = values.iter().position(|value| unwrapped(*value).kind() == NodeKind::Default);
            let options = self.builder.list(&options);
            let body = match option.find(NodeKind::Block) {
                Some(block) => self.statements(block.children()),
                None => self.undef(),
            };
            self.builder.join(branch);
            arms.push(Arm { options, default: default.map(|index| index as u32), body });
        }
        self.builder.body.cases.push(Case { value, arms });
        let index = self.builder.body.cases.len() as u32 - 1;
        self.builder.push(Expr::Case(index), node.range())
    }

    pub(super) fn selector(&mut self, node: Syntax<'_>) -> Operand {
        let value = self.child(node, 0);
        let mut arms = Vec::new();
        for entry in node.children().filter(|child| child.kind() == NodeKind::SelectorEntry) {
            let branch = self.builder.branch();
            let (options, _) = self.elements(entry.children().take(1));
            let default =
                entry.child(0).filter(|option| unwrapped(*option).kind() == NodeKind::Default).map(|_| 0);
            let options = self.builder.list(&options);
            let body = self.child(entry, 1);
            self.builder.join(branch);
            arms.push(Arm { options, default, body });
        }
        self.builder.body.cases.push(Case { value, arms });
        let index = self.builder.body.cases.len() as u32 - 1;
        self.builder.push(Expr::Selector(index), node.range())
    }
}

/// What stands in parentheses.
pub(super) fn unwrapped(node: Syntax<'_>) -> Syntax<'_> {
    let mut node = node;
    while node.kind() == NodeKind::Parenthesized
        && let Some(inner) = node.child(0)
    {
        node = inner;
    }
    node
}
