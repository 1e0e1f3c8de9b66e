//! Resource types: `Puppet::Type.newtype`, and attributes that are added to existing types.

use bunraku_ruby::prism::CallNode;

use super::tree::{
    Ruby, arguments, block, calls, description, literal, literal_or_source, name, pairs, receiver, scrub,
    source,
};
use crate::{
    Attribute, Docstring, Entry, EntryKind, Found, Tag, TypeEntry,
    docstring::{self, Parsed},
};

/// The description of `ensure` if there is no other.
const ENSURE: &str = "Whether the resource should exist.";

/// Adds a resource type.
pub(super) fn read(ruby: &Ruby, node: &CallNode<'_>, found: &mut Found) {
    let line = ruby.call_line(node);
    let Some(name) = name(node) else {
        return found.problem(line, "a resource type whose name is computed cannot be documented");
    };
    let what = format!("resource type `{name}`");
    let comment = docstring::parse(&describe(node, &what, line, found));
    for problem in &comment.problems {
        found.problem(line, format!("{problem}, in the description of {what}"));
    }
    let mut resource_type = TypeEntry::default();
    for call in calls(node) {
        read_attribute(ruby, &call, &mut resource_type, found);
    }
    add_directives(&comment, &mut resource_type);
    choose_namevar(&mut resource_type);
    let file = found.file.clone();
    match existing(&name, found) {
        // Another file has added attributes to this type before.
        Some(entry) => {
            (entry.file, entry.line, entry.docs) = (file, line, comment.docs);
            if let EntryKind::ResourceType(before) = &mut entry.what {
                resource_type.properties.extend(std::mem::take(&mut before.properties));
                resource_type.parameters.extend(std::mem::take(&mut before.parameters));
                *before = resource_type;
            }
        }
        None => found.add(Entry {
            name,
            file,
            line,
            docs: comment.docs,
            what: EntryKind::ResourceType(resource_type),
        }),
    }
}

/// Adds a parameter or property to a type that may be in another file: `Puppet::Type.type(:x).newparam(:y)`.
pub(super) fn extend(ruby: &Ruby, node: &CallNode<'_>, found: &mut Found) {
    let Some(on) = node.receiver().and_then(|receiver| receiver.as_call_node()) else { return };
    if on.name().as_slice() != b"type" || !matches!(receiver(&on), Some("Puppet::Type" | "Type")) {
        return;
    }
    let Some(name) = name(&on) else { return };
    let mut added = TypeEntry::default();
    read_attribute(ruby, node, &mut added, found);
    let (file, line) = (found.file.clone(), ruby.call_line(node));
    match existing(&name, found) {
        Some(entry) => {
            if let EntryKind::ResourceType(resource_type) = &mut entry.what {
                resource_type.properties.append(&mut added.properties);
                resource_type.parameters.append(&mut added.parameters);
                choose_namevar(resource_type);
            }
        }
        None => {
            choose_namevar(&mut added);
            found.add(Entry {
                name,
                file,
                line,
                docs: Docstring::default(),
                what: EntryKind::ResourceType(added),
            });
        }
    }
}

fn existing<'f>(name: &str, found: &'f mut Found) -> Option<&'f mut Entry> {
    found
        .entries
        .iter_mut()
        .find(|entry| entry.name == name && matches!(entry.what, EntryKind::ResourceType(_)))
}

fn read_attribute(ruby: &Ruby, call: &CallNode<'_>, resource_type: &mut TypeEntry, found: &mut Found) {
    let method = call.name();
    match method.as_slice() {
        b"newproperty" => resource_type.properties.extend(attribute(ruby, call, "property", found)),
        b"newparam" => resource_type.parameters.extend(attribute(ruby, call, "parameter", found)),
        b"newcheck" => resource_type.checks.extend(attribute(ruby, call, "check", found)),
        b"ensurable" => {
            let mut property = if block(call).is_some() {
                set_values(
                    call,
                    Attribute {
                        name: "ensure".to_owned(),
                        description: describe(call, "property `ensure`", ruby.call_line(call), found),
                        ..Attribute::default()
                    },
                )
            } else {
                Attribute {
                    name: "ensure".to_owned(),
                    values: vec!["present".to_owned(), "absent".to_owned()],
                    default: Some("present".to_owned()),
                    ..Attribute::default()
                }
            };
            if property.description.is_empty() {
                property.description = ENSURE.to_owned();
            }
            resource_type.properties.push(property);
        }
        b"feature" => {
            let arguments = arguments(call);
            if let [name, text, ..] = arguments.as_slice()
                && let (Some(name), Some(text)) = (literal(name), literal(text))
            {
                resource_type.features.push((name, scrub(&text).replace('\n', " ")));
            }
        }
        _ => {}
    }
}

