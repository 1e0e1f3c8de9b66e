//! Declarations in Ruby files: functions of both APIs, resource types, providers, data types.

mod data_type;
mod function;
mod provider;
mod resource_api;
mod resource_type;
mod tree;

use bunraku_ruby::prism::{CallNode, Visit, visit_call_node};

use crate::{Attribute, Entry, EntryKind, Found, SourceFile};

use tree::{Ruby, receiver};

/// Adds the declarations of a Ruby file. A file with syntax errors is not documented.
pub(crate) fn read(file: &SourceFile, found: &mut Found) {
    let tree = match bunraku_ruby::parse_tree(&file.path, &file.text) {
        Ok(tree) => tree,
        Err(error) => {
            let line = error.trace.first().map_or(0, |(_, line)| *line);
            return found.unreadable(line, format!("not valid Ruby: {}", error.message));
        }
    };
    let ruby = Ruby::new(&file.text, &tree);
    Declarations { ruby: &ruby, found, depth: 0 }.visit(&tree.node());
}

/// Adds the parameter `provider` to types that have providers.
pub(crate) fn add_providers(entries: &mut [Entry]) {
    let mut provided: Vec<String> = Vec::new();
    for entry in entries.iter() {
        if let EntryKind::Provider(provider) = &entry.what {
            provided.push(provider.type_name.clone());
        }
    }
    for entry in entries {
        let EntryKind::ResourceType(resource_type) = &mut entry.what else { continue };
        let has = resource_type.parameters.iter().any(|parameter| parameter.name == "provider");
        if !has && provided.contains(&entry.name) {
            let description = format!(
                "The provider that manages this `{}` resource. By default Puppet chooses one that suits the system.",
                entry.name
            );
            resource_type.parameters.push(Attribute {
                name: "provider".to_owned(),
                description,
                ..Attribute::default()
            });
        }
    }
}

/// Finds the calls that are declarations.
struct Declarations<'a> {
    ruby: &'a Ruby,
    found: &'a mut Found,
    /// How many calls are around the current one.
    depth: usize,
}

/// Declarations are not searched for in more calls inside each other: a chain of calls can be as long as a file.
const DEEPEST: usize = 200;

impl<'pr> Visit<'pr> for Declarations<'_> {
    fn visit_call_node(&mut self, node: &CallNode<'pr>) {
        match (receiver(node), node.name().as_slice()) {
            (Some("Puppet::Functions"), b"create_function") => {
                function::read_new(self.ruby, node, self.found)
            }
            (Some("Puppet::Parser::Functions") | None, b"newfunction") => {
                function::read_old(self.ruby, node, self.found);
            }
            (Some("Puppet::Type" | "Type"), b"newtype") => resource_type::read(self.ruby, node, self.found),
            (_, b"newparam" | b"newproperty" | b"ensurable") => {
                resource_type::extend(self.ruby, node, self.found)
            }
            (Some("Puppet::ResourceApi"), b"register_type") => {
                resource_api::read(self.ruby, node, self.found)
            }
            (_, b"provide") => provider::read(self.ruby, node, self.found),
            (Some("Puppet::DataTypes" | "DataTypes"), b"create_type") => {
                data_type::read(self.ruby, node, self.found);
            }
            _ if self.depth < DEEPEST => {
                self.depth += 1;
                visit_call_node(self, node);
                self.depth -= 1;
            }
            _ => {}
        }
    }
}
