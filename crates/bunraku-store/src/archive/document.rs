//! Converts rows of answers to documents of the commands that store them.

use bunraku_pcore::{Hash, Value};

/// `replace facts`, version 5.
pub fn facts(row: &Hash) -> Value {
    let mut values = Hash::new();
    for fact in expanded(row, "facts") {
        if let Value::Hash(fact) = fact
            && let (Some(name), Some(value)) = (fact.get_str("name"), fact.get_str("value"))
        {
            values.insert(name.clone(), value.clone());
        }
    }
    let fields = ["certname", "environment", "producer_timestamp", "producer"];
    let mut document = chosen(row, &fields);
    document.push((Value::str("values"), Value::Hash(values)));
    Value::hash(document)
}

/// `replace catalog`, version 9.
pub fn catalog(row: &Hash) -> Value {
    let resource = |resource: &Value| match resource {
        Value::Hash(resource) => {
            let mut fields = chosen(resource, &["type", "title", "tags", "exported", "parameters"]);
            // PuppetDB requires both file and line, or neither.
            let place = ["file", "line"].iter().filter_map(|name| {
                let value = resource.get_str(name).filter(|value| !value.is_undef())?;
                Some((Value::str(*name), value.clone()))
            });
            fields.extend(place);
            Value::hash(fields)
        }
        other => other.clone(),
    };
    let edge = |edge: &Value| match edge {
        Value::Hash(edge) => {
            let end = |name: &str| {
                let part = |part: &str| edge.get_str(&format!("{name}_{part}")).cloned().unwrap_or_default();
                Value::hash([(Value::str("type"), part("type")), (Value::str("title"), part("title"))])
            };
            Value::hash([
                (Value::str("source"), end("source")),
                (Value::str("target"), end("target")),
                (Value::str("relationship"), edge.get_str("relationship").cloned().unwrap_or_default()),
            ])
        }
        other => other.clone(),
    };
    let fields = [
        "certname",
        "version",
        "environment",
        "transaction_uuid",
        "catalog_uuid",
        "code_id",
        "job_id",
        "producer",
        "producer_timestamp",
    ];
    let mut document = chosen(row, &fields);
    document.push((Value::str("resources"), Value::array(expanded(row, "resources").iter().map(resource))));
    document.push((Value::str("edges"), Value::array(expanded(row, "edges").iter().map(edge))));
    Value::hash(document)
}

/// `store report`, version 8, in which events belong to resources.
pub fn report(row: &Hash) -> Value {
    let fields = [
        "certname",
        "puppet_version",
        "report_format",
        "configuration_version",
        "start_time",
        "end_time",
        "producer_timestamp",
        "producer",
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
        "type",
    ];
    let mut document = chosen(row, &fields);
    for part in ["logs", "metrics"] {
        document.push((Value::str(part), Value::array(expanded(row, part).iter().cloned())));
    }
    let events = expanded(row, "resource_events");
    let mut resources: Vec<(Vec<Value>, &Hash, Vec<Value>)> = Vec::new();
    for event in events {
        let Value::Hash(event) = event else { continue };
        let key: Vec<Value> = ["resource_type", "resource_title"]
            .iter()
            .map(|name| event.get_str(name).cloned().unwrap_or_default())
            .collect();
        match resources.iter_mut().find(|known| known.0 == key) {
            Some(known) => known.2.extend(own_event(event)),
            None => resources.push((key, event, own_event(event).into_iter().collect())),
        }
    }
    let resources = resources.into_iter().map(|(_, event, events)| {
        let place = ["resource_type", "resource_title", "file", "line", "containment_path"];
        let mut fields = chosen(event, &place);
        fields.push((Value::str("timestamp"), event.get_str("timestamp").cloned().unwrap_or_default()));
        fields.push((Value::str("corrective_change"), member(event, "corrective_change")));
        fields.push((Value::str("skipped"), Value::Bool(is_skipped(event))));
        fields.push((Value::str("events"), Value::array(events)));
        Value::hash(fields)
    });
    document.push((Value::str("resources"), Value::array(resources)));
    Value::hash(document)
}

/// An event of a resource. That it was skipped is a property of the resource itself.
fn own_event(event: &Hash) -> Option<Value> {
    let fields =
        ["status", "timestamp", "name", "property", "new_value", "old_value", "message", "corrective_change"];
    (!is_skipped(event)).then(|| Value::hash(chosen(event, &fields)))
}

fn is_skipped(event: &Hash) -> bool {
    event.get_str("status").and_then(Value::as_str) == Some("skipped")
}

fn member(row: &Hash, name: &str) -> Value {
    row.get_str(name).cloned().unwrap_or_default()
}

fn chosen(row: &Hash, names: &[&str]) -> Vec<(Value, Value)> {
    names.iter().map(|name| (Value::str(*name), member(row, name))).collect()
}

/// The list in `data` of an expanded field.
fn expanded<'r>(row: &'r Hash, name: &str) -> &'r [Value] {
    let Some(Value::Hash(field)) = row.get_str(name) else { return &[] };
    match field.get_str("data") {
        Some(Value::Array(values)) => values.as_slice(),
        _ => &[],
    }
}
