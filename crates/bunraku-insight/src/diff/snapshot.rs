//! A catalog as it is compared.

use std::collections::BTreeMap;

use bunraku_catalog::Catalog;
use bunraku_formats::json;
use bunraku_pcore::Value;

/// A catalog as it is compared: resources by their references.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// The name of the node.
    pub node: String,
    pub(super) resources: BTreeMap<String, Entry>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Entry {
    pub parameters: BTreeMap<String, Value>,
    pub tags: Vec<String>,
    pub exported: bool,
    /// Names of parameters that nobody may see.
    pub sensitive: Vec<String>,
    pub container: Option<String>,
    file: Option<String>,
    line: Option<i64>,
}

impl Entry {
    pub fn place(&self) -> Option<String> {
        let file = self.file.as_ref()?;
        Some(self.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
    }
}

impl Snapshot {
    /// A catalog of this program.
    pub fn of(catalog: &Catalog) -> Snapshot {
        // Values are compared in the form that agents get.
        Snapshot::from_json(&catalog.to_json()).unwrap_or_default()
    }

    /// Reads the JSON of a catalog: as compilers write it, inside of an older document with `data`, or as PuppetDB has it.
    /// The error says why it is none.
    pub fn from_json(text: &str) -> Result<Snapshot, String> {
        let value = json::read(text).map_err(|error| format!("not valid JSON: {}", error.message))?.value;
        let value = field(&value, "data").filter(|data| field(data, "resources").is_some()).unwrap_or(value);
        let resources = list(&value, "resources").ok_or("not a catalog: it has no list of `resources`")?;
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
        for edge in list(&value, "edges").unwrap_or_default() {
            let (Some(source), Some(target)) = (end(&edge, "source"), end(&edge, "target")) else { continue };
            if let Some(entry) = snapshot.resources.get_mut(&target) {
                entry.container = Some(source);
            }
        }
        Ok(snapshot)
    }
}

fn entry(resource: &Value) -> Entry {
    let strings = |key: &str| -> Vec<String> {
        let values = list(resource, key).unwrap_or_default();
        values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let mut entry = Entry {
        tags: strings("tags"),
        exported: matches!(field(resource, "exported"), Some(Value::Bool(true))),
        sensitive: strings("sensitive_parameters"),
        file: string(resource, "file"),
        line: field(resource, "line").and_then(|line| line.as_int()),
        ..Entry::default()
    };
    if let Some(Value::Hash(parameters)) = field(resource, "parameters") {
        for (name, value) in parameters.iter() {
            let Some(name) = name.as_str() else { continue };
            if string(value, "__ptype").as_deref() == Some("Sensitive") {
                entry.sensitive.push(name.to_owned());
            }
            entry.parameters.insert(name.to_owned(), value.clone());
        }
    }
    entry
}

/// An end of an edge: a reference, or an object with a type and a title.
fn end(edge: &Value, key: &str) -> Option<String> {
    match field(edge, key)? {
        Value::Str(reference) => Some(reference.to_string()),
        value => Some(format!("{}[{}]", string(&value, "type")?, string(&value, "title")?)),
    }
}

fn field(value: &Value, key: &str) -> Option<Value> {
    let Value::Hash(hash) = value else { return None };
    hash.get(&Value::str(key)).cloned()
}

fn string(value: &Value, key: &str) -> Option<String> {
    field(value, key)?.as_str().map(str::to_owned)
}

fn list(value: &Value, key: &str) -> Option<Vec<Value>> {
    match field(value, key)? {
        Value::Array(values) => Some(values.to_vec()),
        _ => None,
    }
}
