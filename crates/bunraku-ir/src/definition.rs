//! What a file defines.

use std::sync::Arc;

use bunraku_diag::{Source, TextRange};
use bunraku_intern::Symbol;
use bunraku_pcore::Regexp;

use crate::Body;

/// A file in its lowered form.
#[derive(Debug)]
pub struct Module {
    /// The file.
    pub source: Arc<Source>,
    /// Its statements outside definitions.
    pub main: Arc<Body>,
    /// Its definitions, in the order of the text; those inside classes with their full names.
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
    /// `type X = ...`.
    Alias(Arc<AliasDefinition>),
}

/// A class.
#[derive(Debug)]
pub struct ClassDefinition {
    /// The full name.
    pub name: Symbol,
    /// The class it inherits from.
    pub parent: Option<(Symbol, TextRange)>,
    /// Its parameters and statements.
    pub body: Arc<Body>,
    /// The place of its head.
    pub range: TextRange,
}

/// A defined type.
#[derive(Debug)]
pub struct DefineDefinition {
    /// The full name.
    pub name: Symbol,
    /// Its parameters and statements.
    pub body: Arc<Body>,
    /// The place of its head.
    pub range: TextRange,
}

/// A function.
#[derive(Debug)]
pub struct FunctionDefinition {
    /// The name.
    pub name: Symbol,
    /// Its parameters and statements.
    pub body: Arc<Body>,
    /// The place of its head.
    pub range: TextRange,
}

/// A node.
#[derive(Debug)]
pub struct NodeDefinition {
    /// Which nodes it is for.
    pub matches: Vec<HostMatch>,
    /// Its statements.
    pub body: Arc<Body>,
    /// The place of its head.
    pub range: TextRange,
}

/// Which nodes a definition is for.
#[derive(Debug)]
pub enum HostMatch {
    /// The node of that name, in lower case.
    Name(String),
    /// The nodes whose names match.
    Regexp(Regexp),
    /// Those that nothing else is for.
    Default,
}

/// A type alias.
#[derive(Debug)]
pub struct AliasDefinition {
    /// The name as it is written.
    pub name: Symbol,
    /// Code that gives the type.
    pub body: Arc<Body>,
    /// The place of its head.
    pub range: TextRange,
}
