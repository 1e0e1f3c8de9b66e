//! Relationships that types of modules add by themselves.

use bunraku_pcore::Str;

use crate::ResourceId;

/// A relationship that the type of a resource adds: no code says so, an agent runs the code of the type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRelation {
    /// The resource whose type adds it.
    pub resource: ResourceId,
    /// Which relationship it adds.
    pub kind: RelationKind,
    /// The type of the other resource, as references have it. The catalog may not have it.
    pub type_name: Str,
    /// The title of the other, or what else names it.
    pub title: Str,
}

/// The metaparameter that would say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelationKind {
    /// The resource comes first.
    Before,
    /// The other comes first.
    Require,
    /// The resource comes first and notifies the other of changes.
    Notify,
    /// The other comes first and notifies the resource of changes.
    Subscribe,
}

impl RelationKind {
    /// The kind of a metaparameter.
    pub fn named(name: &str) -> Option<RelationKind> {
        match name {
            "before" => Some(RelationKind::Before),
            "require" => Some(RelationKind::Require),
            "notify" => Some(RelationKind::Notify),
            "subscribe" => Some(RelationKind::Subscribe),
            _ => None,
        }
    }
}
