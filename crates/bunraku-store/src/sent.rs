//! What a server passes to a store without creating a document first: most of it is already in the store.

use bunraku_formats::json::to_json;
use bunraku_pcore::{Hash, Value};

use crate::{Backend, ChangeResult, Command, Error, time};

/// Data that is converted to a document only if one is needed: for a PuppetDB, or on disk.
pub trait Sent {
    /// The command that stores it.
    fn command(&self) -> Command;

    /// The node that it is about.
    fn certname(&self) -> &str;

    /// The document of the command.
    fn document(&self) -> String;

    /// Passes it to a store.
    fn hand_to(&self, store: &dyn Backend) -> Result<ChangeResult, Error>;
}

/// The facts of a node.
#[derive(Debug, Clone, Copy)]
pub struct SentFacts<'s> {
    /// The name of the node.
    pub certname: &'s str,
    /// The environment for which they were sent.
    pub environment: &'s str,
    /// The name of the server that received them.
    pub producer: &'s str,
    /// When it received them, in milliseconds since the beginning of 1970.
    pub time: i64,
    /// The facts, including `trusted`.
    pub values: &'s Hash,
}

/// The catalog of a node.
#[derive(Clone, Copy)]
pub struct SentCatalog<'s> {
    /// The name of the node.
    pub certname: &'s str,
    /// The environment in which it was compiled.
    pub environment: &'s str,
    /// The version of the configuration.
    pub version: &'s str,
    /// The identifier of the catalog.
    pub uuid: &'s str,
    /// The transaction id of the agent's run.
    pub transaction: Option<&'s str>,
    /// The name of the server that compiled it.
    pub producer: &'s str,
    /// When it was compiled, in milliseconds since the beginning of 1970.
    pub time: i64,
    /// Strings that determine its resources and edges: if they equal those of the last catalog, so do these.
    pub content: [&'s str; 2],
    /// Creates the document.
    pub document: &'s dyn Fn() -> String,
}

impl Sent for SentFacts<'_> {
    fn command(&self) -> Command {
        Command::ReplaceFacts
    }

    fn certname(&self) -> &str {
        self.certname
    }

    fn document(&self) -> String {
        to_json(&Value::hash([
            (Value::str("certname"), Value::str(self.certname)),
            (Value::str("environment"), Value::str(self.environment)),
            (Value::str("producer"), Value::str(self.producer)),
            (Value::str("producer_timestamp"), Value::str(time::show(self.time))),
            (Value::str("values"), Value::Hash(self.values.clone())),
        ]))
    }

    fn hand_to(&self, store: &dyn Backend) -> Result<ChangeResult, Error> {
        store.replace_facts(self)
    }
}

impl Sent for SentCatalog<'_> {
    fn command(&self) -> Command {
        Command::ReplaceCatalog
    }

    fn certname(&self) -> &str {
        self.certname
    }

    fn document(&self) -> String {
        (self.document)()
    }

    fn hand_to(&self, store: &dyn Backend) -> Result<ChangeResult, Error> {
        store.replace_catalog(self)
    }
}