fn attribute(ruby: &Ruby, call: &CallNode<'_>, word: &str, found: &mut Found) -> Option<Attribute> {
    let name = name(call)?;
    let description = describe(call, &format!("{word} `{name}`"), ruby.call_line(call), found);
    Some(set_values(call, Attribute { name, description, ..Attribute::default() }))
}

fn describe(node: &CallNode<'_>, what: &str, line: u32, found: &mut Found) -> String {
    match description(node) {
        Ok(Some(text)) => return text,
        Ok(None) => found.problem(line, format!("{what} has no description")),
        Err(()) => found.problem(line, format!("the description of {what} is not a plain string")),
    }
    String::new()
}

/// Reads the block and the options of an attribute.
fn set_values(node: &CallNode<'_>, mut attribute: Attribute) -> Attribute {
    if block(node).is_none() {
        return attribute;
    }
    for call in calls(node) {
        let arguments = arguments(&call);
        match call.name().as_slice() {
            b"newvalue" => attribute.values.extend(arguments.first().map(literal_or_source)),
            b"newvalues" => attribute.values.extend(arguments.iter().map(literal_or_source)),
            b"aliasvalue" => {
                if let [new, old, ..] = arguments.as_slice() {
                    let (new, old) = (literal_or_source(new), literal_or_source(old));
                    if !attribute.values.contains(&new) {
                        attribute.values.push(new.clone());
                    }
                    attribute.aliases.push((new, old));
                }
            }
            b"defaultto" => {
                if let Some(default) = arguments.first() {
                    attribute.default = Some(literal_or_source(default));
                }
            }
            b"isnamevar" => attribute.is_namevar = true,
            b"defaultvalues" if attribute.name == "ensure" => {
                attribute.values.extend(["present".to_owned(), "absent".to_owned()]);
                attribute.default = Some("present".to_owned());
            }
            _ => {}
        }
    }
    let options = arguments(node);
    for (key, value) in options.get(1).map(pairs).unwrap_or_default() {
        match literal(&key).as_deref() {
            Some("required_features") => attribute.required_features = literal(&value),
            Some("parent") if source(&value) == "Puppet::Parameter::Boolean" => {
                for word in ["true", "false", "yes", "no"] {
                    if !attribute.values.iter().any(|value| value == word) {
                        attribute.values.push(word.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    attribute
}

/// Makes `name` the namevar if there is no other.
fn choose_namevar(resource_type: &mut TypeEntry) {
    let mut all = resource_type.properties.iter_mut().chain(&mut resource_type.parameters);
    if all.any(|attribute| attribute.is_namevar) {
        return;
    }
    let mut all = resource_type.properties.iter_mut().chain(&mut resource_type.parameters);
    if let Some(attribute) = all.find(|attribute| attribute.name == "name") {
        attribute.is_namevar = true;
    }
}

/// Adds attributes declared in comments: `@!puppet.type.param [values] name text`.
fn add_directives(comment: &Parsed, resource_type: &mut TypeEntry) {
    for Tag { name, text, types, subject, .. } in &comment.directives {
        let attribute = Attribute {
            name: subject.clone().unwrap_or_default(),
            description: text.clone().unwrap_or_default(),
            values: types.clone().unwrap_or_default(),
            ..Attribute::default()
        };
        match name.as_str() {
            "puppet.type.param" => resource_type.parameters.push(attribute),
            "puppet.type.property" => resource_type.properties.push(attribute),
            _ => {}
        }
    }
}
