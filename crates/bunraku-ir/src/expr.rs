//! Expressions, and the operators among them.

use bunraku_intern::Symbol;
use bunraku_syntax::TokenKind;

use crate::{ConstId, List, Operand, Slot};

/// An expression of a body. At most 24 bytes.
#[derive(Debug, Clone, Copy)]
pub enum Expr {
    /// A missing expression, which evaluates to `undef`.
    Nothing,
    /// A variable that may be unset or is outside the body: an index into `variables`.
    Variable(u32),
    /// `$0`, `$1` and so on.
    MatchVariable(u32),
    /// `$x = value`.
    Assign {
        /// The slot of the variable, which must not be set yet.
        slot: Slot,
        /// The name of the variable, for messages.
        name: Symbol,
        /// The value to assign.
        value: Operand,
    },
    /// `[$a, $b] = value`: an index into `targets`.
    AssignMany {
        /// The index of the left side in `targets`.
        target: u32,
        /// The array or hash on the right side.
        value: Operand,
    },
    /// `$x += value` or `$x -= value`.
    Append {
        /// The slot of the new variable.
        slot: Slot,
        /// The outer variable of the same name, whose value is the left operand: an index into `variables`.
        outer: u32,
        /// Whether the operator is `-=`.
        delete: bool,
        /// The right operand.
        value: Operand,
    },
    /// A binary operator that evaluates both operands.
    Binary {
        /// Which operator it is.
        operator: Binary,
        /// The left operand.
        left: Operand,
        /// The right operand.
        right: Operand,
    },
    /// `a and b`.
    And(Operand, Operand),
    /// `a or b`.
    Or(Operand, Operand),
    /// `! a`.
    Not(Operand),
    /// `- a`.
    Negate(Operand),
    /// `* a`: an array, or several values in a list of values.
    Splat(Operand),
    /// `[...]`.
    Array(List),
    /// `{...}`: alternating keys and values.
    Hash(List),
    /// `a[...]`.
    Access {
        /// The value to access.
        target: Operand,
        /// The keys, at least one.
        keys: List,
    },
    /// A string with interpolation: its pieces.
    Interpolate(List),
    /// A heredoc with interpolation and a syntax: its text is checked after evaluation.
    Heredoc {
        /// The expression for the text.
        text: Operand,
        /// The constant with the name of the syntax.
        syntax: ConstId,
    },
    /// `if`, or `unless` with its branches swapped.
    If {
        /// The condition.
        test: Operand,
        /// What is evaluated if the condition is true.
        then: Operand,
        /// What is evaluated if it is false.
        otherwise: Operand,
    },
    /// `case`: an index into `cases`.
    Case(u32),
    /// `? { }`: an index into `cases`.
    Selector(u32),
    /// Consecutive statements. The value is that of the last one.
    Block(List),
    /// A call: an index into `calls`.
    Call(u32),
    /// A type name that the language does not define: the constant with the name.
    TypeName(ConstId),
    /// A resource expression: an index into `resources`.
    Resource(u32),
    /// `Type { ... }`: an index into `overrides`.
    Defaults(u32),
    /// `Type['x'] { ... }`: an index into `overrides`.
    Override(u32),
    /// A collector: an index into `collectors`.
    Collector(u32),
    /// A chain of relationships: an index into `chains`.
    Chain(u32),
    /// A definition, which has been registered before evaluation.
    Definition,
    /// Text of a template, rendered as it is.
    RenderText(ConstId),
    /// `<%= a %>`.
    Render(Operand),
}

const _: () = assert!(size_of::<Expr>() <= 24, "code is walked all the time and must stay small");

/// A binary operator that evaluates both operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the operators")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    Match,
    NoMatch,
}

impl Binary {
    /// The operator for a token.
    pub fn of(kind: TokenKind) -> Option<Binary> {
        Some(match kind {
            TokenKind::Plus => Binary::Add,
            TokenKind::Minus => Binary::Subtract,
            TokenKind::Star => Binary::Multiply,
            TokenKind::Slash => Binary::Divide,
            TokenKind::Percent => Binary::Modulo,
            TokenKind::ShiftLeft => Binary::ShiftLeft,
            TokenKind::ShiftRight => Binary::ShiftRight,
            TokenKind::Equal => Binary::Equal,
            TokenKind::NotEqual => Binary::NotEqual,
            TokenKind::Less => Binary::Less,
            TokenKind::LessEqual => Binary::LessEqual,
            TokenKind::Greater => Binary::Greater,
            TokenKind::GreaterEqual => Binary::GreaterEqual,
            TokenKind::In => Binary::In,
            TokenKind::Match => Binary::Match,
            TokenKind::NoMatch => Binary::NoMatch,
            _ => return None,
        })
    }

    /// The operator as written.
    pub fn sign(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Modulo => "%",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
            Binary::Greater => ">",
            Binary::GreaterEqual => ">=",
            Binary::In => "in",
            Binary::Match => "=~",
            Binary::NoMatch => "!~",
        }
    }
}
