//! A real PuppetDB as the store: commands and queries over HTTP, with certificates for HTTPS.

mod http;
mod stream;

use std::{sync::Arc, time::Duration};

use bunraku_ca::tls::HostFiles;
use bunraku_diag::percent::encoded;
use bunraku_formats::json::{read_value, to_json};
use bunraku_pcore::{Hash, Value};
use bunraku_world::{Exported, ExportedQuery, Store, StoreError};

use crate::{
    Backend, ChangeResult, Command, Error, ErrorKind, Removed, Retention, Status,
    api::Response,
    backend::collected,
    query::{Paging, QueryResult},
};

use http::{Client, Reply};
use stream::Address;

/// A PuppetDB, or several of which the first that answers is used.
pub struct PuppetDb {
    clients: Vec<Client>,
    /// How long to wait until PuppetDB has processed a command; without it, a command is done when PuppetDB has
    /// received it.
    wait: Option<Duration>,
}

impl PuppetDb {
    /// A client for `https://host:port`, `puppetdb://host:port`, which is the same, or `http://host:port`; several are
    /// separated by commas. Does not connect yet.
    pub fn new(
        addresses: &str,
        files: Option<&HostFiles>,
        limit: Duration,
        wait: Option<Duration>,
    ) -> Result<PuppetDb, Error> {
        let addresses: Vec<Address> = addresses.split(',').map(Address::read).collect::<Result<_, _>>()?;
        let tls = match (addresses.iter().any(|address| address.tls), files) {
            (false, _) => None,
            (true, Some(files)) => Some(Arc::new(stream::tls(files)?)),
            (true, None) => {
                return Err(Error::invalid("no certificates for the connection to PuppetDB"));
            }
        };
        // A command with a wait is answered when it has been processed.
        let limit = limit + wait.unwrap_or_default();
        let client = |address| Client::new(address, tls.clone(), limit);
        Ok(PuppetDb { clients: addresses.into_iter().map(client).collect(), wait })
    }

    /// Tries one server after the other until one answers.
    fn request(&self, method: &str, target: &str, body: Option<&str>) -> Result<Reply, Error> {
        let mut first = None;
        for client in &self.clients {
            match client.request(method, target, body) {
                Ok(reply) if reply.status < 500 => return Ok(reply),
                Ok(reply) => {
                    let error = refused(&client.address, &reply);
                    first.get_or_insert(error);
                }
                Err(error) => {
                    first.get_or_insert(error);
                }
            }
        }
        Err(first.unwrap_or_else(|| Error::invalid("no PuppetDB address was given")))
    }

    /// The rows of a query.
    fn rows(&self, path: &str, body: Hash, paging: &Paging) -> Result<QueryResult, Error> {
        let body = to_json(&Value::Hash(paged(body, paging)));
        let reply = self.request("POST", path, Some(&body))?;
        let about = self.name();
        if reply.status != 200 {
            let kind = if reply.status == 404 { ErrorKind::Missing } else { ErrorKind::Invalid };
            return Err(Error { kind, message: format!("PuppetDB at {about} answered: {}", reply.line()) });
        }
        match read_value(&reply.body) {
            Ok(Value::Array(rows)) => {
                let total = reply.header("x-records").and_then(|total| total.parse().ok());
                Ok(QueryResult { rows: rows.iter().cloned().collect(), total })
            }
            _ => {
                Err(Error::unavailable(format!("PuppetDB at {about} returned something other than an array")))
            }
        }
    }

    fn count(&self, entity: &str, condition: Option<Value>) -> Result<u64, Error> {
        let count = Value::array([Value::array([Value::str("function"), Value::str("count")])]);
        let mut query = vec![Value::str("extract"), count];
        query.extend(condition);
        let answer = self.ask_about(entity, Some(&Value::array(query)), &Paging::default())?;
        let row = answer.rows.first();
        let count = match row {
            Some(Value::Hash(row)) => row.get_str("count").and_then(Value::as_int),
            _ => None,
        };
        Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default())
    }

    fn name(&self) -> String {
        self.clients.first().map(|client| client.address.to_string()).unwrap_or_default()
    }
}

impl Backend for PuppetDb {
    fn submit(&self, command: Command, certname: &str, document: &str) -> Result<ChangeResult, Error> {
        let mut target = format!(
            "/pdb/cmd/v1?command={}&version={}&certname={}",
            command.name().replace(' ', "_"),
            command.version(),
            encoded(certname)
        );
        if let Some(wait) = self.wait {
            target.push_str(&format!("&secondsToWaitForCompletion={}", wait.as_secs()));
        }
        let reply = self.request("POST", &target, Some(document))?;
        match reply.status {
            200 => Ok(ChangeResult::Written),
            _ => Err(Error::invalid(format!("PuppetDB at {} answered: {}", self.name(), reply.line()))),
        }
    }

