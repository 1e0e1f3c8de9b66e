//! What is known about other nodes: the resources that they export, and free queries, as PuppetDB answers them.

use std::{error::Error, fmt, sync::Arc};

use bunraku_pcore::Value;

use crate::World;

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
    /// `==`: something of the resource has a value. The whole value of a parameter is compared: unlike in a collector of
    /// virtual resources, an array does not have the value that is one of its elements. Tags are compared without regard
    /// to case. No parameter is `undef`.
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

impl Condition {
    /// The condition as a part of a query of PuppetDB, which also tells two conditions apart.
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
    /// The query that PuppetDB's own terminus asks for this collector, about resources.
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

/// A world with a store.
pub struct WithStore {
    beneath: Arc<dyn World>,
    store: Arc<dyn Store>,
}

impl WithStore {
    /// A world that knows what a store knows, and for the rest is the one beneath.
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
