//! A request as seen by handlers: decoded, authorized, and with its whole body.

use std::sync::Arc;

use bunraku::world::Cancel;
use bunraku::world::names::check_node;
use bytes::Bytes;
use hyper::{HeaderMap, Method};

use crate::client::Client;
use crate::params::Params;
use crate::reply::Problem;

/// A request.
pub struct Request {
    /// The number of the request in the log.
    pub id: u64,
    /// The method.
    pub method: Method,
    /// The path as sent by the client.
    pub path: String,
    /// The query string as sent, without the `?`.
    pub query: String,
    /// The parts of the path that match braces in the route, decoded.
    pub captures: Vec<String>,
    /// The parameters of the query, and of the form if the body is one.
    pub params: Params,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// The client, if it has presented a certificate.
    pub client: Option<Arc<Client>>,
    /// Cancelled if the client has disconnected, so that the response is no longer needed.
    pub cancel: Cancel,
}

impl Request {
    /// The value of a header, if it is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The part of the path that matches the first braces.
    pub fn name(&self) -> &str {
        self.captures.first().map(String::as_str).unwrap_or_default()
    }

    /// The name of the node in the path, which is checked because it becomes a file name.
    pub fn node(&self) -> Result<&str, Problem> {
        let name = self.name();
        check_node(name).map_err(Problem::bad_request)?;
        Ok(name)
    }

    /// The environment of the request, which is required and must be a valid name.
    pub fn environment(&self) -> Result<&str, Problem> {
        let Some(name) = self.params.get("environment") else {
            return Err(Problem::bad_request("An environment parameter must be specified"));
        };
        if !is_environment_name(name) {
            let message = format!("The environment must be purely alphanumeric, not '{name}'");
            return Err(Problem::bad_request(message));
        }
        Ok(name)
    }

    /// The content type of the body without its parameters.
    pub fn content_type(&self) -> Option<&str> {
        let value = self.header("content-type")?;
        Some(value.split(';').next().unwrap_or(value).trim())
    }

    /// The body as text.
    pub fn text(&self) -> Result<&str, Problem> {
        std::str::from_utf8(&self.body)
            .map_err(|_| Problem::bad_request("The request body is invalid: it is not UTF-8"))
    }
}

/// Whether a name is valid for an environment: only word characters.
pub fn is_environment_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() < 250
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
