//! Puppet code in a form that is fast to evaluate.
//!
//! [`lower`] turns the tree of one file into a [`Module`]: its definitions and its top-level [`Body`]. Names are
//! symbols, variables are slots where the language allows it, literals are constants. A module does not depend on the
//! environment it is used in, so all threads and environments can share it.
//!
//! Lowering expects a tree without syntax errors that has passed the static checks. For any other tree the code is
//! incomplete, but lowering does not panic. Bodies and modules implement `Display` as listings, for tests and
//! debugging.

mod body;
mod by_name;
mod catalog;
mod definition;
mod expr;
mod listing;
mod lower;
mod operand;

pub use body::{
    Arm, Body, CallSite, Callee, Case, Lambda, List, NamedSlot, Param, RESERVED_NAMES, Slot, Target, Variable,
};
pub use by_name::{ParamNames, SlotNames};
pub use catalog::{
    Chain, Collector, Override, Query, Resource, ResourceAttribute, ResourceBody, ResourceForm,
};
pub use definition::{
    AliasDefinition, ClassDefinition, DefineDefinition, Definition, FunctionDefinition, HostMatch, Module,
    NodeDefinition,
};
pub use expr::{Binary, Expr};
pub use lower::{lower, lower_watched};
pub use operand::{ConstId, ExprId, Operand};
