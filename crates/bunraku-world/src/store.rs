//! What is known about other nodes: the resources that they export, and free queries, as PuppetDB answers them.

use std::{error::Error, fmt};

use bunraku_pcore::Value;

/// The catalogs and facts of other nodes.
///
/// Values that a store gives belong to the one who asked: compilations share no counted value.
pub trait Store: Send + Sync {
    /// The resources that a collector `Type <<| query |>>` finds in the catalogs of other nodes, in an order that stays
    /// the same as long as the catalogs do.
    fn exported(&self, query: &ExportedQuery<'_>) -> Result<Vec<Exported>, StoreError>;

    /// The answer to a query of `puppetdb_query`: a string in PQL, or an array as the AST of a query.
    fn query(&self, query: &Value) -> Result<Value, StoreError>;
}

/// What a collector of exported resources looks for.
#[derive(Debug, Clone)]
pub struct ExportedQuery<'q> {
    /// The type of the resources, capitalised as in references: `File`, `Nagios::Host`.
    pub ty: &'q str,
    /// What they must fulfil; without it all of the type are found.
    pub condition: Option<&'q Condition>,
    /// The name of the node that is being compiled. What it exports itself is in its own catalog, so that the store
    /// leaves it out.
    pub certname: &'q str,
}

/// What a resource must fulfil to be collected.
#[derive(Debug, Clone)]
pub enum Condition {
    /// Both must hold.
    And(Box<Condition>, Box<Condition>),
    /// One of them must hold.
    Or(Box<Condition>, Box<Condition>),
    /// `==`: something of the resource has a value. A parameter that is an array also has each of its elements; tags
    /// are compared without regard to case.
    Equal(Subject, Value),
    /// `!=`: the contrary, so that it also holds for a resource that does not have the parameter.
    NotEqual(Subject, Value),
}

/// What of a resource is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Its title.
    Title,
    /// One of its tags.
    Tag,
    /// The parameter of this name.
    Parameter(String),
}

/// A resource that another node exports.
#[derive(Debug, Clone)]
pub struct Exported {
    /// Its type, capitalised as in references.
    pub ty: String,
    /// Its title.
    pub title: String,
    /// Its parameters in the order of the catalog that it comes from.
    pub parameters: Vec<(String, Value)>,
    /// All of its tags, those of its containers among them.
    pub tags: Vec<String>,
    /// The name of the node that exports it: two nodes may export resources of one type and title.
    pub certname: String,
    /// The file and line where its code stands, if the store keeps them.
    pub place: Option<(String, u32)>,
}

/// Why a store has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreError {
    /// What went wrong, as a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for StoreError {}
