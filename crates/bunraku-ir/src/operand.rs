//! Operands of expressions, in 32 bits.

use crate::Slot;

/// The index of an expression in its body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExprId(pub u32);

/// The index of a constant in its body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstId(pub u32);

/// A constant, a variable that is known to be set, or another expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A constant of the body.
    Const(ConstId),
    /// A slot that is set whenever this is reached.
    Local(Slot),
    /// Like `Local`, but it is the last read of the slot, so the value may be moved.
    Take(Slot),
    /// An expression to evaluate.
    Expr(ExprId),
}
