//! Catalogs, for agents and for tools.

use bunraku::eval::LogLevel;
use bunraku::formats::json;
use bunraku::pcore::{Hash, Value};
use hyper::StatusCode;

use crate::client::trusted;
use crate::compile::{CatalogRequest, Compiled, Line, Other, compile as compile_catalog, empty_catalog};
use crate::negotiate::{CATALOG, choose};
use crate::params::unescape;
use crate::reply::{Problem, Reply};
use crate::request::{Request, is_environment_name};
use crate::routes::facts::Sent;
use crate::server::Server;
use crate::time::Timestamp;

/// `GET` or `POST /puppet/v3/catalog/NODE`: the catalog of the requesting node.
pub fn find(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let node = request.node()?;
    let format = choose(request.header("accept"), CATALOG)?;
    let environment = request.environment()?;
    let sent = facts(request, node)?;
    let trusted = match &request.client {
        Some(client) if client.certname == node => client.trusted(),
        _ => trusted(node, &[]),
    };
    let (facts, timestamp) = sent.map(|sent| (sent.values, sent.timestamp)).unzip();
    let compiled = compile_catalog(
        server,
        CatalogRequest {
            node,
            environment,
            other: match request.params.get("check_environment") {
                Some("true") => Other::Tell,
                _ => Other::Follow,
            },
            rich: format.is_rich(),
            facts,
            timestamp: timestamp.flatten(),
            trusted,
            static_with: match request.params.get("static_catalog") {
                Some("true") => Some(request.params.get("checksum_type").unwrap_or("sha256")),
                _ => None,
            },
            transaction: request.params.get("transaction_uuid"),
            keep_facts: true,
            keep_catalog: true,
            cancel: request.cancel.clone(),
            id: request.id,
        },
    )?;
    let json = match compiled {
        Compiled::Catalog(json, _) => json,
        Compiled::Elsewhere(environment) => json::to_json(&empty_catalog(node, &environment)),
    };
    Ok(super::in_format(format, json)?.with("X-Puppet-Compiler-Name", server.certname.clone()))
}

/// The facts in the form, which are encoded twice.
fn facts(request: &Request, node: &str) -> Result<Option<Sent>, Problem> {
    let Some(facts) = request.params.get("facts") else { return Ok(None) };
    match request.params.get("facts_format") {
        None => return Err(Problem::bad_request(format!("Facts but no fact format provided for {node}"))),
        Some(format) if ["json", "pson"].iter().any(|known| format.contains(known)) => {}
        Some(other) => return Err(Problem::server_error(format!("Unsupported facts format '{other}'"))),
    }
    let sent = Sent::parse(&unescape(facts))?;
    if sent.name != node {
        let message = format!("Catalog for {node:?} was requested with fact definition for the wrong node");
        return Err(Problem::server_error(format!("{message} ({:?}).", sent.name)));
    }
    Ok(Some(sent))
}

/// `POST /puppet/v4/catalog`: the catalog of any node, for tools.
pub fn compile(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let body = json::read_value(request.text()?);
    let body = body.map_err(|error| Problem::bad_request(format!("expected JSON, got {}", error.message)))?;
    let Value::Hash(body) = body else { return Err(Problem::bad_request("expected an object")) };
    let string = |name: &str| body.get_str(name).and_then(Value::as_str);
    let missing: Vec<&str> = ["certname", "persistence", "environment"]
        .into_iter()
        .filter(|name| body.get_str(name).is_none())
        .collect();
    if !missing.is_empty() {
        return Err(Problem::bad_request(format!("expected the members `{}`", missing.join("`, `"))));
    }
    let (Some(node), Some(environment)) = (string("certname"), string("environment")) else {
        return Err(Problem::bad_request("expected strings for `certname` and `environment`"));
    };
    bunraku::world::names::check_node(node).map_err(Problem::bad_request)?;
    if !is_environment_name(environment) {
        let message = format!("The environment must be purely alphanumeric, not '{environment}'");
        return Err(Problem::bad_request(message));
    }
    let persistence = |name: &str| matches!(member(&body, "persistence", name), Some(Value::Bool(true)));
    let facts = match member(&body, "facts", "values") {
        Some(Value::Hash(values)) => Some(values.clone()),
        _ => None,
    };
    let known = match member(&body, "trusted_facts", "values") {
        Some(Value::Hash(values)) => Value::Hash(values.clone()),
        _ => trusted(node, &[]),
    };
    let option = |name: &str| member(&body, "options", name);
    let least = match option("log_level").and_then(Value::as_str) {
        Some(name) => LogLevel::of_name(name).ok_or_else(|| {
            Problem::bad_request(format!("expected the name of a log level for `log_level`, got `{name}`"))
        })?,
        None => LogLevel::Warning,
    };
    let compiled = compile_catalog(
        server,
        CatalogRequest {
            node,
            environment,
            other: match option("prefer_requested_environment") {
                Some(Value::Bool(true)) => Other::Ignore,
                _ => Other::Follow,
            },
            rich: false,
            facts,
            timestamp: None,
            trusted: known,
            static_with: None,
            transaction: string("transaction_uuid"),
            keep_facts: persistence("facts"),
            keep_catalog: persistence("catalog"),
            cancel: request.cancel.clone(),
            id: request.id,
        },
    );
    match compiled {
        Ok(Compiled::Catalog(json, lines)) => {
            let logs = match option("capture_logs") {
                Some(Value::Bool(true)) => format!(",\"logs\":{}", json::to_json(&logs(&lines, least))),
                _ => String::new(),
            };
            Ok(Reply::new(StatusCode::OK, crate::reply::JSON, format!("{{\"catalog\":{json}{logs}}}")))
        }
        Ok(Compiled::Elsewhere(_)) => Err(Problem::server_error("the node belongs to another environment")),
        Err(problem) => {
            Err(Problem { message: format!("Internal Server Error: {}", problem.message), ..problem })
        }
    }
}

/// The lines of at least a level, in the format of the logs of reports.
fn logs(lines: &[Line], least: LogLevel) -> Value {
    let time = Timestamp::now().iso();
    let chosen = lines.iter().filter(|line| line.level >= least);
    Value::array(chosen.map(|line| {
        let (file, number) = match &line.place {
            Some((file, number)) => (Value::str(file.as_str()), Value::Int(i64::from(*number))),
            None => (Value::Undef, Value::Undef),
        };
        let entries = [
            ("level", Value::str(line.level.name())),
            ("message", Value::str(line.message.as_str())),
            ("source", Value::str("Puppet")),
            ("tags", Value::array([Value::str(line.level.name())])),
            ("time", Value::str(time.as_str())),
            ("file", file),
            ("line", number),
        ];
        Value::hash(entries.map(|(name, value)| (Value::str(name), value)))
    }))
}

fn member<'h>(body: &'h Hash, name: &str, inner: &str) -> Option<&'h Value> {
    match body.get_str(name)? {
        Value::Hash(hash) => hash.get_str(inner),
        _ => None,
    }
}