    fn ask(&self, query: &Value, paging: &Paging) -> Result<QueryResult, Error> {
        let body = Hash::from_iter([(Value::str("query"), query.clone())]);
        self.rows("/pdb/query/v4", body, paging)
    }

    fn ask_about(&self, entity: &str, query: Option<&Value>, paging: &Paging) -> Result<QueryResult, Error> {
        let query = query.cloned().unwrap_or_default();
        let body = Hash::from_iter([(Value::str("query"), query)]);
        self.rows(&format!("/pdb/query/v4/{}", encoded(&entity.replace('_', "-"))), body, paging)
    }

    /// Forwards the request unchanged.
    fn respond(&self, method: &str, path: &str, query: &str, body: &str) -> Response {
        let target = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        let failed = |message: String| Response {
            status: 503,
            headers: vec![("Content-Type", "text/plain;charset=utf-8".to_owned())],
            body: message,
        };
        // A target that is not a plain path could smuggle in another request.
        if !["GET", "HEAD", "POST"].contains(&method) || target.contains(|c: char| c <= ' ' || c > '~') {
            return Response { status: 400, ..failed("the request cannot be forwarded".to_owned()) };
        }
        match self.request(method, &target, (method == "POST").then_some(body)) {
            Ok(reply) => {
                let known = [("Content-Type", "content-type"), ("X-Records", "x-records")];
                let header = |(name, own)| Some((name, reply.header(own)?.to_owned()));
                let headers = known.into_iter().filter_map(header).collect();
                Response { status: reply.status, headers, body: reply.body.clone() }
            }
            Err(error) => failed(error.message),
        }
    }

    fn collect_garbage(&self, _: &Retention) -> Result<Removed, Error> {
        Err(Error::invalid(
            "PuppetDB removes old data on its own: see its settings `report-ttl`, `node-ttl` and `node-purge-ttl`",
        ))
    }

    fn status(&self) -> Result<Status, Error> {
        let equal = |name: &str, value: Value| Value::array([Value::str("="), Value::str(name), value]);
        Ok(Status {
            version: 0,
            nodes: self.count("nodes", None)?,
            inactive: self.count("nodes", Some(equal("node_state", Value::str("inactive"))))?,
            facts: self.count("facts", None)?,
            resources: self.count("resources", None)?,
            exported: self.count("resources", Some(equal("exported", Value::Bool(true))))?,
            reports: self.count("reports", None)?,
            bytes: 0,
        })
    }

    fn check(&self) -> Result<(), Error> {
        let reply = self.request("GET", "/status/v1/services/puppetdb-status", None)?;
        match reply.body.contains("\"state\":\"running\"") {
            true => Ok(()),
            false => Err(Error::unavailable(format!("PuppetDB at {} is not running", self.name()))),
        }
    }
}

impl Store for PuppetDb {
    fn exported(&self, query: &ExportedQuery<'_>) -> Result<Vec<Exported>, StoreError> {
        let mut found = collected(self, query)?;
        // PuppetDB does not guarantee an order.
        found.sort_by(|a, b| (&a.certname, &a.ty, &a.title).cmp(&(&b.certname, &b.ty, &b.title)));
        Ok(found)
    }

    fn query(&self, query: &Value) -> Result<Value, StoreError> {
        Ok(Value::array(self.ask(query, &Paging::default())?.rows))
    }
}

fn refused(address: &Address, reply: &Reply) -> Error {
    Error::unavailable(format!("PuppetDB at {address} answered {}: {}", reply.status, reply.line()))
}

/// Adds paging options to the body of a query.
fn paged(mut body: Hash, paging: &Paging) -> Hash {
    let number = |number: u64| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
    if !paging.order_by.is_empty() {
        let order = paging.order_by.iter().map(|(field, descending)| {
            let way = if *descending { "desc" } else { "asc" };
            Value::hash([
                (Value::str("field"), Value::str(field.as_str())),
                (Value::str("order"), Value::str(way)),
            ])
        });
        body.insert(Value::str("order_by"), Value::array(order));
    }
    if let Some(limit) = paging.limit {
        body.insert(Value::str("limit"), number(limit));
    }
    if let Some(offset) = paging.offset {
        body.insert(Value::str("offset"), number(offset));
    }
    if paging.include_total {
        body.insert(Value::str("include_total"), Value::Bool(true));
    }
    body
}
