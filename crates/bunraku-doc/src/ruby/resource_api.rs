//! Resource types of the Resource API, which are described by one hash.

use bunraku_ruby::prism::{CallNode, Node};

use super::tree::{Ruby, arguments, literal, literal_or_source, pairs, scrub};
use crate::{Attribute, Entry, EntryKind, Found, TypeEntry, docstring};

/// Adds a resource type. Computed parts of its hash are left out.
pub(super) fn read(ruby: &Ruby, node: &CallNode<'_>, found: &mut Found) {
    let line = ruby.call_line(node);
    let schema = arguments(node).first().map(pairs).unwrap_or_default();
    let Some(name) = field(&schema, "name").and_then(literal) else {
        return found.problem(line, "a resource type whose name is computed cannot be documented");
    };
    let text = ["docs", "desc"].iter().find_map(|key| literal(field(&schema, key)?));
    if text.is_none() {
        found.problem(line, format!("resource type `{name}` has no description"));
    }
    let comment = docstring::parse(&scrub(&text.unwrap_or_default()));
    for problem in &comment.problems {
        found.problem(line, format!("{problem}, in the description of resource type `{name}`"));
    }
    let mut resource_type = TypeEntry::default();
    for (key, definition) in field(&schema, "attributes").into_iter().flat_map(pairs) {
        let Some(attribute_name) = literal(&key) else { continue };
        let definition = pairs(&definition);
        let string = |key| literal(field(&definition, key)?);
        let behaviour = string("behaviour").or_else(|| string("behavior"));
        let attribute = Attribute {
            name: attribute_name,
            description: string("desc").unwrap_or_default(),
            data_type: string("type"),
            is_namevar: behaviour.as_deref() == Some("namevar"),
            default: field(&definition, "default").map(literal_or_source),
            ..Attribute::default()
        };
        match behaviour.as_deref() {
            Some("parameter" | "namevar") => resource_type.parameters.push(attribute),
            _ => resource_type.properties.push(attribute),
        }
    }
    let (file, docs) = (found.file.clone(), comment.docs);
    found.add(Entry { name, file, line, docs, what: EntryKind::ResourceType(resource_type) });
}

fn field<'a, 'pr>(pairs: &'a [(Node<'pr>, Node<'pr>)], name: &str) -> Option<&'a Node<'pr>> {
    pairs.iter().find(|(key, _)| literal(key).as_deref() == Some(name)).map(|(_, value)| value)
}
