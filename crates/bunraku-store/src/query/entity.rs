//! Entities that can be queried, with their fields, and where each field is in the database.

mod tables;

use super::dialect::Sql;
use crate::Error;

/// An entity such as `nodes` or `resources`.
#[derive(Debug)]
pub struct Entity {
    /// The name in queries.
    pub name: &'static str,
    /// The tables that it consists of.
    pub(super) from: Sql,
    /// A condition on every row.
    pub(super) only: Option<Sql>,
    /// Whether rows of inactive nodes are excluded, unless the query refers to the state of nodes.
    pub(super) activity: Activity,
    /// Its fields, in the order of answers.
    pub(super) fields: &'static [Field],
    /// The default order of answers: it is stable as long as the data does not change.
    pub(super) order: &'static [Sql],
}

/// When rows of inactive nodes are excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activity {
    /// Always.
    Always,
    /// In queries that start with `from`, including PQL: as in PuppetDB, the path of the entity shows all rows.
    InFrom,
    /// Never: rows do not belong to nodes.
    Never,
}

/// A field of an entity.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The expression for it in terms of the tables.
    pub(super) sql: Sql,
    pub(super) kind: Kind,
    /// Whether answers contain it; some can only be used in conditions.
    pub(super) shown: bool,
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// An integer.
    Number,
    /// `true` or `false`.
    Bool,
    /// A point in time.
    Time,
    /// A JSON document, whose parts can be queried.
    Json,
    /// All facts of a node together.
    Facts,
    /// The tags of a resource, of which any may match a comparison.
    Tag,
    /// The state of nodes: active, inactive or any.
    State,
}

impl Entity {
    pub(super) fn field(&'static self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The names of its fields, for messages.
    pub(super) fn known(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
        names.join(", ")
    }
}

/// Finds an entity by name; `fact-contents` is an alias of `fact_contents`.
pub(super) fn named(name: &str) -> Result<&'static Entity, Error> {
    let plain = name.replace('-', "_");
    tables::ALL.iter().copied().find(|entity| entity.name == plain).ok_or_else(|| {
        let known: Vec<&str> = tables::ALL.iter().map(|entity| entity.name).collect();
        Error::invalid(format!("`{name}` cannot be queried; valid entities are: {}", known.join(", ")))
    })
}

/// Whether an entity of this name exists, as written in PQL.
pub(super) fn exists(name: &str) -> bool {
    tables::ALL.iter().any(|entity| entity.name == name)
}

/// The fields by which rows of two entities are related.
pub(super) fn relation(outer: &Entity, inner: &Entity) -> Option<(&'static str, &'static str)> {
    match (outer.name, inner.name) {
        ("reports", "events") => Some(("hash", "report")),
        ("events", "reports") => Some(("report", "hash")),
        ("environments", "environments") | ("producers", "producers") => Some(("name", "name")),
        ("environments", "nodes") => Some(("name", "catalog_environment")),
        ("nodes", "environments") => Some(("catalog_environment", "name")),
        ("environments", _) => Some(("name", "environment")),
        (_, "environments") => Some(("environment", "name")),
        ("producers", _) => Some(("name", "producer")),
        (_, "producers") => Some(("producer", "name")),
        _ => Some(("certname", "certname")),
    }
}
