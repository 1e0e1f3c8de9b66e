//! Static analysis of Puppet code.
//!
//! A [`Project`] is an index of the classes, defined types, functions, type aliases, resource types, templates and data
//! on the modulepath of a file. A [`Model`] is one file with the types of its expressions, its scopes and their
//! variables.
//!
//! Everything is gradual: the type of what cannot be known is `Any`, and an answer about a name is a [`Lookup`], which
//! distinguishes "does not exist" from "cannot be known". Code that reports mistakes should only report what is
//! [impossible](fits::impossible).
//!
//! This crate does no I/O of its own: files are read through the [`World`](bunraku_world::World) of the project.

mod around;
mod branching;
mod builtin;
mod calls;
pub mod constant;
mod custom_facts;
mod erb;
pub mod facts;
mod fingerprint;
pub mod fits;
mod hiera;
mod manifests;
mod model;
mod module;
mod modules;
mod narrow;
mod operator;
mod project;
pub mod puppetfile;
mod ruby;
mod signature;
mod surroundings;
mod titles;
mod trees;
mod types;
mod variables;
mod walk;

pub use erb::{ErbUse, erb_uses};
pub use fingerprint::Fingerprint;
pub use hiera::DataKeys;
pub use manifests::{Manifests, TemplateCall};
pub use model::{
    Branch, Model, Scope, ScopeKind, Use, Variable, VariableKind, Visible, are_exclusive, branches, implies,
};
pub use module::ModuleIndex;
pub use modules::Modules;
pub use project::{Lookup, Project};
pub use signature::{CallSignature, ClassInfo, FunctionInfo, Parameter, ResourceInfo};
pub use surroundings::{Places, Surroundings};
pub use titles::KnownTitles;
pub use trees::{Analyse, Parsed};
pub use types::type_of_expression;

/// A name without the `::` of the top scope. Most names have none, and setting up a search would take longer than looking.
pub fn bare(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix("::") {
        name = rest;
    }
    name
}

/// Whether a function, resource type or module belongs to Puppet Enterprise, by its name: it is on some servers, and never
/// published as a module.
pub fn is_of_enterprise(name: &str) -> bool {
    name.starts_with("pe_") || name == "puppet_enterprise"
}

/// The rules for inferred types: those of Puppet 8.
pub(crate) const RULES: &bunraku_edition::TypeRules = &bunraku_edition::PUPPET8.types;
/// The grammar of the files: that of Puppet 8.
pub(crate) const GRAMMAR: &bunraku_edition::SyntaxRules = &bunraku_edition::PUPPET8.syntax;
