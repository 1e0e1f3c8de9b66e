//! What a server hands to a store without writing a document first: most of it is what the store has already.

use bunraku_formats::json::to_json;
use bunraku_pcore::{Hash, Value};

use crate::{Backend, Command, Error, Kept, time};

/// Something to keep that becomes a document only where one is needed: for a PuppetDB, or on the disk.
pub trait Sent {
    /// The command that it is for.
    fn command(&self) -> Command;

    /// The node that it is about.
    fn certname(&self) -> &str;

    /// The document of the command.
    fn document(&self) -> String;

    /// Hands it to a store.
    fn hand_to(&self, store: &dyn Backend) -> Result<Kept, Error>;
}

/// The facts of a node.
#[derive(Debug, Clone, Copy)]
pub struct SentFacts<'s> {
    /// The name of the node.
    pub certname: &'s str,
    /// The environment that they were sent for.
    pub environment: &'s str,
    /// The server that has them.
    pub producer: &'s str,
    /// When it got them, in milliseconds since the beginning of 1970.
    pub time: i64,
    /// The facts, with `trusted` among them.
    pub values: &'s Hash,
}

/// The catalog of a node.
#[derive(Clone, Copy)]
pub struct SentCatalog<'s> {
    /// The name of the node.
    pub certname: &'s str,
    /// The environment that it was compiled in.
    pub environment: &'s str,
    /// The version of the configuration.
    pub version: &'s str,
    /// The identifier of the catalog.
    pub uuid: &'s str,
    /// The identifier of the run of the agent.
    pub transaction: Option<&'s str>,
    /// The server that compiled it.
    pub producer: &'s str,
    /// When it was made, in milliseconds since the beginning of 1970.
    pub time: i64,
    /// What its resources and edges follow from: where these strings are those of the last catalog, so are they.
    pub content: [&'s str; 2],
    /// Writes the document.
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

    fn hand_to(&self, store: &dyn Backend) -> Result<Kept, Error> {
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

    fn hand_to(&self, store: &dyn Backend) -> Result<Kept, Error> {
        store.replace_catalog(self)
    }
}
