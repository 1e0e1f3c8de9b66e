//! A request as handlers see it: decoded, authorized, and with its whole body.

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
    /// A number that the log has for it.
    pub id: u64,
    /// The method.
    pub method: Method,
    /// The path as it was sent.
    pub path: String,
    /// What follows the `?` of the address, as it was sent.
    pub query: String,
    /// What the parts of the route's pattern in braces stand for, decoded.
    pub captures: Vec<String>,
    /// The parameters of the address, and of the form if the body is one.
    pub params: Params,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// Who sent it, if he has shown a certificate.
    pub client: Option<Arc<Client>>,
    /// Used when the client has gone, so that nobody wants the answer any more.
    pub cancel: Cancel,
}

impl Request {
    /// The header of a name, if its value is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// What the first part of the path in braces stands for.
    pub fn name(&self) -> &str {
        self.captures.first().map(String::as_str).unwrap_or_default()
    }

    /// The name of the node in the path. It becomes the name of files.
    pub fn node(&self) -> Result<&str, Problem> {
        let name = self.name();
        check_node(name).map_err(Problem::bad_request)?;
        Ok(name)
    }

    /// The environment that the request is about; it must have one, in Puppet's spelling.
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

    /// The type of the body without its parameters.
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

/// Whether a name may be that of an environment: word characters alone.
pub fn is_environment_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() < 250
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
