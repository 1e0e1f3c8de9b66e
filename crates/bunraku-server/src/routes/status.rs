//! The state of the server, and its load.

use bunraku::pcore::Value;
use hyper::StatusCode;

use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// The services that Puppet's tools know by name.
const SERVICES: [&str; 3] = ["server", "master", "ca"];

/// `GET /status/v1/simple`.
pub fn simple(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    Ok(Reply { status: code(server), ..Reply::text(state(server)) })
}

/// `GET /status/v1/simple/SERVICE`.
pub fn simple_service(server: &Server, request: &Request) -> Result<Reply, Problem> {
    known(request)?;
    simple(server, request)
}

/// `GET /status/v1/services`.
pub fn services(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    let services = SERVICES.map(|name| (Value::str(name), about(server, name)));
    Ok(Reply { status: code(server), ..Reply::json(&Value::hash(services)) })
}

/// `GET /status/v1/services/SERVICE`.
pub fn service(server: &Server, request: &Request) -> Result<Reply, Problem> {
    known(request)?;
    Ok(Reply { status: code(server), ..Reply::json(&about(server, request.name())) })
}

/// `GET /healthz/live`, `/healthz/ready` and `/healthz/startup`.
pub fn health(server: &Server, request: &Request) -> Result<Reply, Problem> {
    match request.name() {
        "live" => Ok(Reply::text("ok")),
        "ready" | "startup" => simple(server, request),
        other => Err(Problem::not_found(format!("not found: {other}"))),
    }
}

/// `GET /metrics`.
pub fn metrics(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    let text = server.metrics.text(&server.gauges());
    Ok(Reply::new(StatusCode::OK, "text/plain; version=0.0.4; charset=utf-8", text))
}

fn known(request: &Request) -> Result<(), Problem> {
    let name = request.name();
    match SERVICES.contains(&name) {
        true => Ok(()),
        false => Err(Problem::not_found(format!("not found: {name}"))),
    }
}

fn state(server: &Server) -> &'static str {
    if server.environments.are_loaded() { "running" } else { "starting" }
}

fn code(server: &Server) -> StatusCode {
    match server.environments.are_loaded() {
        true => StatusCode::OK,
        false => StatusCode::SERVICE_UNAVAILABLE,
    }
}

fn about(server: &Server, name: &str) -> Value {
    let gauges = server.gauges();
    let number = |number: usize| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
    let status = match name {
        "ca" => Value::hash([]),
        _ => hash([
            ("waiting-compilations", number(gauges.compilers.0)),
            ("running-compilations", number(gauges.compilers.1)),
            ("uptime-seconds", Value::Int(i64::try_from(gauges.uptime.as_secs()).unwrap_or(i64::MAX))),
        ]),
    };
    hash([
        ("service_version", Value::str(env!("CARGO_PKG_VERSION"))),
        ("service_status_version", Value::Int(1)),
        ("detail_level", Value::str("info")),
        ("state", Value::str(state(server))),
        ("status", status),
        ("active_alerts", Value::array([])),
    ])
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(name, value)| (Value::str(name), value)))
}
