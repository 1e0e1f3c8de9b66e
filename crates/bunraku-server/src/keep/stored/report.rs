//! Converts an agent's report to PuppetDB's command `store report`.

use bunraku::formats::json::to_json;
use bunraku::pcore::{Hash, Value};

use crate::keep::NodeReport;

/// Members with the same name in both.
const SAME: [&str; 13] = [
    "puppet_version",
    "report_format",
    "configuration_version",
    "environment",
    "transaction_uuid",
    "catalog_uuid",
    "code_id",
    "job_id",
    "cached_catalog_status",
    "status",
    "noop",
    "noop_pending",
    "corrective_change",
];

/// The document of the command.
pub fn document(report: &NodeReport<'_>, producer: &str, time: &str) -> Value {
    let empty = Hash::new();
    let sent = if let Value::Hash(sent) = report.value { sent } else { &empty };
    let mut fields: Vec<(&str, Value)> =
        SAME.iter().filter_map(|name| Some((*name, sent.get_str(name)?.clone()))).collect();
    // The version of the catalog may be a number here.
    if let Some((_, version)) = fields.iter_mut().find(|(name, _)| *name == "configuration_version") {
        *version = as_text(version);
    }
    let resources = statuses(sent).filter(|status| matters(status)).map(resource);
    let start = member(sent, "time");
    fields.extend([
        ("certname", Value::str(report.node)),
        ("type", Value::str("agent")),
        ("producer", Value::str(producer)),
        ("producer_timestamp", Value::str(time)),
        ("end_time", Value::str(end_time(sent).unwrap_or_else(|| time.to_owned()))),
        ("start_time", start),
        ("logs", member(sent, "logs")),
        ("metrics", Value::array(metrics(sent))),
        ("resources", Value::array(resources)),
    ]);
    object(fields)
}

/// The resources of a report; agents send them by reference.
fn statuses(report: &Hash) -> impl Iterator<Item = &Hash> {
    let all = match report.get_str("resource_statuses") {
        Some(Value::Hash(all)) => Some(all),
        _ => None,
    };
    all.into_iter().flat_map(|all| all.iter()).filter_map(|(_, status)| match status {
        Value::Hash(status) => Some(status),
        _ => None,
    })
}

/// Whether something happened to a resource. Most of a report is about unchanged ones, which nobody queries.
fn matters(status: &Hash) -> bool {
    let has_events = matches!(status.get_str("events"), Some(Value::Array(events)) if !events.is_empty());
    has_events || is_true(status, "skipped") || is_true(status, "failed")
}

fn resource(status: &Hash) -> Value {
    let mut events: Vec<Value> = match status.get_str("events") {
        Some(Value::Array(events)) => events
            .iter()
            .filter_map(|event| match event {
                Value::Hash(event) => Some(self::event(event)),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    // A resource that failed before it could do anything has no event for that.
    if events.is_empty() && is_true(status, "failed") {
        let fields = [("status", Value::str("failure")), ("timestamp", member(status, "time"))];
        events.push(object(fields));
    }
    object([
        ("skipped", Value::Bool(is_true(status, "skipped"))),
        ("timestamp", member(status, "time")),
        ("resource_type", member(status, "resource_type")),
        ("resource_title", as_text(&member(status, "title"))),
        ("file", member(status, "file")),
        ("line", member(status, "line")),
        ("containment_path", member(status, "containment_path")),
        ("corrective_change", member(status, "corrective_change")),
        ("events", Value::array(events)),
    ])
}

fn event(event: &Hash) -> Value {
    object([
        ("status", member(event, "status")),
        ("timestamp", member(event, "time")),
        ("name", member(event, "name")),
        ("property", member(event, "property")),
        ("old_value", as_text(&member(event, "previous_value"))),
        ("new_value", as_text(&member(event, "desired_value"))),
        ("message", member(event, "message")),
        ("corrective_change", member(event, "corrective_change")),
    ])
}

/// Metrics, which agents group by category.
fn metrics(report: &Hash) -> Vec<Value> {
    let Some(Value::Hash(categories)) = report.get_str("metrics") else { return Vec::new() };
    let mut metrics = Vec::new();
    for (category, group) in categories.iter() {
        let Value::Hash(group) = group else { continue };
        let Some(Value::Array(values)) = group.get_str("values") else { continue };
        for value in values.iter() {
            if let Value::Array(value) = value
                && let [name, _, number] = value.as_slice()
            {
                let fields =
                    [("category", category.clone()), ("name", name.clone()), ("value", number.clone())];
                metrics.push(object(fields));
            }
        }
    }
    metrics
}

/// When the run ended, which agents do not send: the last line of their log is the best approximation.
fn end_time(report: &Hash) -> Option<String> {
    let Some(Value::Array(logs)) = report.get_str("logs") else { return None };
    let Some(Value::Hash(last)) = logs.last() else { return None };
    last.get_str("time")?.as_str().map(str::to_owned)
}

fn member(hash: &Hash, name: &str) -> Value {
    hash.get_str(name).cloned().unwrap_or_default()
}

fn is_true(hash: &Hash, name: &str) -> bool {
    matches!(hash.get_str(name), Some(Value::Bool(true)))
}

/// Converts a value to a string, as PuppetDB stores it; undef stays undef.
fn as_text(value: &Value) -> Value {
    match value {
        Value::Undef | Value::Str(_) => value.clone(),
        other => Value::str(to_json(other)),
    }
}

fn object<'k>(fields: impl IntoIterator<Item = (&'k str, Value)>) -> Value {
    Value::hash(fields.into_iter().map(|(name, value)| (Value::str(name), value)))
}
