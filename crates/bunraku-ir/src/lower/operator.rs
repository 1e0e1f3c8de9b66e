//! Operators and access.

use bunraku_pcore::{Type, Value, construct};
use bunraku_syntax::{
    TokenKind,
    ast::{self, View},
};

use super::Lowering;
use crate::{Binary, Expr, Operand};

impl Lowering {
    pub(super) fn binary(&mut self, node: ast::Binary<'_>) -> Operand {
        let Some((kind, range)) = node.operator() else { return self.undef() };
        let left = self.optional(node.left());
        if matches!(kind, TokenKind::And | TokenKind::Or) {
            let branch = self.builder.branch();
            let right = self.optional(node.right());
            self.builder.join(branch);
            let expr = if kind == TokenKind::And { Expr::And(left, right) } else { Expr::Or(left, right) };
            return self.builder.push(expr, node.range());
        }
        let right = self.optional(node.right());
        let Some(operator) = Binary::of(kind) else { return self.undef() };
        // Puppet reports errors on the line of the operator.
        let whole = node.range();
        let between = bunraku_diag::TextRange::new(whole.start, range.start);
        let place = if between.of(node.syntax().source()).contains('\n') { range } else { whole };
        self.builder.push(Expr::Binary { operator, left, right }, place)
    }

    pub(super) fn not(&mut self, node: ast::Not<'_>) -> Operand {
        let operand = self.optional(node.operand());
        self.builder.push(Expr::Not(operand), node.range())
    }

    pub(super) fn splat(&mut self, node: ast::Splat<'_>) -> Operand {
        let operand = self.optional(node.operand());
        self.builder.push(Expr::Splat(operand), node.range())
    }

    /// Lowers a negative number to a constant, if its size allows that.
    pub(super) fn negate(&mut self, node: ast::Negate<'_>) -> Operand {
        let operand = self.optional(node.operand());
        let negated = match self.builder.value(operand) {
            Some(Value::Int(number)) => number.checked_neg().map(Value::Int),
            Some(Value::Float(number)) => Some(Value::Float(-number)),
            _ => None,
        };
        match negated {
            Some(negated) => self.builder.constant(negated),
            None => self.builder.push(Expr::Negate(operand), node.range()),
        }
    }

    /// Lowers an access. A type with valid literal parameters is a constant. References depend on the catalog.
    pub(super) fn access(&mut self, node: ast::Access<'_>) -> Operand {
        let target = self.access_target(node);
        let (keys, splat) = self.elements(node.keys());
        if !splat
            && let Some(Value::Type(ty)) = self.builder.value(target)
            // The meaning of an object type or type set depends on the name that it is given, and `Object` may be the
            // type of everything.
            && !matches!(
                ty,
                Type::Class(_) | Type::Resource(_) | Type::Object(_) | Type::Any | Type::TypeSet(_)
            )
            && let Some(values) = self.builder.values(&keys)
            // Whether an array is a valid parameter is decided during evaluation.
            && !values.iter().any(|value| matches!(value, Value::Array(_)))
            && let Ok(value @ Value::Type(_)) = construct::parameterized(&self.edition.types, ty, &values)
        {
            return self.builder.constant_at(value, node.range());
        }
        let keys = self.builder.list(&keys);
        self.builder.push(Expr::Access { target, keys }, node.range())
    }
}
