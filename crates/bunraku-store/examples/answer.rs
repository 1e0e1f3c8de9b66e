//! Answers requests to PuppetDB's HTTP API from standard input, for comparison with a real PuppetDB.
//!
//! Each line is a JSON object with `method`, `path`, `query` and `body`; the answer is one with `status`, `headers` and
//! `body`.

#![allow(clippy::disallowed_methods, reason = "a tool that talks to standard input and output")]

use std::error::Error;
use std::io::{BufRead, Write};

use bunraku_formats::json::{read_value, to_json};
use bunraku_pcore::Value;
use bunraku_store::{Database, api::answer};

fn main() -> Result<(), Box<dyn Error>> {
    let store = Database::in_memory()?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let Ok(Value::Hash(request)) = read_value(&line?) else { continue };
        let text = |name: &str| request.get_str(name).and_then(Value::as_str).unwrap_or_default();
        let response = answer(&store, text("method"), text("path"), text("query"), text("body"));
        let headers = response.headers.into_iter().map(|(name, value)| (Value::str(name), Value::str(value)));
        let shown = Value::hash([
            (Value::str("status"), Value::Int(i64::from(response.status))),
            (Value::str("headers"), Value::hash(headers)),
            (Value::str("body"), Value::str(response.body)),
        ]);
        writeln!(out, "{}", to_json(&shown))?;
    }
    Ok(())
}
