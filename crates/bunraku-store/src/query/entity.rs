//! What can be asked about: entities with their fields, and where each field is in the database.

mod tables;

use super::dialect::Sql;
use crate::Error;

/// Something that can be asked about, as `nodes` or `resources`.
#[derive(Debug)]
pub struct Entity {
    /// Its name in queries.
    pub name: &'static str,
    /// The tables that it is made of.
    pub(super) from: Sql,
    /// What must hold of every row.
    pub(super) only: Option<Sql>,
    /// Which rows of inactive nodes are left out unless the query says something else.
    pub(super) activity: Activity,
    /// Its fields, in the order of answers.
    pub(super) fields: &'static [Field],
    /// The order of answers that ask for none: it stays the same as long as the data does.
    pub(super) order: &'static [Sql],
}

/// When rows of inactive nodes are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activity {
    /// Always.
    Always,
    /// In queries that start with `from`, PQL among them: the path of the entity shows all, as PuppetDB's does.
    InFrom,
    /// Never: rows do not belong to nodes.
    Never,
}

/// A field of an entity.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// Where it is in the tables.
    pub(super) sql: Sql,
    pub(super) kind: Kind,
    /// Whether answers have it; some can only be asked about.
    pub(super) shown: bool,
}

/// What a field holds.
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
    /// A document of JSON, whose parts can be asked about.
    Json,
    /// All facts of a node together.
    Facts,
    /// The tags of a resource, one of which is compared.
    Tag,
    /// Whether nodes are active.
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

/// The entity of a name; `fact-contents` is also `fact_contents`.
pub(super) fn named(name: &str) -> Result<&'static Entity, Error> {
    let plain = name.replace('-', "_");
    tables::ALL.iter().copied().find(|entity| entity.name == plain).ok_or_else(|| {
        let known: Vec<&str> = tables::ALL.iter().map(|entity| entity.name).collect();
        Error::invalid(format!("`{name}` cannot be queried; valid entities are: {}", known.join(", ")))
    })
}

/// Whether there is an entity of a name, as PQL writes it.
pub(super) fn exists(name: &str) -> bool {
    tables::ALL.iter().any(|entity| entity.name == name)
}

/// The fields by which rows of two entities belong together.
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
