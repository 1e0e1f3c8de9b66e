//! The reference as JSON, with the keys of puppet-strings.

use bunraku_edition::PUPPET8;
use bunraku_formats::json::{Layout, write};
use bunraku_pcore::Value;

use crate::{Attribute, Docstring, Entry, EntryKind, FunctionKind, Reference, Tag};

/// The tags that belong to one signature of a function.
const OF_SIGNATURES: &[&str] = &["param", "option", "enum", "return", "example"];

/// Renders the whole reference, including private entries.
pub fn render(reference: &Reference) -> String {
    let group = |belongs: fn(&EntryKind) -> bool| {
        Value::array(
            reference
                .entries
                .iter()
                .filter(|entry| belongs(&entry.what))
                .map(|entry| self::entry(entry, reference)),
        )
    };
    let document = object([
        ("puppet_classes", group(|what| matches!(what, EntryKind::Class { .. }))),
        ("data_types", group(|what| matches!(what, EntryKind::DataType(_)))),
        ("data_type_aliases", group(|what| matches!(what, EntryKind::TypeAlias { .. }))),
        ("defined_types", group(|what| matches!(what, EntryKind::DefinedType { .. }))),
        ("resource_types", group(|what| matches!(what, EntryKind::ResourceType(_)))),
        ("providers", group(|what| matches!(what, EntryKind::Provider(_)))),
        ("puppet_functions", group(|what| matches!(what, EntryKind::Function(_)))),
        ("puppet_tasks", group(|what| matches!(what, EntryKind::Task(_)))),
        ("puppet_plans", group(|what| matches!(what, EntryKind::Plan { .. }))),
    ]);
    // The document is neither nested deeply nor contains infinite numbers, so this cannot fail.
    let mut json = write(&PUPPET8.types, &document, Layout::pretty()).unwrap_or_default();
    json.push('\n');
    json
}

fn entry(entry: &Entry, reference: &Reference) -> Value {
    let mut fields = vec![("name", string(&entry.name))];
    if let EntryKind::Provider(provider) = &entry.what {
        fields.push(("type_name", string(&provider.type_name)));
    }
    fields.push(("file", string(&entry.file)));
    fields.push(("line", Value::Int(i64::from(entry.line))));
    match &entry.what {
        EntryKind::Class { inherits, defaults, source } => {
            fields.extend(inherits.as_ref().map(|parent| ("inherits", string(parent))));
            fields.push(("docstring", docstring(&entry.docs, None)));
            fields.extend(pairs("defaults", defaults));
            fields.push(("source", string(source)));
        }
        EntryKind::DefinedType { defaults, source } | EntryKind::Plan { defaults, source } => {
            fields.push(("docstring", docstring(&entry.docs, None)));
            fields.extend(pairs("defaults", defaults));
            fields.push(("source", string(source)));
        }
        EntryKind::Function(function) => {
            let kind = match function.kind {
                FunctionKind::Puppet => "puppet",
                FunctionKind::Ruby3 => "ruby3x",
                FunctionKind::Ruby4 => "ruby4x",
            };
            let signatures = function.signatures.iter().map(|signature| {
                object([
                    ("signature", string(&signature.call)),
                    ("docstring", docstring(&signature.docs, Some(OF_SIGNATURES))),
                ])
            });
            fields.push(("type", string(kind)));
            fields.push(("signatures", Value::array(signatures)));
            fields.push(("docstring", docstring(&entry.docs, None)));
            fields.extend(pairs("defaults", &function.defaults));
            fields.push(("source", string(&function.source)));
        }
        EntryKind::DataType(data_type) => {
            let functions = data_type.functions.iter().map(|(name, signature)| {
                object([
                    ("name", string(name)),
                    ("signature", string(&signature.call)),
                    ("docstring", docstring(&signature.docs, Some(OF_SIGNATURES))),
                ])
            });
            fields.push(("docstring", docstring(&entry.docs, Some(OF_SIGNATURES))));
            fields.extend(pairs("defaults", &data_type.defaults));
            fields.push(("functions", Value::array(functions)));
        }
        EntryKind::TypeAlias { alias_of } => {
            fields.push(("docstring", docstring(&entry.docs, None)));
            fields.push(("alias_of", string(alias_of)));
        }
        EntryKind::ResourceType(resource_type) => {
            fields.push(("docstring", docstring(&entry.docs, None)));
            fields.extend(attributes("properties", &resource_type.properties));
            fields.extend(attributes("parameters", &resource_type.parameters));
            fields.extend(attributes("checks", &resource_type.checks));
            let mut features = resource_type.features.clone();
            features.sort();
            let features = features.iter().map(|(name, text)| {
                let description = (!text.is_empty()).then(|| ("description", string(text)));
                object([("name", string(name))].into_iter().chain(description))
            });
            fields.extend(list("features", features));
            let belongs = |what: &EntryKind| matches!(what, EntryKind::Provider(provider) if provider.type_name == entry.name);
            let providers = reference.entries.iter().filter(|entry| belongs(&entry.what));
            fields.extend(list("providers", providers.map(|provider| self::entry(provider, reference))));
        }
        EntryKind::Provider(provider) => {
            fields.push(("docstring", docstring(&entry.docs, None)));
            fields.extend(pairs("confines", &provider.confines));
            fields.extend(list("features", provider.features.iter().map(|feature| string(feature))));
            let defaults = provider.defaults.iter().map(|group| {
                Value::array(group.iter().map(|(key, value)| Value::array([string(key), string(value)])))
            });
            fields.extend(list("defaults", defaults));
            fields.extend(pairs("commands", &provider.commands));
        }
        EntryKind::Task(task) => {
            let tags = entry.docs.tags.iter().map(|tag| {
                object([
                    ("name", optional(tag.subject.as_deref())),
                    ("tag_name", string("param")),
                    ("text", optional(tag.text.as_deref())),
                    ("types", Value::array(tag.types.iter().flatten().map(|type_| string(type_)))),
                ])
            });
            let docs = object([("text", string(&entry.docs.text)), ("tags", Value::array(tags))]);
            fields.push(("docstring", docs));
            fields.push(("source", string(&task.source)));
            fields.push(("supports_noop", Value::Bool(task.supports_noop)));
            fields.push(("input_method", optional(task.input_method.as_deref())));
        }
    }
    object(fields)
}

