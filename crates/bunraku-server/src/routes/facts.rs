//! Facts that agents upload separately.

use bunraku::formats::json;
use bunraku::pcore::{Hash, Value};

use super::document;
use crate::client::trusted;
use crate::keep::NodeFacts;
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;
use crate::time::Timestamp;

/// The facts of a node as sent by its agent.
pub struct Sent {
    /// The name of the node.
    pub name: String,
    /// The facts.
    pub values: Hash,
    /// When they were collected.
    pub timestamp: Option<String>,
}

impl Sent {
    /// Parses the JSON of an agent.
    pub fn parse(text: &str) -> Result<Sent, Problem> {
        let value = json::read_value(text).map_err(|error| {
            Problem::server_error(format!("Could not intern from json: {}", error.message))
        })?;
        Sent::of(&value)
    }

    fn of(value: &Value) -> Result<Sent, Problem> {
        let wrong =
            |what: &str| Problem::server_error(format!("Could not intern from json: expected {what}"));
        let Value::Hash(object) = value else { return Err(wrong("an object with facts")) };
        let name = object.get_str("name").and_then(Value::as_str).ok_or_else(|| wrong("a string `name`"))?;
        let Some(Value::Hash(values)) = object.get_str("values") else {
            return Err(wrong("an object `values`"));
        };
        let timestamp = object.get_str("timestamp").and_then(Value::as_str).map(str::to_owned);
        Ok(Sent { name: name.to_owned(), values: values.clone(), timestamp })
    }
}

/// `PUT /puppet/v3/facts/NODE`: stores facts outside a run.
pub fn save(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let node = request.node()?;
    let environment = request.environment()?;
    let sent = Sent::of(&document(request)?)?;
    if sent.name != node {
        let message = format!("Instance name {:?} does not match requested key {node:?}", sent.name);
        return Err(Problem::server_error(message));
    }
    let known = match &request.client {
        Some(client) if client.certname == node => client.trusted(),
        _ => trusted(node, &[]),
    };
    let timestamp = sent.timestamp.unwrap_or_else(|| Timestamp::now().iso());
    let kept = server.keep.facts(&NodeFacts {
        node,
        environment,
        values: &sent.values,
        timestamp: &timestamp,
        trusted: &known,
    });
    kept.map_err(Problem::unavailable)?;
    Ok(Reply::json(&Value::Int(0)))
}
