//! Values and catalogs as agents receive them.

use std::collections::BTreeMap;

use bunraku_catalog::value_json;
use bunraku_edition::TypeRules;
use bunraku_formats::json;
use bunraku_pcore::Value;

use super::{Entry, Given, Origin, Snapshot};
use crate::parts::{document, end, field, list, string};

/// Converts a value to what it is after a round trip through JSON.
pub fn value(rules: &TypeRules, value: &Value) -> Value {
    if is_plain(value) {
        return value.clone();
    }
    json::read(&value_json(rules, value)).map_or(Value::Undef, |read| read.value)
}

/// Whether JSON can represent it, so that a round trip does not change it.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Str(_) => true,
        Value::Float(number) => number.is_finite(),
        Value::Array(values) => values.iter().all(is_plain),
        Value::Hash(hash) => hash
            .iter()
            .all(|(key, value)| key.as_str().is_some_and(|key| !key.starts_with("__p")) && is_plain(value)),
        _ => false,
    }
}

/// Replaces the path of a folder in a value by another one.
pub fn renamed(value: &Value, folder: &str, path: &str) -> Value {
    match value {
        Value::Str(text) if text.contains(folder) => Value::str(text.replace(folder, path)),
        Value::Array(values) => Value::array(values.iter().map(|value| renamed(value, folder, path))),
        Value::Hash(hash) => {
            Value::hash(hash.iter().map(|(key, value)| (key.clone(), renamed(value, folder, path))))
        }
        value => value.clone(),
    }
}

pub fn read(text: &str) -> Result<Snapshot, String> {
    let value = document(text)?;
    let resources = list(&value, "resources").ok_or("not a catalog: it has no array `resources`")?;
    let mut snapshot = Snapshot {
        node: string(&value, "name").or_else(|| string(&value, "certname")).unwrap_or_default(),
        ..Snapshot::default()
    };
    for resource in &resources {
        let (Some(type_name), Some(title)) = (string(resource, "type"), string(resource, "title")) else {
            return Err("not a catalog: a resource has no `type` or no `title`".to_owned());
        };
        snapshot.resources.insert(format!("{type_name}[{title}]"), entry(resource));
    }
    // The edges of PuppetDB are relationships, too.
    let is_containment =
        |edge: &Value| string(edge, "relationship").is_none_or(|relationship| relationship == "contains");
    for edge in list(&value, "edges").unwrap_or_default().into_iter().filter(is_containment) {
        let (Some(source), Some(target)) = (end(&edge, "source"), end(&edge, "target")) else { continue };
        if let Some(entry) = snapshot.resources.get_mut(&target) {
            entry.container = Some(source);
        }
    }
    Ok(snapshot)
}

fn entry(resource: &Value) -> Entry {
    let strings = |key: &str| -> Vec<String> {
        let values = list(resource, key).unwrap_or_default();
        values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let line = field(resource, "line").and_then(|line| line.as_int());
    let origin = string(resource, "file").map(|file| Origin {
        file: file.into(),
        line: line.and_then(|line| u32::try_from(line).ok()),
        key: None,
        is_declaration: false,
    });
    let (mut sensitive, mut given) = (strings("sensitive_parameters"), BTreeMap::new());
    if let Some(Value::Hash(parameters)) = field(resource, "parameters") {
        for (name, value) in parameters.iter() {
            let Some(name) = name.as_str() else { continue };
            if string(value, "__ptype").as_deref() == Some("Sensitive") {
                sensitive.push(name.to_owned());
            }
            given.insert(name.to_owned(), Given { value: value.clone(), origin: None });
        }
    }
    let exported = matches!(field(resource, "exported"), Some(Value::Bool(true)));
    Entry { parameters: given, tags: strings("tags"), exported, sensitive, container: None, origin }
}
