//! The trait of all stores, for servers, commands and collectors.

use bunraku_pcore::Value;
use bunraku_world::{Exported, ExportedQuery, Store};

use crate::{
    ChangeResult, Command, Error, ErrorKind, Removed, Retention, Sent, SentCatalog, SentFacts, Status,
    api::Response,
    query::{Paging, QueryResult},
};

/// A store: a database of bunraku, or a PuppetDB.
pub trait Backend: Store {
    /// Stores the document of a command. When this returns, the store has it.
    fn submit(&self, command: Command, certname: &str, document: &str) -> Result<ChangeResult, Error>;

    /// Stores facts. When this returns, the store has them.
    fn replace_facts(&self, facts: &SentFacts<'_>) -> Result<ChangeResult, Error> {
        self.submit(Command::ReplaceFacts, facts.certname, &facts.document())
    }

    /// Stores a catalog. When this returns, the store has it.
    fn replace_catalog(&self, catalog: &SentCatalog<'_>) -> Result<ChangeResult, Error> {
        self.submit(Command::ReplaceCatalog, catalog.certname, &catalog.document())
    }

    /// Answers a query: PQL, or an AST that names its entity with `from`.
    fn ask(&self, query: &Value, paging: &Paging) -> Result<QueryResult, Error>;

    /// Answers a query about an entity: an AST without `from`, or `None` for all rows.
    fn ask_about(&self, entity: &str, query: Option<&Value>, paging: &Paging) -> Result<QueryResult, Error>;

    /// Answers a request to PuppetDB's HTTP API. `query` is the query string, without the `?`.
    fn respond(&self, method: &str, path: &str, query: &str, body: &str) -> Response;

    /// Removes old data.
    fn collect_garbage(&self, retention: &Retention) -> Result<Removed, Error>;

    /// Statistics of the store.
    fn status(&self) -> Result<Status, Error>;

    /// Checks the integrity of the store.
    fn check(&self) -> Result<(), Error>;
}

/// The resources that a collector finds in a store.
pub fn collected(store: &dyn Backend, query: &ExportedQuery<'_>) -> Result<Vec<Exported>, Error> {
    let answer = store.ask_about("resources", Some(&query.to_ast()), &Paging::default())?;
    answer.rows.iter().map(exported).collect()
}

/// Converts a row about a resource to what a collector finds.
fn exported(row: &Value) -> Result<Exported, Error> {
    let broken =
        || Error { kind: ErrorKind::Unavailable, message: "the store returned a row without a title".into() };
    let Value::Hash(row) = row else { return Err(broken()) };
    let text = |name: &str| row.get_str(name).and_then(Value::as_str).map(str::to_owned);
    let parameters = match row.get_str("parameters") {
        Some(Value::Hash(parameters)) => parameters
            .iter()
            .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone())))
            .collect(),
        _ => Vec::new(),
    };
    let tags = match row.get_str("tags") {
        Some(Value::Array(tags)) => tags.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let line = row.get_str("line").and_then(Value::as_int).and_then(|line| u32::try_from(line).ok());
    Ok(Exported {
        ty: text("type").ok_or_else(broken)?,
        title: text("title").ok_or_else(broken)?,
        parameters,
        tags,
        certname: text("certname").ok_or_else(broken)?,
        place: text("file").zip(line),
    })
}
