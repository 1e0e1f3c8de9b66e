//! Bodies: the resolved code of a class, define, function, node, file or template.

use std::sync::Arc;

use bunraku_diag::{Source, TextRange};
use bunraku_intern::Symbol;
use bunraku_pcore::Value;

use crate::{Chain, Collector, ConstId, Expr, ExprId, Operand, Override, ParamNames, Resource, SlotNames};

/// A variable's place in the frame of its body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// Operands that stand one after the other in `Body::lists`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List {
    /// The index of the first operand.
    pub start: u32,
    /// The number of operands.
    pub len: u32,
}

/// The code of one class, define, function, node, file or template. Shared by all threads.
#[derive(Debug)]
pub struct Body {
    /// The expressions; children before parents.
    pub exprs: Vec<Expr>,
    /// The place of each expression; only failures and resources look.
    pub ranges: Vec<TextRange>,
    /// The constants.
    pub consts: Vec<Value>,
    /// The place of each constant, as far as it has one.
    pub const_ranges: Vec<TextRange>,
    /// The operands of lists.
    pub lists: Vec<Operand>,
    /// Variables that are not known to be set where they are read.
    pub variables: Vec<Variable>,
    /// Destructuring assignments.
    pub targets: Vec<Target>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Lambdas.
    pub lambdas: Vec<Lambda>,
    /// `case` and selectors.
    pub cases: Vec<Case>,
    /// Resource expressions.
    pub resources: Vec<Resource>,
    /// Defaults and overrides.
    pub overrides: Vec<Override>,
    /// Collectors.
    pub collectors: Vec<Collector>,
    /// Chains of relationships.
    pub chains: Vec<Chain>,
    /// The parameters of the whole body.
    pub params: Vec<Param>,
    /// The index of each parameter by its name.
    pub param_names: ParamNames,
    /// The number of slots of a frame.
    pub slots: u32,
    /// Which name is which slot: those of the body itself, and those of lambdas with their lambda.
    pub names: Vec<NamedSlot>,
    /// The slot of each name, for [`Body::slot_of`].
    pub slot_names: SlotNames,
    /// What the body evaluates to.
    pub root: Operand,
    /// What a function returns, if it says so.
    pub returns: Option<Operand>,
    /// The file.
    pub source: Arc<Source>,
}

impl Body {
    /// The expression of an id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        self.exprs.get(id.0 as usize).unwrap_or(&Expr::Nothing)
    }

    /// The operands of a list.
    pub fn list(&self, list: List) -> &[Operand] {
        self.lists.get(list.start as usize..(list.start + list.len) as usize).unwrap_or_default()
    }

    /// A constant.
    pub fn constant(&self, id: ConstId) -> &Value {
        static UNDEF: Value = Value::Undef;
        self.consts.get(id.0 as usize).unwrap_or(&UNDEF)
    }

    /// The place of an operand; slots have none of their own.
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

/// A name of a body, for access by name.
#[derive(Debug, Clone, Copy)]
pub struct NamedSlot {
    /// The name.
    pub name: Symbol,
    /// Where its value is.
    pub slot: Slot,
    /// The lambda it belongs to; `None` for the body's own.
    pub lambda: Option<u32>,
    /// Whether it is a parameter: one without a value yet hides all others of its name.
    pub parameter: bool,
}

/// A variable as it is read where it is not known to be set.
#[derive(Debug)]
pub struct Variable {
    /// The name without `$`, with its qualifiers.
    pub name: Symbol,
    /// The slots of that name around the place, the innermost first, and whether each is a parameter. The first
    /// that is set is read; an unset parameter is an error.
    pub slots: Vec<(Slot, bool)>,
    /// The namespace of a qualified name: `Some("")` for `$::x`. Such a name has no slots.
    pub namespace: Option<Symbol>,
    /// The last segment of the name.
    pub simple: Symbol,
    /// The place of the name.
    pub range: TextRange,
}

/// The left side of a destructuring assignment.
#[derive(Debug)]
pub enum Target {
    /// A variable.
    Variable {
        /// The slot of the variable, which must not be set yet.
        slot: Slot,
        /// The key that is looked for if the right side is a hash.
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
    /// The arguments; of a method call the receiver first.
    pub arguments: List,
    /// Whether one of them is a `*` expression.
    pub splat: bool,
    /// Whether it is written as `receiver.name`: an attribute of the receiver comes before a function.
    pub method: bool,
    /// The lambda.
    pub lambda: Option<u32>,
    /// The place of the name.
    pub name_range: TextRange,
}

/// What a call calls.
#[derive(Debug, Clone, Copy)]
pub enum Callee {
    /// A function by its name.
    Function(Symbol),
    /// `new` of a type that an expression gives.
    New(Operand),
}

/// A lambda: code that is called only by the function it was written for, while its body runs.
#[derive(Debug)]
pub struct Lambda {
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its slots, parameters included: cleared on entry.
    pub slots: std::ops::Range<u32>,
    /// What it evaluates.
    pub root: Operand,
    /// What it returns, if it says so.
    pub returns: Option<Operand>,
    /// Its index in `Body::lambdas`.
    pub index: u32,
    /// The lambda around it.
    pub parent: Option<u32>,
    /// The place of its parameters.
    pub range: TextRange,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// The name.
    pub name: Symbol,
    /// Where its value is.
    pub slot: Slot,
    /// The expression that gives its type.
    pub ty: Option<Operand>,
    /// The default.
    pub default: Option<Operand>,
    /// Whether it takes all the arguments that are left.
    pub rest: bool,
    /// Whether it has a name that nobody may set, as `$facts`: whoever gives it a value fails.
    pub reserved: bool,
    /// Its place.
    pub range: TextRange,
}

/// Names that the language sets by itself in the top scope and nobody may set anywhere.
pub const RESERVED_NAMES: [&str; 3] = ["trusted", "facts", "server_facts"];

/// A `case` or selector.
#[derive(Debug)]
pub struct Case {
    /// The value that is compared.
    pub value: Operand,
    /// The options.
    pub arms: Vec<Arm>,
}

/// An option of a `case` or selector.
#[derive(Debug)]
pub struct Arm {
    /// The values that match.
    pub options: List,
    /// Which of them is the word `default`, if one is.
    pub default: Option<u32>,
    /// What is evaluated then.
    pub body: Operand,
}
