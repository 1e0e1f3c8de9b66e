//! Variables: slots where it is known which is meant, names where not.

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_syntax::{NodeKind, Syntax, TokenKind, ast};

use super::Lowering;
use crate::{Expr, Operand, Target, Variable};

impl Lowering {
    pub(super) fn variable(&mut self, node: Syntax<'_>) -> Operand {
        let name = ast::variable_name(node);
        if let Ok(number) = name.parse::<u32>() {
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

    /// A variable that may be one of several, or lie outside of the body.
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

    pub(super) fn assignment(&mut self, node: Syntax<'_>) -> Operand {
        let operator = ast::operator(node).map_or(TokenKind::Assign, |(kind, _)| kind);
        let Some(target) = node.child(0) else { return self.undef() };
        if operator != TokenKind::Assign {
            let name = Symbol::new(ast::variable_name(target));
            let outer = self.outer_variable(name, target.range());
            let value = self.child(node, 1);
            let slot = self.builder.declare(name, false);
            let delete = operator == TokenKind::MinusAssign;
            let assigned = self.builder.push(Expr::Append { slot, outer, delete, value }, node.range());
            self.builder.set(slot);
            return assigned;
        }
        let value = self.child(node, 1);
        if target.kind() == NodeKind::Variable {
            let name = Symbol::new(ast::variable_name(target));
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
        if node.kind() != NodeKind::Variable {
            return Target::List(node.children().map(|child| self.target(child)).collect());
        }
        let name = Symbol::new(ast::variable_name(node));
        let slot = self.builder.declare(name, false);
        // A hash may lack the key, which leaves the variable unset only when the assignment fails as a whole.
        self.builder.set(slot);
        Target::Variable { slot, name, range: node.range() }
    }
}
