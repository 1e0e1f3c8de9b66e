//! Bodies: the resolved code of a class, defined type, function, node, file or template.

use std::sync::Arc;

use bunraku_diag::{Source, TextRange};
use bunraku_intern::Symbol;
use bunraku_pcore::Value;

use crate::{Chain, Collector, ConstId, Expr, ExprId, Operand, Override, ParamNames, Resource, SlotNames};

/// The index of a variable in the frame of its body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// Consecutive operands in `Body::lists`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List {
    /// The index of the first operand.
    pub start: u32,
    /// The number of operands.
    pub len: u32,
}

/// The code of one class, defined type, function, node, file or template. Shared by all threads.
#[derive(Debug)]
pub struct Body {
    /// The expressions; children come before parents.
    pub exprs: Vec<Expr>,
    /// The place of each expression. Only failures and resources use it.
    pub ranges: Vec<TextRange>,
    /// The values of literals and folded expressions.
    pub consts: Vec<Value>,
    /// The place of each constant, if it has one.
    pub const_ranges: Vec<TextRange>,
    /// The operands of all lists.
    pub lists: Vec<Operand>,
    /// Variables that are not known to be set where they are read.
    pub variables: Vec<Variable>,
    /// The left sides of destructuring assignments.
    pub targets: Vec<Target>,
    /// Function calls, including method calls.
    pub calls: Vec<CallSite>,
    /// Lambdas, outer ones before those inside them.
    pub lambdas: Vec<Lambda>,
    /// `case` expressions and selectors.
    pub cases: Vec<Case>,
    /// Resource expressions.
    pub resources: Vec<Resource>,
    /// Resource defaults and overrides.
    pub overrides: Vec<Override>,
    /// Collectors.
    pub collectors: Vec<Collector>,
    /// Chains of relationships (arrows).
    pub chains: Vec<Chain>,
    /// The parameters of the whole body.
    pub params: Vec<Param>,
    /// The index of each parameter by name.
    pub param_names: ParamNames,
    /// The number of slots in a frame.
    pub slots: u32,
    /// The names of slots: those of the body itself, and those of lambdas.
    pub names: Vec<NamedSlot>,
    /// The slot of each name, for [`Body::slot_of`].
    pub slot_names: SlotNames,
    /// The expression whose value is the result of the body.
    pub root: Operand,
    /// The declared return type of a function, if there is one.
    pub returns: Option<Operand>,
    /// The file that contains the code.
    pub source: Arc<Source>,
}

impl Body {
    /// Returns the expression with an id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        self.exprs.get(id.0 as usize).unwrap_or(&Expr::Nothing)
    }

    /// Returns the operands of a list.
    pub fn list(&self, list: List) -> &[Operand] {
        self.lists.get(list.start as usize..(list.start + list.len) as usize).unwrap_or_default()
    }

    /// Returns the value of a constant.
    pub fn constant(&self, id: ConstId) -> &Value {
        static UNDEF: Value = Value::Undef;
        self.consts.get(id.0 as usize).unwrap_or(&UNDEF)
    }

    /// The place of an operand. Slots have none.
    pub fn range(&self, operand: Operand) -> Option<TextRange> {
        match operand {
            Operand::Expr(id) => self.ranges.get(id.0 as usize).copied(),
            Operand::Const(id) => {
                self.const_ranges.get(id.0 as usize).copied().filter(|range| !range.is_empty())
            }
            _ => None,
        }
    }
}

/// A named variable of a body, for access by name.
#[derive(Debug, Clone, Copy)]
pub struct NamedSlot {
    /// The name, without `$`.
    pub name: Symbol,
    /// The slot with its value.
    pub slot: Slot,
    /// The lambda it belongs to; `None` for the body itself.
    pub lambda: Option<u32>,
    /// Whether it is a parameter. A parameter hides outer variables of the same name even before it has a value.
    pub parameter: bool,
}

/// A variable read where it is not known to be set.
#[derive(Debug)]
pub struct Variable {
    /// The name without `$`, with its qualifiers.
    pub name: Symbol,
    /// The slots of that name that are visible here, innermost first, and whether each is a parameter. The first one
    /// that is set is read; an unset parameter is an error.
    pub slots: Vec<(Slot, bool)>,
    /// The namespace of a qualified name: `Some("")` for `$::x`. A qualified name has no slots.
    pub namespace: Option<Symbol>,
    /// The last segment of the name.
    pub simple: Symbol,
    /// The place of the name.
    pub range: TextRange,
}

/// The left side of a destructuring assignment.
#[derive(Debug)]
pub enum Target {
    /// A single variable.
    Variable {
        /// The slot of the variable, which must not be set yet.
        slot: Slot,
        /// The key to look up if the right side is a hash.
        name: Symbol,
        /// The place of the variable.
        range: TextRange,
    },
    /// Variables in an array.
    List(Vec<Target>),
}

/// A call.
#[derive(Debug)]
pub struct CallSite {
    /// What is called.
    pub callee: Callee,
    /// The arguments. The receiver of a method call comes first.
    pub arguments: List,
    /// Whether one of them is a splat (`*`).
    pub splat: bool,
    /// Whether it is written as `receiver.name`: then an attribute of the receiver takes precedence over a function.
    pub method: bool,
    /// The index of the lambda in `Body::lambdas`, if there is one.
    pub lambda: Option<u32>,
    /// The place of the function's name.
    pub name_range: TextRange,
}

/// What a call calls.
#[derive(Debug, Clone, Copy)]
pub enum Callee {
    /// A function by name.
    Function(Symbol),
    /// `new` of the type that an expression evaluates to.
    New(Operand),
}

/// A lambda: code that is called only by the function to which it is passed, while the enclosing body runs.
#[derive(Debug)]
pub struct Lambda {
    /// The parameters, in order.
    pub params: Vec<Param>,
    /// Its slots, including parameters. They are cleared on entry.
    pub slots: std::ops::Range<u32>,
    /// The expression whose value is the result.
    pub root: Operand,
    /// The declared return type, if there is one.
    pub returns: Option<Operand>,
    /// Its index in `Body::lambdas`.
    pub index: u32,
    /// The index of the enclosing lambda, if there is one.
    pub parent: Option<u32>,
    /// The place of its parameters.
    pub range: TextRange,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// The name, without `$`.
    pub name: Symbol,
    /// The slot with its value.
    pub slot: Slot,
    /// The expression for its type, if one is declared.
    pub ty: Option<Operand>,
    /// The expression for its default, if it has one.
    pub default: Option<Operand>,
    /// Whether it takes all remaining arguments.
    pub rest: bool,
    /// Whether it has a reserved name such as `$facts`: giving it a value is an error.
    pub reserved: bool,
    /// The place of the declaration.
    pub range: TextRange,
}

/// Names that the language sets in the top scope and that cannot be set anywhere.
pub const RESERVED_NAMES: [&str; 3] = ["trusted", "facts", "server_facts"];

/// A `case` or selector.
#[derive(Debug)]
pub struct Case {
    /// The control expression.
    pub value: Operand,
    /// The options, in order.
    pub arms: Vec<Arm>,
}

/// An option of a `case` or selector.
#[derive(Debug)]
pub struct Arm {
    /// The values to compare with.
    pub options: List,
    /// The index of the word `default` among them, if it is there.
    pub default: Option<u32>,
    /// The expression to evaluate on a match.
    pub body: Operand,
}
