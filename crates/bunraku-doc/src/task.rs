//! Tasks: the JSON files next to their programs.

use bunraku_formats::json;
use bunraku_pcore::Value;

use crate::{Docstring, Entry, EntryKind, Found, SourceFile, Tag, Task};

/// Adds the task that a metadata file describes.
pub(crate) fn read(file: &SourceFile, found: &mut Found) {
    let value = match json::read(&file.text) {
        Ok(json) => json.value,
        Err(error) => {
            return found.unreadable(error.position.line, format!("not valid JSON: {}", error.message));
        }
    };
    let Value::Hash(metadata) = &value else {
        return found.unreadable(1, "the metadata of a task must be an object");
    };
    if metadata.is_empty() {
        return;
    }
    let name =
        file.path.rsplit('/').next().and_then(|name| name.strip_suffix(".json")).unwrap_or("").to_owned();
    let text = string(&value, "description").unwrap_or_default();
    if text.is_empty() {
        found.problem(0, format!("task `{name}` has no description"));
    }
    let mut tags = Vec::new();
    for (parameter, about) in entries(&value, "parameters") {
        let description = string(&about, "description");
        if description.is_none() {
            found.problem(0, format!("parameter `{parameter}` of task `{name}` has no description"));
        }
        tags.push(Tag {
            name: "param".to_owned(),
            text: Some(description.unwrap_or_default()),
            types: Some(vec![string(&about, "type").unwrap_or_default()]),
            subject: Some(parameter),
            option: None,
        });
    }
    let what = EntryKind::Task(Task {
        supports_noop: matches!(field(&value, "supports_noop"), Some(Value::Bool(true))),
        input_method: string(&value, "input_method"),
        source: file.text.clone(),
    });
    let docs = Docstring { text: text.trim().to_owned(), tags };
    found.add(Entry { name, file: file.path.clone(), line: 0, docs, what });
}

fn field(value: &Value, key: &str) -> Option<Value> {
    let Value::Hash(hash) = value else { return None };
    hash.iter().find(|(name, _)| name.as_str() == Some(key)).map(|(_, value)| value.clone())
}

fn string(value: &Value, key: &str) -> Option<String> {
    field(value, key)?.as_str().map(str::to_owned)
}

fn entries(value: &Value, key: &str) -> Vec<(String, Value)> {
    let Some(Value::Hash(hash)) = field(value, key) else { return Vec::new() };
    hash.iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone()))).collect()
}
