//! Storage for what agents send: facts, the resulting catalogs, reports.

mod folders;
mod stored;

use std::fmt;

use bunraku::catalog::Catalog;
use bunraku::pcore::{Hash, Value};
use bunraku::world::Store;
use bunraku_store::api::Response;

pub use folders::{Folders, tagged};
pub use stored::Stored;

/// Stores data about nodes. All methods are called on threads that may block, but should return quickly: agents wait.
pub trait Keep: Send + Sync {
    /// Stores the facts of a node, before a classifier runs.
    fn facts(&self, facts: &NodeFacts<'_>) -> Result<(), KeepError>;

    /// The last facts of a node, for a request without any.
    fn last_facts(&self, node: &str) -> Result<Option<Hash>, KeepError>;

    /// Stores the catalog of a node, including its exported resources.
    fn catalog(&self, catalog: &NodeCatalog<'_>) -> Result<(), KeepError>;

    /// Stores the report of a run.
    fn report(&self, report: &NodeReport<'_>) -> Result<(), KeepError>;

    /// The exported resources of other nodes; `None` if they are not stored.
    fn store(&self) -> Option<&dyn Store> {
        None
    }

    /// Answers a request for PuppetDB's API; `None` if there is no store.
    fn puppetdb(&self, _method: &str, _path: &str, _query: &str, _body: &str) -> Option<Response> {
        None
    }

    /// The names of the report processors, which the agent is told.
    fn report_processors(&self) -> Vec<String>;
}

/// The facts of a node.
#[derive(Debug)]
pub struct NodeFacts<'r> {
    /// The name of the node.
    pub node: &'r str,
    /// The environment that it requested.
    pub environment: &'r str,
    /// The facts.
    pub values: &'r Hash,
    /// When they were collected, as written by the agent.
    pub timestamp: &'r str,
    /// The value of `$trusted`.
    pub trusted: &'r Value,
}

/// A catalog with its origin.
pub struct NodeCatalog<'r> {
    /// The name of the node.
    pub node: &'r str,
    /// The environment in which it was compiled.
    pub environment: &'r str,
    /// The catalog.
    pub catalog: &'r Catalog,
    /// The JSON that agents receive.
    pub json: &'r str,
    /// The transaction id of the agent's run.
    pub transaction: Option<&'r str>,
}

/// A report.
#[derive(Debug)]
pub struct NodeReport<'r> {
    /// The name of the node.
    pub node: &'r str,
    /// The environment that the request names.
    pub environment: &'r str,
    /// The object that the agent has sent.
    pub value: &'r Value,
}

/// Why something could not be stored, or found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeepError(pub String);

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for KeepError {}
