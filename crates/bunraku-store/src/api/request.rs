//! The parts of a request: path segments, parameters, and a JSON body with the same contents.

use bunraku_diag::percent;
use bunraku_formats::json;
use bunraku_pcore::Value;

use crate::{Error, query::Paging};

/// What a request asks.
#[derive(Debug, Default)]
pub(super) struct Request {
    /// The query: an AST, PQL as a string, or none.
    pub(super) query: Option<Value>,
    pub(super) paging: Paging,
    /// All parameters that are strings.
    parameters: Vec<(String, String)>,
}

impl Request {
    /// Parses the parameters of a request; those in the body of a POST take precedence.
    pub(super) fn read(method: &str, query: &str, body: &str) -> Result<Request, Error> {
        let mut request = Request::default();
        for (name, value) in parameters(query)? {
            match name.as_str() {
                "query" => request.query = Some(of_text(&value)?),
                "order_by" => request.paging.order_by = order(&parsed("order_by", &value)?)?,
                "limit" => request.paging.limit = Some(count("limit", &value)?),
                "offset" => request.paging.offset = Some(count("offset", &value)?),
                "include_total" => request.paging.include_total = value == "true",
                _ => request.parameters.push((name, value)),
            }
        }
        if method == "POST" && !body.trim().is_empty() {
            request.read_body(body)?;
        }
        Ok(request)
    }

    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().rev().find(|known| known.0 == name).map(|known| known.1.as_str())
    }

    fn read_body(&mut self, body: &str) -> Result<(), Error> {
        let Value::Hash(body) = parsed("the body", body)? else {
            return Err(Error::invalid("expected the body to be an object with `query`"));
        };
        for (name, value) in body.iter().filter(|(_, value)| !value.is_undef()) {
            match (name.as_str().unwrap_or_default(), value) {
                ("query", Value::Str(string)) => self.query = Some(of_text(string)?),
                ("query", value) => self.query = Some(value.clone()),
                ("order_by", Value::Str(string)) => {
                    self.paging.order_by = order(&parsed("order_by", string)?)?
                }
                ("order_by", value) => self.paging.order_by = order(value)?,
                ("limit", value) => self.paging.limit = Some(count("limit", &plain(value))?),
                ("offset", value) => self.paging.offset = Some(count("offset", &plain(value))?),
                ("include_total", Value::Bool(total)) => self.paging.include_total = *total,
                (name, Value::Str(string)) => self.parameters.push((name.to_owned(), string.to_string())),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Parses a query: a list is an AST, anything else PQL.
fn of_text(text: &str) -> Result<Value, Error> {
    let text = text.trim();
    match text.starts_with('[') {
        true => parsed("the query", text),
        false if text.is_empty() || text == "null" => Ok(Value::Undef),
        false => Ok(Value::str(text)),
    }
}

/// `[{"field":"certname","order":"desc"}]`.
fn order(value: &Value) -> Result<Vec<(String, bool)>, Error> {
    let wrong = || {
        Error::invalid("expected order_by to be an array of objects with `field`, and `order` as asc or desc")
    };
    let Value::Array(fields) = value else { return Err(wrong()) };
    let mut order = Vec::new();
    for field in fields {
        let Value::Hash(field) = field else { return Err(wrong()) };
        let name = field.get_str("field").and_then(Value::as_str).ok_or_else(wrong)?;
        let way = field.get_str("order").and_then(Value::as_str).unwrap_or("asc").to_lowercase();
        match way.as_str() {
            "asc" | "desc" => order.push((name.to_owned(), way == "desc")),
            _ => return Err(wrong()),
        }
    }
    Ok(order)
}

fn count(name: &str, value: &str) -> Result<u64, Error> {
    let wrong = |_| Error::invalid(format!("expected {name} to be a non-negative number, got '{value}'"));
    value.parse().map_err(wrong)
}

/// A number or a string as a URL contains it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| json::to_json(value), str::to_owned)
}

fn parsed(what: &str, text: &str) -> Result<Value, Error> {
    json::read_value(text).map_err(|error| Error::invalid(format!("{what} is not JSON: {}", error.message)))
}

/// The segments of a path, decoded.
pub(super) fn segments(path: &str) -> Result<Vec<String>, Error> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts.map(|part| decoded(part, false)).collect()
}

/// The parameters of a query string, decoded.
pub(super) fn parameters(query: &str) -> Result<Vec<(String, String)>, Error> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            Ok((decoded(name, true)?, decoded(value, true)?))
        })
        .collect()
}

/// Decodes percent escapes; in a query string, `+` is a space.
fn decoded(text: &str, is_query: bool) -> Result<String, Error> {
    String::from_utf8(percent::decoded(text, is_query))
        .map_err(|_| Error::invalid("the request is not UTF-8"))
}
