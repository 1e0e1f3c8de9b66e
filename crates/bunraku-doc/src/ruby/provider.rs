//! Providers: `Puppet::Type.type(:x).provide(:y)`.

use bunraku_ruby::prism::CallNode;

use super::tree::{Ruby, arguments, calls, description, literal_or_source, name, pairs, receiver};
use crate::{Entry, EntryKind, Found, Provider, docstring};

/// Adds a provider.
pub(super) fn read(ruby: &Ruby, node: &CallNode<'_>, found: &mut Found) {
    let Some(on) = node.receiver().and_then(|receiver| receiver.as_call_node()) else { return };
    if on.name().as_slice() != b"type" || receiver(&on) != Some("Puppet::Type") {
        return;
    }
    let line = ruby.call_line(node);
    let (Some(type_name), Some(name)) = (name(&on), name(node)) else {
        return found.problem(line, "a provider whose name is computed cannot be documented");
    };
    let text = match description(node) {
        Ok(Some(text)) => text,
        Ok(None) => {
            found.problem(line, format!("provider `{name}` of `{type_name}` has no description"));
            String::new()
        }
        Err(()) => {
            found.problem(line, format!("the description of provider `{name}` is not a plain string"));
            String::new()
        }
    };
    let comment = docstring::parse(&text);
    for problem in &comment.problems {
        found.problem(line, format!("{problem}, in the description of provider `{name}`"));
    }
    let mut provider = Provider { type_name, ..Provider::default() };
    for call in calls(node) {
        declare(&call, &mut provider);
    }
    let what = EntryKind::Provider(provider);
    found.add(Entry { name, file: found.file.clone(), line, docs: comment.docs, what });
}

fn declare(call: &CallNode<'_>, provider: &mut Provider) {
    let arguments = arguments(call);
    let pairs = |index: usize| -> Vec<(String, String)> {
        let pairs = arguments.get(index).map(pairs).unwrap_or_default();
        pairs.iter().map(|(key, value)| (literal_or_source(key), literal_or_source(value))).collect()
    };
    match call.name().as_slice() {
        b"confine" => set(&mut provider.confines, pairs(0)),
        b"commands" => set(&mut provider.commands, pairs(0)),
        b"has_feature" | b"has_features" => provider.features.extend(arguments.iter().map(literal_or_source)),
        b"defaultfor" => {
            for index in 0..arguments.len() {
                let group = pairs(index);
                if !group.is_empty() {
                    provider.defaults.push(group);
                }
            }
        }
        _ => {}
    }
}

/// The last value of a key counts.
fn set(all: &mut Vec<(String, String)>, pairs: Vec<(String, String)>) {
    for (key, value) in pairs {
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => all.push((key, value)),
        }
    }
}
