//! Recorded conversations with a real PuppetDB 7.12, replayed: the same commands in, the same answers out.
//!
//! `puppetdb/conversations.jsonl` has the commands first, then each question with PuppetDB's answer, sorted and without
//! generated values: hashes, the times of receipt, links.

use bunraku_store::{Database, api::answer};
use serde_json::{Value, json};

/// Questions that are deliberately answered differently.
///
/// PuppetDB returns the edges of all nodes for one; it does not match parameters against patterns; a fact that does not
/// exist is not null there.
const DIFFERENT: [&str; 3] = [
    r#"/catalogs/web01/edges"#,
    r#"/resources?query=["~",["parameter","message"],"web0[12]"]"#,
    r#"/inventory?query=["null?","facts.nofact",true]"#,
];

/// Values that a store generates itself.
const OWN: [&str; 9] = [
    "resource",
    "hash",
    "facts_timestamp",
    "catalog_timestamp",
    "receive_time",
    "report_receive_time",
    "latest_report_hash",
    "report",
    "href",
];

pub fn answers_are_those_of_puppetdb(store: &Database) {
    let conversations = include_str!("../../puppetdb/conversations.jsonl");
    let (mut asked, mut wrong) = (0, Vec::new());
    for line in conversations.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(command) = line["command"].as_str() {
            let query = format!(
                "command={command}&version={}&certname={}",
                line["version"],
                line["certname"].as_str().unwrap()
            );
            let response = answer(store, "POST", "/pdb/cmd/v1", &query, &line["document"].to_string());
            assert_eq!(response.status, 200, "{command}: {}", response.body);
            continue;
        }
        let ask = line["ask"].as_str().unwrap();
        if DIFFERENT.contains(&ask) {
            assert_eq!(line["differs"], true, "{ask} is the same now");
            continue;
        }
        asked += 1;
        let (status, records, body) = question(store, ask);
        let expected = (line["status"].as_u64().unwrap(), line.get("records").cloned());
        if (status, records.clone()) != expected {
            wrong.push(format!(
                "{ask}\n  status {status}, records {records:?}, expected {expected:?}: {body}"
            ));
        } else if status == 200 {
            let found = cleaned(serde_json::from_str(&body).unwrap());
            if found != cleaned(line["answer"].clone()) {
                wrong.push(format!("{ask}\n  found    {found}\n  expected {}", line["answer"]));
            }
        }
    }
    assert!(asked >= 200, "{asked} questions");
    assert!(wrong.is_empty(), "{} of {asked} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Sends a path with a query, or a query in PQL or as an AST.
fn question(store: &Database, ask: &str) -> (u64, Option<Value>, String) {
    let response = match ask.strip_prefix('/') {
        Some(_) => {
            let (path, query) = ask.split_once('?').unwrap_or((ask, ""));
            let query: Vec<String> = query.split('&').map(encoded).collect();
            answer(store, "GET", &format!("/pdb/query/v4{path}"), &query.join("&"), "")
        }
        None => {
            let query = serde_json::from_str(ask).unwrap_or_else(|_| json!(ask));
            answer(store, "POST", "/pdb/query/v4", "", &json!({ "query": query }).to_string())
        }
    };
    let records =
        response.headers.iter().find(|header| header.0 == "X-Records").map(|header| json!(header.1));
    (u64::from(response.status), records, response.body)
}

fn encoded(parameter: &str) -> String {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    format!("{name}={}", value.bytes().map(byte).collect::<String>())
}

/// An answer without generated values, with lists of objects and strings sorted.
fn cleaned(value: Value) -> Value {
    match value {
        Value::Object(entries) => {
            let is_factset = entries.contains_key("facts");
            let own = |name: &str, value: &Value| {
                OWN.contains(&name)
                    || (name == "timestamp" && is_factset)
                    || (["deactivated", "expired"].contains(&name) && !value.is_null())
            };
            let kept = entries.into_iter().filter(|(name, value)| !own(name, value));
            let mut kept: Vec<(String, Value)> = kept.map(|(name, value)| (name, cleaned(value))).collect();
            kept.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(kept.into_iter().collect())
        }
        Value::Array(values) => {
            let mut values: Vec<Value> = values.into_iter().map(cleaned).collect();
            if values.iter().all(|value| value.is_object() || value.is_string()) {
                values.sort_by_key(Value::to_string);
            }
            Value::Array(values)
        }
        // Equal numbers are the same: PostgreSQL and SQLite format some of them differently.
        Value::Number(number) => number.as_f64().map_or(Value::Null, |number| json!(number)),
        value => value,
    }
}