fn docstring(docs: &Docstring, only: Option<&[&str]>) -> Value {
    let wanted = |tag: &&Tag| {
        let public = tag.name == "api" && tag.text.as_deref() == Some("public");
        !public && only.is_none_or(|only| only.contains(&tag.name.as_str()))
    };
    let mut tags: Vec<&Tag> = docs.tags.iter().filter(wanted).collect();
    // In the order of puppet-strings; tags with the same name keep their order.
    tags.sort_by(|a, b| a.name.cmp(&b.name));
    let tags = list("tags", tags.into_iter().map(tag));
    object([("text", string(&docs.text))].into_iter().chain(tags))
}

fn tag(tag: &Tag) -> Value {
    let types = |types: &Vec<String>| Value::array(types.iter().map(|type_| string(type_)));
    let mut fields = vec![("tag_name", string(&tag.name))];
    if let Some(option) = &tag.option {
        fields.push(("opt_name", optional(option.name.as_deref())));
        fields.push(("opt_text", optional(option.text.as_deref())));
        fields.extend(option.types.as_ref().map(|found| ("opt_types", types(found))));
        fields.push(("parent", optional(tag.subject.as_deref())));
    }
    fields.extend(tag.text.as_ref().map(|text| ("text", string(text))));
    fields.extend(tag.types.as_ref().map(|found| ("types", types(found))));
    fields.extend(tag.subject.as_ref().map(|subject| ("name", string(subject))));
    object(fields)
}

fn attributes(key: &'static str, attributes: &[Attribute]) -> Option<(&'static str, Value)> {
    let mut sorted: Vec<&Attribute> = attributes.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    list(key, sorted.into_iter().map(attribute))
}

fn attribute(attribute: &Attribute) -> Value {
    let filled = |text: &str| (!text.is_empty()).then(|| string(text));
    let mut fields = vec![("name", string(&attribute.name))];
    fields.extend(filled(&attribute.description).map(|text| ("description", text)));
    fields.extend(list("values", attribute.values.iter().map(|value| string(value))));
    fields.extend(attribute.data_type.as_ref().map(|type_| ("data_type", string(type_))));
    fields.extend(pairs("aliases", &attribute.aliases));
    fields.extend(attribute.is_namevar.then_some(("isnamevar", Value::Bool(true))));
    fields.extend(attribute.required_features.as_ref().map(|name| ("required_features", string(name))));
    fields.extend(attribute.default.as_ref().map(|default| ("default", string(default))));
    object(fields)
}

fn object(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Value::hash(fields.into_iter().map(|(key, value)| (string(key), value)))
}

/// A list that is omitted if it is empty.
fn list(key: &'static str, values: impl Iterator<Item = Value>) -> Option<(&'static str, Value)> {
    let mut values = values.peekable();
    values.peek()?;
    Some((key, Value::array(values)))
}

/// Pairs as an object that is omitted if it is empty.
fn pairs(key: &'static str, pairs: &[(String, String)]) -> Option<(&'static str, Value)> {
    let object = || Value::hash(pairs.iter().map(|(key, value)| (string(key), string(value))));
    (!pairs.is_empty()).then(|| (key, object()))
}

fn string(text: &str) -> Value {
    Value::str(text)
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Undef, string)
}
