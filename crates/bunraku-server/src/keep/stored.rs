//! Stores everything in a database, in addition to the files for other tools.

mod report;

use std::sync::Arc;

use bunraku::catalog::Production;
use bunraku::formats::json::to_json;
use bunraku::pcore::{Hash, Value};
use bunraku::world::Store;
use bunraku_store::api::Response;
use bunraku_store::query::Paging;
use bunraku_store::{Backend, Command, Error, SentCatalog, SentFacts, Spool, now, show_time};

use super::{Folders, Keep, KeepError, NodeCatalog, NodeFacts, NodeReport};

/// A store, and the folders that are written as well.
pub struct Stored {
    /// Files for classifiers and report processors.
    pub folders: Folders,
    /// The database.
    pub store: Arc<dyn Backend>,
    /// Where reports wait for the store, and everything else while it is unreachable.
    pub spool: Spool,
    /// The name of this server, which is stored with everything.
    pub producer: String,
}

impl Keep for Stored {
    fn facts(&self, facts: &NodeFacts<'_>) -> Result<(), KeepError> {
        self.folders.facts(facts)?;
        // Queries expect trusted data next to the facts.
        let mut values = facts.values.clone();
        values.insert(Value::str("trusted"), facts.trusted.clone());
        let sent = SentFacts {
            certname: facts.node,
            environment: facts.environment,
            producer: &self.producer,
            time: now(),
            values: &values,
        };
        self.spool.submit_or_put(&sent).map_err(failed)
    }

    fn last_facts(&self, node: &str) -> Result<Option<Hash>, KeepError> {
        if let Some(facts) = self.folders.last_facts(node)? {
            return Ok(Some(facts));
        }
        let query = Value::array([Value::str("="), Value::str("certname"), Value::str(node)]);
        let answer = self.store.ask_about("facts", Some(&query), &Paging::default()).map_err(failed)?;
        let mut facts = Hash::new();
        for row in answer.rows.iter() {
            if let Value::Hash(row) = row
                && let (Some(name), Some(value)) = (row.get_str("name"), row.get_str("value"))
                && name.as_str() != Some("trusted")
            {
                facts.insert(name.clone(), value.clone());
            }
        }
        Ok(Some(facts).filter(|facts| !facts.is_empty()))
    }

    fn catalog(&self, catalog: &NodeCatalog<'_>) -> Result<(), KeepError> {
        let (time, header) = (now(), catalog.catalog.header());
        let document = || {
            let time = show_time(time);
            let made = Production { producer: &self.producer, time: &time, transaction: catalog.transaction };
            catalog.catalog.to_stored_json(&made)
        };
        let unrealized = catalog.catalog.unrealized_json();
        let version = header.version.to_string();
        let sent = SentCatalog {
            certname: catalog.node,
            environment: &header.environment,
            version: &version,
            uuid: &header.uuid,
            transaction: catalog.transaction,
            producer: &self.producer,
            time,
            content: [content(catalog.json), &unrealized],
            document: &document,
        };
        self.spool.submit_or_put(&sent).map_err(failed)
    }

    fn report(&self, report: &NodeReport<'_>) -> Result<(), KeepError> {
        self.folders.report(report)?;
        let time = show_time(now());
        let document = report::document(report, &self.producer, &time);
        self.spool.put(Command::StoreReport, report.node, &to_json(&document)).map_err(failed)
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&*self.store)
    }

    fn puppetdb(&self, method: &str, path: &str, query: &str, body: &str) -> Option<Response> {
        Some(self.store.respond(method, path, query, body))
    }

    fn report_processors(&self) -> Vec<String> {
        let mut processors = self.folders.report_processors();
        processors.push("puppetdb".to_owned());
        processors
    }
}

/// The JSON of a catalog without its beginning, which contains times and identifiers. The strings in the beginning
/// cannot look like this, since quotation marks are escaped.
fn content(json: &str) -> &str {
    json.find(",\"resources\":[").and_then(|at| json.get(at..)).unwrap_or(json)
}

fn failed(error: Error) -> KeepError {
    KeepError(format!("the store failed: {error}"))
}
