//! PuppetDB's HTTP API as a function: from a request to a status, headers and a body. A server only routes to it.

mod commands;
mod paths;
mod request;
mod status;

use bunraku_formats::json::to_json;
use bunraku_pcore::Value;

use crate::{Database, Error, ErrorKind};

use request::Request;

/// The version of PuppetDB that this API corresponds to; viewers query it.
pub const VERSION: &str = "8.8.1";

/// The response to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status code.
    pub status: u16,
    /// The headers, including the content type.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: String,
}

/// Answers a request for a path below `/pdb`, `/status` or `/metrics`. `query` is the query string, without the `?`.
pub fn answer(store: &Database, method: &str, path: &str, query: &str, body: &str) -> Response {
    match respond(store, method, path, query, body) {
        Ok(response) => response,
        Err(error) => failure(&error),
    }
}

fn respond(store: &Database, method: &str, path: &str, query: &str, body: &str) -> Result<Response, Error> {
    let segments = request::segments(path)?;
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let is_read = matches!(method, "GET" | "HEAD" | "POST");
    match segments.as_slice() {
        ["pdb", "cmd", "v1"] if method == "POST" => commands::answer(store, query, body),
        ["pdb", "cmd", "v1"] => Ok(wrong_method("POST")),
        _ if !is_read => Ok(wrong_method("GET, POST")),
        ["pdb", "query", "v4", rest @ ..] => paths::answer(store, rest, &Request::read(method, query, body)?),
        ["pdb", "meta", "v1", "version"] => {
            Ok(json(&Value::hash([(Value::str("version"), Value::str(VERSION))])))
        }
        ["pdb", "meta", "v1", "version", "latest"] => {
            Err(missing("this server does not check for newer versions"))
        }
        ["pdb", "meta", "v1", "server-time"] => {
            let now = Value::str(crate::time::show(crate::time::now()));
            Ok(json(&Value::hash([(Value::str("server_time"), now)])))
        }
        ["status", "v1", rest @ ..] => status::services(store, rest),
        ["metrics", "v2", rest @ ..] => status::metrics(store, rest),
        _ => Err(missing(&format!("not found: {path}"))),
    }
}

fn json(value: &Value) -> Response {
    Response {
        status: 200,
        headers: vec![("Content-Type", "application/json;charset=utf-8".to_owned())],
        body: to_json(value),
    }
}

fn failure(error: &Error) -> Response {
    let status = match error.kind {
        ErrorKind::Invalid => 400,
        ErrorKind::Missing => 404,
        ErrorKind::TooSlow | ErrorKind::Unavailable | ErrorKind::Conflict | ErrorKind::TooNew => 503,
    };
    if error.kind == ErrorKind::Missing {
        let body = Value::hash([(Value::str("error"), Value::str(error.message.as_str()))]);
        return Response { status, ..json(&body) };
    }
    Response {
        status,
        headers: vec![("Content-Type", "text/plain;charset=utf-8".to_owned())],
        body: error.message.clone(),
    }
}

fn wrong_method(allowed: &str) -> Response {
    Response {
        status: 405,
        headers: vec![("Content-Type", "text/plain;charset=utf-8".to_owned()), ("Allow", allowed.to_owned())],
        body: format!("expected one of the methods {allowed}"),
    }
}

fn missing(message: &str) -> Error {
    Error { kind: ErrorKind::Missing, message: message.to_owned() }
}
