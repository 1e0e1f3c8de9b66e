//! Expressions for the catalog: resources, overrides, collectors and chains.

use bunraku_diag::TextRange;
use bunraku_pcore::Str;
use bunraku_syntax::TokenKind;

use crate::{List, Operand};

/// How a resource is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceForm {
    /// Without a prefix: part of the catalog.
    Regular,
    /// `@`: not part of the catalog until it is realized.
    Virtual,
    /// `@@`: virtual, and available to other nodes.
    Exported,
}

/// A resource expression.
#[derive(Debug)]
pub struct Resource {
    /// Regular, virtual or exported.
    pub form: ResourceForm,
    /// The type: a constant string for a plain name.
    pub ty: Operand,
    /// The bodies, each with a title and attributes.
    pub bodies: Vec<ResourceBody>,
}

/// A title and its attributes.
#[derive(Debug)]
pub struct ResourceBody {
    /// The expression for the title or titles.
    pub title: Operand,
    /// The attributes, in order.
    pub attributes: Vec<ResourceAttribute>,
    /// The place of the body.
    pub range: TextRange,
}

/// An attribute.
#[derive(Debug)]
pub struct ResourceAttribute {
    /// The name; `None` for `* => hash`.
    pub name: Option<Str>,
    /// Whether it is added with `+>`.
    pub append: bool,
    /// The expression for the value.
    pub value: Operand,
    /// The place of the attribute.
    pub range: TextRange,
}

/// Resource defaults, or an override of resources.
#[derive(Debug)]
pub struct Override {
    /// The type, or the references.
    pub subject: Operand,
    /// The attributes to set.
    pub attributes: Vec<ResourceAttribute>,
}

/// A collector.
#[derive(Debug)]
pub struct Collector {
    /// The name of the type as written.
    pub ty: Str,
    /// Whether it collects exported resources (`<<| |>>`).
    pub exported: bool,
    /// Which resources to collect; `None` for all.
    pub query: Option<Query>,
    /// The attributes to override.
    pub attributes: Vec<ResourceAttribute>,
}

/// The query of a collector.
#[derive(Debug)]
pub enum Query {
    /// Both queries must match.
    And(Box<Query>, Box<Query>),
    /// One of the queries must match.
    Or(Box<Query>, Box<Query>),
    /// A comparison of an attribute.
    Compare {
        /// The attribute, which may be `title` or `tag`.
        attribute: Operand,
        /// Whether the operator is `!=`.
        negated: bool,
        /// The value that it is compared with.
        value: Operand,
        /// The place of the comparison.
        range: TextRange,
    },
    /// An expression that is not a comparison.
    Other(Operand),
}

/// A chain of relationships.
#[derive(Debug)]
pub struct Chain {
    /// The operands, one more than there are arrows.
    pub operands: List,
    /// The arrows between the operands, with their places.
    pub arrows: Vec<(TokenKind, TextRange)>,
}
