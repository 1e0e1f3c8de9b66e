//! Operators and access.

use bunraku_pcore::{Type, Value, construct};
use bunraku_syntax::{NodeKind, Syntax, TokenKind, ast};

use super::Lowering;
use crate::{Binary, Expr, Operand};

impl Lowering {
    pub(super) fn binary(&mut self, node: Syntax<'_>) -> Operand {
        let Some((kind, range)) = ast::operator(node) else { return self.undef() };
        let left = self.child(node, 0);
        if matches!(kind, TokenKind::And | TokenKind::Or) {
            let branch = self.builder.branch();
            let right = self.child(node, 1);
            self.builder.join(branch);
            let expr = if kind == TokenKind::And { Expr::And(left, right) } else { Expr::Or(left, right) };
            return self.builder.push(expr, node.range());
        }
        let right = self.child(node, 1);
        let Some(operator) = Binary::of(kind) else { return self.undef() };
        // Puppet reports at the operator's line.
        let whole = node.range();
        let between = bunraku_diag::TextRange::new(whole.start, range.start);
        let place = if between.of(node.source()).contains('\n') { range } else { whole };
        self.builder.push(Expr::Binary { operator, left, right }, place)
    }

    pub(super) fn unary(&mut self, node: Syntax<'_>) -> Operand {
        let operand = self.child(node, 0);
        let expr = match node.kind() {
            NodeKind::Not => Expr::Not(operand),
            NodeKind::Splat => Expr::Splat(operand),
            _ => match self.builder.value(operand) {
                Some(Value::Int(number)) if *number != i64::MIN => {
                    let negated = Value::Int(-number);
                    return self.builder.constant(negated);
                }
                Some(Value::Float(number)) => {
                    let negated = Value::Float(-number);
                    return self.builder.constant(negated);
                }
                _ => Expr::Negate(operand),
            },
        };
        self.builder.push(expr, node.range())
    }

    /// An access; a type with literal parameters that are valid is a constant. References depend on the catalog.
    pub(super) fn access(&mut self, node: Syntax<'_>) -> Operand {
        let target = self.access_target(node);
        let (keys, splat) = self.elements(node.children().skip(1));
        if !splat
            && let Some(Value::Type(ty)) = self.builder.value(target)
            && !matches!(ty, Type::Class(_) | Type::Resource(_))
            && let Some(values) = self.builder.values(&keys)
            && let Ok(value @ Value::Type(_)) = construct::parameterized(&self.edition.types, ty, &values)
        {
            return self.builder.constant_at(value, node.range());
        }
        let keys = self.builder.list(&keys);
        self.builder.push(Expr::Access { target, keys }, node.range())
    }
}
