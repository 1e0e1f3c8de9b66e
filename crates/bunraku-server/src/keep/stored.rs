//! Keeps everything in a store, beside the files that other tools look for.

mod report;

use std::sync::Arc;

use bunraku::catalog::Production;
use bunraku::formats::json::to_json;
use bunraku::pcore::{Hash, Value};
use bunraku::world::Store;
use bunraku_store::api::Response;
use bunraku_store::query::Paging;
use bunraku_store::{Backend, Command, Error, Spool, facts_document};

use super::{Folders, Keep, KeepError, NodeCatalog, NodeFacts, NodeReport};

/// A store, and the folders that are written as well.
pub struct Stored {
    /// Files for classifiers and report processors.
    pub folders: Folders,
    /// The store.
    pub store: Arc<dyn Backend>,
    /// Where reports wait for the store, and all else while it cannot be reached.
    pub spool: Spool,
    /// The name of this server, which the store has for each thing that it keeps.
    pub producer: String,
}

impl Keep for Stored {
    fn facts(&self, facts: &NodeFacts<'_>) -> Result<(), KeepError> {
        self.folders.facts(facts)?;
        // Queries find what is trusted beside the facts.
        let mut values = facts.values.clone();
        values.insert(Value::str("trusted"), facts.trusted.clone());
        let time = bunraku_store::show_time(bunraku_store::now());
        let document = facts_document(facts.node, facts.environment, &self.producer, &time, &values);
        self.spool.submit_or_put(Command::ReplaceFacts, facts.node, &document).map_err(failed)
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
        let time = bunraku_store::show_time(bunraku_store::now());
        let made = Production { producer: &self.producer, time: &time, transaction: catalog.transaction };
        let document = catalog.catalog.to_stored_json(&made);
        self.spool.submit_or_put(Command::ReplaceCatalog, catalog.node, &document).map_err(failed)
    }

    fn report(&self, report: &NodeReport<'_>) -> Result<(), KeepError> {
        self.folders.report(report)?;
        let time = bunraku_store::show_time(bunraku_store::now());
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

fn failed(error: Error) -> KeepError {
    KeepError(format!("the store failed: {error}"))
}
