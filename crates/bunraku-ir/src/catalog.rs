//! What code says to the catalog: resources, overrides, collectors and chains.

use bunraku_diag::TextRange;
use bunraku_pcore::Str;
use bunraku_syntax::TokenKind;

use crate::{List, Operand};

/// How a resource is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceForm {
    /// As it stands.
    Regular,
    /// `@`: it waits to be realized.
    Virtual,
    /// `@@`: it is for other nodes, too.
    Exported,
}

/// A resource expression.
#[derive(Debug)]
pub struct Resource {
    /// Regular, virtual or exported.
    pub form: ResourceForm,
    /// The type: a constant string for a plain name.
    pub ty: Operand,
    /// Titles with their attributes.
    pub bodies: Vec<ResourceBody>,
}

/// A title and its attributes.
#[derive(Debug)]
pub struct ResourceBody {
    /// The title.
    pub title: Operand,
    /// Its attributes.
    pub attributes: Vec<ResourceAttribute>,
    /// Its place.
    pub range: TextRange,
}

/// An attribute.
#[derive(Debug)]
pub struct ResourceAttribute {
    /// The name; `None` for `* => hash`.
    pub name: Option<Str>,
    /// Whether it is added with `+>`.
    pub append: bool,
    /// The value.
    pub value: Operand,
    /// Its place.
    pub range: TextRange,
}

/// Defaults of a type, or changes to resources.
#[derive(Debug)]
pub struct Override {
    /// The type or the references.
    pub subject: Operand,
    /// The attributes.
    pub attributes: Vec<ResourceAttribute>,
}

/// A collector.
#[derive(Debug)]
pub struct Collector {
    /// The name of the type as it is written.
    pub ty: Str,
    /// Whether it collects exported resources, too.
    pub exported: bool,
    /// What it looks for; `None` is everything.
    pub query: Option<Query>,
    /// The attributes it sets.
    pub attributes: Vec<ResourceAttribute>,
}

/// What a collector looks for.
#[derive(Debug)]
pub enum Query {
    /// Both queries must hold.
    And(Box<Query>, Box<Query>),
    /// One of the queries must hold.
    Or(Box<Query>, Box<Query>),
    /// A comparison of an attribute.
    Compare {
        /// The attribute, `title` and `tag` among them.
        attribute: Operand,
        /// Whether it must differ.
        negated: bool,
        /// The value that it is compared with.
        value: Operand,
        /// Its place.
        range: TextRange,
    },
    /// An expression that is not a comparison.
    Other(Operand),
}

/// A chain of relationships.
#[derive(Debug)]
pub struct Chain {
    /// The operands.
    pub operands: List,
    /// The arrows between them with their places.
    pub arrows: Vec<(TokenKind, TextRange)>,
}
