//! The automatic relationships of Puppet's own resource types.

use bunraku::{
    catalog::{Catalog, Resource},
    pcore::Value,
};

use crate::{
    catalogue::{find, identity},
    relations::Relation,
};

/// The references that a resource of a type that is built in leads to by itself.
pub(crate) fn of(catalog: &Catalog, resource: &Resource, relation: Relation) -> Vec<String> {
    if relation != Relation::Require {
        return Vec::new();
    }
    let mut names = Names { resource, references: Vec::new() };
    match &*resource.type_name {
        "File" => {
            let path = identity(resource).unwrap_or_default();
            names.references.extend(parent(catalog, &path).map(|parent| format!("File[{parent}]")));
            names.add("File", "target");
            names.add("User", "owner");
            names.add("Group", "group");
        }
        "Exec" => {
            names.add("File", "cwd");
            names.add("User", "user");
            for param in ["command", "onlyif", "unless"] {
                names.program(param);
            }
        }
        "User" => {
            names.add("Group", "gid");
            names.add("Group", "groups");
        }
        "Cron" | "Ssh_authorized_key" => names.add("User", "user"),
        "Mount" => {
            let path = identity(resource).unwrap_or_default();
            names.references.extend(ancestors(&path).map(|path| format!("Mount[{path}]")));
        }
        _ => {}
    }
    names.references
}

struct Names<'r> {
    resource: &'r Resource,
    references: Vec<String>,
}

impl Names<'_> {
    /// What a parameter names, be it several.
    fn add(&mut self, type_name: &str, param: &str) {
        let values: Vec<String> = match self.resource.get(param) {
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            Some(value) => value.as_str().map(str::to_owned).into_iter().collect(),
            None => Vec::new(),
        };
        self.references.extend(values.into_iter().map(|value| format!("{type_name}[{value}]")));
    }

    /// The files that a command names by whole paths.
    fn program(&mut self, param: &str) {
        let commands: Vec<String> = match self.resource.get(param) {
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            Some(value) => value.as_str().map(str::to_owned).into_iter().collect(),
            None if param == "command" => vec![self.resource.title.to_string()],
            None => Vec::new(),
        };
        for command in commands {
            let paths = command.split([' ', '\t', '"', '\'', '\n']).filter(|word| word.starts_with('/'));
            self.references.extend(paths.map(|path| format!("File[{path}]")));
        }
    }
}

/// The nearest folder above a path that the catalog has.
fn parent(catalog: &Catalog, path: &str) -> Option<String> {
    ancestors(path).find(|path| find(catalog, "File", path, false).is_some()).map(str::to_owned)
}

fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(path.rsplit_once('/').map(|(folder, _)| folder), |path| {
        path.rsplit_once('/').map(|(folder, _)| folder)
    })
    .map(|path| if path.is_empty() { "/" } else { path })
}
