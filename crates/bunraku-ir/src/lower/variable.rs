//! Variables: slots if it is known which one is meant, names otherwise.

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_syntax::{
    Syntax, TokenKind,
    ast::{self, View},
};

use super::Lowering;
use crate::{Expr, Operand, Target, Variable};

impl Lowering {
    pub(super) fn variable(&mut self, node: ast::Variable<'_>) -> Operand {
        let name = node.name();
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            // A number that does not fit is larger than any number of groups.
            let number = name.parse().unwrap_or(u32::MAX);
            return self.builder.push(Expr::MatchVariable(number), node.range());
        }
        let symbol = Symbol::new(name);
        if !name.contains("::") {
            let (slots, certain) = self.builder.lookup(symbol);
            if let (true, [(slot, _)]) = (certain, slots.as_slice()) {
                self.builder.read(*slot, true);
                return Operand::Local(*slot);
            }
        }
        let index = self.outer_variable(symbol, node.range());
        self.builder.push(Expr::Variable(index), node.range())
    }

    /// Adds a variable that may be one of several, or outside the body.
    fn outer_variable(&mut self, name: Symbol, range: TextRange) -> u32 {
        let text = name.as_str();
        let (namespace, simple) = match text.rsplit_once("::") {
            Some((namespace, simple)) => {
                (Some(Symbol::new(namespace.trim_start_matches("::"))), Symbol::new(simple))
            }
            None => (None, name),
        };
        let slots = if namespace.is_none() { self.builder.lookup(name).0 } else { Vec::new() };
        for (slot, _) in &slots {
            self.builder.read(*slot, false);
        }
        self.builder.body.variables.push(Variable { name, slots, namespace, simple, range });
        self.builder.body.variables.len() as u32 - 1
    }

    pub(super) fn assignment(&mut self, node: ast::Assignment<'_>) -> Operand {
        let operator = node.operator().map_or(TokenKind::Assign, |(kind, _)| kind);
        let Some(target) = node.target() else { return self.undef() };
        let variable = ast::Variable::cast(target);
        if operator != TokenKind::Assign {
            // The static checks reject anything but a variable here.
            let Some(variable) = variable else { return self.undef() };
            let name = Symbol::new(variable.name());
            let outer = self.outer_variable(name, target.range());
            let value = self.optional(node.value());
            let slot = self.builder.declare(name, false);
            let delete = operator == TokenKind::MinusAssign;
            let assigned = self.builder.push(Expr::Append { slot, outer, delete, value }, node.range());
            self.builder.set(slot);
            return assigned;
        }
        let value = self.optional(node.value());
        if let Some(variable) = variable {
            let name = Symbol::new(variable.name());
            let slot = self.builder.declare(name, false);
            let assigned = self.builder.push(Expr::Assign { slot, name, value }, target.range());
            self.builder.set(slot);
            return assigned;
        }
        let list = self.target(target);
        self.builder.body.targets.push(list);
        let target = self.builder.body.targets.len() as u32 - 1;
        self.builder.push(Expr::AssignMany { target, value }, node.range())
    }

    fn target(&mut self, node: Syntax<'_>) -> Target {
        let Some(variable) = ast::Variable::cast(node) else {
            let elements = ast::Array::cast(node).into_iter().flat_map(ast::Array::elements);
            return Target::List(elements.map(|element| self.target(element)).collect());
        };
        let name = Symbol::new(variable.name());
        let slot = self.builder.declare(name, false);
        // If a hash lacks the key, the whole assignment fails, so the variable counts as set.
        self.builder.set(slot);
        Target::Variable { slot, name, range: node.range() }
    }
}
