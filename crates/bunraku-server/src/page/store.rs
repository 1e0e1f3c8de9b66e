//! Queries to the store, through the same API that tools use.

use bunraku::diag::percent::encoded;
use bunraku::formats::json;
use bunraku::pcore::{Hash, Value};

use crate::reply::Problem;
use crate::server::Server;

/// Rows of an entity such as `nodes` that match a PuppetDB query; `None` if there is no store.
pub fn rows(server: &Server, path: &str, query: &[(&str, &str)]) -> Result<Option<Vec<Hash>>, Problem> {
    let query: Vec<String> = query.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let answer = server.keep.puppetdb("GET", &format!("/pdb/query/v4/{path}"), &query.join("&"), "");
    let Some(answer) = answer else { return Ok(None) };
    if answer.status != 200 {
        return Err(Problem::server_error(format!(
            "the store responded with {}: {}",
            answer.status, answer.body
        )));
    }
    let value = json::read_value(&answer.body).map_err(|error| Problem::server_error(error.message))?;
    let Value::Array(rows) = value else { return Ok(Some(Vec::new())) };
    let rows = rows.iter().filter_map(|row| match row {
        Value::Hash(row) => Some(row.clone()),
        _ => None,
    });
    Ok(Some(rows.collect()))
}

/// `["=", name, value]` as JSON.
pub fn equal(name: &str, value: &str) -> String {
    json::to_json(&Value::array(["=", name, value].map(Value::str)))
}

/// A member that is a string; empty if it is not one.
pub fn string<'r>(row: &'r Hash, name: &str) -> &'r str {
    row.get_str(name).and_then(Value::as_str).unwrap_or_default()
}

/// A timestamp for people: without fractions of a second.
pub fn moment(text: &str) -> String {
    let date = text.split('.').next().unwrap_or(text).trim_end_matches('Z').replace('T', " ");
    if date.is_empty() { String::new() } else { format!("{date} UTC") }
}

/// A value as JSON; a string as it is.
pub fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Undef) => String::new(),
        Some(value) => value.as_str().map_or_else(|| json::to_json(value), str::to_owned),
    }
}
