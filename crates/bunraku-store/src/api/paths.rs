//! `/pdb/query/v4`: entities, and paths that are short for queries about them.

use bunraku_pcore::Value;

use super::{Response, json, missing, request::Request};
use crate::{
    Backend, Database, Error,
    query::{
        QueryResult,
        counts::{Counting, page},
    },
};

pub(super) fn answer(store: &Database, path: &[&str], request: &Request) -> Result<Response, Error> {
    match path {
        [] => match &request.query {
            Some(query) if !query.is_undef() => rows(store.ask(query, &request.paging)?),
            _ => Err(Error::invalid("missing required query parameter 'query'")),
        },
        ["event-counts"] => {
            let found = store.event_counts(request.query.as_ref(), &counting(request))?;
            let total = request.paging.include_total.then_some(found.len() as u64);
            rows(QueryResult { rows: page(found, &request.paging), total })
        }
        ["aggregate-event-counts"] => {
            let total = store.aggregate_event_counts(request.query.as_ref(), &counting(request))?;
            Ok(json(&Value::array([total])))
        }
        ["fact-names"] => {
            let found = store.ask_about("fact_names", request.query.as_ref(), &request.paging)?;
            let name = |row: &Value| match row {
                Value::Hash(row) => row.get_str("name").cloned(),
                _ => None,
            };
            let names = found.rows.iter().filter_map(name).collect();
            rows(QueryResult { rows: names, total: found.total })
        }
        [entity] => ask(store, entity, Vec::new(), request),
        ["nodes", certname] => one(store, "nodes", certname, "node", request),
        ["catalogs", certname] => one(store, "catalogs", certname, "catalog", request),
        ["factsets", certname] => one(store, "factsets", certname, "factset", request),
        ["environments", name] => {
            let found = ask_rows(store, "environments", vec![equal("name", name)], request)?;
            first(found, &format!("No information is known about environment {name}"))
        }
        ["producers", name] => {
            let found = ask_rows(store, "producers", vec![equal("name", name)], request)?;
            first(found, &format!("No information is known about producer {name}"))
        }
        ["nodes", certname, rest @ ..] => below(store, rest, vec![equal("certname", certname)], request),
        ["environments", name, rest @ ..] => below(store, rest, vec![environment(rest, name)], request),
        ["catalogs" | "factsets", certname, part @ ("resources" | "edges" | "facts")] => {
            ask(store, part, vec![equal("certname", certname)], request)
        }
        ["reports", hash, part] => report(store, hash, part, request),
        rest => below(store, rest, Vec::new(), request),
    }
}

/// `facts/NAME/VALUE` and `resources/TYPE/TITLE`, optionally below a node or an environment.
fn below(
    store: &Database,
    path: &[&str],
    mut with: Vec<Value>,
    request: &Request,
) -> Result<Response, Error> {
    let entity = match path {
        ["facts", rest @ ..] if rest.len() <= 2 => {
            with.extend(rest.first().map(|name| equal("name", name)));
            with.extend(rest.get(1).map(|value| equal("value", value)));
            "facts"
        }
        ["resources", rest @ ..] if !rest.is_empty() || !with.is_empty() => {
            with.extend(rest.first().map(|ty| equal("type", ty)));
            // A title may contain slashes.
            if let Some(title) = rest.get(1..).filter(|title| !title.is_empty()) {
                with.push(equal("title", &title.join("/")));
            }
            "resources"
        }
        [entity @ ("events" | "reports" | "nodes" | "catalogs" | "factsets" | "inventory" | "edges")] => {
            entity
        }
        _ => return Err(missing(&format!("not found: /pdb/query/v4/{}", path.join("/")))),
    };
    ask(store, entity, with, request)
}

fn environment(path: &[&str], name: &str) -> Value {
    match path.first() {
        Some(&"nodes") => equal("catalog_environment", name),
        _ => equal("environment", name),
    }
}

/// The events, logs or metrics of a report.
fn report(store: &Database, hash: &str, part: &str, request: &Request) -> Result<Response, Error> {
    let field = match part {
        "events" => return ask(store, "events", vec![equal("report", hash)], request),
        "logs" | "metrics" => part,
        _ => return Err(missing(&format!("a report has no {part}"))),
    };
    let query = Value::array([Value::str("extract"), Value::array([Value::str(field)]), equal("hash", hash)]);
    let found = store.ask_about("reports", Some(&query), &Default::default())?;
    match found.rows.first() {
        Some(Value::Hash(row)) => match row.get_str(field) {
            Some(Value::Hash(document)) => Ok(json(document.get_str("data").unwrap_or(&Value::Undef))),
            _ => Ok(json(&Value::Undef)),
        },
        _ => Err(missing(&format!("No information is known about report {hash}"))),
    }
}

/// What is known about one node, active or not.
fn one(
    store: &Database,
    entity: &str,
    certname: &str,
    what: &str,
    request: &Request,
) -> Result<Response, Error> {
    let found =
        ask_rows(store, entity, vec![equal("certname", certname), equal("node_state", "any")], request)?;
    first(found, &format!("No information is known about {what} {certname}"))
}

fn first(found: QueryResult, otherwise: &str) -> Result<Response, Error> {
    match found.rows.first() {
        Some(row) => Ok(json(row)),
        None => Err(missing(otherwise)),
    }
}

fn ask(store: &Database, entity: &str, with: Vec<Value>, request: &Request) -> Result<Response, Error> {
    rows(ask_rows(store, entity, with, request)?)
}

/// Combines the conditions of the path and the query of the request.
fn ask_rows(
    store: &Database,
    entity: &str,
    with: Vec<Value>,
    request: &Request,
) -> Result<QueryResult, Error> {
    let query = request.query.as_ref().filter(|query| !query.is_undef());
    if let (Some(Value::Str(_)), true) = (query, with.is_empty()) {
        return store.ask(query.unwrap_or(&Value::Undef), &request.paging);
    }
    let all = |condition: Option<&Value>| {
        let parts = with.iter().chain(condition).cloned();
        Value::array(std::iter::once(Value::str("and")).chain(parts))
    };
    let query = match query {
        query if with.is_empty() => query.cloned(),
        Some(Value::Array(parts)) if parts.first().and_then(Value::as_str) == Some("extract") => {
            // The conditions of the path are added to those of the query.
            let is_group = |part: &&Value| matches!(part, Value::Array(part) if part.first().and_then(Value::as_str) == Some("group_by"));
            let own = parts.iter().skip(2).find(|part| !is_group(part));
            let mut extract: Vec<Value> = parts.iter().take(2).cloned().collect();
            extract.push(all(own));
            extract.extend(parts.iter().skip(2).filter(is_group).cloned());
            Some(Value::array(extract))
        }
        query => Some(all(query)),
    };
    store.ask_about(entity, query.as_ref(), &request.paging)
}

fn counting(request: &Request) -> Counting {
    Counting {
        summarize_by: request.parameter("summarize_by").unwrap_or_default().to_owned(),
        by_certname: request.parameter("count_by") == Some("certname"),
    }
}

fn rows(answer: QueryResult) -> Result<Response, Error> {
    let mut response = json(&Value::array(answer.rows));
    response.headers.extend(answer.total.map(|total| ("X-Records", total.to_string())));
    Ok(response)
}

fn equal(field: &str, value: &str) -> Value {
    Value::array([Value::str("="), Value::str(field), Value::str(value)])
}
