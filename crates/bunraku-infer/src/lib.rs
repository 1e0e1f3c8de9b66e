//! What can be known of Puppet code without running it.
//!
//! A [`Project`] answers which classes, defined types, functions, type aliases, resource types, templates and data there
//! are on the modulepath of a file. A [`Model`] is one file with the types of its expressions, its scopes and their
//! variables.
//!
//! Everything is gradual: what cannot be known is `Any`, and an answer about names is a [`Lookup`], which tells "there is
//! no such thing" from "nobody can know". Whoever reports mistakes reports only what is [impossible](fits::impossible).
//!
//! Nothing here touches the disk by itself: files are read through the [`World`](bunraku_world::World) of the project.

mod branching;
mod builtin;
mod calls;
pub mod constant;
mod erb;
pub mod facts;
pub mod fits;
mod hiera;
mod model;
mod module;
mod modules;
mod narrow;
mod operator;
mod project;
mod ruby;
mod signature;
mod stamp;
mod surroundings;
mod types;
mod variables;
mod walk;

pub use calls::CallView;
pub use erb::{ErbUse, erb_uses};
pub use hiera::DataKeys;
pub use model::{
    Branch, Model, Scope, ScopeKind, Use, Variable, VariableKind, Visible, are_exclusive, branches, implies,
};
pub use module::{Manifests, ModuleIndex, TemplateCall};
pub use modules::Modules;
pub use project::{Lookup, Project};
pub use signature::{CallSignature, ClassInfo, FunctionInfo, Parameter, ResourceInfo};
pub use surroundings::{Places, Surroundings};
pub use types::type_of_expression;

/// The rules of types that are inferred: those of Puppet 8.
pub(crate) const RULES: &bunraku_edition::TypeRules = &bunraku_edition::PUPPET8.types;
/// The grammar of the files that are read: that of Puppet 8.
pub(crate) const GRAMMAR: &bunraku_edition::SyntaxRules = &bunraku_edition::PUPPET8.syntax;
