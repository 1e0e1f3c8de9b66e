//! What a node is told about itself: the environment it belongs to.

use bunraku::formats::json;
use bunraku::pcore::Value;

use super::in_format;
use crate::compile::classify;
use crate::negotiate::{DATA, choose};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /puppet/v3/node/NODE`.
pub fn find(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let node = request.node()?;
    let format = choose(request.header("accept"), DATA)?;
    let requested = request.environment()?;
    let classification = classify(server, node, &request.cancel)?;
    let assigned = classification.as_ref().and_then(|known| known.environment.clone());
    if assigned.is_none() && server.environments.get(requested).map_err(Problem::server_error)?.is_none() {
        return Err(Problem::not_found(format!("Could not find environment '{requested}'")));
    }
    let mut parameters = server.keep.last_facts(node).map_err(Problem::server_error)?.unwrap_or_default();
    if let Some(classification) = classification {
        parameters
            .extend(classification.parameters.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    let environment = assigned.unwrap_or_else(|| requested.to_owned());
    parameters.insert(Value::str("environment"), Value::str(environment.as_str()));
    let entries = [
        ("name", Value::str(node)),
        ("parameters", Value::Hash(parameters)),
        ("environment", Value::str(environment)),
    ];
    in_format(format, json::to_json(&Value::hash(entries.map(|(name, value)| (Value::str(name), value)))))
}
