//! The definitions in a file.

use std::sync::Arc;

use bunraku_diag::{Source, TextRange};
use bunraku_intern::Symbol;
use bunraku_pcore::Regexp;

use crate::Body;

/// A lowered file.
#[derive(Debug)]
pub struct Module {
    /// The file.
    pub source: Arc<Source>,
    /// Its statements outside definitions.
    pub main: Arc<Body>,
    /// Its definitions in source order; those nested in classes with their full names.
    pub definitions: Vec<Definition>,
}

/// A definition.
#[derive(Debug, Clone)]
pub enum Definition {
    /// `class`.
    Class(Arc<ClassDefinition>),
    /// `define`.
    Define(Arc<DefineDefinition>),
    /// `function`.
    Function(Arc<FunctionDefinition>),
    /// `node`.
    Node(Arc<NodeDefinition>),
    /// `type X = ...`: a type alias.
    Alias(Arc<AliasDefinition>),
}

/// A class.
#[derive(Debug)]
pub struct ClassDefinition {
    /// The full name, without a leading `::`.
    pub name: Symbol,
    /// The class it inherits from, and the place where that is named.
    pub parent: Option<(Symbol, TextRange)>,
    /// Its parameters and statements.
    pub body: Arc<Body>,
    /// The place of its head, without the block.
    pub range: TextRange,
}

/// A defined type.
#[derive(Debug)]
pub struct DefineDefinition {
    /// The full name, without a leading `::`.
    pub name: Symbol,
    /// Its parameters and statements.
    pub body: Arc<Body>,
    /// The place of its head, without the block.
    pub range: TextRange,
}

/// A function.
#[derive(Debug)]
pub struct FunctionDefinition {
    /// The full name, without a leading `::`.
    pub name: Symbol,
    /// Its parameters and statements.
    pub body: Arc<Body>,
    /// The place of its head, without the block.
    pub range: TextRange,
}

/// A node definition.
#[derive(Debug)]
pub struct NodeDefinition {
    /// Which nodes it is for.
    pub matches: Vec<HostMatch>,
    /// Its statements.
    pub body: Arc<Body>,
    /// The place of its head, without the block.
    pub range: TextRange,
}

/// Which nodes a node definition is for.
#[derive(Debug)]
pub enum HostMatch {
    /// The node with this name, in lowercase.
    Name(String),
    /// The nodes whose names match.
    Regexp(Regexp),
    /// The nodes that no other definition is for.
    Default,
}

/// A type alias.
#[derive(Debug)]
pub struct AliasDefinition {
    /// The name as written.
    pub name: Symbol,
    /// The code that evaluates to the type.
    pub body: Arc<Body>,
    /// The place of its head.
    pub range: TextRange,
}
