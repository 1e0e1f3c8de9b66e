//! Data about other nodes: exported resources, and queries in the languages of PuppetDB.

use std::{error::Error, fmt, sync::Arc};

use bunraku_pcore::Value;

use crate::World;

/// The catalogs and facts of other nodes.
///
/// Returned values belong to the caller: compilations share no reference-counted values.
pub trait Store: Send + Sync {
    /// Finds the resources that a collector `Type <<| query |>>` matches in the catalogs of other nodes. The order is
    /// the same as long as the catalogs are.
    fn exported(&self, query: &ExportedQuery<'_>) -> Result<Vec<Exported>, StoreError>;

    /// Answers a query of `puppetdb_query`: a string in PQL, or an array with the AST of a query.
    fn query(&self, query: &Value) -> Result<Value, StoreError>;
}

/// The query of a collector of exported resources.
#[derive(Debug, Clone)]
pub struct ExportedQuery<'q> {
    /// The type of the resources, capitalised as in references: `File`, `Nagios::Host`.
    pub ty: &'q str,
    /// The condition that they must meet; without one, all resources of the type are found.
    pub condition: Option<&'q Condition>,
    /// The name of the node that is being compiled. The store leaves out its resources, because they are in its own
    /// catalog.
    pub certname: &'q str,
}

/// The condition that a resource must meet to be collected.
#[derive(Debug, Clone)]
pub enum Condition {
    /// Both conditions must hold.
    And(Box<Condition>, Box<Condition>),
    /// One of the conditions must hold.
    Or(Box<Condition>, Box<Condition>),
    /// `==`: a property of the resource has a value. The whole value of a parameter is compared: unlike in a collector
    /// of virtual resources, an array does not match one of its elements. Tags are compared case-insensitively. No
    /// parameter equals `undef`.
    Equal(Subject, Value),
    /// `!=`: the opposite of `Equal`, so it also holds for a resource without the parameter.
    NotEqual(Subject, Value),
}

/// The property of a resource that is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Its title.
    Title,
    /// One of its tags.
    Tag,
    /// The parameter of this name.
    Parameter(String),
}

impl Condition {
    /// The condition as part of a PuppetDB query. Also identifies a condition.
    pub fn to_ast(&self) -> Value {
        let list = |parts: Vec<Value>| Value::array(parts);
        match self {
            Condition::And(left, right) => list(vec![Value::str("and"), left.to_ast(), right.to_ast()]),
            Condition::Or(left, right) => list(vec![Value::str("or"), left.to_ast(), right.to_ast()]),
            Condition::Equal(subject, value) => list(vec![Value::str("="), subject.to_ast(), value.clone()]),
            Condition::NotEqual(subject, value) => {
                let equal = list(vec![Value::str("="), subject.to_ast(), value.clone()]);
                list(vec![Value::str("not"), equal])
            }
        }
    }
}

impl Subject {
    fn to_ast(&self) -> Value {
        match self {
            Subject::Title => Value::str("title"),
            Subject::Tag => Value::str("tag"),
            Subject::Parameter(name) => Value::array([Value::str("parameter"), Value::str(name.as_str())]),
        }
    }
}

impl ExportedQuery<'_> {
    /// The query about resources that PuppetDB's own terminus sends for this collector.
    pub fn to_ast(&self) -> Value {
        let equal = |name: &str, value: Value| Value::array([Value::str("="), Value::str(name), value]);
        let own = equal("certname", Value::str(self.certname));
        let mut parts = vec![
            Value::str("and"),
            equal("type", Value::str(self.ty)),
            equal("exported", Value::Bool(true)),
            Value::array([Value::str("not"), own]),
        ];
        parts.extend(self.condition.map(Condition::to_ast));
        Value::array(parts)
    }
}

/// Adds a [`Store`] to another world.
pub struct WithStore {
    beneath: Arc<dyn World>,
    store: Arc<dyn Store>,
}

impl WithStore {
    /// Creates a world with a store over another one.
    pub fn over(beneath: Arc<dyn World>, store: Arc<dyn Store>) -> WithStore {
        WithStore { beneath, store }
    }
}

impl World for WithStore {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&*self.beneath)
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&*self.store)
    }
}

/// A resource that another node exports.
#[derive(Debug, Clone)]
pub struct Exported {
    /// Its type, capitalised as in references.
    pub ty: String,
    /// The title, as the exporting node declares it.
    pub title: String,
    /// The parameters, in the order of the catalog that it comes from.
    pub parameters: Vec<(String, Value)>,
    /// All tags, including those of its containers.
    pub tags: Vec<String>,
    /// The name of the exporting node: several nodes may export resources with the same type and title.
    pub certname: String,
    /// The file and line of its declaration, if the store keeps them.
    pub place: Option<(String, u32)>,
}

/// Why a store cannot answer.
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
