//! What becomes of what agents send: facts, the catalogs that were made of them, reports.

mod folders;
mod stored;

use std::fmt;

use bunraku::catalog::Catalog;
use bunraku::pcore::{Hash, Value};
use bunraku::world::Store;
use bunraku_store::api::Response;

pub use folders::{Folders, tagged};
pub use stored::Stored;

/// Keeps what is known of nodes. All methods are called on threads that may wait, and should not wait long: agents do.
pub trait Keep: Send + Sync {
    /// Keeps the facts of a node, before a classifier is asked about it.
    fn facts(&self, facts: &NodeFacts<'_>) -> Result<(), KeepError>;

    /// The last facts of a node, for a request that brings none.
    fn last_facts(&self, node: &str) -> Result<Option<Hash>, KeepError>;

    /// Keeps the catalog of a node. Resources that it exports are in it.
    fn catalog(&self, catalog: &NodeCatalog<'_>) -> Result<(), KeepError>;

    /// Keeps the report of a run, the object that the agent has sent.
    fn report(&self, report: &NodeReport<'_>) -> Result<(), KeepError>;

    /// The resources that other nodes export; `None` where nobody keeps them.
    fn store(&self) -> Option<&dyn Store> {
        None
    }

    /// The answer to a request for PuppetDB's interface; `None` where there is no store to ask.
    fn puppetdb(&self, _method: &str, _path: &str, _query: &str, _body: &str) -> Option<Response> {
        None
    }

    /// The names of what reports are handed to, which the agent is told.
    fn report_processors(&self) -> Vec<String>;
}

/// The facts of a node.
#[derive(Debug)]
pub struct NodeFacts<'r> {
    /// The node.
    pub node: &'r str,
    /// The environment that it asked for.
    pub environment: &'r str,
    /// The facts.
    pub values: &'r Hash,
    /// When they were found, as the agent writes it.
    pub timestamp: &'r str,
    /// What is trusted about the node.
    pub trusted: &'r Value,
}

/// A catalog and where it comes from.
pub struct NodeCatalog<'r> {
    /// The node.
    pub node: &'r str,
    /// The environment that it was compiled in.
    pub environment: &'r str,
    /// The catalog.
    pub catalog: &'r Catalog,
    /// The same as agents get it.
    pub json: &'r str,
    /// The run that it is for, as the agent numbers it.
    pub transaction: Option<&'r str>,
}

/// A report.
#[derive(Debug)]
pub struct NodeReport<'r> {
    /// The node.
    pub node: &'r str,
    /// The environment that the request names.
    pub environment: &'r str,
    /// The report.
    pub value: &'r Value,
}

/// Why something could not be kept, or found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeepError(pub String);

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for KeepError {}
